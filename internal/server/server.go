// Package server puts the parts of a site's server together: in which order they start, and in which they stop.
package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/events/datadir"
	nodeserver "candor/events/embedded/server"
	"candor/events/proof"
	"candor/httpapi"
	"candor/httpapi/geoip"
	"candor/internal/logwriter"
	"candor/internal/openlog"
	"candor/projections"
	"candor/webapp"
)

// Config says what is served, and from where. Texts are as on the command line, and errors name the flags.
type Config struct {
	Folder     datadir.Folder // the data folder
	EventStore string         // connection string of another program's log; "": the folder's own
	SigningKey *proof.KeyFile // signs checkpoints
	LogLevel   zerolog.Level
	Version    string
	Stdout     io.Writer             // takes the log's lines
	Stderr     io.Writer             // takes what an operator reads at the start
	Progress   func(done, of uint64) // is told how far the past of AsOf is built; nil: nobody watches

	Addr                  string   // host:port to serve the site on
	EventstoreListen      string   // host:port on which the embedded node is open to other clients; "": to this machine alone
	EventstoreProjections bool     // the embedded node writes system streams
	EventstoreInsecure    bool     // weak passwords of the opened node are taken
	Demo                  bool     // a log that holds nothing of a site is filled with the demo site
	SiteURL               string   // the public address; "": that of a loopback Addr
	OpsAddr               string   // host:port for the operator alone; "": none
	AdminUsername         string   // the admin's name
	TrustedProxies        []string // addresses or CIDR blocks whose X-Forwarded-For is believed
	AsOf                  string   // the moment that is shown, read only; "": the present
	Retention             string   // "400d" or "off"
	IP                    string   // what is stored of visitors' addresses: full, truncated, none
	MaxConnections        int      // at a time
	TrackBudget           int      // tracked events of a network in any minute; 0: any number
	DiskReserve           string   // below so much free space page views are refused: bytes, or "512MiB"
	Geoip                 string   // path of a MaxMind-format database; "": the built-in one
}

// StopTime is how long a server may take to end what it has begun.
const StopTime = 10 * time.Second

// Run serves until ctx ends, then ends what was begun, within [StopTime]. Its errors name the flag that is wrong.
func Run(ctx context.Context, s Config) (err error) {
	if s.MaxConnections < 1 {
		return errors.New("--max-connections must be at least 1")
	}
	if s.AsOf != "" {
		return s.serveAsOf(ctx)
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
	output := logwriter.New(s.Stdout)
	defer func() { err = errors.Join(err, output.Close()) }()
	logger := zerolog.New(output).Level(s.LogLevel).With().Timestamp().Logger()

	folder := s.Folder
	if err := folder.Make(); err != nil {
		return err
	}
	log, err := s.openLog(ctx, logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()

	metrics := prometheus.NewRegistry()
	metrics.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Namespace: "candor", Name: "log_lines_dropped_total", Help: "Lines of log that found no room in the buffer.",
	}, func() float64 { return float64(output.Dropped()) }))
	metrics.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if log.Node != nil {
		metrics.MustRegister(nodeMetrics(log.Server)...)
	}
	var disk *diskReserve
	var diskLow func() bool
	if log.Node != nil && reserve > 0 {
		disk = newDiskReserve(string(s.Folder), reserve, logger)
		diskLow = disk.Low
		metrics.MustRegister(disk.metrics()...)
	}
	traffic := new(httpapi.Traffic)
	models, err := projections.Open(ctx, projections.Config{Dir: folder.Models(), Log: log, Logger: logger, Registerer: metrics, Retention: age, Busy: traffic.Busy})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, models.Close()) }()
	pasts, err := projections.NewAsOfPool(projections.AsOfPoolConfig{Dir: folder.Pasts(), Log: log, Logger: logger})
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
		drained, cancel := context.WithTimeout(context.Background(), StopTime/2)
		defer cancel()
		err = errors.Join(err, handler.Close(drained))
	}()

	web, built := webapp.Site()
	script := webapp.Script
	if !built {
		logger.Warn().Msg("the web app is not built in: run make build")
		web, script = nil, nil
	}
	token := openlog.RandomText()
	var backup func(ctx context.Context, w io.Writer) error
	if log.Node != nil {
		backup = func(ctx context.Context, w io.Writer) error { _, err := log.Node.Backup(ctx, w); return err }
	}
	prepared := make(chan struct{})
	site, err := httpapi.New(httpapi.Config{
		Prepared: prepared,
		Commands: handler, Models: models, Pasts: pasts, Log: log, Web: web, Script: script,
		AdminUsername: s.AdminUsername, SiteURL: at.origin, OpsApart: at.ops != nil, TrustedProxies: proxies, ControlToken: token, Backup: backup, Scavenge: log.Scavenge,
		SigningKey: s.SigningKey, TrackBudget: s.TrackBudget, DiskLow: diskLow,
		Logger: logger, Registerer: metrics, Gatherer: metrics, Version: s.Version, Traffic: traffic,
	})
	if err != nil {
		return err
	}
	address := "http://" + Reachable(at.site.Addr().String())
	announcement := datadir.Server{ConnectionString: s.EventStore}
	if log.Node != nil {
		announcement = log.Announcement()
	}
	announcement.PID, announcement.HTTP, announcement.ControlToken = os.Getpid(), address, token
	if at.ops != nil {
		announcement.Ops = "http://" + Reachable(at.ops.Addr().String())
	}
	withdraw, err := Announce(ctx, folder, announcement, logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, withdraw()) }()
	first := firstStart{demo: s.Demo, username: s.AdminUsername, notes: s.Stderr, logger: logger, log: written, done: prepared, models: models, handler: handler}
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

	logger.Info().Str("addr", address).Str("data", string(s.Folder)).Msg("serving")
	fmt.Fprintf(s.Stderr, "Candor serves %s\n", address)
	return at.serve(ctx, site, s.MaxConnections)
}

// openLog opens the log that the flags ask for: somebody else's, or the embedded node on the folder.
func (s *Config) openLog(ctx context.Context, logger zerolog.Logger) (*openlog.Handle, error) {
	switch {
	case s.EventStore != "" && s.EventstoreListen != "":
		return nil, errors.New("--eventstore and --eventstore-listen exclude each other: the one uses another node, the other opens the embedded one")
	case s.EventStore != "" && s.EventstoreProjections:
		return nil, errors.New("--eventstore and --eventstore-projections exclude each other: another node has its own settings for projections")
	case s.EventstoreInsecure && s.EventstoreListen == "":
		return nil, errors.New("--eventstore-insecure-password needs --eventstore-listen: without it nobody else signs in to the event store")
	case s.EventStore != "":
		return openlog.Dial(s.EventStore, "", logger)
	}
	c := nodeserver.Config{Listen: "127.0.0.1:0", SystemProjections: s.EventstoreProjections, Logger: logger}
	if s.EventstoreListen != "" {
		password, err := openlog.Access{Listen: s.EventstoreListen, Insecure: s.EventstoreInsecure}.Password()
		if err != nil {
			return nil, err
		}
		c.Listen, c.Password = s.EventstoreListen, password
	}
	return openlog.ServeFolder(ctx, s.Folder, c)
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
