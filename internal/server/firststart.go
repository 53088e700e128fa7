// The first start writes what a log needs before a site can be served from it.

package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/demo"
	"candor/commands/rooms"
	"candor/events"
	"candor/internal/openlog"
	"candor/internal/secrets"
	"candor/projections"
	"candor/projections/projector"
)

// firstStart writes the admin's password, the categories, the pages that every site has and, if wanted, the demo site into a log.
type firstStart struct {
	demo      bool
	shared    bool // the log is another program's, which several instances may use
	dashboard string
	username  string
	password  secrets.Secret // the admin's; empty: the log's stays, and a log without one gets a random one
	notes     io.Writer      // for the operator: the dashboard's address and the random password
	logger    zerolog.Logger
	log       guarded
	done      chan struct{} // closed once the log has what it needs
	models    *projections.Models
	handler   *rooms.Handlers
}

const (
	firstStartRetry = time.Second      // between attempts while the log is unavailable
	logTimeout      = 2 * time.Second  // how long a server waits for the log before it serves without it
	modelsTimeout   = 10 * time.Second // how long the read models may take to show what the first start wrote
)

// begin prepares the log. While the log is unavailable, or isn't the one that the read models were made from, it tries again in the
// background until ctx ends, and readers are served from the read models meanwhile. Erasures that a crash interrupted are completed in the
// background, too. Wait for the group that it returns before anything is closed.
func (f firstStart) begin(ctx context.Context) (*sync.WaitGroup, error) {
	var work sync.WaitGroup
	err := f.prepareSoon(ctx)
	if err != nil && commands.KindOf(err) != commands.Unavailable && !errors.Is(err, projector.ErrOtherLog) {
		return &work, err
	}
	if err != nil {
		f.logger.Warn().Err(err).Msg("waiting for the log to prepare it")
	}
	if err == nil {
		close(f.done)
	}
	work.Go(func() {
		waited := err != nil
		for ; err != nil && f.pause(ctx); err = f.prepare(ctx) {
			if commands.KindOf(err) != commands.Unavailable && !errors.Is(err, projector.ErrOtherLog) {
				f.logger.Error().Err(err).Msg("the log could not be prepared")
			}
		}
		if waited && err == nil {
			close(f.done)
		}
		for err := f.finishErasures(ctx); err != nil && f.pause(ctx); err = f.finishErasures(ctx) {
			if commands.KindOf(err) != commands.Unavailable {
				f.logger.Error().Err(err).Msg("interrupted erasures could not be completed; the next start tries again")
				return
			}
		}
	})
	return &work, nil
}

// prepareSoon is prepare, but gives up when the log doesn't answer soon.
func (f firstStart) prepareSoon(ctx context.Context) error {
	known, cancel := context.WithTimeout(ctx, logTimeout)
	defer cancel()
	if err := f.models.WaitLogKnown(known); err != nil {
		return err
	}
	if _, err := f.log.Head(known); err != nil {
		return err
	}
	return f.prepare(ctx)
}

// pause waits before the next attempt. It reports false when ctx has ended.
func (f firstStart) pause(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(firstStartRetry):
		return true
	}
}

// prepare writes what the log lacks; repeating a step is harmless. When it has written something, it waits until the read models show it,
// unless they are being rebuilt.
func (f firstStart) prepare(ctx context.Context) error {
	content, err := demo.Load()
	if err != nil {
		return err
	}
	if err := f.models.WaitLogKnown(ctx); err != nil { // before anything is written to it
		return err
	}
	before, err := f.log.Head(ctx)
	if err != nil {
		return err
	}
	if f.demo {
		unfilled, err := content.Fill(ctx, f.log, time.Now(), f.shared)
		switch {
		case ctx.Err() != nil, commands.KindOf(err) == commands.Unavailable, errors.Is(err, events.ErrUnavailable):
			return err
		case err != nil: // the site that was begun has changed since
			f.logger.Error().Err(err).Msg("the demo site can't be completed; what there is of it is served")
		case unfilled != "":
			f.logger.Info().Str("why", unfilled).Msg("--demo adds nothing")
		}
	}
	if err := content.AppendCategories(ctx, f.handler); err != nil {
		return err
	}
	if err := f.handler.Editorial.CreateFixedPages(ctx, false); err != nil {
		return err
	}
	if err := f.setPassword(ctx); err != nil {
		return err
	}
	head, err := f.log.Head(ctx)
	if err != nil || head == before {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, modelsTimeout)
	defer cancel()
	if err := f.models.WaitFor(ctx, head); err != nil {
		f.logger.Warn().Err(err).Msg("the read models don't show yet what the first start wrote")
	}
	return nil
}

// finishErasures completes the erasures that were pending when the last process died.
func (f firstStart) finishErasures(ctx context.Context) error {
	if err := f.models.WaitCaughtUp(ctx); err != nil {
		return err
	}
	undeleted, err := f.models.Media.Undeleted()
	if err != nil {
		return err
	}
	drafts, err := f.models.Drafts.Undeleted()
	if err != nil {
		return err
	}
	authors, err := f.models.Content.UndeletedAuthors()
	if err != nil {
		return err
	}
	return f.handler.FinishErasures(ctx, slices.Concat(f.models.Inbox.Unerased(), undeleted, drafts, authors))
}

// setPassword sets the admin's password to the configured one, or to a random one for a log that has none. With the first password the
// operator is told where the dashboard is.
func (f firstStart) setPassword(ctx context.Context) error {
	by := commands.Caller{Actor: events.System, Via: events.ViaSystem, RequestID: "first-start"}
	if f.password.Value != "" {
		set, err := f.handler.Access.SetPassword(ctx, by, f.password.Value)
		if err == nil && set.Position > 0 && set.Revision == 0 {
			fmt.Fprintf(f.notes, "\nSet up the site at %s as %s, with the password from %s.\n\n", f.dashboard,
				f.username, f.password.Source)
		}
		return err
	}
	password := openlog.RandomText()[:16]
	set, err := f.handler.Access.SetFirstPassword(ctx, by, password)
	if err != nil || set.Position == 0 {
		return err
	}
	fmt.Fprintf(f.notes, "\nThe dashboard's first password, shown only this once:\n\n    address   %s\n    user      %s\n    password  %s\n\n",
		f.dashboard, f.username, password)
	return nil
}
