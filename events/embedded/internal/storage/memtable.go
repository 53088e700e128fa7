package storage

// The youngest part of the log in memory: blocks that are in the journal but not in the bbolt file, and the tail, whose entries
// are not in index and ids. Both are in two parts, so that one can be moved into the file while commits add to the other.
//
// Readers look here first and into the file second. What is moved in between is then seen in both places, where memory
// takes precedence, and is never missed.

import (
	"sort"
	"sync"
)

// pendingBlock is a block that is in memory and not yet in the file.
type pendingBlock struct {
	first uint64
	bytes []byte // as in the file, with its checksum
}

// blocks is a snapshot of the blocks in memory: the end of the log, in order.
type blocks struct{ moving, young []pendingBlock }

func (b blocks) len() int { return len(b.moving) + len(b.young) }

func (b blocks) at(i int) pendingBlock {
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

// memtable holds the part of one log that is in memory.
type memtable struct {
	mu     sync.RWMutex
	blocks blocks
	old    *tail // on its way into index and ids, nil if none is
	tail   *tail
	spare  *tail // empty, to be used again
}

// snapshot returns the blocks as they are now.
func (m *memtable) snapshot() blocks {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.blocks
}

// add records durable events: their blocks, unless those are in the file already, and the entries that fill adds to the tail.
func (m *memtable) add(young []pendingBlock, fill func(*tail)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.blocks.young = append(m.blocks.young, young...)
	fill(m.tail)
}

// freeze sets apart the blocks, and the tail if withTail is true, for a move into the file. No other move may be under way.
func (m *memtable) freeze(withTail bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.blocks.moving, m.blocks.young = m.blocks.young, nil
	if withTail {
		m.old, m.tail, m.spare = m.tail, m.spare, nil
		if m.tail == nil {
			m.tail = newTail()
		}
	}
}

// moved drops what was set apart, which is in the file now.
func (m *memtable) moved() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.blocks.moving = nil
	if m.old != nil {
		m.old.clear()
		m.old, m.spare = nil, m.old
	}
}

func (m *memtable) full(maxEvents int) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.tail.full(maxEvents)
}

// overlap returns copies of the extents of stream that contain revisions in [lo, hi], the first revision of stream in the
// tail (ok is false if there is none), and a snapshot of the blocks at the same moment.
func (m *memtable) overlap(stream string, lo, hi uint64) (found []Extent, first uint64, ok bool, now blocks) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.old != nil {
		found, first, ok = m.old.overlap(found, stream, lo, hi)
	}
	found, begins, has := m.tail.overlap(found, stream, lo, hi)
	if !ok {
		first = begins
	}
	return found, first, ok || has, m.blocks
}

// last returns the last extent of stream that begins below the given revision.
func (m *memtable) last(stream string, below uint64) (Extent, bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	x, ok := m.tail.last(stream, below)
	if !ok && m.old != nil {
		x, ok = m.old.last(stream, below)
	}
	return x, ok
}

// ids appends the positions where the event with the fingerprint may be to found, the latest first.
func (m *memtable) ids(found []uint64, fp uint64) []uint64 {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if p, ok := m.tail.ids[fp]; ok {
		found = append(found, p)
	}
	if m.old != nil {
		if p, ok := m.old.ids[fp]; ok {
			found = append(found, p)
		}
	}
	return found
}
