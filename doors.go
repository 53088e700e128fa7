// Which log a command talks to: the one named, the running server's, or the data folder's own.

package main

import (
	"context"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"errors"
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

// eventStoreUser is the name that clients of an opened embedded node sign in with.
const eventStoreUser = "admin"

// door is an open log and, where this process runs it, its node.
type door struct {
	events.Log
	node   *embedded.Node     // nil when the log is somewhere else
	server *nodeserver.Server // serves it to others; nil when nobody does

	connectionString string         // of a log somewhere else
	roots            *x509.CertPool // trusted besides; nil: no others are
}

// Close closes the log and then the node.
func (d *door) Close() error {
	err := d.Log.Close()
	switch {
	case d.server != nil:
		err = errors.Join(err, d.server.Close())
	case d.node != nil:
		err = errors.Join(err, d.node.Close())
	}
	return err
}

// openDoor opens the log for a command: the one of --eventstore, or that of the server running on
// the data folder, or the folder's own when none runs. The command must not be a server itself.
func (line *commandLine) openDoor(ctx context.Context, logger zerolog.Logger) (*door, error) {
	if line.EventStore != "" {
		return dial(line.EventStore, "", logger)
	}
	folder := datadir.Folder(line.Data)
	elsewhere, err := logElsewhere(folder)
	if err != nil {
		return nil, err
	}
	if elsewhere.ConnectionString != "" {
		return dial(elsewhere.ConnectionString, elsewhere.CA, logger)
	}
	d, err := openNode(folder, logger)
	if !errors.Is(err, embedded.ErrLocked) {
		return d, err
	}
	server, announced := folder.Server()
	if announced != nil {
		return nil, errors.Join(err, announced)
	}
	return dial(server.ConnectionString, server.CA, logger)
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

// openNode opens the folder's own log, for this process alone.
func openNode(folder datadir.Folder, logger zerolog.Logger) (*door, error) {
	if err := folder.Make(); err != nil {
		return nil, err
	}
	node, err := embedded.Open(embedded.Config{Path: folder.LogFile(), Forget: events.IsOldEmailStream, Logger: logger})
	if err != nil {
		return nil, err
	}
	return &door{Log: node.Log(), node: node}, nil
}

// serveNode opens the folder's own log and serves it to others, too; the folder and the users are filled in. A password, as
// [eventStoreAccess.password] returns it, opens it to clients elsewhere: its certificate authority then lies in the folder.
func serveNode(ctx context.Context, folder datadir.Folder, c nodeserver.Config) (*door, error) {
	if err := folder.Make(); err != nil {
		return nil, err
	}
	c.Path, c.Username, c.Forget = folder.LogFile(), eventStoreUser, events.IsOldEmailStream
	if c.Password != "" {
		c.CertDir = string(folder)
		letAnalystsIn(&c, os.Getenv(analystPasswordSetting))
	} else {
		c.Password = randomText()
	}
	server, err := nodeserver.Open(ctx, c)
	if err != nil {
		return nil, err
	}
	return &door{Log: server.Log(), node: server.Node, server: server}, nil
}

// silence is how long another process's node may leave a question without an answer before it counts as away.
const silence = 3 * time.Second

// dial connects to a log of another process; ca is the PEM of a certificate authority to trust, or "".
func dial(connectionString, ca string, logger zerolog.Logger) (*door, error) {
	return connect(esdb.Config{ConnectionString: connectionString, Silence: silence, Logger: logger}, ca)
}

// connect opens a log; ca as for dial.
func connect(c esdb.Config, ca string) (*door, error) {
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
	return &door{Log: log, connectionString: c.ConnectionString, roots: c.RootCAs}, nil
}

// announcement says how other commands on the data folder reach this node: with the node's own password, so that those who
// guess the operator's don't keep them out.
func (d *door) announcement() datadir.Server {
	return datadir.Server{ConnectionString: d.server.OwnConnectionString(), CA: string(d.server.CACertPEM())}
}

// randomText is 256 random bits, as text.
func randomText() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	return base64.RawURLEncoding.EncodeToString(b[:])
}
