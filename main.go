// Candor is an event-sourced CMS for a tech review and news site: the command line.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	"github.com/rs/zerolog"
)

// version is set by the linker for a release.
var version = "dev"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "candor:", err)
		os.Exit(1)
	}
}

// commandLine is every command and flag. Each flag has an environment variable CANDOR_….
type commandLine struct {
	Data       string `help:"Data folder." default:"./data" env:"CANDOR_DATA" type:"path" placeholder:"DIR"`
	EventStore string `name:"eventstore" help:"Connection string of an EventStoreDB to use in place of the embedded node (23.10 is what was run; later servers and KurrentDB were not tried): esdb://…" env:"CANDOR_EVENTSTORE" placeholder:"URL"`
	SigningKey string `name:"signing-key" help:"File with the key that signs checkpoints, made on first use; instances of one site share it. Without this, signing.key in the data folder." env:"CANDOR_SIGNING_KEY" type:"path" placeholder:"FILE"`
	LogLevel   string `help:"What is worth a line of log: ${enum}." enum:"debug,info,warn,error" default:"info" env:"CANDOR_LOG_LEVEL"`

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

// console is what a command talks to besides the log.
type console struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	logger         zerolog.Logger // to stderr, for commands; a server makes its own
}

// run carries out one command line and returns when it is done or ctx ends.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	if err := secretsFromFiles(); err != nil {
		return err
	}
	var line commandLine
	exited := false
	parser, err := kong.New(&line,
		kong.Name("candor"),
		kong.Description("An event-sourced CMS: every write is an event, every page a projection."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { exited = true }),
		kong.UsageOnError(),
	)
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
	return parsed.Run(&line, c)
}

// secrets are the settings that can also be given as a file, CANDOR_…_FILE, as container
// platforms hand them out. They are no flags: command lines are visible to every user.
var secrets = []string{"CANDOR_ADMIN_PASSWORD", nodePasswordSetting, analystPasswordSetting, "CANDOR_EVENTSTORE"}

func secretsFromFiles() error {
	for _, name := range secrets {
		file := os.Getenv(name + "_FILE")
		if file == "" {
			continue
		}
		if os.Getenv(name) != "" {
			return fmt.Errorf("%s and %s_FILE are both set: which one is meant?", name, name)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("%s_FILE: %w", name, err)
		}
		if err := os.Setenv(name, strings.TrimRight(string(text), "\r\n")); err != nil {
			return err
		}
	}
	return nil
}

// secretSource returns the variable that a secret came from: its own, or the one that names its file.
func secretSource(name string) string {
	if os.Getenv(name+"_FILE") != "" {
		return name + "_FILE"
	}
	return name
}

// stopTime is how long a server may take to end what it has begun.
const stopTime = 10 * time.Second

type versionCommand struct{}

func (versionCommand) Run(c *console) error {
	_, err := fmt.Fprintln(c.stdout, "candor", version)
	return err
}
