// Shared lists: one answer for each query of a list, made once and shared by all callers.

package answers

import (
	"fmt"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/singleflight"

	"candor/projections/projector"
)

// SharedLists caches the answers of lists by their query. Their memory is counted in lists. A change starts a new epoch, and an answer is
// cached, and shared with concurrent callers, only in the epoch in which its reading began.
type SharedLists[K comparable] struct {
	making singleflight.Group

	mu     sync.RWMutex
	cached map[K]*cachedList
	epoch  uint64
	bytes  int64
	closed bool

	hits   atomic.Uint64
	misses atomic.Uint64
}

// Answer returns the answer of query: the cached one, or the result of create, which is called once for concurrent callers. The caller
// releases it. With headOnly the caller doesn't need its body, which create may leave out.
func (c *SharedLists[K]) Answer(query K, headOnly bool, create func() (*Answer, []int64, error)) (*Answer, error) {
	for {
		a, epoch := c.get(query)
		if a != nil {
			c.hits.Add(1)
			return a, nil
		}
		c.misses.Add(1)
		mine := false
		shared, err, _ := c.making.Do(fmt.Sprintf("%d %t %#v", epoch, headOnly, query), func() (any, error) {
			// Another caller can have cached it between get and here.
			if a, _ := c.get(query); a != nil {
				mine = true
				return a, nil
			}
			a, ids, err := create()
			if err != nil {
				return nil, err
			}
			mine = true
			c.add(epoch, query, a, ids)
			return a, nil
		})
		if err != nil {
			return nil, err
		}
		if a = shared.(*Answer); mine || a.acquire() {
			return a, nil
		}
		// It was not cached, and the caller that made it has sent it already.
	}
}

// get returns the cached answer of a query, or else the epoch to cache it in.
func (c *SharedLists[K]) get(query K) (*Answer, uint64) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	l := c.cached[query]
	if l == nil {
		return nil, c.epoch
	}
	if !l.used.Load() {
		l.used.Store(true)
	}
	l.answer.users.Add(1) // the cache is a user, so it isn't released
	return l.answer, c.epoch
}

// Has reports whether the answer of a query is cached.
func (c *SharedLists[K]) Has(query K) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.cached[query] != nil
}

// add caches an answer whose reading began in epoch.
func (c *SharedLists[K]) add(epoch uint64, query K, a *Answer, ids []int64) {
	if !a.whole() {
		return
	}
	l := &cachedList{answer: a, ids: ids}
	l.drop = func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.cached[query] == l {
			c.remove(query, l)
		}
	}
	if c.store(epoch, query, l) {
		lists.trim()
	}
}

func (c *SharedLists[K]) store(epoch uint64, query K, l *cachedList) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || epoch != c.epoch || c.cached[query] != nil || l.answer.counted > lists.cachedMax/2 {
		return false
	}
	if c.cached == nil {
		c.cached = make(map[K]*cachedList)
	}
	l.answer.users.Add(1)
	c.cached[query] = l
	c.bytes += l.answer.counted
	lists.add(l)
	return true
}

// remove removes a cached answer; c.mu is held.
func (c *SharedLists[K]) remove(query K, l *cachedList) {
	delete(c.cached, query)
	c.bytes -= l.answer.counted
	lists.remove(l)
	l.answer.Release()
}

// Drop removes the answers for which touched returns true, and starts a new epoch.
func (c *SharedLists[K]) Drop(touched func(query K, ids []int64) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epoch++
	for query, l := range c.cached {
		if touched(query, l.ids) {
			c.remove(query, l)
		}
	}
}

// Clear removes all answers.
func (c *SharedLists[K]) Clear() { c.Drop(func(K, []int64) bool { return true }) }

// Close removes all answers, and caches no more.
func (c *SharedLists[K]) Close() {
	c.Clear()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for query, l := range c.cached { // cached since
		c.remove(query, l)
	}
}

// Stats counts hits, misses and bytes.
func (c *SharedLists[K]) Stats() projector.CacheStats {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return projector.CacheStats{Hits: c.hits.Load(), Misses: c.misses.Load(), Bytes: c.bytes}
}
