// Serving today's site, for everybody to read and the admin to change.

package server

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"candor/commands/demo"
	"candor/commands/imagefile"
	"candor/commands/people"
	"candor/commands/rooms"
	"candor/commands/traffic"
	"candor/events/datadir"
	nodeserver "candor/events/embedded/server"
	"candor/httpapi"
	"candor/httpapi/geoip"
	"candor/httpapi/routes"
	"candor/internal/logwriter"
	"candor/internal/openlog"
	"candor/projections"
	"candor/projections/renditions"
	"candor/webapp"
)

// serveSite serves today's site until ctx ends. It leaves the closing of what it opens to opened.
func (s *Server) serveSite(ctx context.Context, opened *closers, at *listeners, output *logwriter.Writer, logger zerolog.Logger) error {
	c := &s.config
	if err := c.Folder.Make(); err != nil {
		return err
	}
	fill := c.Demo
	if c.Demo && c.EventStore == "" {
		made, err := makeDemoLog(ctx, c.Folder, logger)
		if err != nil {
			return err
		}
		fill = !made
	}
	log, err := c.openLog(ctx, logger)
	if err != nil {
		return err
	}
	opened.add(log.Close)
	metrics := newMetrics(output, log)
	disk := c.watchDisk(log, metrics, logger)
	var diskLow func() bool
	if disk != nil {
		diskLow = disk.Low
	}

	places, err := geoip.Open(c.Geoip)
	if err != nil {
		return err
	}
	opened.add(places.Close)
	if places.Empty() {
		logger.Warn().Msg("there is no country database: visitors' countries are unknown")
	}
	visits := new(httpapi.Traffic)
	models, err := projections.Open(ctx,
		projections.Config{Dir: c.Folder.Models(), Log: log, Logger: logger, Registerer: metrics, Busy: visits.Busy, Overrides: c.Overrides,
			Countries: !places.Empty(), Cities: places.KnowsCities()})
	if err != nil {
		return err
	}
	opened.add(models.Close)
	metrics.MustRegister(models.Drafts.Metrics()...)
	asOf, err := projections.NewAsOfPool(projections.AsOfPoolConfig{Dir: c.Folder.AsOf(), Log: log, Withheld: models.Versions.Withheld,
		Logger: logger, Countries: !places.Empty(), Cities: places.KnowsCities()})
	if err != nil {
		return err
	}
	opened.add(asOf.Close)

	shipped, err := demo.Copies()
	if err != nil {
		return err
	}
	copies, err := renditions.Open(renditions.Config{
		Dir: c.Folder.Renditions(), Media: models.Media, Copies: imagefile.Copies, Reason: imagefile.Reason, Shipped: shipped,
		Busy: visits.Busy, Logger: logger,
	})
	if err != nil {
		return err
	}

	written := guarded{log.Log, models, diskLow}
	retention := traffic.NewRetention(traffic.RetentionConfig{Log: written, Visits: models.Analytics,
		Settings: models.Content, Logger: logger})
	handler, err := rooms.New(rooms.Config{
		Log: written, Logger: logger, Registerer: metrics, OnExpiring: retention.Note,
		Visitors: models.Analytics, Settings: models.Content, Subscribers: models.Inbox, Schedules: models.Content, Scores: models.Content,
		Geo: places, AdminUsername: c.AdminUsername,
	})
	if err != nil {
		return err
	}
	opened.add(func() error {
		ctx, cancel := context.WithTimeout(context.Background(), StopTime/2)
		defer cancel()
		return handler.Close(ctx)
	})

	web, script := webApp(logger)
	token, prepared := openlog.RandomText(), make(chan struct{})
	site, err := routes.New(httpapi.Config{
		Commands: handler, Models: models, AsOfPool: asOf, Renditions: copies, Log: log, Prepared: prepared, Web: web, Script: script,
		AdminUsername: c.AdminUsername, PasswordFromEnvironment: c.AdminPassword.Value != "", SigningKey: c.SigningKey,
		ControlToken: token, Backup: backup(log), Scavenge: log.Scavenge,
		SiteURL: at.origin, OpsApart: at.ops != nil, TrustedProxies: c.TrustedProxies, TrackBudget: c.TrackBudget,
		DiskLow: diskLow, Traffic: visits,
		Logger: logger, Registerer: metrics, Gatherer: metrics, Version: c.Version,
	})
	if err != nil {
		return err
	}
	remove, err := writeRunFile(ctx, c.Folder, c.runFile(log, at, token), logger)
	if err != nil {
		return err
	}
	opened.add(remove)

	background, stop := context.WithCancel(ctx)
	first := firstStart{
		demo: fill, shared: c.EventStore != "", dashboard: at.origin + "/admin", username: c.AdminUsername,
		password: c.AdminPassword, notes: c.Stderr, logger: logger, log: written, done: prepared, models: models, handler: handler,
	}
	work, err := first.begin(background)
	opened.add(func() error { stop(); work.Wait(); return nil })
	if err != nil {
		return err
	}
	work.Go(func() { retention.Run(background) })
	messages := people.MessageRetention{Handler: handler.People, Head: written.Head, Messages: models.Inbox, Settings: models.Content,
		Logger: logger}
	work.Go(func() { messages.Run(background) })
	work.Go(func() { copies.Run(background) })
	work.Go(func() { httpapi.RenderAhead(background, site) })
	if disk != nil {
		work.Go(func() { disk.run(background) })
	}

	logger.Info().Str("addr", at.url()).Str("data", string(c.Folder)).Msg("serving")
	fmt.Fprintf(c.Stderr, "Candor serves %s\n", at.url())
	return at.serve(ctx, site, c.MaxConnections)
}

// openLog opens another program's log, or the folder's own.
func (c *Config) openLog(ctx context.Context, logger zerolog.Logger) (*openlog.Handle, error) {
	if c.EventStore != "" {
		return openlog.Dial(c.EventStore, "", logger)
	}
	return openlog.ServeFolder(ctx, c.Folder, c.Access, nodeserver.Config{SystemProjections: c.LinkEvents, Logger: logger})
}

// watchDisk watches the free space of the folder's own log. It returns nil where there is none to watch.
func (c *Config) watchDisk(log *openlog.Handle, metrics prometheus.Registerer, logger zerolog.Logger) *diskReserve {
	if log.Node == nil || c.DiskReserve == 0 {
		return nil
	}
	disk := newDiskReserve(string(c.Folder), c.DiskReserve, logger)
	metrics.MustRegister(disk.metrics()...)
	return disk
}

// runFile returns how commands on the data folder reach this server.
func (c *Config) runFile(log *openlog.Handle, at *listeners, token string) datadir.Server {
	run := datadir.Server{ConnectionString: c.EventStore}
	if log.Node != nil {
		run = log.RunFile()
	}
	run.PID, run.HTTP, run.ControlToken = os.Getpid(), at.url(), token
	if at.ops != nil {
		run.Ops = "http://" + Reachable(at.ops.Addr().String())
	}
	return run
}

// backup returns how to back up the folder's own log; nil for another program's.
func backup(log *openlog.Handle) func(ctx context.Context, w io.Writer) error {
	if log.Node == nil {
		return nil
	}
	return func(ctx context.Context, w io.Writer) error {
		_, err := log.Node.Backup(ctx, w)
		return err
	}
}

// webApp returns the web app's files and the script that renders its pages; neither where they are not built in.
func webApp(logger zerolog.Logger) (web fs.FS, script func() ([]byte, error)) {
	web, built := webapp.Site()
	if !built {
		logger.Warn().Msg("the web app is not built in: run make build")
		return nil, nil
	}
	return web, webapp.Script
}
