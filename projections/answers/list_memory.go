// Memory of lists: a bound on the memory of lists' answers, for the whole process.
//
// Clients can request a list in many variants and read the answers slowly. So every answer of a list is counted while it is used: by the
// cache, and by each request that sends it. One that was dropped from the cache while it is being sent still counts.

package answers

import (
	linked "container/list"
	"errors"
	"sync"
	"sync/atomic"
)

const (
	listBytesMax    = 128 << 20 // of all answers of lists together
	largeBytesMax   = 96 << 20  // of the large ones among them, so that they always leave space for short lists
	cachedBytesMax  = 64 << 20  // of the cached ones among them; beyond it, the least recently used are dropped
	largeListAbove  = 256 << 10 // bytes of a body; larger ones are never in memory uncompressed
	compressedPiece = 64 << 10  // bytes in which a large answer grows
)

// ErrListsFull says that the lists that are being sent take all the memory for lists.
var ErrListsFull = errors.New("too many lists are being sent")

// lists is the memory of all lists of this process, including those of past moments.
var lists = newListMemory(listBytesMax, largeBytesMax, cachedBytesMax)

// listMemory counts the bytes of lists' answers, and knows which are cached.
type listMemory struct {
	mu                            sync.Mutex
	max, largeMax, cachedMax      int64
	used, usedByLarge, usedCached int64
	order                         *linked.List // of *cachedList: the least recently used come first
}

// cachedList is the answer of a list in a cache.
type cachedList struct {
	answer *Answer
	ids    []int64 // what it shows
	used   atomic.Bool
	drop   func()          // removes it from its cache
	place  *linked.Element // under listMemory.mu; nil if it is no longer cached
}

func newListMemory(most, large, cached int64) *listMemory {
	return &listMemory{max: most, largeMax: large, cachedMax: cached, order: linked.New()}
}

// reserve counts n bytes, and drops cached answers that nobody uses to make space. Its error is ErrListsFull.
func (m *listMemory) reserve(n int64, large bool) error {
	for {
		m.mu.Lock()
		tooLarge := large && m.usedByLarge+n > m.largeMax
		if !tooLarge && m.used+n <= m.max {
			m.count(n, large)
			m.mu.Unlock()
			return nil
		}
		victim := m.coldest(func(l *cachedList) bool { return l.answer.users.Load() == 1 && (l.answer.large || !tooLarge) })
		m.mu.Unlock()
		if victim == nil {
			return ErrListsFull
		}
		victim.drop()
	}
}

// release subtracts n bytes.
func (m *listMemory) release(n int64, large bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count(-n, large)
}

func (m *listMemory) count(n int64, large bool) {
	m.used += n
	if large {
		m.usedByLarge += n
	}
}

// add registers a cached answer.
func (m *listMemory) add(l *cachedList) {
	m.mu.Lock()
	defer m.mu.Unlock()
	l.place = m.order.PushBack(l)
	m.usedCached += l.answer.counted
}

// remove unregisters an answer that is no longer cached.
func (m *listMemory) remove(l *cachedList) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if l.place != nil {
		m.order.Remove(l.place)
		l.place = nil
		m.usedCached -= l.answer.counted
	}
}

// trim drops the least recently used answers until the cached ones fit.
func (m *listMemory) trim() {
	for {
		m.mu.Lock()
		var victim *cachedList
		if m.usedCached > m.cachedMax {
			victim = m.coldest(func(*cachedList) bool { return true })
		}
		m.mu.Unlock()
		if victim == nil {
			return
		}
		victim.drop()
	}
}

// coldest returns an answer that fits, preferably one that was not used since the last call. m.mu is held.
func (m *listMemory) coldest(fits func(*cachedList) bool) *cachedList {
	for range 2 * m.order.Len() {
		front := m.order.Front()
		l := front.Value.(*cachedList)
		if fits(l) && !l.used.Swap(false) {
			return l
		}
		m.order.MoveToBack(front)
	}
	return nil
}
