// Serving the site as it stood at a past moment, for everybody to read and nobody to change.

package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/httpapi"
	"candor/httpapi/geoip"
	"candor/httpapi/routes"
	"candor/internal/openlog"
	"candor/projections"
	"candor/projections/projector"
	"candor/projections/versions"
)

// progressEvery is how often the progress of a build is reported.
const progressEvery = 100 * time.Millisecond

// serveAsOf serves the site as of the configured moment until ctx ends. It reads the log until its read models, in a temporary folder, are
// complete, and then closes the log; it writes nothing there. It leaves the closing of what it opens to opened.
func (s *Server) serveAsOf(ctx context.Context, opened *closers, at *listeners, logger zerolog.Logger) error {
	c := &s.config
	log, err := openlog.OpenExisting(c.EventStore, c.Folder, logger)
	if err != nil {
		return err
	}
	closeLog := sync.OnceValue(log.Close)
	opened.add(closeLog)
	dir, err := os.MkdirTemp("", "candor-as-of-")
	if err != nil {
		return err
	}
	opened.add(func() error { return os.RemoveAll(dir) })
	withheld, err := withheldNow(ctx, log, filepath.Join(dir, "now"), logger)
	if err != nil {
		return err
	}
	places, err := geoip.Open(c.Geoip)
	if err != nil {
		return err
	}
	opened.add(places.Close)
	past := events.NewPast(log, c.AsOf)
	models, err := projections.Open(ctx,
		projections.Config{Dir: dir, Log: past, Logger: logger,
			Only: []string{"content", "media", "search", versions.Name}, Withheld: withheld,
			Temporary: true, Countries: !places.Empty(), Cities: places.KnowsCities()})
	if err != nil {
		return err
	}
	opened.add(models.Close)

	web, script := webApp(logger)
	metrics := prometheus.NewRegistry()
	site, err := routes.New(httpapi.Config{
		AsOf: c.AsOf, Models: models, Log: log, Web: web, Script: script, SiteURL: at.origin, OpsApart: at.ops != nil,
		TrustedProxies: c.TrustedProxies,
		Logger:         logger, Registerer: metrics, Gatherer: metrics, Version: c.Version,
	})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var building sync.WaitGroup
	building.Go(func() {
		if err := c.awaitPast(ctx, models, past); err != nil {
			stop(err)
			return
		}
		past.Settle()
		if err := closeLog(); err != nil { // closed now, so that a server can be started on the folder beside this one
			logger.Warn().Err(err).Msg("the log could not be closed")
		}
		fmt.Fprintf(c.Stderr, "Candor serves the site as it stood at %s: %s\n", events.FormatMoment(c.AsOf), at.url())
	})
	err = at.serve(ctx, site, c.MaxConnections)
	building.Wait()
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		err = errors.Join(err, cause)
	}
	return err
}

// withheldNow returns the versions that are withheld now, of which the log as it was then says nothing. It builds their read model in dir
// and closes it again.
func withheldNow(ctx context.Context, log projector.Source, dir string, logger zerolog.Logger) (withheld []events.WithheldVersion,
	err error) {
	models, err := projections.Open(ctx,
		projections.Config{Dir: dir, Log: log, Logger: logger, Only: []string{versions.Name}, Temporary: true})
	if err != nil {
		return nil, err
	}
	if err = models.WaitCaughtUp(ctx); err == nil {
		withheld, err = models.Versions.Withheld()
	}
	return withheld, errors.Join(err, models.Close())
}

// awaitPast waits until the read models are complete, and reports their progress.
func (c *Config) awaitPast(ctx context.Context, models *projections.Models, past *events.Past) error {
	done := make(chan error, 1)
	go func() { done <- models.WaitCaughtUp(ctx) }()
	report := c.Progress
	if report == nil {
		report = func(_, _ uint64) {}
	}
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			report(1000, 1000)
			return err
		case <-tick.C:
			report(min(999, uint64(past.Progress()*1000)), 1000)
		}
	}
}
