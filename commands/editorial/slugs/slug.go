// Package slugs reserves slugs, which are unique among categories and among pages. A thing reserves its slug in the slug's own stream
// before it uses it.
//
// A reservation counts while its owner uses the slug. If the owner doesn't (because the request died between reserving and
// using, or between using another slug and releasing this one), another thing can take the slug over once the reservation is
// older than [ReservationAge]. No request that still means to use it is that old: between reserving and using it has
// [ReservationUse]. What is deleted doesn't use its slug; when it comes back, it reserves the slug again, and is refused
// if another thing has the slug by then.
package slugs

import (
	"context"
	"strconv"
	"time"

	"candor/commands"
	"candor/commands/input"
	"candor/events"
	"candor/events/characters"
)

const (
	ReservationUse = 30 * time.Second // for a request, between reserving a slug and using it
	ReservationAge = 5 * time.Minute  // until a slug that its owner doesn't use can be taken over

	maxSlugNumber = 1000 // slugs tried for one title: "how-we-test", "how-we-test-2", …
)

// Kind describes the slugs of one kind of thing, whose streams and events are its own.
type Kind struct {
	stream   func(slug string) string
	reserved func(slug string, id int64, at time.Time) events.Event
	released func(slug string, at time.Time) events.Event
	fixed    func(slug string) bool // slugs that are made from no title; nil: none
}

// The kinds of slugs.
var (
	OfCategories = Kind{
		stream: events.SlugStream,
		reserved: func(slug string, id int64, at time.Time) events.Event {
			return events.SlugReserved{Slug: slug, CategoryID: events.CategoryID(id), At: at}
		},
		released: func(slug string, at time.Time) events.Event { return events.SlugReleased{Slug: slug, At: at} },
	}
	OfPages = Kind{
		stream: events.PageSlugStream,
		reserved: func(slug string, id int64, at time.Time) events.Event {
			return events.PageSlugReserved{Slug: slug, PageID: events.PageID(id), At: at}
		},
		released: func(slug string, at time.Time) events.Event { return events.PageSlugReleased{Slug: slug, At: at} },
		fixed:    events.IsFixedPage,
	}
)

// slug is the state of one slug.
type slug struct {
	owner int64 // 0: free
	since time.Time
}

func (s slug) Evolve(e events.Event) slug {
	switch e := e.(type) {
	case events.SlugReserved:
		s.owner, s.since = int64(e.CategoryID), e.At
	case events.PageSlugReserved:
		s.owner, s.since = int64(e.PageID), e.At
	case events.SlugReleased, events.PageSlugReleased:
		s.owner = 0
	}
	return s
}

// reserveSlug makes a slug a thing's own. unused says that the current owner doesn't use it.
type reserveSlug struct {
	of     Kind
	slug   string
	id     int64
	unused bool
	at     time.Time
}

func (c reserveSlug) Decide(s slug) ([]events.Event, error) {
	switch {
	case s.owner == c.id:
		return nil, nil
	case s.owner != 0 && !(c.unused && c.at.Sub(s.since) > ReservationAge):
		return nil, commands.RefuseField("slug", "Slug is already taken")
	}
	return []events.Event{c.of.reserved(c.slug, c.id, c.at)}, nil
}

// releaseSlug makes a slug free, if the thing still has it.
type releaseSlug struct {
	of   Kind
	slug string
	id   int64
	at   time.Time
}

func (c releaseSlug) Decide(s slug) ([]events.Event, error) {
	if s.owner != c.id {
		return nil, nil
	}
	return []events.Event{c.of.released(c.slug, c.at)}, nil
}

// Registry reserves and releases the slugs of one kind of thing.
type Registry struct {
	*commands.Executor
	Kind
	Uses func(ctx context.Context, id int64, slug string) (bool, error) // whether the thing is there under the slug
}

// Lock keeps other changes of a thing's slug in this process from interleaving; the result unlocks. Error: ctx's.
func (r Registry) Lock(ctx context.Context, id int64) (unlock func(), err error) {
	return r.SlugChanges.Lock(ctx, r.stream(strconv.FormatInt(id, 10)))
}

