// Checking a read model against the log: a fresh replay beside it, and whether both hold the same.

package projections

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"

	"candor/events"
)

// ErrDiffers is what a check says of a read model that is not what the log makes of it.
var ErrDiffers = errors.New("it differs from a fresh replay of the log")

// Check replays the log into a new file beside the named read model, up to where that one stood when the
// check began, and compares what both hold. The new file is removed again; answering and following go on
// meanwhile. progress as for Rebuild. Errors: ErrDiffers, ErrUnknownModel, ErrRebuilding, ctx's, and
// what keeps the replay from finishing.
func (m *Models) Check(ctx context.Context, name string, progress func(at, head events.Position)) error {
	p, err := m.named(name)
	if err != nil {
		return err
	}
	if err := p.waitCaughtUp(ctx); err != nil {
		return err
	}
	if !p.replace.TryLock() {
		return fmt.Errorf("%s: %w", name, ErrRebuilding)
	}
	defer p.replace.Unlock()
	if err := p.check(ctx, progress); err != nil {
		return fmt.Errorf("check %s: %w", name, err)
	}
	return nil
}

// check is Check; the caller holds replace.
func (p *projector) check(ctx context.Context, progress func(at, head events.Position)) (err error) {
	var held string
	var end events.Position
	err = p.query(func(_ *generation, t *txn) error {
		m, err := metaOf(t.tx)
		if err != nil {
			return err
		}
		end = m.Checkpoint
		held, err = p.blueprint.sumOf(t)
		return err
	})
	if err != nil {
		return err
	}
	f, err := createFile(p.path+".check", p.blueprint)
	if err != nil {
		return err
	}
	g, err := newGeneration(f, p.blueprint)
	if err != nil {
		return errors.Join(err, f.close(), os.Remove(f.path))
	}
	g.end = end
	g.db.NoSync = true // it is thrown away in the end
	p.start(g)
	defer func() {
		p.retire(g)
		err = errors.Join(err, os.Remove(f.path))
	}()
	if err := p.awaitBuilt(ctx, g, end, progress); err != nil {
		return err
	}
	if progress != nil {
		progress(end, end)
	}
	return g.view(func(t *txn) error {
		replayed, err := p.blueprint.sumOf(t)
		if err == nil && replayed != held {
			err = ErrDiffers
		}
		return err
	})
}

// upTo hands on what a subscription says of the log up to end. With the first word of what comes after,
// all that matters has been caught up with.
func upTo(end events.Position, handle func(events.Message) error) func(events.Message) error {
	over := false
	return func(m events.Message) error {
		if m.Position <= end {
			return handle(m)
		}
		if over && m.Kind != events.Interrupted {
			return nil
		}
		if m.Kind != events.Interrupted {
			over = true
			m = events.Message{Kind: events.CaughtUp}
		}
		m.Position = end
		return handle(m)
	}
}

// sumOf is the sum of what every replay of the same log holds.
func (b blueprint) sumOf(t *txn) (string, error) {
	if b.sum != nil {
		return b.sum(t)
	}
	return t.sum(func(string, []byte) bool { return true })
}

// sum is the hex SHA-256 of the pairs that the file holds and that count.
func (t *txn) sum(counts func(bucket string, key []byte) bool) (string, error) {
	h := sha256.New()
	err := t.everyPair(func(b bucket, key, stored []byte) {
		if !counts(b.name, key) {
			return
		}
		for _, part := range [][]byte{[]byte(b.name), key, b.payload(key, stored)} {
			h.Write(number(uint64(len(part))))
			h.Write(part)
		}
	})
	return hex.EncodeToString(h.Sum(nil)), err
}
