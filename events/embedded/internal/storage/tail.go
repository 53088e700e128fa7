package storage

// The tail: what index and ids do not yet hold of the log, in memory.

import (
	"cmp"
	"slices"
	"sync"
)

// The tail is written to index and ids when it has this many events, index entries, or bytes of log.
// It bounds memory (about 2 MiB), what a start reads again after a crash, and the longest commit.
const (
	tailEvents  = 16384
	tailExtents = 8192
	tailBytes   = 32 << 20
)

// tail is the entries of index and ids for the events after the header's "indexed".
type tail struct {
	mu      sync.RWMutex
	streams map[string][]Extent
	ids     map[uint64]uint64 // fingerprint → position
	events  int
	extents int
	bytes   int
}

func newTail() *tail {
	return &tail{streams: map[string][]Extent{}, ids: map[uint64]uint64{}}
}

// add records a run of events whose ids are given; n is the bytes they take in the log.
func (t *tail) add(stream string, x Extent, ids []ID, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := t.streams[stream]
	if k := len(list) - 1; k >= 0 && !list[k].Gone() && list[k].Last()+1 == x.Revision && list[k].Position+list[k].Count == x.Position {
		list[k].Count += x.Count
	} else {
		t.streams[stream] = append(list, x)
		t.extents++
	}
	h := streamHash(stream)
	for i, id := range ids {
		t.ids[fingerprint(h, id)] = x.Position + uint64(i)
	}
	t.events += int(x.Count)
	t.bytes += n
}

func (t *tail) full() bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.events >= tailEvents || t.extents >= tailExtents || t.bytes >= tailBytes
}

// holds tells whether there is anything to write to index or ids.
func (t *tail) holds() bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.extents > 0
}

func (t *tail) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.streams = map[string][]Extent{}
	clear(t.ids)
	t.events, t.extents, t.bytes = 0, 0, 0
}

// overlap returns copies of the extents of stream that hold revisions in [lo, hi], and the first
// revision of stream that the tail holds at all (ok false if none).
func (t *tail) overlap(stream string, lo, hi uint64) (found []Extent, first uint64, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	list := t.streams[stream]
	if len(list) == 0 {
		return nil, 0, false
	}
	from, _ := slices.BinarySearchFunc(list, lo, func(x Extent, r uint64) int { return cmp.Compare(x.Last(), r) })
	for _, x := range list[from:] {
		if x.Revision > hi {
			break
		}
		found = append(found, x)
	}
	return found, list[0].Revision, true
}

// last returns the last extent of stream in the tail that begins below the given revision.
func (t *tail) last(stream string, below uint64) (Extent, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	list := t.streams[stream]
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Revision < below {
			return list[i], true
		}
	}
	return Extent{}, false
}

func (t *tail) id(fp uint64) (uint64, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	p, ok := t.ids[fp]
	return p, ok
}
