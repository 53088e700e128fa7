package storage

// The youngest part of the log in memory: blocks that the journal holds and the bbolt file does not, and the tail, which index
// and ids do not hold. Both are in two parts, so that one can be moved into the file while commits add to the other.
//
// Whoever reads takes what is here first and looks into the file then. What a move takes from here in between is then
// seen in both places, where the one here counts, and never missed.

import (
	"sort"
	"sync"
)

// held is a block in memory.
type held struct {
	first uint64
	bytes []byte // as in the file, with its checksum
}

// held and its neighbours as they were at one moment: the end of the log, in order.
type blocks struct{ moving, young []held }

func (b blocks) len() int { return len(b.moving) + len(b.young) }

func (b blocks) at(i int) held {
	if i < len(b.moving) {
		return b.moving[i]
	}
	return b.young[i-len(b.moving)]
}

// begin returns the position from which on the log is here, the highest number if nothing is.
func (b blocks) begin() uint64 {
	if b.len() == 0 {
		return 1<<64 - 1
	}
	return b.at(0).first
}

// floor returns the last block that begins at or before position, -1 if there is none.
func (b blocks) floor(position uint64) int {
	return sort.Search(b.len(), func(i int) bool { return b.at(i).first > position }) - 1
}

// recent is all that is in memory of one file's log.
type recent struct {
	mu     sync.RWMutex
	blocks blocks
	old    *tail // on its way into index and ids, nil if none is
	tail   *tail
	spare  *tail // empty, to be used again
}

// look returns the blocks as they are now.
func (r *recent) look() blocks {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.blocks
}

// add records events that are durable: their blocks, which may be in the file already (none are given then), and what
// index and ids are to know of them.
func (r *recent) add(young []held, fill func(*tail)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.blocks.young = append(r.blocks.young, young...)
	fill(r.tail)
}

// freeze sets apart what is to be moved into the file, the tail only if it is asked for. Nothing may be set apart already.
func (r *recent) freeze(withTail bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.blocks.moving, r.blocks.young = r.blocks.young, nil
	if withTail {
		r.old, r.tail, r.spare = r.tail, r.spare, nil
		if r.tail == nil {
			r.tail = newTail()
		}
	}
}

// moved forgets what was set apart: it is in the file.
func (r *recent) moved() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.blocks.moving = nil
	if r.old != nil {
		r.old.clear()
		r.old, r.spare = nil, r.old
	}
}

func (r *recent) full(most int) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.tail.full(most)
}

// overlap returns copies of the extents of stream that hold revisions in [lo, hi], the first revision of stream that the
// tail holds at all (ok false if none), and the blocks at the same moment.
func (r *recent) overlap(stream string, lo, hi uint64) (found []Extent, first uint64, ok bool, now blocks) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.old != nil {
		found, first, ok = r.old.overlap(found, stream, lo, hi)
	}
	found, begins, has := r.tail.overlap(found, stream, lo, hi)
	if !ok {
		first = begins
	}
	return found, first, ok || has, r.blocks
}

// last returns the last extent of stream that begins below the given revision.
func (r *recent) last(stream string, below uint64) (Extent, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	x, ok := r.tail.last(stream, below)
	if !ok && r.old != nil {
		x, ok = r.old.last(stream, below)
	}
	return x, ok
}

// ids appends the positions where the event with the fingerprint may be to found, the latest first.
func (r *recent) ids(found []uint64, fp uint64) []uint64 {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if p, ok := r.tail.ids[fp]; ok {
		found = append(found, p)
	}
	if r.old != nil {
		if p, ok := r.old.ids[fp]; ok {
			found = append(found, p)
		}
	}
	return found
}
