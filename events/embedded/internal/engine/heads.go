package engine

// The current state of each stream, cached for the streams used last.

import (
	"strings"
	"sync"

	"candor/events/embedded/internal/storage"
)

const (
	// maxHeads is how many streams one of the two generations has.
	maxHeads = 4096
	// maxCachedMetadata is the maximum size of the metadata of a cached head, in bytes. Metadata may be as large as an append:
	// streams with more are read each time, so that access lists can't fill the memory.
	maxCachedMetadata = 4096
)

// head is the state of a stream. It is immutable once it is in the cache; a commit replaces it.
type head struct {
	Condition
	meta Metadata
	raw  []byte // the metadata as written, only while the stream is soft-deleted
}

// lowest returns the lowest revision that reads may show; it is above Last if they may show none.
func (h *head) lowest() uint64 {
	lo := h.meta.TruncateBefore
	if n := h.meta.MaxCount; n > 0 && h.Last >= 0 && uint64(h.Last)+1 > n {
		lo = max(lo, uint64(h.Last)+1-n)
	}
	return lo
}

// heads caches heads by stream name in two generations: when the young one is full it replaces the old one, and heads of the
// old one that were not used again are dropped.
type heads struct {
	mu      sync.Mutex
	young   map[string]*head
	old     map[string]*head
	version uint64 // counts publications
}

func newHeads() *heads { return &heads{young: map[string]*head{}} }

// get returns the cached head of stream, and the version to give to offer if there is none.
func (c *heads) get(stream string) (h *head, version uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h, ok := c.young[stream]
	if !ok {
		if h, ok = c.old[stream]; ok {
			c.put(stream, h)
		}
	}
	return h, c.version
}

// offer caches a head that was loaded, unless something was published since version: it may be outdated then.
func (c *heads) offer(stream string, h *head, version uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.version == version {
		c.put(stream, h)
	}
}

// publish puts the heads that a commit changed into the cache.
func (c *heads) publish(changed map[string]*head) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version++
	for stream, h := range changed {
		c.put(stream, h)
	}
}

func (c *heads) put(stream string, h *head) {
	if len(c.young) >= maxHeads {
		c.old, c.young = c.young, make(map[string]*head, maxHeads)
	}
	delete(c.old, stream)
	if len(h.raw)+h.meta.ACL.size() > maxCachedMetadata {
		delete(c.young, stream)
		return
	}
	c.young[stream] = h
}

// head returns the state of stream.
func (e *Engine) head(stream string) (*head, error) {
	h, version := e.heads.get(stream)
	if h != nil {
		return h, nil
	}
	h, err := e.loadHead(stream)
	if err == nil {
		e.heads.offer(stream, h, version)
	}
	return h, err
}

// loadHead reads the state of stream from the log.
func (e *Engine) loadHead(stream string) (*head, error) {
	h := &head{Condition: Condition{Last: -1}}
	err := e.store.View(func(r *storage.Reader) error {
		if err := h.loadLast(r, stream); err != nil {
			return err
		}
		if of, ok := strings.CutPrefix(stream, metadataPrefix); ok {
			var owner head
			err := owner.loadLast(r, of)
			h.Tombstoned = h.Tombstoned || owner.Tombstoned
			h.meta = Metadata{MaxCount: 1}
			return err
		}
		_, position, ok, err := r.Last(metadataPrefix+stream, tombstoneRevision)
		if err != nil || !ok {
			return err
		}
		h.HasMetadata = true
		ev, ok, err := r.At(position)
		if ok {
			h.setMetadata(&ev)
		}
		return err
	})
	return h, err
}

// loadLast finds the last revision of stream and whether a tombstone follows it.
func (h *head) loadLast(r *storage.Reader, stream string) error {
	last, _, ok, err := r.Last(stream, tombstoneRevision+1)
	if ok && last == tombstoneRevision {
		h.Tombstoned = true
		last, _, ok, err = r.Last(stream, tombstoneRevision)
	}
	if ok {
		h.Last = int64(last)
	}
	return err
}

// setMetadata applies the last event of the metadata stream.
func (h *head) setMetadata(ev *storage.Event) {
	h.HasMetadata = true
	h.meta, h.raw, h.SoftDeleted = Metadata{}, nil, false
	if string(ev.Type) != typeMetadata || !ev.JSON {
		return
	}
	h.meta = ParseMetadata(ev.Data)
	if h.SoftDeleted = h.meta.SoftDeleted(); h.SoftDeleted {
		h.raw = append([]byte(nil), ev.Data...)
	}
}
