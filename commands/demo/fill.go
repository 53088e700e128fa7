// This file fills a log with the demo site, as ordinary events through the ordinary commands.

package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"candor/commands"
	"candor/commands/editorial/categories"
	"candor/commands/rooms"
	"candor/events"
)

// Fill appends the demo site to a log that holds no event of a site, and to no other; a server's own events don't count. A Fill that was
// cut short is finished by the next one. What happens on the site is dated before now, but the log's own times are true. On a
// shared log it first waits for another instance that may be filling it. It returns why nothing was added, "" when something was.
func (c Content) Fill(ctx context.Context, log commands.EventLog, now time.Time, shared bool) (why string, err error) {
	return c.fill(ctx, log, shared, new(Clock), time.Now, events.DemoSiteBegun{
		MadeAt: now.UTC(), Note: "This is a demo site, made on " + moment(now) +
			". Its items are dated earlier than that; the log's own times are true.",
	})
}

// Make appends the demo site to an empty log that takes its time from clock, and lets clock walk through the weeks before now meanwhile.
func (c Content) Make(ctx context.Context, log commands.EventLog, clock *Clock, now time.Time) error {
	why, err := c.fill(ctx, log, false, clock, clock.Now, events.DemoSiteBegun{
		MadeAt: now.UTC(), TimesInvented: true,
		Note: "This is a demo site, made on " + moment(now) + ". All times before that are invented, the log's own among them.",
	})
	if err == nil && why != "" {
		err = errors.New("the demo site: " + why)
	}
	return err
}

func moment(t time.Time) string { return t.UTC().Format("2 January 2006 at 15:04 UTC") }

// fill walks clock through the story. logTime tells the log's own time.
func (c Content) fill(ctx context.Context, log commands.EventLog, shared bool, clock *Clock, logTime func() time.Time,
	site events.DemoSiteBegun) (why string, err error) {
	defer clock.set(time.Time{})
	look := filled
	if shared {
		look = awaitOthers
	}
	begun, done, err := look(ctx, log)
	switch {
	case err != nil:
		return "", err
	case done:
		return "the log has the demo site already", nil
	case begun != nil:
		site = *begun
	default:
		first, found, err := events.FirstOfSite(ctx, log)
		if err != nil {
			return "", err
		}
		if found {
			return fmt.Sprintf("the log is not empty: it holds %s in stream %s of %s", first.Type, first.Stream,
				first.Created.Format(time.DateOnly)), nil
		}
		clock.set(before(site.MadeAt, c.Story.DaysAgo).Add(-time.Minute))
		switch err := note(ctx, log, events.NoStream, logTime(), site); {
		case events.IsConflict(err):
			return c.fill(ctx, log, true, clock, logTime, site) // another instance was faster
		case err != nil:
			return "", err
		}
	}
	t := &teller{Content: c, log: log, clock: clock, logTime: logTime, origin: site.MadeAt, items: map[string]*item{},
		addresses: map[string]string{}}
	t.handler, err = rooms.New(rooms.Config{Log: log, Clock: clock.Now, LogClock: logTime})
	if err != nil {
		return "", err
	}
	if err := errors.Join(t.tell(ctx), t.handler.Close(ctx)); err != nil {
		return "", err
	}
	clock.set(time.Time{})
	return "", note(ctx, log, events.Any, logTime(), events.DemoSiteFinished{At: site.MadeAt})
}

// othersTime is how long another instance may append nothing while it makes the demo site. After that it counts as cut short.
const othersTime = 15 * time.Second

// awaitOthers is filled, but waits for another instance that may be filling the log.
func awaitOthers(ctx context.Context, log commands.EventLog) (begun *events.DemoSiteBegun, done bool, err error) {
	var last events.Recorded
	for {
		begun, done, err = filled(ctx, log)
		if err != nil || done || begun == nil {
			return begun, done, err
		}
		if last, err = lastOfDemo(ctx, log, last); err != nil || time.Since(last.Created) > othersTime {
			return begun, false, err
		}
		select {
		case <-ctx.Done():
			return nil, false, ctx.Err()
		case <-time.After(othersTime / 60):
		}
	}
}

