// candor node: its flags.

package cli

import (
	"context"

	"candor/events/datadir"
	"candor/internal/openlog"
	"candor/internal/secrets"
	"candor/internal/server"
)

// nodeCommand runs the embedded event store alone.
type nodeCommand struct {
	Listen      string `help:"Address to listen on. Requires CANDOR_EVENTSTORE_PASSWORD, at least 12 characters." default:"127.0.0.1:2113" env:"CANDOR_EVENTSTORE_LISTEN"`
	Insecure    bool   `name:"eventstore-insecure-password" help:"Accept short and well-known passwords, on loopback addresses only. For test suites." env:"CANDOR_EVENTSTORE_INSECURE_PASSWORD"`
	Content     bool   `name:"eventstore-analyst-content" help:"Let the user analyst read all content, too: drafts, withheld versions and all pictures." env:"CANDOR_EVENTSTORE_ANALYST_CONTENT"`
	Projections bool   `name:"eventstore-projections" help:"Write the system streams $$ce-<category>, $$et-<type>, $$streams and $$category-<category>." env:"CANDOR_EVENTSTORE_PROJECTIONS"`
}

// Run serves the event store until ctx ends.
func (n nodeCommand) Run(ctx context.Context, line *Globals, c *console, given secrets.Secrets) error {
	return server.RunNode(ctx, server.NodeConfig{
		Folder: datadir.Folder(line.Data), LinkEvents: n.Projections, Stderr: c.stderr, Logger: c.logger,
		Access: openlog.Access{
			Listen: n.Listen, Insecure: n.Insecure,
			Password: given[secrets.NodePassword], AnalystPassword: given[secrets.AnalystPassword], AnalystContent: n.Content,
		},
	})
}
