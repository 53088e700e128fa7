// Package cli is the command line: one file for each command, and what they share.
package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/rs/zerolog"

	"candor/internal/secrets"
	"candor/projections"
)

// version is set by the linker for a release.
var version = "dev"

// commandLine declares every command and flag. Settings of a server also have an environment variable, CANDOR_….
type commandLine struct {
	Globals

	Serve      serveCommand      `cmd:"" help:"Serve the site, the dashboard and the API."`
	Node       nodeCommand       `cmd:"" help:"Run the embedded event store alone, for several instances or other clients."`
	Replay     replayCommand     `cmd:"" help:"Export events from the log as NDJSON, CSV or Parquet."`
	Rebuild    rebuildCommand    `cmd:"" help:"Rebuild read models from the log."`
	Verify     verifyCommand     `cmd:"" help:"Check that the log is intact and that the read models match a fresh replay of it."`
	Checkpoint checkpointCommand `cmd:"" help:"Sign the history as it is now, so that others can check later that it was not changed."`
	Backup     backupCommand     `cmd:"" help:"Copy the log into one file: the data folder's or, with --eventstore, that of another program. Works while servers run."`
	Restore    restoreCommand    `cmd:"" help:"Restore a backup into an empty data folder or, with --eventstore, into an empty event store. Continues a restore that was interrupted."`
	Scavenge   scavengeCommand   `cmd:"" help:"Remove the bytes of deleted and expired data from the log, on each of its nodes, and from the read models."`
	Erase      eraseCommand      `cmd:"" help:"Find and remove a person's data, by e-mail or IP address, and print a receipt."`
	Media      mediaCommand      `cmd:"" help:"List, describe, replace or remove pictures."`
	Import     importCommand     `cmd:"" help:"Import an export from WordPress, Ghost or another Candor."`
	Keys       keysCommand       `cmd:"" help:"Create, list and deactivate API keys."`
	Admin      adminCommand      `cmd:"" help:"Set the admin's password."`
	Health     healthCommand     `cmd:"" help:"Check whether a running server is ready. For containers."`
	Version    versionCommand    `cmd:"" help:"Print the version."`
}

// Run executes one command line and returns when it is done or ctx ends. getenv returns the value of an environment variable; an empty one
// counts as not set.
func Run(ctx context.Context, args []string, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer) error {
	given, err := secrets.Read(getenv)
	if err != nil {
		return err
	}
	var line commandLine
	exited := false
	parser, err := newParser(&line, kong.Writers(stdout, stderr), kong.Exit(func(int) { exited = true }),
		kong.Resolvers(fromEnvironment(getenv, given)))
	if err != nil {
		return err
	}
	parsed, err := parser.Parse(args)
	if exited { // --help has printed everything
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
	return parsed.Run(&line.Globals, c, given)
}

// fromEnvironment gives a flag that isn't on the command line the value of its environment variable, or of the file that a secret came
// from.
func fromEnvironment(getenv func(string) string, given secrets.Secrets) kong.ResolverFunc {
	return func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		for _, name := range flag.Envs {
			if value := cmp.Or(given[name].Value, getenv(name)); value != "" {
				return value, nil
			}
		}
		return nil, nil
	}
}

type versionCommand struct{}

func (versionCommand) Run(c *console) error {
	_, err := fmt.Fprintln(c.stdout, "candor", version)
	return err
}

// newParser returns the parser of the command line. It leaves the environment to fromEnvironment; kong itself knows only the process's.
func newParser(line *commandLine, more ...kong.Option) (*kong.Kong, error) {
	parser, err := kong.New(line,
		append(more, kong.Name("candor"), kong.Vars{"models": strings.Join(projections.Names(), ", ")},
			kong.ValueFormatter(helpWithVariable),
			kong.Description("An event-sourced CMS: every write is an event, every page a projection."), kong.UsageOnError())...)
	if err != nil {
		return nil, err
	}
	return parser, kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok {
			flag.Tag.Envs = nil // kong looks these up; flag.Envs stays
		}
		return next(nil)
	})
}

// helpWithVariable returns a flag's help with the name of its environment variable, as kong's own formatter does.
func helpWithVariable(value *kong.Value) string {
	if value.Flag == nil || len(value.Flag.Envs) == 0 {
		return value.Help
	}
	return strings.TrimSuffix(value.Help, ".") + " ($" + strings.Join(value.Flag.Envs, ", $") + ")."
}

// Settings returns the parser's model of all commands and flags, which the documents are compared with.
func Settings() (*kong.Application, error) {
	parser, err := newParser(&commandLine{})
	if err != nil {
		return nil, err
	}
	return parser.Model, nil
}
