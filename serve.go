// The serve command: which parts make a server, in which order they start, and in which they stop.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/events/datadir"
	nodeserver "candor/events/embedded/server"
	"candor/httpapi"
	"candor/httpapi/geoip"
	"candor/projections"
	"candor/webapp"
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

// Run serves until ctx ends, then ends what was begun, within stopTime.
func (s serveCommand) Run(ctx context.Context, line *commandLine, c *console) (err error) {
	if s.MaxConnections < 1 {
		return errors.New("--max-connections must be at least 1")
	}
	if s.AsOf != "" {
		return s.servePast(ctx, line, c)
	}
	if err := checkAdminPassword(); err != nil {
		return err
	}
	proxies, err := parsePrefixes(s.TrustedProxies)
	if err != nil {
		return err
	}
	if s.TrackBudget < 0 {
		return errors.New("--track-budget must not be negative")
	}
	reserve, err := parseSize(s.DiskReserve)
	if err != nil {
		return fmt.Errorf("--disk-reserve: %w", err)
	}
	age, err := commands.ParseRetention(s.Retention)
	if err != nil {
		return err
	}
	at, err := s.listen() // first: a taken port should cost nothing
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, at.Close()) }()
	output := httpapi.NewLogWriter(c.stdout)
	defer func() { err = errors.Join(err, output.Close()) }()
	level, _ := zerolog.ParseLevel(line.LogLevel) // checked by run
	logger := zerolog.New(output).Level(level).With().Timestamp().Logger()

	folder := datadir.Folder(line.Data)
	if err := folder.Make(); err != nil {
		return err
	}
	log, err := s.openLog(ctx, line, folder, logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()

	metrics := prometheus.NewRegistry()
	metrics.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Namespace: "candor", Name: "log_lines_dropped_total", Help: "Lines of log that found no room in the buffer.",
	}, func() float64 { return float64(output.Dropped()) }))
	metrics.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if log.node != nil {
		metrics.MustRegister(nodeMetrics(log.server)...)
	}
	var disk *diskReserve
	var diskLow func() bool
	if log.node != nil && reserve > 0 {
		disk = newDiskReserve(line.Data, reserve, logger)
		diskLow = disk.Low
		metrics.MustRegister(disk.metrics()...)
	}
	traffic := new(httpapi.Traffic)
	models, err := projections.Open(ctx, projections.Config{Dir: folder.Models(), Log: log, Logger: logger, Registerer: metrics, Retention: age, Busy: traffic.Busy})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, models.Close()) }()
	pasts, err := projections.NewPasts(projections.PastsConfig{Dir: folder.Pasts(), Log: log, Logger: logger})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pasts.Close()) }()
	places, err := geoip.Open(s.Geoip)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, places.Close()) }()
	if places.Empty() {
		logger.Warn().Msg("no country database: visitors' countries stay unknown")
	}
	written := guarded{log.Log, models}
	retention := commands.NewRetention(commands.RetentionConfig{Log: written, Visits: models.Analytics, Age: age, Logger: logger})
	handler, err := commands.New(commands.Config{
		Log: written, Logger: logger, Registerer: metrics, Kept: retention.Note,
		Visitors: models.Analytics, Schedules: models.Content, Geo: places, Addresses: commands.KeepAddress(s.IP), AdminUsername: s.AdminUsername,
	})
	if err != nil {
		return err
	}
	defer func() {
		drained, cancel := context.WithTimeout(context.Background(), stopTime/2)
		defer cancel()
		err = errors.Join(err, handler.Close(drained))
	}()

	web, built := webapp.Site()
	script := webapp.Script
	if !built {
		logger.Warn().Msg("the web app is not built in: run make build")
		web, script = nil, nil
	}
	token := randomText()
	var backup func(ctx context.Context, w io.Writer) error
	if log.node != nil {
		backup = func(ctx context.Context, w io.Writer) error { _, err := log.node.Backup(ctx, w); return err }
	}
	prepared := make(chan struct{})
	site, err := httpapi.New(httpapi.Config{
		Prepared: prepared,
		Commands: handler, Models: models, Pasts: pasts, Log: log, Web: web, Script: script,
		AdminUsername: s.AdminUsername, SiteURL: at.origin, OpsApart: at.ops != nil, TrustedProxies: proxies, ControlToken: token, Backup: backup, Scavenge: log.scavenge,
		SigningKey: line.signingKey(s.SiteURL), TrackBudget: s.TrackBudget, DiskLow: diskLow,
		Logger: logger, Registerer: metrics, Gatherer: metrics, Version: version, Traffic: traffic,
	})
	if err != nil {
		return err
	}
	address := "http://" + reachable(at.site.Addr().String())
	announcement := datadir.Server{ConnectionString: line.EventStore}
	if log.node != nil {
		announcement = log.announcement()
	}
	announcement.PID, announcement.HTTP, announcement.ControlToken = os.Getpid(), address, token
	if at.ops != nil {
		announcement.Ops = "http://" + reachable(at.ops.Addr().String())
	}
	withdraw, err := announce(ctx, folder, announcement, logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, withdraw()) }()
	first := firstStart{demo: s.Demo, username: s.AdminUsername, console: c, logger: logger, log: written, done: prepared, models: models, handler: handler}
	preparing, err := first.begin(ctx)
	if err != nil {
		return err
	}
	defer preparing.Wait()
	keeping, letGo := context.WithCancel(ctx)
	defer letGo() // before the wait
	preparing.Go(func() { retention.Run(keeping) })
	if disk != nil {
		preparing.Go(func() { disk.run(keeping) })
	}

	logger.Info().Str("addr", address).Str("data", line.Data).Msg("serving")
	fmt.Fprintf(c.stderr, "Candor serves %s\n", address)
	return at.serve(ctx, site, s.MaxConnections)
}

// openLog opens the log that the flags ask for: somebody else's, or the embedded node on the folder.
func (s serveCommand) openLog(ctx context.Context, line *commandLine, folder datadir.Folder, logger zerolog.Logger) (*door, error) {
	switch {
	case line.EventStore != "" && s.EventstoreListen != "":
		return nil, errors.New("--eventstore and --eventstore-listen exclude each other: the one uses another node, the other opens the embedded one")
	case line.EventStore != "" && s.EventstoreProjections:
		return nil, errors.New("--eventstore and --eventstore-projections exclude each other: another node has its own settings for projections")
	case s.EventstoreInsecure && s.EventstoreListen == "":
		return nil, errors.New("--eventstore-insecure-password needs --eventstore-listen: without it nobody else signs in to the event store")
	case line.EventStore != "":
		return dial(line.EventStore, "", logger)
	}
	c := nodeserver.Config{Listen: "127.0.0.1:0", SystemProjections: s.EventstoreProjections, Logger: logger}
	if s.EventstoreListen != "" {
		password, err := eventStoreAccess{s.EventstoreListen, s.EventstoreInsecure}.password()
		if err != nil {
			return nil, err
		}
		c.Listen, c.Password = s.EventstoreListen, password
	}
	return serveNode(ctx, folder, c)
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
			return nil, fmt.Errorf("trusted proxies: %q is neither an address nor a CIDR block", text)
		}
		prefixes = append(prefixes, prefix.Masked())
	}
	return prefixes, nil
}
