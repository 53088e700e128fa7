// Package rooms puts the rooms of commands together.
package rooms

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/access"
	"candor/commands/drafts"
	"candor/commands/editorial"
	"candor/commands/editorial/authors"
	"candor/commands/editorial/categories"
	"candor/commands/editorial/names"
	"candor/commands/operations"
	"candor/commands/people"
	"candor/commands/pictures"
	"candor/commands/settings"
	"candor/commands/traffic"
)

// Config says what the handlers work with. Log is required.
type Config struct {
	Log           commands.EventLog
	Clock         func() time.Time // nil: time.Now
	LogClock      func() time.Time // tells the time in events' metadata; nil: Clock
	Logger        zerolog.Logger
	Visitors      traffic.VisitorIndex    // nil: only those seen since the start are known
	Subscribers   people.SubscriberIndex  // nil: the log is read from its start whenever an address is looked up
	Schedules     editorial.ScheduleIndex // nil: nothing is carried out at its time
	Scores        categories.ScoreIndex   // nil: reviews may be scored by every criterion
	Geo           traffic.Locator         // nil: every country is "Unknown"
	Settings      traffic.SettingsIndex   // nil: the defaults
	AdminUsername string                  // "": "admin"
	Registerer    prometheus.Registerer   // nil: no metrics

	// called with each stream of events that expire, when it is written; nil: none. See [traffic.Retention.Note]
	OnExpiring func(stream string)
}

// Handlers are those of all rooms. They are safe for concurrent use.
type Handlers struct {
	*commands.Executor
	Editorial  *editorial.Handler
	Categories *categories.Handler
	Authors    *authors.Handler
	Names      *names.Handler
	Traffic    *traffic.Handler
	People     *people.Handler
	Access     *access.Handler
	Pictures   *pictures.Handler
	Settings   *settings.Handler
	Operations *operations.Handler
}

// New starts the handlers: one goroutine that records the use of keys, one that appends page views and, with a ScheduleIndex, one that
// carries out schedules, until [Handlers.Close]. Nothing is sent to the log before the first command or the first due time.
func New(c Config) (*Handlers, error) {
	if c.Log == nil {
		return nil, errors.New("commands: no log")
	}
	x, err := commands.NewExecutor(commands.Config{Log: c.Log, Clock: c.Clock, LogClock: c.LogClock, Logger: c.Logger,
		Registerer: c.Registerer})
	if err != nil {
		return nil, err
	}
	h := &Handlers{Executor: x, Pictures: pictures.New(x), Operations: operations.New(x)}
	h.Traffic = traffic.New(x, traffic.Config{Visitors: c.Visitors, Geo: c.Geo, Settings: c.Settings, OnExpiring: c.OnExpiring})
	h.Access = access.New(x, h.Traffic, c.AdminUsername)
	h.People = people.New(x, h.Traffic, c.Subscribers)
	h.Categories = categories.New(x, c.Scores)
	h.Authors = authors.New(x, h.Pictures)
	h.Names = names.New(x)
	ofChanges := drafts.New(x, h.Pictures)
	h.Settings = settings.New(x, h.Pictures, ofChanges)
	h.Editorial = editorial.New(x, editorial.Config{
		Access: h.Access, Pictures: h.Pictures, Drafts: ofChanges, Categories: h.Categories, Authors: h.Authors, Schedules: c.Schedules,
	})
	return h, nil
}

// Close waits until every accepted page view and every counted use of a key is in the log, and stops the handlers' goroutines. Page views
// that come later are Unavailable. Its error is ctx's, or the log's.
func (h *Handlers) Close(ctx context.Context) error {
	h.Editorial.Close()
	return errors.Join(h.Traffic.Close(ctx), h.Access.Close(ctx))
}
