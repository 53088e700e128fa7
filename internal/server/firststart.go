// The first start: what a log needs before a site can be served from it.

package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/demo"
	"candor/events"
	"candor/internal/openlog"
	"candor/internal/secrets"
	"candor/projections"
	"candor/projections/projector"
)

// firstStart gives a log its password, its categories and, if asked, the demo site.
type firstStart struct {
	demo     bool
	username string
	notes    io.Writer // for the operator: the first password
	logger   zerolog.Logger
	log      guarded
	done     chan struct{} // closed once the log has what it needs
	models   *projections.Models
	handler  *commands.Handler
}

const (
	retryFirstStart = time.Second      // how long to wait for a log that is away
	awaitLog        = 2 * time.Second  // how long a server waits for the log before it serves without it
	showFirstStart  = 10 * time.Second // how long the read models may take to show what the first start wrote
)

// begin makes the first start. While the log is away, or is another one than the read models were made from, it goes
// on trying in the background, until ctx ends: readers are served from the read models meanwhile. Erasures that a crash cut short are finished
// in the background, too. Wait for what it returns.
func (f firstStart) begin(ctx context.Context) (*sync.WaitGroup, error) {
	var work sync.WaitGroup
	err := f.soon(ctx)
	if err != nil && commands.KindOf(err) != commands.Unavailable && !errors.Is(err, projector.ErrOtherLog) {
		return &work, err
	}
	if err != nil {
		f.logger.Warn().Err(err).Msg("the first start waits for the log")
	}
	if err == nil {
		close(f.done)
	}
	work.Go(func() {
		waited := err != nil
		for ; err != nil && f.pause(ctx); err = f.prepare(ctx) {
			if commands.KindOf(err) != commands.Unavailable && !errors.Is(err, projector.ErrOtherLog) {
				f.logger.Error().Err(err).Msg("first start failed")
			}
		}
		if waited && err == nil {
			close(f.done)
		}
		for err := f.finishErasures(ctx); err != nil && f.pause(ctx); err = f.finishErasures(ctx) {
			if commands.KindOf(err) != commands.Unavailable {
				f.logger.Error().Err(err).Msg("erasures that were cut short could not be finished; the next start tries again")
				return
			}
		}
	})
	return &work, nil
}

// soon prepares, unless it takes too long to hear of the log.
func (f firstStart) soon(ctx context.Context) error {
	known, cancel := context.WithTimeout(ctx, awaitLog)
	defer cancel()
	if err := f.models.WaitLogKnown(known); err != nil {
		return err
	}
	if _, err := f.log.Head(known); err != nil {
		return err
	}
	return f.prepare(ctx)
}

// pause waits a moment; false: ctx has ended.
func (f firstStart) pause(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(retryFirstStart):
		return true
	}
}

// prepare gives the log what it lacks; each step is harmless when it has been done before. Where it has written
// something, the read models show it, unless they are being rebuilt.
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
		unfilled, err := content.Fill(ctx, f.log, time.Now())
		if err != nil {
			return err
		}
		if unfilled != "" {
			f.logger.Info().Str("why", unfilled).Msg("--demo adds nothing")
		}
	}
	if err := content.AppendCategories(ctx, f.handler); err != nil {
		return err
	}
	if err := f.password(ctx); err != nil {
		return err
	}
	head, err := f.log.Head(ctx)
	if err != nil || head == before {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, showFirstStart)
	defer cancel()
	if err := f.models.WaitFor(ctx, head); err != nil {
		f.logger.Warn().Err(err).Msg("the read models don't show the first start yet")
	}
	return nil
}

// finishErasures deletes what was to be deleted when the last process died, and what the program's first version told of addresses.
func (f firstStart) finishErasures(ctx context.Context) error {
	if err := f.models.WaitCaughtUp(ctx); err != nil {
		return err
	}
	if f.models.Inbox.HasSubscribers() {
		if err := f.handler.MakeEmailList(ctx); err != nil {
			return err
		}
	}
	undeleted, err := f.models.Media.Undeleted()
	if err != nil {
		return err
	}
	return f.handler.FinishErasures(ctx, append(f.models.Inbox.Unerased(), undeleted...))
}

// checkAdminPassword refuses a CANDOR_ADMIN_PASSWORD that SetPassword would refuse, before anything is opened: the log may be away, and
// an operator should not have to wait for it to learn of this.
func checkAdminPassword() error {
	password := os.Getenv(secrets.AdminPassword)
	if password == "" {
		return nil
	}
	err := commands.CheckPassword(password)
	var refused *commands.Error
	if errors.As(err, &refused) && len(refused.Fields) > 0 {
		return fmt.Errorf("%s: %s", secrets.Source(secrets.AdminPassword), refused.Fields[0].Message)
	}
	return err
}

// password sets the admin's password to CANDOR_ADMIN_PASSWORD, or makes one for a log that has none.
func (f firstStart) password(ctx context.Context) error {
	by := commands.Caller{Actor: events.System, Via: events.ViaSystem, RequestID: "first-start"}
	if password := os.Getenv(secrets.AdminPassword); password != "" {
		_, err := f.handler.SetPassword(ctx, by, password)
		return err
	}
	password := openlog.RandomText()[:16]
	set, err := f.handler.SetFirstPassword(ctx, by, password)
	if err != nil || set.Position == 0 {
		return err
	}
	fmt.Fprintf(f.notes, "\nThe dashboard's first password, shown only this once:\n\n    user      %s\n    password  %s\n\n", f.username, password)
	return nil
}
