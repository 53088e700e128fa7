// What all commands take.

package cli

import (
	"github.com/rs/zerolog"

	"candor/events/datadir"
	"candor/events/proof"
	"candor/internal/openlog"
)

// Globals are the flags of all commands.
type Globals struct {
	Data       string `help:"Data folder." default:"./data" env:"CANDOR_DATA" type:"path" placeholder:"DIR"`
	EventStore string `name:"eventstore" help:"Connection string of an EventStoreDB to use in place of the embedded node (23.10 is what was run; later servers and KurrentDB were not tried): esdb://…" env:"CANDOR_EVENTSTORE" placeholder:"URL"`
	SigningKey string `name:"signing-key" help:"File with the key that signs checkpoints, made on first use; instances of one site share it. Without this, signing.key in the data folder." env:"CANDOR_SIGNING_KEY" type:"path" placeholder:"FILE"`
	LogLevel   string `help:"What is worth a line of log: ${enum}." enum:"debug,info,warn,error" default:"info" env:"CANDOR_LOG_LEVEL"`
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
