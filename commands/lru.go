// A bounded cache that forgets what has not been used lately.

package commands

import (
	"maps"
	"sync"
)

// lru remembers at least the latest half of limit keys, and never more than limit: the younger
// half fills up, then takes the place of the older one, which is forgotten. What is read counts as
// new. It is safe for concurrent use; the zero value is not ready, see newLRU.
type lru[K comparable, V any] struct {
	mu         sync.Mutex
	half       int
	young, old map[K]V
}

func newLRU[K comparable, V any](limit int) *lru[K, V] {
	return &lru[K, V]{half: max(limit/2, 1), young: make(map[K]V)}
}

func (c *lru[K, V]) get(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.young[key]; ok {
		return v, true
	}
	v, ok := c.old[key]
	if ok {
		c.set(key, v)
	}
	return v, ok
}

func (c *lru[K, V]) put(key K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set(key, v)
}

// drop forgets the keys whose value is chosen.
func (c *lru[K, V]) drop(chosen func(V) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, half := range []map[K]V{c.young, c.old} {
		maps.DeleteFunc(half, func(_ K, v V) bool { return chosen(v) })
	}
}

// set is put under the lock.
func (c *lru[K, V]) set(key K, v V) {
	if _, ok := c.young[key]; !ok && len(c.young) >= c.half {
		c.old, c.young = c.young, make(map[K]V)
	}
	c.young[key] = v
}
