// The names of authors are unique: those that events.NameKey makes one are one. A name is personal data, so no reservation may hold it, not
// even as a hash, with which a guess could be confirmed. Instead, one author gets a name at a time.
//
// Whoever is about to give an author a name appends AuthorNamingBegun to the stream authornames at the expected revision, then looks
// through the authors' own streams, and appends AuthorNamingEnded once the name is the author's. Who finds that another naming has begun
// is told to try again. A naming counts until it is older than [slugs.ReservationAge]: the process may have died. No request that is still
// going on is that old, as it has [slugs.ReservationUse].

package authors

import (
	"context"
	"errors"
	"time"

	"candor/commands"
	"candor/commands/editorial/slugs"
	"candor/events"
)

// authorNaming says which author is being named; its zero value is none.
type authorNaming struct {
	author events.AuthorID
	since  time.Time
}

func (s authorNaming) Evolve(e events.Event) authorNaming {
	switch e := e.(type) {
	case events.AuthorNamingBegun:
		return authorNaming{e.AuthorID, e.At}
	case events.AuthorNamingEnded:
		return authorNaming{}
	}
	return s
}

// beginNaming keeps others from naming an author. The same author may be named anew: a request whose answer was lost is repeated.
type beginNaming struct {
	id events.AuthorID
	at time.Time
}

func (c beginNaming) Decide(s authorNaming) ([]events.Event, error) {
	if s.author != 0 && s.author != c.id && c.at.Sub(s.since) <= slugs.ReservationAge {
		return nil, commands.TooBusy()
	}
	return []events.Event{events.AuthorNamingBegun{AuthorID: c.id, At: c.at}}, nil
}

// endNaming lets others name an author, unless another naming has begun.
type endNaming struct {
	authorNaming
	at time.Time
}

func (c endNaming) Decide(s authorNaming) ([]events.Event, error) {
	if s.author != c.author || !s.since.Equal(c.since) {
		return nil, nil
	}
	return []events.Event{events.AuthorNamingEnded{AuthorID: c.author, At: c.at}}, nil
}

// named carries out a change that gives an author a name. Errors: Invalid on "name" when another author has it, Unavailable, the change's.
func (h *Handler) named(
	ctx context.Context, by commands.Caller, id events.AuthorID, name string, change func(context.Context) (commands.Result, error),
) (commands.Result, error) {
	unlock, err := h.SlugChanges.Lock(ctx, events.AuthorNamesStream)
	if err != nil {
		return commands.Result{}, err
	}
	defer unlock()
	ctx, cancel := context.WithTimeout(ctx, slugs.ReservationUse)
	defer cancel()
	by.IdempotencyKey = "" // every try begins anew
	naming := authorNaming{id, h.Now()}
	if _, err := h.naming(ctx, by, beginNaming{id: id, at: naming.since}); err != nil {
		return commands.Result{}, err
	}
	result, err := h.nameIfFree(ctx, id, name, change)
	if commands.KindOf(err) == commands.Unavailable || err != nil && commands.KindOf(err) == commands.Internal {
		return result, err // the change may have happened, or may happen yet
	}
	if _, ended := h.naming(context.WithoutCancel(ctx), by, endNaming{naming, h.Now()}); ended != nil {
		h.Logger.Warn().Err(ended).Str("stream", events.AuthorNamesStream).Msg("naming of an author not ended")
	}
	return result, err
}

// naming carries out a command on the stream of namings.
func (h *Handler) naming(ctx context.Context, by commands.Caller, c commands.Decider[authorNaming]) (commands.Result, error) {
	step := commands.Step[authorNaming]{Stream: events.AuthorNamesStream, Load: commands.Latest[authorNaming], Command: c}
	return step.Run(ctx, h.Executor, by)
}

func (h *Handler) nameIfFree(
	ctx context.Context, id events.AuthorID, name string, change func(context.Context) (commands.Result, error),
) (commands.Result, error) {
	owner, err := h.authorNamed(ctx, name)
	switch {
	case err != nil:
		return commands.Result{}, commands.Typed(err)
	case owner != 0 && owner != id:
		return commands.Result{}, commands.RefuseField("name", "Another author has this name")
	}
	return change(ctx)
}

// renamed is named for an author who may have the name already, or had it after an earlier try of the request.
func (h *Handler) renamed(
	ctx context.Context, by commands.Caller, id events.AuthorID, name string, change func(context.Context) (commands.Result, error),
) (commands.Result, error) {
	l := commands.Loaded[author]{Mark: by.EventID(id.Stream(), "", 0)}
	switch err := commands.CatchUp(ctx, h.Log, id.Stream(), &l); {
	case err != nil:
		return commands.Result{}, commands.Typed(err)
	case l.State.Gone():
		return commands.Result{}, commands.Missing("Author")
	case l.State.content.Name == name, l.Repeated != nil: // the name may be another author's since
		return change(ctx)
	}
	return h.named(ctx, by, id, name, change)
}

// authorNamed returns the author with a name, or 0 if there is none.
func (h *Handler) authorNamed(ctx context.Context, name string) (events.AuthorID, error) {
	last, err := h.Log.Last(ctx, events.IDsStream(events.AuthorKind))
	if errors.Is(err, events.ErrStreamNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	key := events.NameKey(name)
	for id := events.AuthorID(1); id <= events.AuthorID(last.Revision)+1; id++ {
		var l commands.Loaded[author]
		if err := commands.CatchUp(ctx, h.Log, id.Stream(), &l); err != nil {
			return 0, err
		}
		if !l.State.Gone() && events.NameKey(l.State.content.Name) == key {
			return id, nil
		}
	}
	return 0, nil
}
