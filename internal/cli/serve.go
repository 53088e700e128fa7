// candor serve: its flags.

package cli

import (
	"context"

	"github.com/rs/zerolog"

	"candor/events/datadir"
	"candor/internal/server"
)

// serveCommand serves the site.
type serveCommand struct {
	Addr                  string   `help:"Address to listen on." default:"127.0.0.1:8080" env:"CANDOR_ADDR"`
	EventstoreListen      string   `name:"eventstore-listen" help:"Open the embedded node to other EventStoreDB clients on this address, e.g. 127.0.0.1:2113; needs CANDOR_EVENTSTORE_PASSWORD of at least 12 characters." env:"CANDOR_EVENTSTORE_LISTEN" placeholder:"ADDR"`
	EventstoreProjections bool     `name:"eventstore-projections" help:"Have the embedded node write the system streams $$ce-<category>, $$et-<type>, $$streams and $$category-<category>." env:"CANDOR_EVENTSTORE_PROJECTIONS"`
	EventstoreInsecure    bool     `name:"eventstore-insecure-password" help:"Take short and well-known passwords for the opened node, on loopback addresses only; for test suites." env:"CANDOR_EVENTSTORE_INSECURE_PASSWORD"`
	Demo                  bool     `help:"Fill a log that holds nothing of a site with the demo site." env:"CANDOR_DEMO"`
	SiteURL               string   `name:"site-url" help:"The site's public address, e.g. https://example.com: links, feeds and the sitemap begin with it, and cookies are Secure if it is one of https. Required unless --addr is on loopback." env:"CANDOR_SITE_URL" placeholder:"URL"`
	OpsAddr               string   `name:"ops-addr" help:"Address for the operator alone, e.g. 127.0.0.1:9090: /metrics and /readyz are served there and no longer at --addr." env:"CANDOR_OPS_ADDR" placeholder:"ADDR"`
	AdminUsername         string   `help:"The admin's name." default:"admin" env:"CANDOR_ADMIN_USERNAME"`
	TrustedProxies        []string `help:"Addresses or CIDR blocks of proxies whose X-Forwarded-For is believed." env:"CANDOR_TRUSTED_PROXIES" placeholder:"CIDR"`
	AsOf                  string   `name:"as-of" help:"Show the site as it stood at this moment, e.g. 2026-10-01T00:00:00Z or 2026-10-01, for everybody to read and nobody to change; also beside a running server." env:"CANDOR_AS_OF" placeholder:"TIME"`
	Retention             string   `help:"How long page views and visitors are kept, in days: 400d. The totals of each day stay. off: for ever." default:"400d" env:"CANDOR_RETENTION" placeholder:"DAYS"`
	IP                    string   `name:"ip" help:"What is stored of visitors' addresses: ${enum}; truncated is /24 of IPv4 and /48 of IPv6." enum:"full,truncated,none" default:"full" env:"CANDOR_IP"`
	MaxConnections        int      `help:"Connections at a time, a quarter of them for one address at most; beyond them idle ones are closed, then new ones refused with 503." default:"1024" env:"CANDOR_MAX_CONNECTIONS" placeholder:"N"`
	TrackBudget           int      `name:"track-budget" help:"Tracked events that an IPv4 address or an IPv6 /64 may send in any 60 seconds, in request bodies of at most 4 MiB together; 0: no limit." default:"3000" env:"CANDOR_TRACK_BUDGET" placeholder:"N"`
	DiskReserve           string   `name:"disk-reserve" help:"Page views are refused while the disk of the embedded log has less space left, in bytes or as 512MiB; 0: never." default:"512MiB" env:"CANDOR_DISK_RESERVE" placeholder:"SIZE"`
	Geoip                 string   `name:"geoip" help:"A MaxMind-format database in place of the built-in one." env:"CANDOR_GEOIP" placeholder:"FILE"`
}

// Run serves until ctx ends.
func (s serveCommand) Run(ctx context.Context, line *Globals, c *console) error {
	level, err := zerolog.ParseLevel(line.LogLevel)
	if err != nil {
		return err
	}
	var progress func(done, of uint64)
	if isTerminal(c.stderr) {
		progress = func(done, of uint64) {
			if c.progress("the past", done, of); done == of {
				c.progressEnd()
			}
		}
	}
	return server.Run(ctx, server.Config{
		Folder: datadir.Folder(line.Data), EventStore: line.EventStore, SigningKey: line.signingKey(s.SiteURL), LogLevel: level,
		Version: version, Stdout: c.stdout, Stderr: c.stderr, Progress: progress,

		Addr:                  s.Addr,
		EventstoreListen:      s.EventstoreListen,
		EventstoreProjections: s.EventstoreProjections,
		EventstoreInsecure:    s.EventstoreInsecure,
		Demo:                  s.Demo,
		SiteURL:               s.SiteURL,
		OpsAddr:               s.OpsAddr,
		AdminUsername:         s.AdminUsername,
		TrustedProxies:        s.TrustedProxies,
		AsOf:                  s.AsOf,
		Retention:             s.Retention,
		IP:                    s.IP,
		MaxConnections:        s.MaxConnections,
		TrackBudget:           s.TrackBudget,
		DiskReserve:           s.DiskReserve,
		Geoip:                 s.Geoip,
	})
}
