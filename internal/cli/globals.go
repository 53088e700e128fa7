// The flags of all commands.

package cli

import (
	"github.com/rs/zerolog"

	"candor/events/datadir"
	"candor/events/proof"
	"candor/internal/openlog"
)

// Globals holds the flags of all commands.
type Globals struct {
	Data       string `help:"Data folder." default:"./data" env:"CANDOR_DATA" type:"path"`
	EventStore string `name:"eventstore" help:"Connection string of an EventStoreDB or KurrentDB to use instead of the embedded event store: esdb://… or kurrentdb://… (run on EventStoreDB 23.10.6 and 24.10.14 and on KurrentDB 26.1.0)." env:"CANDOR_EVENTSTORE" placeholder:"URL"`
	SigningKey string `name:"signing-key" help:"File with the key that signs checkpoints, created on first use. All instances of a site share it. Default: signing.key in the data folder." env:"CANDOR_SIGNING_KEY" type:"path" placeholder:"FILE"`
	LogLevel   string `help:"Least severe messages to log: debug, info, warn or error." enum:"debug,info,warn,error" default:"info" env:"CANDOR_LOG_LEVEL"`
}

// open opens the log for a command, which must not be a server itself.
func (line *Globals) open(logger zerolog.Logger) (*openlog.Handle, error) {
	return openlog.Open(line.EventStore, datadir.Folder(line.Data), logger)
}

func (line *Globals) signingKey(siteURL string) *proof.KeyFile {
	path := line.SigningKey
	if path == "" {
		path = datadir.Folder(line.Data).SigningKey()
	}
	return &proof.KeyFile{Path: path, SiteURL: siteURL}
}
