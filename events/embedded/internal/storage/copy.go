package storage

// Copying the log, as for a backup, while it is being written, and making a log from a copy.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"
)

// copyBytes is how many bytes of events are read, or written, in one transaction.
const copyBytes = 2 << 20

// Stored is an event as it lies in the file: its bytes have their own checksum, which covers the position, too.
type Stored struct {
	Position uint64
	Bytes    []byte
}

// Check decodes the event. Its error wraps [ErrDamaged].
func (e Stored) Check() (Event, error) { return readEvent(e.Position, e.Bytes) }

// Append encodes the event for a copy at the end of dst: position (8), length (4), bytes.
func (e Stored) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, e.Position)
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(e.Bytes)))
	return append(dst, e.Bytes...)
}

// page is some events in a row, copied out of a transaction.
type page struct {
	events []Stored
	bytes  []byte
}

// read fills the page with the events from a position on up to another one, and returns the position to go on from: above upTo if there
// are no others.
func (p *page) read(s *Store, from, upTo uint64) (next uint64, err error) {
	p.events, p.bytes = p.events[:0], p.bytes[:0]
	next = upTo + 1
	err = s.View(func(r *Reader) error {
		return r.Forward(from, func(e *Event) (bool, error) {
			if e.Position > upTo {
				return false, nil
			}
			if len(p.bytes) >= copyBytes {
				next = e.Position
				return false, nil
			}
			start := len(p.bytes)
			p.bytes = append(p.bytes, e.stored...)
			p.events = append(p.events, Stored{e.Position, p.bytes[start:len(p.bytes):len(p.bytes)]})
			return true, nil
		})
	})
	return next, err
}

// Events calls fn with every event up to the position upTo, which [Store.Last] has returned, in order. The log is read in many short
// transactions, and fn runs between them: it may be slow without delaying writers. Its argument is valid until it returns.
func (s *Store) Events(ctx context.Context, upTo uint64, fn func(Stored) error) error {
	var p page
	for next := uint64(1); next <= upTo; {
		err := ctx.Err()
		if err == nil {
			next, err = p.read(s, next, upTo)
		}
		if err != nil {
			return err
		}
		for _, e := range p.events {
			if err := fn(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// takeOver puts events of another file, in order, into the buckets.
func (b *buckets) takeOver(events []Event) error {
	var x run
	for i := range events {
		e := &events[i]
		if err := b.put(hashOf(e.Stream), e.ID, e.Position, e.stored); err != nil {
			return err
		}
		if i > 0 && string(events[i-1].Stream) == string(e.Stream) && x.last()+1 == e.Revision && x.position+x.count == e.Position {
			x.count++
		} else {
			x = run{e.Revision, e.Position, 1}
		}
		if err := b.streams.Put(runKey(e.Stream, x.revision), x.value()); err != nil {
			return err
		}
	}
	return nil
}

// Incoming is a log under construction from the events of another one, as in a restore. Its file gets its final name only with
// [Incoming.Finish].
type Incoming struct {
	path  string
	db    *bolt.DB
	last  uint64 // position of the last event added
	page  []Event
	bytes int
}

// NewIncoming begins a log for path, where no file may exist. [Incoming.Finish] or [Incoming.Discard] ends it.
func NewIncoming(path string) (*Incoming, error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, fmt.Errorf("%s: %w", path, os.ErrExist)
	} else if !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	db, err := begin(path + ".incoming")
	if err != nil {
		return nil, err
	}
	db.NoSync = true // the file is of no use before Finish
	return &Incoming{path: path, db: db}, nil
}

// Add adds the next event, and keeps its bytes. Its error wraps [ErrDamaged] if it cannot follow here.
func (in *Incoming) Add(e Event) error {
	if e.Position <= in.last {
		return damaged("position %d comes after %d", e.Position, in.last)
	}
	in.last = e.Position
	in.page = append(in.page, e)
	if in.bytes += len(e.stored); in.bytes < copyBytes {
		return nil
	}
	return in.write()
}

func (in *Incoming) write() error {
	err := update(in.db, in.db.Path(), func(b *buckets) error { return b.takeOver(in.page) })
	in.page, in.bytes = in.page[:0], 0
	return err
}

// Finish checks everything that was added, and gives the file its name.
func (in *Incoming) Finish(ctx context.Context) error {
	err := in.write()
	if err == nil {
		err = newStore(in.db.Path(), in.db).Verify(ctx)
	}
	if err == nil {
		err = in.db.Sync()
	}
	if err != nil {
		return errors.Join(err, in.Discard())
	}
	fresh := in.db.Path()
	// A link, unlike a rename, never replaces a file that another process has made meanwhile.
	err = os.Link(fresh, in.path)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, os.ErrPermission) { // a file system without links
		err = os.Rename(fresh, in.path)
	}
	if err = errors.Join(err, in.Discard()); err != nil {
		return err
	}
	return syncFolder(in.path)
}

// Discard closes and removes the unfinished file.
func (in *Incoming) Discard() error {
	fresh := in.db.Path()
	err := in.db.Close()
	if gone := os.Remove(fresh); !errors.Is(gone, os.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}
