// candor serve --as-of: the site as it stood at a moment, for everybody to read and nobody to change.

package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/httpapi"
	"candor/internal/logwriter"
	"candor/internal/openlog"
	"candor/projections"
	"candor/webapp"
)

// drawEvery is how often the progress of a build is drawn.
const drawEvery = 100 * time.Millisecond

// serveAsOf serves the site as of s.AsOf until ctx ends. It reads the log until its read models, in a folder that
// goes away with it, are whole, and then lets go of it; it writes nothing there.
func (s *Config) serveAsOf(ctx context.Context) (err error) {
	moment, err := events.PastMoment(s.AsOf, time.Now())
	switch {
	case err != nil:
		return fmt.Errorf("--as-of %w", err)
	case s.Demo || s.EventstoreListen != "" || s.EventstoreProjections || s.EventstoreInsecure:
		return errors.New("--as-of only shows what there was: it excludes --demo, --eventstore-listen, --eventstore-projections and --eventstore-insecure-password")
	}
	proxies, err := parsePrefixes(s.TrustedProxies)
	if err != nil {
		return err
	}
	at, err := s.listen()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, at.Close()) }()
	output := logwriter.New(s.Stdout)
	defer func() { err = errors.Join(err, output.Close()) }()
	logger := zerolog.New(output).Level(s.LogLevel).With().Timestamp().Logger()

	log, err := openlog.OpenExisting(s.EventStore, s.Folder, logger)
	if err != nil {
		return err
	}
	closeLog := sync.OnceValue(log.Close)
	defer func() { err = errors.Join(err, closeLog()) }()
	dir, err := os.MkdirTemp("", "candor-as-of-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	past := events.NewPast(log, moment)
	models, err := projections.Open(ctx, projections.Config{Dir: dir, Log: past, Logger: logger, Only: []string{"content", "media"}, Passing: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, models.Close()) }()

	web, built := webapp.Site()
	script := webapp.Script
	if !built {
		logger.Warn().Msg("the web app is not built in: run make build")
		web, script = nil, nil
	}
	metrics := prometheus.NewRegistry()
	site, err := httpapi.New(httpapi.Config{
		AsOf: moment, Models: models, Log: log, Web: web, Script: script, SiteURL: at.origin, OpsApart: at.ops != nil, TrustedProxies: proxies,
		Logger: logger, Registerer: metrics, Gatherer: metrics, Version: s.Version,
	})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var building sync.WaitGroup
	building.Go(func() {
		if err := s.awaitPast(ctx, models, past); err != nil {
			stop(err)
			return
		}
		past.Settle()
		if err := closeLog(); err != nil { // so that a server can be started on the folder beside this one
			logger.Warn().Err(err).Msg("let go of the log")
		}
		fmt.Fprintf(s.Stderr, "Candor serves the site as it stood at %s: http://%s\n", events.FormatMoment(moment), Reachable(at.site.Addr().String()))
	})
	err = at.serve(ctx, site, s.MaxConnections)
	building.Wait()
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		err = errors.Join(err, cause)
	}
	return err
}

// awaitPast returns when the read models are whole, and tells how far they are.
func (s *Config) awaitPast(ctx context.Context, models *projections.Models, past *events.Past) error {
	done := make(chan error, 1)
	go func() { done <- models.WaitCaughtUp(ctx) }()
	tell := s.Progress
	if tell == nil {
		tell = func(_, _ uint64) {}
	}
	tick := time.NewTicker(drawEvery)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			tell(1000, 1000)
			return err
		case <-tick.C:
			tell(min(999, uint64(past.Progress()*1000)), 1000)
		}
	}
}
