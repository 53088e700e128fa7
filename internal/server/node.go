// candor node: the embedded event store alone.

package server

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/rs/zerolog"

	"candor/events/datadir"
	nodeserver "candor/events/embedded/server"
	"candor/internal/openlog"
)

// NodeConfig holds the settings of a node.
type NodeConfig struct {
	Folder     datadir.Folder // the data folder
	Access     openlog.Access // Listen and Password are required
	LinkEvents bool           // write the system streams of links: --eventstore-projections
	Stderr     io.Writer      // takes what an operator reads at the start
	Logger     zerolog.Logger
}

// RunNode serves the folder's log to other programs until ctx ends. Its errors name the setting that is wrong.
func RunNode(ctx context.Context, c NodeConfig) (err error) {
	if err := c.Access.Check(); err != nil {
		return err
	}
	var opened closers
	defer func() { err = opened.closeAll(err) }()
	log, err := openlog.ServeFolder(ctx, c.Folder, c.Access, nodeserver.Config{SystemProjections: c.LinkEvents, Logger: c.Logger})
	if err != nil {
		return err
	}
	opened.add(log.Close)
	run := log.RunFile()
	run.PID = os.Getpid()
	remove, err := writeRunFile(ctx, c.Folder, run, c.Logger)
	if err != nil {
		return err
	}
	opened.add(remove)
	fmt.Fprintf(c.Stderr, "The event store listens on %s; user %s, certificate authority %s\n", log.Server.Addr(), openlog.NodeUser,
		log.Server.CertFile())
	<-ctx.Done()
	return nil
}
