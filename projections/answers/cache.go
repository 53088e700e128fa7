// Cached answers: ready bytes in bounded memory, dropped when what they show changes. If there is no space for all, those that were not
// used recently are cached only compressed, as nearly all clients accept that.
//
// A query that read the file before a change must not cache its old answer after the change has dropped it. So every drop starts a new
// epoch, and an answer is cached only in the epoch in which its reading began.

package answers

import (
	"sync"
	"sync/atomic"

	"candor/projections/projector"
)

const (
	entitySlots = 1 << 13  // answers of one kind of entity at most
	entityBytes = 12 << 20 // their cost at most
)

// EntityCache caches answers by id. A hit is one atomic load and a comparison. An answer's slot is its id modulo their number, so that
// small consecutive ids share them evenly.
type EntityCache struct {
	slots [entitySlots]atomic.Pointer[cachedEntity]

	mu     sync.Mutex
	epoch  uint64
	bytes  int64
	hand   int
	passed uint64 // hits of evicted answers
	misses atomic.Uint64
}

type cachedEntity struct {
	id     int64
	Answer *Answer
	hits   atomic.Uint64
	seen   uint64 // hits when the hand last passed; under mu
}

// Get returns the cached answer of an id, nil if there is none.
func (c *EntityCache) Get(id int64) *cachedEntity {
	k := c.slots[uint64(id)%entitySlots].Load()
	if k == nil || k.id != id {
		return nil
	}
	k.hits.Add(1)
	return k
}

// Begin returns the epoch; call it before reading what will be cached.
func (c *EntityCache) Begin() uint64 {
	c.misses.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.epoch
}

// Add stores an answer whose reading began in epoch.
func (c *EntityCache) Add(epoch uint64, id int64, a *Answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if epoch != c.epoch || a.cost() > entityBytes/4 {
		return
	}
	slot := int(uint64(id) % entitySlots)
	c.empty(slot)
	for c.bytes+a.cost() > entityBytes {
		c.evict()
	}
	c.put(slot, &cachedEntity{id: id, Answer: a})
}

// evict moves the hand to the next answer that was not used since the hand last passed it, and makes space: it drops the uncompressed body,
// or the whole answer.
func (c *EntityCache) evict() {
	for {
		slot := c.hand
		c.hand = (c.hand + 1) % entitySlots
		k := c.slots[slot].Load()
		if k == nil {
			continue
		}
		if hits := k.hits.Load(); hits != k.seen {
			k.seen = hits
			continue
		}
		c.empty(slot)
		if packed := k.Answer.compressedOnly(); packed != nil {
			c.put(slot, &cachedEntity{id: k.id, Answer: packed})
		}
		return
	}
}

func (c *EntityCache) put(slot int, k *cachedEntity) {
	c.bytes += k.Answer.cost()
	c.slots[slot].Store(k)
}

func (c *EntityCache) empty(slot int) {
	if k := c.slots[slot].Load(); k != nil {
		c.slots[slot].Store(nil)
		c.bytes -= k.Answer.cost()
		c.passed += k.hits.Load()
	}
}

// Drop removes the answers of ids and starts a new epoch.
func (c *EntityCache) Drop(ids ...int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epoch++
	for _, id := range ids {
		slot := int(uint64(id) % entitySlots)
		if k := c.slots[slot].Load(); k != nil && k.id == id {
			c.empty(slot)
		}
	}
}

// Clear removes all answers and starts a new epoch.
func (c *EntityCache) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epoch++
	for slot := 0; slot < entitySlots && c.bytes > 0; slot++ {
		c.empty(slot)
	}
}

// Stats counts hits, misses and bytes.
func (c *EntityCache) Stats() projector.CacheStats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := projector.CacheStats{Hits: c.passed, Misses: c.misses.Load(), Bytes: c.bytes}
	for i := range c.slots {
		if k := c.slots[i].Load(); k != nil {
			s.Hits += k.hits.Load()
		}
	}
	return s
}
