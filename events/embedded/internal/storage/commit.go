package storage

// Writing: a group of appends made durable by one transaction.

import "fmt"

// Write is one append of a group: the events of Body go to Stream from Revision on, at the positions from First on.
type Write struct {
	Stream   string
	First    uint64
	Revision uint64
	Created  int64 // 100 ns ticks since the Unix epoch
	Body     *Body
}

// Commit makes all writes durable, or none. Their positions must follow on from [Store.Last] without a gap, and
// each Body must have events. It returns when they are on the disk; only then are the events visible. After an error
// it is unknown what reached the disk, so the store takes no more writes, and every further Commit fails with the same error.
func (s *Store) Commit(writes []Write) error {
	if err := s.Failed(); err != nil {
		return err
	}
	next := s.Last() + 1
	err := update(s.db.Load(), s.path, func(b *buckets) error {
		for i := range writes {
			w := &writes[i]
			if w.First != next {
				return fmt.Errorf("append at position %d, expected %d", w.First, next)
			}
			if err := b.add(w); err != nil {
				return err
			}
			next += uint64(w.Body.Len())
		}
		return nil
	})
	if err != nil {
		return s.fail(err)
	}
	s.last.Store(next - 1)
	return nil
}

// add puts one append into the buckets.
func (b *buckets) add(w *Write) error {
	// bbolt refers to the values until the transaction ends.
	values := make([]byte, 0, w.Body.Len()*(headerSize+len(w.Stream))+w.Body.Size())
	stream := hashOf(w.Stream)
	for i, id := range w.Body.IDs() {
		position, start := w.First+uint64(i), len(values)
		values = appendEvent(values, position, w.Revision+uint64(i), w.Created, w.Stream, w.Body.encoded(i))
		if err := b.put(stream, id, position, values[start:len(values):len(values)]); err != nil {
			return err
		}
	}
	x := run{w.Revision, w.First, uint64(w.Body.Len())}
	return b.streams.Put(runKey(w.Stream, w.Revision), x.value())
}

// put puts an encoded event and its id into the buckets. stream is the hash of its stream's name.
func (b *buckets) put(stream uint64, id ID, position uint64, event []byte) error {
	key := number(position)
	if len(event) > largeEvent {
		if err := b.large.Put(key, event); err != nil {
			return err
		}
		event = []byte{}
	}
	if err := b.events.Put(key, event); err != nil {
		return err
	}
	return b.ids.Put(idKey(stream, id), key)
}
