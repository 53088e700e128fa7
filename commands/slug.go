// Slugs are unique: a category reserves its slug in the slug's own stream before it uses it.
//
// A reservation counts while its category uses the slug. One whose category doesn't (because the
// request died between reserving and using, or between using another slug and releasing this one)
// can be taken over once it is older than reservationAge, which no request that still means to use
// it can be: between reserving and using it has reservationUse.

package commands

import (
	"context"
	"time"

	"candor/events"
)

const (
	reservationUse = 30 * time.Second
	reservationAge = 5 * time.Minute
)

// slug is the state of one slug.
type slug struct {
	owner events.CategoryID // 0: free
	since time.Time
}

func (s slug) evolve(e events.Event) slug {
	switch e := e.(type) {
	case events.SlugReserved:
		s.owner, s.since = e.CategoryID, e.At
	case events.SlugReleased:
		s.owner = 0
	}
	return s
}

// reserveSlug makes a slug a category's own. unused says that the present owner doesn't use it.
type reserveSlug struct {
	slug   string
	id     events.CategoryID
	unused bool
	at     time.Time
}

func (c reserveSlug) decide(s slug) ([]events.Event, error) {
	switch {
	case s.owner == c.id:
		return nil, nil
	case s.owner != 0 && !(c.unused && c.at.Sub(s.since) > reservationAge):
		return nil, invalidField("slug", "Slug is already taken")
	}
	return []events.Event{events.SlugReserved{Slug: c.slug, CategoryID: c.id, At: c.at}}, nil
}

// releaseSlug makes a slug free, if the category still has it.
type releaseSlug struct {
	slug string
	id   events.CategoryID
	at   time.Time
}

func (c releaseSlug) decide(s slug) ([]events.Event, error) {
	if s.owner != c.id {
		return nil, nil
	}
	return []events.Event{events.SlugReleased{Slug: c.slug, At: c.at}}, nil
}

// reserveSlug reserves name for a category and reports whether that was news.
func (h *Handler) reserveSlug(ctx context.Context, by Caller, name string, id events.CategoryID) (bool, error) {
	by.IdempotencyKey = "" // the owner in the event is what makes a retry harmless
	stream := events.SlugStream(name)
	for range maxAttempts {
		var l loaded[slug]
		if err := catchUp(ctx, h.log, stream, &l); err != nil {
			return false, typed(err)
		}
		c := reserveSlug{slug: name, id: id, at: h.now()}
		if owner := l.state.owner; owner != 0 && owner != id {
			var at loaded[category]
			if err := catchUp(ctx, h.log, owner.Stream(), &at); err != nil {
				return false, typed(err)
			}
			c.unused = !at.state.uses(name)
		}
		evs, err := c.decide(l.state)
		if err != nil || len(evs) == 0 {
			return false, err
		}
		if _, err = h.append(ctx, by, stream, l.expected(), l.hash, "", evs...); !events.IsConflict(err) {
			return err == nil, typed(err)
		}
		h.metrics.conflicts.Inc()
	}
	return false, tooBusy()
}

// releaseSlug frees a slug as well as it can; see above for what happens when it can't.
func (h *Handler) releaseSlug(ctx context.Context, by Caller, name string, id events.CategoryID) {
	by.IdempotencyKey = ""
	if _, err := execute(ctx, h.executor, by, events.SlugStream(name), nil, releaseSlug{slug: name, id: id, at: h.now()}); err != nil {
		h.logger.Warn().Err(err).Str("stream", events.SlugStream(name)).Msg("slug not released")
	}
}
