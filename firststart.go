// The first start: what a log needs before a site can be served from it.

package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/demo"
	"candor/events"
	"candor/projections"
)

// firstStart gives a log its password, its categories and, if asked, the demo site.
type firstStart struct {
	demo     bool
	username string
	console  *console
	logger   zerolog.Logger
	log      *door
	models   *projections.Models
	handler  *commands.Handler
}

// retryFirstStart is how long to wait for a log that is away.
const retryFirstStart = time.Second

// begin makes the first start. While the log is away it goes on trying in the background, until
// ctx ends: readers are served from the read models meanwhile. Wait for what it returns.
func (f firstStart) begin(ctx context.Context) (*sync.WaitGroup, error) {
	var trying sync.WaitGroup
	err := f.attempt(ctx)
	if commands.KindOf(err) != commands.Unavailable {
		return &trying, err
	}
	f.logger.Warn().Err(err).Msg("the first start waits for the log")
	trying.Go(func() {
		for err := f.attempt(ctx); err != nil && ctx.Err() == nil; err = f.attempt(ctx) {
			if commands.KindOf(err) != commands.Unavailable {
				f.logger.Error().Err(err).Msg("first start failed")
			}
			select {
			case <-ctx.Done():
			case <-time.After(retryFirstStart):
			}
		}
	})
	return &trying, nil
}

// attempt does all of it once; each step is harmless when it has been done before.
func (f firstStart) attempt(ctx context.Context) error {
	content, err := demo.Load()
	if err != nil {
		return err
	}
	if f.demo {
		if err := content.Fill(ctx, f.log, time.Now()); err != nil {
			return err
		}
	}
	if err := content.AppendCategories(ctx, f.handler); err != nil {
		return err
	}
	if err := f.password(ctx); err != nil {
		return err
	}
	if err := f.models.WaitCaughtUp(ctx); err != nil {
		return err
	}
	return f.handler.FinishErasures(ctx, f.models.Inbox.Unerased())
}

// password sets the admin's password to CANDOR_ADMIN_PASSWORD, or makes one for a log that has none.
func (f firstStart) password(ctx context.Context) error {
	by := commands.Caller{Actor: events.System, RequestID: "first-start"}
	if password := os.Getenv("CANDOR_ADMIN_PASSWORD"); password != "" {
		_, err := f.handler.SetPassword(ctx, by, password)
		return err
	}
	has, err := f.handler.HasPassword(ctx)
	if err != nil || has {
		return err
	}
	password := randomText()[:16]
	if _, err := f.handler.SetPassword(ctx, by, password); err != nil {
		return err
	}
	fmt.Fprintf(f.console.stderr, "\nThe dashboard's first password, shown only this once:\n\n    user      %s\n    password  %s\n\n", f.username, password)
	return nil
}
