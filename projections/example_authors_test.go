// Authors: how many reviews everyone has written. A read model over events that are older than it.

package projections

import (
	"cmp"
	"encoding/json"
	"slices"

	"candor/events"
)

// authorsBlueprint: when apply changes, so does the version, and the file is made anew from the whole log.
var authorsBlueprint = register(blueprint{
	name:     "authors",
	version:  1,
	prefixes: []string{events.ReviewPrefix},
	make:     func() readModel { return &authors{} },
})

// Authors answers with the authors of reviews that are not deleted.
type Authors struct{ facade[*authors] }

// Author is somebody who has written reviews.
type Author struct {
	Name    string
	Reviews int64
}

// Authors returns the read model. Its error is ErrUnknownModel where it was not opened.
func (m *Models) Authors() (*Authors, error) {
	p, err := m.named(authorsBlueprint.name)
	return &Authors{facade[*authors]{p}}, err
}

// Busiest returns up to n authors, who has written most first. Its error is ErrNotReady.
func (a *Authors) Busiest(n int) (all []Author, err error) {
	err = a.read(func(_ *authors, t *txn) error {
		t.bucket("written").scan(nil, nil, func(name, count []byte) bool {
			all = append(all, Author{string(name[1:]), int64(fromNumber(count))})
			return true
		})
		return nil
	})
	slices.SortStableFunc(all, func(a, b Author) int { return cmp.Compare(b.Reviews, a.Reviews) })
	return all[:min(n, len(all))], err
}

// authors is one generation. Buckets:
//
//	byline   00…0c (review) → JSON of byline
//	written  "=Ada Editor" → how many reviews
type authors struct{ onlyRows }

// byline is who wrote a review, and whether it counts.
type byline struct {
	Author  string
	Deleted bool
}

func (a *authors) apply(t *txn, f *fact) bool {
	switch e := f.data.(type) {
	case events.ReviewCreated:
		return credit(t, e.ReviewID, func(b *byline) { *b = byline{Author: e.AuthorName} })
	case events.ReviewUpdated:
		return e.Changes.AuthorName != nil && credit(t, e.ReviewID, func(b *byline) { b.Author = *e.Changes.AuthorName })
	case events.ReviewDeleted:
		return credit(t, e.ReviewID, func(b *byline) { b.Deleted = true })
	case events.ReviewRestored:
		return credit(t, e.ReviewID, func(b *byline) { b.Deleted = false })
	}
	return false
}

// credit changes a review's byline, and the counts with it.
func credit(t *txn, id events.ReviewID, change func(*byline)) bool {
	rows, key := t.bucket("byline"), number(int64(id))
	b := byline{Deleted: true} // what isn't there counts for nobody
	if stored := rows.get(key); stored != nil {
		if err := json.Unmarshal(stored, &b); err != nil {
			panic(damage{"a byline is no JSON"})
		}
	}
	b.count(t, -1)
	change(&b)
	b.count(t, +1)
	rows.put(key, encode(b))
	return true
}

func (b byline) count(t *txn, n int64) {
	if !b.Deleted {
		t.bucket("written").count(boundedKey(b.Author), n)
	}
}
