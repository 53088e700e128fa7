// Checking a read model against the log: a fresh replay beside it, and whether both hold the same.

package projector

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"

	"candor/events"
)

// check is Check; the caller holds replace.
func (p *Projector) check(ctx context.Context, progress func(at, head events.Position)) (err error) {
	var current string
	var end events.Position
	err = p.query(func(_ *generation, t *Tx) error {
		var err error
		if end, err = t.Checkpoint(); err != nil {
			return err
		}
		current, err = p.definition.sumOf(t)
		return err
	})
	if err != nil {
		return err
	}
	f, err := createFile(p.path+".check", p.definition.Name, p.definition.Version)
	if err != nil {
		return err
	}
	g, err := newGeneration(f, p.definition)
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
	return g.view(func(t *Tx) error {
		replayed, err := p.definition.sumOf(t)
		if err == nil && replayed != current {
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

// sumOf returns the sum of what every replay of the same log holds.
func (d Definition) sumOf(t *Tx) (string, error) {
	if d.Sum != nil {
		return d.Sum(t)
	}
	return t.Sum(func(string, []byte) bool { return true })
}

// Sum returns the hex SHA-256 of the pairs that the file holds and that count.
func (t *Tx) Sum(counts func(bucket string, key []byte) bool) (string, error) {
	h := sha256.New()
	err := t.everyPair(func(b Bucket, key, stored []byte) {
		if !counts(b.Name, key) {
			return
		}
		for _, part := range [][]byte{[]byte(b.Name), key, b.payload(key, stored)} {
			h.Write(Number(uint64(len(part))))
			h.Write(part)
		}
	})
	return hex.EncodeToString(h.Sum(nil)), err
}
