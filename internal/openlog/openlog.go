// Package openlog opens the log that a command or a server talks to: the one named, that of the server running on the data
// folder, or the folder's own.
package openlog

import (
	"context"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/datadir"
	"candor/events/embedded"
	nodeserver "candor/events/embedded/server"
	"candor/events/esdb"
	"candor/internal/secrets"
)

// NodeUser is the name that clients of an opened embedded node sign in with.
const NodeUser = "admin"

// Handle is an open log and, where this process runs it, its node.
type Handle struct {
	events.Log
	Node   *embedded.Node     // nil when the log is another program's
	Server *nodeserver.Server // serves the node to others; nil when nobody does

	connectionString string         // of another program's log
	roots            *x509.CertPool // trusted besides; nil: no others are
}

// Close closes the log and then the node.
func (h *Handle) Close() error {
	err := h.Log.Close()
	switch {
	case h.Server != nil:
		err = errors.Join(err, h.Server.Close())
	case h.Node != nil:
		err = errors.Join(err, h.Node.Close())
	}
	return err
}

// Open opens the log for a command: the one that connectionString names, or, where that is "", that of the server running on
// the data folder, or the folder's own when none runs. The command must not be a server itself.
func Open(connectionString string, folder datadir.Folder, logger zerolog.Logger) (*Handle, error) {
	if connectionString != "" {
		return Dial(connectionString, "", logger)
	}
	elsewhere, err := logElsewhere(folder)
	if err != nil {
		return nil, err
	}
	if elsewhere.ConnectionString != "" {
		return Dial(elsewhere.ConnectionString, elsewhere.CA, logger)
	}
	h, err := OpenFolder(folder, logger)
	if !errors.Is(err, embedded.ErrLocked) {
		return h, err
	}
	server, announced := folder.Server()
	if announced != nil {
		return nil, errors.Join(err, announced)
	}
	return Dial(server.ConnectionString, server.CA, logger)
}

// errLogElsewhere: the folder is that of an instance, whose log is not in it.
var errLogElsewhere = errors.New("this data folder has read models and no log: name the log with --eventstore")

// logElsewhere says how to reach the log of a folder that has none of its own, because its server uses another one; of what
// a server has left that was killed, that much is still true. It is empty for a folder with a log, and for a new one.
func logElsewhere(folder datadir.Folder) (datadir.Server, error) {
	if _, err := os.Stat(folder.LogFile()); !errors.Is(err, fs.ErrNotExist) {
		return datadir.Server{}, err
	}
	server, err := folder.Server()
	if !errors.Is(err, datadir.ErrNoServer) {
		return server, err
	}
	if _, err := os.Stat(folder.Models()); !errors.Is(err, fs.ErrNotExist) {
		return datadir.Server{}, errors.Join(err, errLogElsewhere)
	}
	return datadir.Server{}, nil
}

// OpenFolder opens the folder's own log, for this process alone.
func OpenFolder(folder datadir.Folder, logger zerolog.Logger) (*Handle, error) {
	if err := folder.Make(); err != nil {
		return nil, err
	}
	node, err := embedded.Open(embedded.Config{Path: folder.LogFile(), Forget: events.IsOldEmailStream, Logger: logger})
	if err != nil {
		return nil, err
	}
	return &Handle{Log: node.Log(), Node: node}, nil
}

// ServeFolder opens the folder's own log and serves it to others, too; the folder and the users are filled in. A password, as
// [Access.Password] returns it, opens it to clients elsewhere: its certificate authority then lies in the folder.
func ServeFolder(ctx context.Context, folder datadir.Folder, c nodeserver.Config) (*Handle, error) {
	if err := folder.Make(); err != nil {
		return nil, err
	}
	c.Path, c.Username, c.Forget = folder.LogFile(), NodeUser, events.IsOldEmailStream
	if c.Password != "" {
		c.CertDir = string(folder)
		letAnalystsIn(&c, os.Getenv(secrets.AnalystPassword))
	} else {
		c.Password = RandomText()
	}
	server, err := nodeserver.Open(ctx, c)
	if err != nil {
		return nil, err
	}
	return &Handle{Log: server.Log(), Node: server.Node, Server: server}, nil
}

// silence is how long another process's node may leave a question without an answer before it counts as away.
const silence = 3 * time.Second

// Dial connects to a log of another process; ca is the PEM of a certificate authority to trust, or "".
func Dial(connectionString, ca string, logger zerolog.Logger) (*Handle, error) {
	return connect(esdb.Config{ConnectionString: connectionString, Silence: silence, Logger: logger}, ca)
}

// connect opens a log; ca as for Dial.
func connect(c esdb.Config, ca string) (*Handle, error) {
	if ca != "" {
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM([]byte(ca)) {
			return nil, errors.New("the event store's certificate authority is no PEM certificate")
		}
	}
	log, err := esdb.Open(c)
	if err != nil {
		return nil, err
	}
	return &Handle{Log: log, connectionString: c.ConnectionString, roots: c.RootCAs}, nil
}

// Announcement says how other commands on the data folder reach this node: with the node's own password, so that those who
// guess the operator's don't keep them out.
func (h *Handle) Announcement() datadir.Server {
	return datadir.Server{ConnectionString: h.Server.OwnConnectionString(), CA: string(h.Server.CACertPEM())}
}

// RandomText returns 256 random bits, as text.
func RandomText() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// OpenExisting is [Open] for whoever only reads: it makes no log where there is none.
func OpenExisting(connectionString string, folder datadir.Folder, logger zerolog.Logger) (*Handle, error) {
	if connectionString == "" {
		if _, err := os.Stat(folder.LogFile()); err != nil {
			return nil, fmt.Errorf("there is no log to look at: %w", err)
		}
	}
	h, err := Open(connectionString, folder, logger)
	if errors.Is(err, embedded.ErrLocked) {
		return nil, fmt.Errorf("%w: another command reads the log, or a server begins to; try again in a moment", err)
	}
	return h, err
}
