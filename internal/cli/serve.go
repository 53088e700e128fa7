// candor serve: its flags.

package cli

import (
	"context"
	"fmt"
	"net/netip"
	"strings"

	"github.com/rs/zerolog"

	"candor/commands/traffic"
	"candor/events"
	"candor/events/datadir"
	"candor/internal/openlog"
	"candor/internal/secrets"
	"candor/internal/server"
)

// serveCommand serves the site.
type serveCommand struct {
	Addr                  string   `help:"Address to listen on." default:"127.0.0.1:8080" env:"CANDOR_ADDR"`
	EventstoreListen      string   `name:"eventstore-listen" help:"Open the embedded event store to EventStoreDB clients on this address, e.g. 127.0.0.1:2113. Requires CANDOR_EVENTSTORE_PASSWORD, at least 12 characters. Default: closed." env:"CANDOR_EVENTSTORE_LISTEN" placeholder:"ADDR"`
	EventstoreProjections bool     `name:"eventstore-projections" help:"Have the embedded event store write the system streams $$ce-<category>, $$et-<type>, $$streams and $$category-<category>." env:"CANDOR_EVENTSTORE_PROJECTIONS"`
	EventstoreContent     bool     `name:"eventstore-analyst-content" help:"Let the event store's user analyst read all content, too: drafts, withheld versions and all pictures." env:"CANDOR_EVENTSTORE_ANALYST_CONTENT"`
	EventstoreInsecure    bool     `name:"eventstore-insecure-password" help:"Accept short and well-known passwords for the opened event store, on loopback addresses only. For test suites." env:"CANDOR_EVENTSTORE_INSECURE_PASSWORD"`
	Demo                  bool     `help:"Fill an empty log with the demo site." env:"CANDOR_DEMO"`
	SiteURL               string   `name:"site-url" help:"The site's public address, e.g. https://example.com. Links, feeds and the sitemap begin with it; with https, cookies are Secure. Required unless --addr is on loopback." env:"CANDOR_SITE_URL" placeholder:"URL"`
	OpsAddr               string   `name:"ops-addr" help:"A second address, for the operator only, e.g. 127.0.0.1:9090. /metrics and /readyz are then served there and not at --addr. Default: none." env:"CANDOR_OPS_ADDR" placeholder:"ADDR"`
	AdminUsername         string   `help:"The admin's user name." default:"admin" env:"CANDOR_ADMIN_USERNAME"`
	TrustedProxies        []string `help:"Addresses or CIDR blocks of the proxies whose X-Forwarded-For is trusted. Default: none." env:"CANDOR_TRUSTED_PROXIES" placeholder:"CIDR"`
	AsOf                  string   `name:"as-of" help:"Show the site as it was at this time, read-only, e.g. 2026-10-01T00:00:00Z or 2026-10-01. Works beside a running server. Default: now." env:"CANDOR_AS_OF" placeholder:"TIME"`
	Retention             string   `help:"How long page views and visitors are kept, in days, e.g. 400d; off keeps them for ever. Daily totals are always kept. Default: as in the settings." default:"" env:"CANDOR_RETENTION"`
	IP                    string   `name:"ip" help:"How much of visitors' addresses is stored: full, truncated or none. truncated keeps the /24 of IPv4 and the /48 of IPv6. Default: as in the settings." enum:",full,truncated,none" default:"" env:"CANDOR_IP"`
	PublicHistory         string   `name:"public-history" help:"How much readers see of what reviews and articles said before: full shows every published version, corrections the first one and those that were corrected or updated, off none. Default: as in the settings." enum:",full,corrections,off" default:"" env:"CANDOR_PUBLIC_HISTORY"`
	MaxConnections        int      `help:"Most connections open at a time; one address may have a quarter of them. Beyond that, idle connections are closed, then new ones get 503." default:"1024" env:"CANDOR_MAX_CONNECTIONS"`
	TrackBudget           int      `name:"track-budget" help:"Most tracked events in any 60 seconds from one IPv4 address or IPv6 /64, in request bodies of at most 4 MiB together; 0 removes both limits." default:"3000" env:"CANDOR_TRACK_BUDGET"`
	DiskReserve           string   `name:"disk-reserve" help:"Refuse what visitors and bots write while the embedded log's disk has less free space, in bytes, KiB, MiB or GiB; the admin can still write. 0 never refuses." default:"512MiB" env:"CANDOR_DISK_RESERVE"`
	Geoip                 string   `name:"geoip" help:"MaxMind-format database to use instead of the built-in one." env:"CANDOR_GEOIP" placeholder:"FILE"`
}

