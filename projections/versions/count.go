// How many changes the public history of an item has, and when the last of them was, in the item's own answer.

package versions

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"candor/projections/answers"
	"candor/projections/projector"
)

// countedItems are the cached answers of items with how many changes they have, which differ by mode.
type countedItems map[countedKind]*answers.EntityCache

// countedKind tells the caches apart.
type countedKind struct {
	kind string
	mode Mode
}

func newCountedItems() countedItems {
	all := countedItems{}
	for _, k := range kinds {
		all[countedKind{k.Name, Full}], all[countedKind{k.Name, Corrections}] = &answers.EntityCache{}, &answers.EntityCache{}
	}
	return all
}

// drop removes the answers of changed items.
func (c countedItems) drop(changed map[itemKey]bool) {
	for item := range changed {
		c[countedKind{item.kind, Full}].Drop(item.id)
		c[countedKind{item.kind, Corrections}].Drop(item.id)
	}
}

func (c countedItems) stats() (s projector.CacheStats) {
	for _, one := range c {
		s = s.Plus(one.Stats())
	}
	return s
}

// WithChanges returns an item's answer with how many changes its public history has since the item was first published, as changeCount,
// and when it was last changed, typos aside, as changedAt. Where it has none, or readers don't see it, that is the answer itself: so it is
// while the model is being built.
func (r *Reader) WithChanges(kind string, id int64, mode Mode, one *answers.Answer) *answers.Answer {
	k := versionedKind(kind)
	m, err := r.Model()
	if err != nil || k == nil || mode == Off {
		return one
	}
	cache := m.counted[countedKind{kind, mode}]
	if cached := cache.Get(id); cached != nil && madeOf(cached.Answer, one) {
		return cached.Answer
	}
	epoch := cache.Begin()
	n, at := 0, (*time.Time)(nil)
	err = r.read(func(t *projector.Tx) error {
		it := k.item(t, id)
		if n = it.changes(mode); mode == Full {
			at = it.ChangedAt
		}
		return nil
	})
	if err != nil {
		return one
	}
	if n > 0 {
		one = counted(one, n, at)
	}
	cache.Add(epoch, id, one)
	return one
}

// changes returns how many changes the history in a mode has since the item was first published.
func (it *item) changes(mode Mode) int {
	if mode == Full {
		return max(0, it.Versions-1) + it.Replaced
	}
	return it.Declared
}

// counted returns an item's answer with a number of changes, and the time of the last of them; nil: it isn't told. Its entity tag begins
// with the item's own: see madeOf.
func counted(one *answers.Answer, n int, at *time.Time) *answers.Answer {
	text := strconv.Itoa(n)
	body := append(bytes.TrimSuffix(bytes.Clone(one.Body()), []byte("}")), `,"changeCount":`+text...)
	if at != nil {
		body = append(body, `,"changedAt":"`+at.Format(time.RFC3339Nano)+`"`...)
	}
	body = append(body, '}')
	a := answers.New(body, strings.TrimSuffix(one.ETag, `"`)+"-"+text+`"`)
	a.Revision, a.Total, a.LastModified = one.Revision, one.Total, one.LastModified
	return a
}

// madeOf reports whether an answer is an item's, or was made of it by counted.
func madeOf(a, one *answers.Answer) bool {
	own, is := strings.TrimSuffix(one.ETag, `"`), a.ETag
	return strings.HasPrefix(is, own) && (is[len(own):] == `"` || is[len(own)] == '-')
}
