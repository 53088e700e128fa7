// Applying batches: each in one transaction with its checkpoint. When an event panics, the others are applied without it.

package projector

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"candor/events"
)

// write applies what is pending.
func (a *applier) write(completes bool) error {
	began := time.Now()
	err := a.transact(a.pending, true, completes)
	if caught := (*panicked)(nil); errors.As(err, &caught) {
		err = a.separate(slices.Concat(a.pending...), caught, completes)
	}
	if err != nil {
		return fmt.Errorf("%s: apply up to position %d: %w", a.g.definition.Name, a.reached, err)
	}
	if !a.g.live.Load() {
		a.applied += a.count
	}
	a.p.metrics.batch(a.count, time.Since(began))
	a.stored = a.reached
	a.pending, a.count, a.bytes, a.skipped = nil, 0, 0, 0
	return nil
}

// separate applies the last pending events, of which one has panicked: first those before it, then it is set aside, then the others. If it
// is unknown, because the model panicked at the end of the batch, halves of the events are applied until one is left that panics alone.
func (a *applier) separate(all []Event, caught *panicked, completes bool) error {
	type part struct {
		events []Event
		caught *panicked // nil if it was not tried
	}
	parts := []part{{all, caught}} // the next one last, as the number of those that panic isn't known
	for len(parts) > 0 {
		next := parts[len(parts)-1]
		parts = parts[:len(parts)-1]
		if next.caught == nil {
			err := a.transact([][]Event{next.events}, len(parts) == 0, completes)
			if !errors.As(err, &next.caught) {
				if err != nil {
					return err
				}
				continue
			}
		}
		if err := a.g.reload(); err != nil {
			return err
		}
		at, count := next.caught.index, len(next.events)
		switch {
		case count == 0:
			return next.caught
		case at == noEvent && count > 1:
			parts = append(parts, part{events: next.events[count/2:]}, part{events: next.events[:count/2]})
			continue
		case at == noEvent:
			at = 0
		}
		one := next.events[at : at+1]
		if err := one[0].withdraw(next.caught); err != nil {
			a.p.logger.Error().Err(err).Str("stack", string(next.caught.stack)).Msg("an event can't be set aside")
			return a.stopAt(one[0].Position, err)
		}
		if at+1 < count {
			parts = append(parts, part{events: next.events[at+1:]})
		}
		parts = append(parts, part{events: one})
		if at > 0 {
			parts = append(parts, part{events: next.events[:at]})
		}
	}
	return nil
}

// withdraw makes e one that is set aside, because of the panic. If that has panicked before, it is tried without the event's data. If this
// panics as well, what the event takes away may be open, so the model stops: its error is errPoisoned.
func (e *Event) withdraw(caught *panicked) error {
	w, tried := e.Data.(withdrawn)
	switch {
	case !tried:
		e.Data = withdrawn{e.Data, caught.Error(), caught.stack}
	case w.data != nil:
		w.data = nil
		e.Data = w
	default:
		return fmt.Errorf("%w: %s at position %d of stream %s: what it takes away can't be hidden: %w",
			errPoisoned, e.eventType, e.Position,
			e.Stream, caught)
	}
	return nil
}

// transact applies batches of events in one transaction. last means that nothing else is pending. Its error is a *panicked if the model
// panicked; then nothing is applied, and the model has to be reloaded.
func (a *applier) transact(batches [][]Event, last, completes bool) error {
	g := a.g
	model := *g.model.Load()
	applying := noEvent // counted from the first of batches
	var aside []SetAside
	err := g.update(func(t *Tx) error {
		var position events.Position
		n := 0
		for _, decoded := range batches {
			for i := range decoded {
				e := &decoded[i]
				applying, position = n, e.Position
				n++
				if e.Position <= max(t.meta.Checkpoint, t.meta.LastEvent) {
					continue // applied before: a subscription that resumed may repeat itself
				}
				a.apply(t, model, e)
				t.meta.LastEvent, t.meta.LastID = e.Position, e.ID
			}
		}
		applying = noEvent
		if n > 0 {
			model.Flush(t)
		}
		if last {
			clear(batches) // free their memory before the commit: if that fails, the log is read again
			position = a.reached
			a.finish(t, completes)
		}
		t.meta.Checkpoint = max(t.meta.Checkpoint, position)
		t.meta.Poison = slices.DeleteFunc(slices.Clone(t.meta.Poison), func(at events.Position) bool { return at <= t.meta.Checkpoint })
		if len(t.meta.Poison) == 0 {
			t.meta.PoisonErr = ""
		}
		aside = t.aside
		return nil
	})
	if caught := (*panicked)(nil); errors.As(err, &caught) {
		caught.index = applying
	}
	if err != nil {
		return err
	}
	a.p.logSetAside(g, aside)
	return a.committed(model)
}

// apply applies one event, or sets it aside.
func (a *applier) apply(t *Tx, model Model, e *Event) {
	w, aside := e.Data.(withdrawn)
	switch {
	case aside:
		if closes, ok := model.(Withdrawer); ok {
			shown := *e
			shown.Data = w.data
			closes.Withdraw(t, &shown, e.eventType)
		}
		t.setAside(a.p.build(), e, w)
	case model.Apply(t, e):
		t.meta.Applied++
	default:
		t.meta.Skipped++
	}
}

// finish notes what is known once everything pending is applied.
func (a *applier) finish(t *Tx, completes bool) {
	t.meta.Skipped += uint64(a.skipped)
	t.meta.Complete = t.meta.Complete || completes
	if a.live {
		t.meta.AsOf = time.Now()
	} else if a.created.After(t.meta.AsOf) {
		t.meta.AsOf = a.created
	}
}

// committed makes a batch visible in memory. After a panic the model is read from the file, where the batch is.
func (a *applier) committed(model Model) error {
	err := guard(func() error {
		model.Committed()
		return nil
	})
	caught := (*panicked)(nil)
	if !errors.As(err, &caught) {
		return err
	}
	a.p.logger.Error().Err(caught).Str("stack",
		string(caught.stack)).Msg("the read model panicked after a commit and is read again from its file")
	return a.g.reload()
}

// logSetAside logs events that were set aside.
func (p *Projector) logSetAside(g *generation, all []SetAside) {
	for _, one := range all {
		switch n := g.logged.Add(1); {
		case n <= maxLogged:
			line := p.logger.Error().Uint64("position", uint64(one.Position)).Str("type", one.Type).Str("stream", one.Stream).Str("reason",
				one.Reason)
			if one.stack != nil {
				line.Str("stack", string(one.stack))
			}
			line.Msg("an event can't be applied and is set aside: what it changes isn't shown, what it takes away is hidden")
		case n == maxLogged+1:
			p.logger.Error().Msg("more events are set aside, without a line for each")
		}
	}
}
