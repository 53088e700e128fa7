// A bounded cache of what was seen recently.

package commands

import (
	"maps"
	"sync"
)

// recent remembers at least the latest half of limit keys, and never more than limit: the younger
// half fills up, then takes the place of the older one, which is forgotten. What is read counts as
// new. It is safe for concurrent use; the zero value is not ready, see newRecent.
type recent[K comparable, V any] struct {
	mu         sync.Mutex
	half       int
	young, old map[K]V
}

func newRecent[K comparable, V any](limit int) *recent[K, V] {
	return &recent[K, V]{half: max(limit/2, 1), young: make(map[K]V)}
}

func (r *recent[K, V]) get(key K) (V, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v, ok := r.young[key]; ok {
		return v, true
	}
	v, ok := r.old[key]
	if ok {
		r.set(key, v)
	}
	return v, ok
}

func (r *recent[K, V]) put(key K, v V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.set(key, v)
}

// drop forgets the keys whose value is chosen.
func (r *recent[K, V]) drop(chosen func(V) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, half := range []map[K]V{r.young, r.old} {
		maps.DeleteFunc(half, func(_ K, v V) bool { return chosen(v) })
	}
}

// set is put under the lock.
func (r *recent[K, V]) set(key K, v V) {
	if _, ok := r.young[key]; !ok && len(r.young) >= r.half {
		r.old, r.young = r.young, make(map[K]V)
	}
	r.young[key] = v
}
