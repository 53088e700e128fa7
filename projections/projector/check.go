// Checking a read model against the log: comparing it with a fresh replay.

package projector

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"

	"candor/events"
)

// check implements Set.Check; the caller has locked replace.
func (p *Projector) check(ctx context.Context, progress func(at, head events.Position)) (err error) {
	var current string
	var end events.Position
	err = p.query(func(g *generation, t *Tx) error {
		var err error
		if end, err = t.Checkpoint(); err != nil {
			return err
		}
		current, err = g.definition.sumOf(t)
		return err
	})
	if err != nil {
		return err
	}
	f, err := createFile(p.path+".check", p.definition.Name, p.definition.Version)
	if err != nil {
		return err
	}
	g, err := p.newGeneration(f)
	if err != nil {
		return errors.Join(err, f.close(), os.Remove(f.path))
	}
	g.end = end
	g.db.NoSync = true // the file is removed in the end
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
		replayed, err := g.definition.sumOf(t)
		if err == nil && replayed != current {
			err = ErrDiffers
		}
		return err
	})
}

// upTo passes on the messages of a subscription up to end. The first message after it means that the replay has caught up.
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

// sumOf returns the sum that is the same for every replay of the same log.
func (d Definition) sumOf(t *Tx) (string, error) {
	if d.Sum != nil {
		return d.Sum(t)
	}
	return t.Sum(func(string, []byte) bool { return true })
}

// Sum returns the hex SHA-256 of the pairs for which counts is true.
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
