// What a server can be told, and what it refuses.

package server

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"time"

	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/access"
	"candor/events"
	"candor/events/datadir"
	"candor/events/proof"
	"candor/httpapi"
	"candor/internal/openlog"
	"candor/internal/secrets"
)

// Config holds the settings of a server.
type Config struct {
	Folder     datadir.Folder // the data folder
	EventStore string         // connection string of another program's log; "": the folder's own
	Access     openlog.Access // how other programs reach the folder's own log
	LinkEvents bool           // have the folder's own log write the system streams of links: --eventstore-projections

	Addr           string         // host:port to serve the site on
	OpsAddr        string         // host:port to serve the operator on; "": none
	SiteURL        string         // the site's public address, an origin such as https://example.com; "": that of a loopback Addr
	TrustedProxies []netip.Prefix // whose X-Forwarded-For is believed

	Demo           bool                      // fill a log without any content with the demo site
	AsOf           time.Time                 // the past moment to show, read only; zero: the present
	AdminUsername  string                    // the admin's name
	AdminPassword  secrets.Secret            // set at the start; empty: the log's stays, and a log without one gets a random one
	SigningKey     *proof.KeyFile            // signs checkpoints
	Overrides      []events.SettingsOverride // settings that the environment decides
	Geoip          string                    // path of a MaxMind-format database; "": the built-in one
	MaxConnections int                       // open at a time
	TrackBudget    int                       // tracked events of a network in any 60 seconds; 0: any number
	DiskReserve    uint64                    // bytes that must be free for visitors and bots to write; 0: any number

	Version  string
	LogLevel zerolog.Level
	Stdout   io.Writer             // takes the server's log
	Stderr   io.Writer             // takes what an operator reads at the start
	Progress func(done, of uint64) // is called while the past of AsOf is built; nil: nobody watches
}

// check returns what is wrong with the config. Its errors name the setting.
func (c *Config) check() error {
	if c.MaxConnections < 1 {
		return errors.New("--max-connections must be at least 1")
	}
	if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		return fmt.Errorf("--addr: %w", err)
	}
	if c.OpsAddr != "" {
		if _, _, err := net.SplitHostPort(c.OpsAddr); err != nil {
			return fmt.Errorf("--ops-addr: %w", err)
		}
	}
	if c.SiteURL != "" {
		if _, err := httpapi.Origin(c.SiteURL); err != nil {
			return fmt.Errorf("--site-url: %w", err)
		}
	}
	if !c.AsOf.IsZero() {
		return c.checkAsOf()
	}
	if err := checkAdminPassword(c.AdminPassword); err != nil {
		return err
	}
	if c.TrackBudget < 0 {
		return errors.New("--track-budget must not be negative")
	}
	return c.checkLog()
}

// checkAsOf is check for a server of the past.
func (c *Config) checkAsOf() error {
	switch {
	case c.AsOf.After(time.Now()):
		return errors.New("--as-of must not be in the future")
	case c.Demo || c.Access.Listen != "" || c.LinkEvents || c.Access.Insecure:
		return errors.New("--as-of can't be combined with --demo, --eventstore-listen, --eventstore-projections or --eventstore-insecure-password: it only shows the past")
	}
	return nil
}

// checkLog checks which log is used, and how it is opened to other programs.
func (c *Config) checkLog() error {
	switch {
	case c.EventStore != "" && c.Access.Listen != "":
		return errors.New("--eventstore and --eventstore-listen can't be combined: the first uses another event store, the second opens the embedded one")
	case c.EventStore != "" && c.LinkEvents:
		return errors.New("--eventstore and --eventstore-projections can't be combined: another event store has its own settings for projections")
	case c.Access.Insecure && c.Access.Listen == "":
		return errors.New("--eventstore-insecure-password needs --eventstore-listen: without it, no other program signs in to the event store")
	case c.Access.Listen != "":
		return c.Access.Check()
	}
	return nil
}

// checkAdminPassword refuses a password that SetPassword would refuse. The log may be unavailable, and an operator should not have to wait
// for it to learn of this.
func checkAdminPassword(password secrets.Secret) error {
	if password.Value == "" {
		return nil
	}
	err := access.CheckPassword(password.Value)
	var refused *commands.Error
	if errors.As(err, &refused) && len(refused.Fields) > 0 {
		return fmt.Errorf("%s: %s", password.Source, refused.Fields[0].Message)
	}
	return err
}
