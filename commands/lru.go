// A bounded cache that forgets what has not been used lately.

package commands

import (
	"maps"
	"sync"
)

// LRU caches between half of limit and limit of the keys used most recently. New keys and keys that are read
// go into the young half; when it is full, it becomes the old half, and the keys of the former old half are dropped.
// It is safe for concurrent use. Make one with newLRU.
type LRU[K comparable, V any] struct {
	mu         sync.Mutex
	half       int
	young, old map[K]V
}

func NewLRU[K comparable, V any](limit int) *LRU[K, V] {
	return &LRU[K, V]{half: max(limit/2, 1), young: make(map[K]V)}
}

func (c *LRU[K, V]) Get(key K) (V, bool) {
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

func (c *LRU[K, V]) Put(key K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set(key, v)
}

// Drop removes the keys whose value is chosen.
func (c *LRU[K, V]) Drop(chosen func(V) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, half := range []map[K]V{c.young, c.old} {
		maps.DeleteFunc(half, func(_ K, v V) bool { return chosen(v) })
	}
}

// set does what put does; c.mu is held.
func (c *LRU[K, V]) set(key K, v V) {
	if _, ok := c.young[key]; !ok && len(c.young) >= c.half {
		c.old, c.young = c.young, make(map[K]V)
	}
	c.young[key] = v
}