// errRead ends the reading of the log at its end.
var errRead = errors.New("read to the end")

// lastOfDemo returns the log's last event of a demo site: the one after known that is furthest behind, or known.
func lastOfDemo(ctx context.Context, log commands.EventLog, known events.Recorded) (events.Recorded, error) {
	err := log.Subscribe(ctx, known.Position, events.Filter{TypePrefixes: events.Types()}, func(m events.Message) error {
		switch m.Kind {
		case events.EventAppeared:
			if m.Event.Metadata().Demo {
				known = m.Event
			}
		case events.CaughtUp:
			return errRead
		case events.Interrupted:
			return fmt.Errorf("%w: %w", events.ErrUnavailable, m.Err)
		}
		return nil
	})
	if !errors.Is(err, errRead) {
		return known, fmt.Errorf("the demo site's last event: %w", err)
	}
	return known, nil
}

// filled returns how the log's demo site was begun, nil if it wasn't, and whether it is complete.
func filled(ctx context.Context, log commands.EventLog) (begun *events.DemoSiteBegun, done bool, err error) {
	err = log.Load(ctx, events.DemoStream, 0, func(r events.Recorded) error {
		e, err := r.Decode()
		switch e := e.(type) {
		case events.DemoSiteBegun:
			begun = &e
		case events.DemoSiteFinished:
			done = true
		}
		return err
	})
	if errors.Is(err, events.ErrStreamNotFound) {
		err = nil
	}
	return begun, done, err
}

// note appends a fact about the demo site as a whole.
func note(ctx context.Context, log commands.EventLog, want events.ExpectedRevision, now time.Time, e events.Event) error {
	p, err := events.Encode(events.Envelope{Event: e,
		Metadata: events.Metadata{At: now, Actor: events.System, Via: events.ViaSystem, Demo: true}})
	if err != nil {
		return err
	}
	_, err = log.Append(ctx, events.DemoStream, want, p)
	return err
}

// AppendCategories makes the categories alone, which every site starts with. Those that were made before stay as they are, also if they
// have another slug by now or are deleted. Where another category has the slug of one, that one takes its place.
func (c Content) AppendCategories(ctx context.Context, h *rooms.Handlers) error {
	_, err := c.appendCategories(ctx, h, false)
	return err
}

// appendCategories returns the ids of the categories by those that the content's reviews name. They differ where a crash has cost a number,
// or where another category has taken the place of one.
func (c Content) appendCategories(ctx context.Context, h *rooms.Handlers, demo bool) (map[int]int64, error) {
	ids := map[int]int64{}
	for _, category := range c.Categories {
		id, err := appendCategory(ctx, h, category, demo)
		if err != nil {
			return nil, fmt.Errorf("first category %q: %w", category.Name, err)
		}
		ids[category.ID] = id
	}
	return ids, nil
}

func appendCategory(ctx context.Context, h *rooms.Handlers, category Category, demo bool) (int64, error) {
	in, err := parsed(category, categories.Parse)
	if err != nil {
		return 0, err
	}
	// The keys are for ever: every start finds what an older Candor has written by them.
	by := commands.Caller{Actor: events.System, Via: events.ViaSystem, RequestID: "first-start",
		IdempotencyKey: "first start: category " + category.Slug, BodyHash: "1", Demo: demo}
	made, err := h.Repeats(ctx, by)
	if err != nil {
		return 0, err
	}
	if !made {
		if id, err := categoryNamed(ctx, h, category.Slug); id != 0 || err != nil {
			return id, err
		}
	}
	result, err := h.Categories.CreateCategory(ctx, by, in)
	if commands.KindOf(err) != commands.Invalid {
		return result.ID, err
	}
	// Another one was made in the meantime, or is being made. A start that was cut short between the request and the category is no reason
	// never to start again.
	return categoryNamed(ctx, h, category.Slug)
}

// categoryNamed returns the id of the category with a slug; 0 if there is none.
func categoryNamed(ctx context.Context, h *rooms.Handlers, slug string) (int64, error) {
	all, err := h.Categories.All(ctx)
	for _, known := range all {
		if known.Slug == slug {
			return int64(known.ID), nil
		}
	}
	return 0, err
}