// Move carries out a change after which the thing is to be known by the slug to, and no longer by from; "" is none. It
// reserves the one before the change and releases the other after it. Errors: Invalid on "slug", the change's.
func (r Registry) Move(
	ctx context.Context, by commands.Caller, id int64, from, to string, change func(context.Context) (commands.Result, error),
) (commands.Result, error) {
	if from == to {
		return change(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, ReservationUse)
	defer cancel()
	fresh := false
	if to != "" {
		var err error
		if fresh, err = r.Reserve(ctx, by, to, id); err != nil {
			return commands.Result{}, err
		}
	}
	result, err := change(ctx)
	switch {
	case err == nil:
		r.releaseUnused(ctx, by, from, id)
	case fresh && commands.KindOf(err) != commands.Unavailable && commands.KindOf(err) != commands.Internal: // refused for certain
		r.releaseUnused(ctx, by, to, id)
	}
	return result, err
}

// Reserve reserves a slug for a thing, and reports whether it was not the thing's before. Errors: Invalid on "slug" when another
// thing has it, Unavailable.
func (r Registry) Reserve(ctx context.Context, by commands.Caller, name string, id int64) (fresh bool, err error) {
	by.IdempotencyKey = "" // the owner in the event is what makes a retry harmless
	stream := r.stream(name)
	for range commands.MaxAttempts {
		var l commands.Loaded[slug]
		if err := commands.CatchUp(ctx, r.Log, stream, &l); err != nil {
			return false, commands.Typed(err)
		}
		c := reserveSlug{of: r.Kind, slug: name, id: id, at: r.Now()}
		if owner := l.State.owner; owner != 0 && owner != id {
			used, err := r.Uses(ctx, owner, name)
			if err != nil {
				return false, commands.Typed(err)
			}
			c.unused = !used
		}
		evs, err := c.Decide(l.State)
		if err != nil || len(evs) == 0 {
			return false, err
		}
		if _, err = r.Append(ctx, by, stream, l.Expected(), l.Hash, "", evs...); !events.IsConflict(err) {
			return err == nil, commands.Typed(err)
		}
		r.Metrics.Conflicts.Inc()
	}
	return false, commands.TooBusy()
}

// Owner returns the id of the thing that has a slug; 0: none has it. Its error is Unavailable.
func (r Registry) Owner(ctx context.Context, name string) (int64, error) {
	var l commands.Loaded[slug]
	err := commands.CatchUp(ctx, r.Log, r.stream(name), &l)
	return l.State.owner, commands.Typed(err)
}

// ReserveFor reserves a slug made from a title: if it is taken, one with a number. Errors as for Reserve.
func (r Registry) ReserveFor(ctx context.Context, by commands.Caller, title, otherwise string, id int64) (string, error) {
	base := Of(title)
	if base == "" {
		base = otherwise
	}
	for n := 1; ; n++ {
		name := numberedSlug(base, n)
		if r.fixed != nil && r.fixed(name) {
			continue
		}
		_, err := r.Reserve(ctx, by, name, id)
		if err == nil || commands.KindOf(err) != commands.Invalid || n == maxSlugNumber {
			return name, err
		}
	}
}

// releaseUnused frees a slug if the thing has it and doesn't use it. It is tidying up, so it reports no error: a slug whose owner
// doesn't use it is free after a while anyway.
func (r Registry) releaseUnused(ctx context.Context, by commands.Caller, name string, id int64) {
	if name == "" {
		return
	}
	used, err := r.Uses(ctx, id, name)
	if used {
		return
	}
	if err == nil {
		by.IdempotencyKey = ""
		_, err = commands.Execute(ctx, r.Executor, by, r.stream(name), nil, releaseSlug{of: r.Kind, slug: name, id: id, at: r.Now()})
	}
	if err != nil {
		r.Logger.Warn().Err(err).Str("stream", r.stream(name)).Msg("slug not released")
	}
}

// numberedSlug returns the n-th slug to try.
func numberedSlug(base string, n int) string {
	if n == 1 {
		return base
	}
	suffix := "-" + strconv.Itoa(n)
	return characters.Slug(base, input.MaxSlug-len(suffix)) + suffix
}
