// candor node: the embedded event store alone.

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"candor/events/datadir"
	nodeserver "candor/events/embedded/server"
	"candor/internal/openlog"
	"candor/internal/server"
)

// nodeCommand runs the embedded event store alone.
type nodeCommand struct {
	Listen      string `help:"Address to listen on; needs CANDOR_EVENTSTORE_PASSWORD of at least 12 characters." default:"127.0.0.1:2113" env:"CANDOR_EVENTSTORE_LISTEN"`
	Insecure    bool   `name:"eventstore-insecure-password" help:"Take short and well-known passwords, on loopback addresses only; for test suites." env:"CANDOR_EVENTSTORE_INSECURE_PASSWORD"`
	Projections bool   `name:"eventstore-projections" help:"Write the system streams $$ce-<category>, $$et-<type>, $$streams and $$category-<category>." env:"CANDOR_EVENTSTORE_PROJECTIONS"`
}

func (n nodeCommand) Run(ctx context.Context, line *Globals, c *console) error {
	password, err := openlog.Access{Listen: n.Listen, Insecure: n.Insecure}.Password()
	if err != nil {
		return err
	}
	folder := datadir.Folder(line.Data)
	d, err := openlog.ServeFolder(ctx, folder, nodeserver.Config{Listen: n.Listen, Password: password, SystemProjections: n.Projections, Logger: c.logger})
	if err != nil {
		return err
	}
	running := d.Announcement()
	running.PID = os.Getpid()
	withdraw, err := server.Announce(ctx, folder, running, c.logger)
	if err == nil {
		fmt.Fprintf(c.stderr, "The event store listens on %s; user %s, certificate authority %s\n", d.Server.Addr(), openlog.NodeUser, d.Server.CertFile())
		<-ctx.Done()
		err = withdraw()
	}
	return errors.Join(err, d.Close())
}
