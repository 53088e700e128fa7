// Package openlog opens the log that a command or a server uses: the one that was named, that of the server running on the data folder, or
// the folder's own.
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
)

// NodeUser is the name that clients of an opened embedded node sign in with.
const NodeUser = "admin"

// Handle is an open log and, where this process runs it, its node.
type Handle struct {
	events.Log
	Node   *embedded.Node     // nil when the log is another program's
	Server *nodeserver.Server // serves the node to other programs; nil when it is served to none

	connectionString string         // of another program's log
	roots            *x509.CertPool // certificate authorities to trust besides the system's; nil: none
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

// Open opens the log for a command: the one that connectionString names or, where that is "", that of the server running on the data folder
// or, without a server, the folder's own. The command must not be a server itself.
func Open(connectionString string, folder datadir.Folder, logger zerolog.Logger) (*Handle, error) {
	if connectionString != "" {
		return Dial(connectionString, "", logger)
	}
	remote, err := remoteLog(folder)
	if err != nil {
		return nil, err
	}
	if remote.ConnectionString != "" {
		return Dial(remote.ConnectionString, remote.CA, logger)
	}
	h, err := OpenFolder(folder, logger)
	if !errors.Is(err, embedded.ErrLocked) {
		return h, err
	}
	server, runErr := folder.Server()
	if runErr != nil {
		return nil, errors.Join(err, runErr)
	}
	return Dial(server.ConnectionString, server.CA, logger)
}

// errRemoteLog says that the folder is that of an instance, whose log is not in it.
var errRemoteLog = errors.New("this data folder has read models and no log: name the log with --eventstore")

// remoteLog returns how to reach the log of a folder that has none of its own, because its server uses another one. A run file that a
// killed server left behind is still right about that. It returns nothing for a folder with a log, and for a new one.
func remoteLog(folder datadir.Folder) (datadir.Server, error) {
	if _, err := os.Stat(folder.LogFile()); !errors.Is(err, fs.ErrNotExist) {
		return datadir.Server{}, err
	}
	server, err := folder.Server()
	if !errors.Is(err, datadir.ErrNoServer) {
		return server, err
	}
	if _, err := os.Stat(folder.Models()); !errors.Is(err, fs.ErrNotExist) {
		return datadir.Server{}, errors.Join(err, errRemoteLog)
	}
	return datadir.Server{}, nil
}

// OpenFolder opens the folder's own log, for this process alone.
func OpenFolder(folder datadir.Folder, logger zerolog.Logger) (*Handle, error) {
	if err := folder.Make(); err != nil {
		return nil, err
	}
	node, err := embedded.Open(embedded.Config{Path: folder.LogFile(), Logger: logger})
	if err != nil {
		return nil, err
	}
	return &Handle{Log: node.Log(), Node: node}, nil
}

// ServeFolder opens the folder's own log and serves it to other programs: to those that a says, and to the commands on the folder. A node
// that is open to others leaves its certificate authority in the folder. c needs neither a path nor users.
func ServeFolder(ctx context.Context, folder datadir.Folder, a Access, c nodeserver.Config) (*Handle, error) {
	if err := folder.Make(); err != nil {
		return nil, err
	}
	c.Path, c.Username = folder.LogFile(), NodeUser
	if a.Listen != "" {
		c.Listen, c.Password, c.CertDir = a.Listen, a.Password.Value, string(folder)
		addAnalyst(&c, a.AnalystPassword.Value, a.AnalystContent)
	} else {
		c.Listen, c.Password = "127.0.0.1:0", RandomText()
	}
	server, err := nodeserver.Open(ctx, c)
	if err != nil {
		return nil, err
	}
	return &Handle{Log: server.Log(), Node: server.Node, Server: server}, nil
}

// requestTimeout is how long the node of another process may take to answer before it counts as unavailable.
const requestTimeout = 3 * time.Second

// Dial connects to the log of another process. ca is the PEM of a certificate authority to trust, or "".
func Dial(connectionString, ca string, logger zerolog.Logger) (*Handle, error) {
	return connect(esdb.Config{ConnectionString: connectionString, HeartbeatTimeout: requestTimeout, Logger: logger}, ca)
}

// connect opens a log. ca is as for Dial.
func connect(c esdb.Config, ca string) (*Handle, error) {
	if ca != "" {
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM([]byte(ca)) {
			return nil, errors.New("the event store's certificate authority is not a PEM certificate")
		}
	}
	log, err := esdb.Open(c)
	if err != nil {
		return nil, err
	}
	return &Handle{Log: log, connectionString: c.ConnectionString, roots: c.RootCAs}, nil
}

// RunFile returns how other commands on the data folder reach this node: with the node's own password, so that strangers who guess at the
// operator's don't lock them out.
func (h *Handle) RunFile() datadir.Server {
	return datadir.Server{ConnectionString: h.Server.OwnConnectionString(), CA: string(h.Server.CACertPEM())}
}

// RandomText returns 256 random bits, as text.
func RandomText() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// OpenExisting is [Open] for a reader: it makes no log where there is none.
func OpenExisting(connectionString string, folder datadir.Folder, logger zerolog.Logger) (*Handle, error) {
	if connectionString == "" {
		if _, err := os.Stat(folder.LogFile()); err != nil {
			return nil, fmt.Errorf("there is no log to read: %w", err)
		}
	}
	h, err := Open(connectionString, folder, logger)
	if errors.Is(err, embedded.ErrLocked) {
		return nil, fmt.Errorf("%w: another command has it open, or a server is starting; try again in a moment", err)
	}
	return h, err
}