// Run serves until ctx ends.
func (s serveCommand) Run(ctx context.Context, line *Globals, c *console, given secrets.Secrets) error {
	config, err := s.config(line, given)
	if err != nil {
		return err
	}
	config.Version, config.Stdout, config.Stderr = version, c.stdout, c.stderr
	if isTerminal(c.stderr) {
		config.Progress = func(done, of uint64) {
			if c.progress("as of", done, of); done == of {
				c.progressEnd()
			}
		}
	}
	site, err := server.New(config)
	if err != nil {
		return err
	}
	return site.Run(ctx)
}

// config reads the flags' texts. Its errors name the flag.
func (s serveCommand) config(line *Globals, given secrets.Secrets) (server.Config, error) {
	config := server.Config{
		Folder: datadir.Folder(line.Data), EventStore: line.EventStore, LinkEvents: s.EventstoreProjections,
		Access: openlog.Access{
			Listen: s.EventstoreListen, Insecure: s.EventstoreInsecure,
			Password: given[secrets.NodePassword], AnalystPassword: given[secrets.AnalystPassword], AnalystContent: s.EventstoreContent,
		},
		Addr: s.Addr, OpsAddr: s.OpsAddr, SiteURL: s.SiteURL,
		Demo: s.Demo, AdminUsername: s.AdminUsername, AdminPassword: given[secrets.AdminPassword], SigningKey: line.signingKey(s.SiteURL),
		Geoip: s.Geoip, MaxConnections: s.MaxConnections, TrackBudget: s.TrackBudget,
	}
	var err error
	if config.LogLevel, err = zerolog.ParseLevel(line.LogLevel); err != nil {
		return config, fmt.Errorf("--log-level: %w", err)
	}
	if s.AsOf != "" {
		if config.AsOf, err = events.ParseMoment(s.AsOf); err != nil {
			return config, fmt.Errorf("--as-of %w", err)
		}
	}
	if config.TrustedProxies, err = parsePrefixes(s.TrustedProxies); err != nil {
		return config, fmt.Errorf("--trusted-proxies: %w", err)
	}
	if config.DiskReserve, err = parseSize(s.DiskReserve); err != nil {
		return config, fmt.Errorf("--disk-reserve: %w", err)
	}
	config.Overrides, err = s.overrides()
	return config, err
}

// overrides returns the settings that the flags decide. Its error names the flag.
func (s serveCommand) overrides() (all []events.SettingsOverride, err error) {
	if s.PublicHistory != "" {
		all = append(all, events.SettingsOverride{Section: events.PublicationSection, Variable: "CANDOR_PUBLIC_HISTORY",
			Values: events.PublicationValues{PublicHistory: &s.PublicHistory}})
	}
	private := func(variable string, values events.PrivacyValues) {
		all = append(all, events.SettingsOverride{Section: events.PrivacySection, Variable: variable, Values: values})
	}
	if s.Retention != "" {
		days, err := traffic.ParseRetention(s.Retention)
		if err != nil {
			return nil, fmt.Errorf("--%w", err)
		}
		private("CANDOR_RETENTION", events.PrivacyValues{PageViewDays: &days})
	}
	if s.IP != "" {
		private("CANDOR_IP", events.PrivacyValues{Addresses: &s.IP})
	}
	return all, nil
}

// parsePrefixes reads addresses and CIDR blocks.
func parsePrefixes(texts []string) ([]netip.Prefix, error) {
	var prefixes []netip.Prefix
	for _, text := range texts {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		if addr, err := netip.ParseAddr(text); err == nil {
			prefixes = append(prefixes, netip.PrefixFrom(addr.Unmap(), addr.Unmap().BitLen()))
			continue
		}
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("%q is neither an address nor a CIDR block", text)
		}
		prefixes = append(prefixes, prefix.Masked())
	}
	return prefixes, nil
}
