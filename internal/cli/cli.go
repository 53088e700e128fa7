// Package cli is the command line: a file a command, and what they share.
package cli

import (
	"context"
	"fmt"
	"io"

	"candor/internal/secrets"

	"github.com/alecthomas/kong"
	"github.com/rs/zerolog"
)

// version is set by the linker for a release.
var version = "dev"

// commandLine is every command and flag. Each flag has an environment variable CANDOR_….
type commandLine struct {
	Globals

	Serve      serveCommand      `cmd:"" help:"Serve the site, the dashboard's API and the bot API."`
	Node       nodeCommand       `cmd:"" help:"Run the embedded event store alone, for several instances or other clients."`
	Replay     replayCommand     `cmd:"" help:"Write events from the log, as NDJSON, CSV or Parquet."`
	Rebuild    rebuildCommand    `cmd:"" help:"Build read models anew from the log."`
	Verify     verifyCommand     `cmd:"" help:"Check that the log is as it was written, and the read models what it makes of them."`
	Checkpoint checkpointCommand `cmd:"" help:"Sign what the history is now, so that others can tell later that it was not changed."`
	Backup     backupCommand     `cmd:"" help:"Copy the log into one file, also while the server runs."`
	Restore    restoreCommand    `cmd:"" help:"Make the log of an empty data folder from a backup."`
	Scavenge   scavengeCommand   `cmd:"" help:"Remove what was deleted or has expired from the log, on each node that has it, and from the files of the read models, byte for byte."`
	Erase      eraseCommand      `cmd:"" help:"Find and remove a person's data, and write a receipt."`
	Media      mediaCommand      `cmd:"" help:"List pictures, remove one for good, or let it come back."`
	Import     importCommand     `cmd:"" help:"Bring in what WordPress, Ghost or another Candor has exported."`
	Keys       keysCommand       `cmd:"" help:"Create, list and deactivate API keys."`
	Admin      adminCommand      `cmd:"" help:"Set the admin's password."`
	Health     healthCommand     `cmd:"" help:"Ask a running server whether it is ready; for containers."`
	Version    versionCommand    `cmd:"" help:"Print the version."`
}

// Run carries out one command line and returns when it is done or ctx ends.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	if err := secrets.FromFiles(); err != nil {
		return err
	}
	var line commandLine
	exited := false
	parser, err := newParser(&line, kong.Writers(stdout, stderr), kong.Exit(func(int) { exited = true }))
	if err != nil {
		return err
	}
	parsed, err := parser.Parse(args)
	if exited { // --help has said what there was to say
		return nil
	}
	if err != nil {
		return err
	}
	level, err := zerolog.ParseLevel(line.LogLevel)
	if err != nil {
		return err
	}
	c := &console{
		stdin: stdin, stdout: stdout, stderr: stderr,
		logger: zerolog.New(stderr).Level(max(level, zerolog.WarnLevel)).With().Timestamp().Logger(),
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	return parsed.Run(&line.Globals, c)
}

type versionCommand struct{}

func (versionCommand) Run(c *console) error {
	_, err := fmt.Fprintln(c.stdout, "candor", version)
	return err
}

// newParser returns the parser of the command line.
func newParser(line *commandLine, more ...kong.Option) (*kong.Kong, error) {
	return kong.New(line, append(more, kong.Name("candor"),
		kong.Description("An event-sourced CMS: every write is an event, every page a projection."), kong.UsageOnError())...)
}

// Settings returns the parser's model of all commands and flags, for whoever documents them.
func Settings() (*kong.Application, error) {
	parser, err := newParser(&commandLine{})
	if err != nil {
		return nil, err
	}
	return parser.Model, nil
}
