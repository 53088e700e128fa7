// Package authors counts how many reviews everyone has written, over events that are older than it. It is the example of
// ARCHITECTURE.md, which only tests import.
package authors

import (
	"cmp"
	"encoding/json"
	"slices"

	"candor/events"
	"candor/projections/projector"
)

func init() { projector.Register("authors", define) }

func define(projector.Config) projector.ReadModel {
	return projector.ReadModel{Definition: projector.Definition{
		Version:  1, // when Apply changes, so does the version, and the file is rebuilt from the whole log
		Prefixes: []string{events.ReviewPrefix},
		New:      func() projector.Model { return &authors{} },
	}, Reader: func(p *projector.Projector) any { return &Reader{projector.NewView[*authors](p)} }}
}

// Reader answers with the authors of reviews that are not deleted.
type Reader struct{ projector.View[*authors] }

// Author is the author of one or more reviews.
type Author struct {
	Name    string
	Reviews int64
}

// Busiest returns up to n authors, the most prolific first. Its error is ErrNotReady.
func (r *Reader) Busiest(n int) (all []Author, err error) {
	err = r.Read(func(_ *authors, t *projector.Tx) error {
		t.Bucket("written").Scan(nil, nil, func(name, count []byte) bool {
			all = append(all, Author{string(name[1:]), int64(projector.ParseNumber(count))})
			return true
		})
		return nil
	})
	slices.SortStableFunc(all, func(a, b Author) int { return cmp.Compare(b.Reviews, a.Reviews) })
	return all[:min(n, len(all))], err
}

// authors is the model behind Reader. Buckets:
//
//	byline   00…0c (review) → JSON of byline
//	written  "=Ada Editor" → how many reviews
type authors struct{ projector.RowsOnly }

// byline says who wrote a review, and whether it counts.
type byline struct {
	Author  string
	Deleted bool
}

func (a *authors) Apply(t *projector.Tx, e *projector.Event) bool {
	switch e := e.Data.(type) {
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
func credit(t *projector.Tx, id events.ReviewID, change func(*byline)) bool {
	rows, key := t.Bucket("byline"), projector.Number(int64(id))
	b := byline{Deleted: true} // what isn't there counts for nobody
	if stored := rows.Get(key); stored != nil {
		if err := json.Unmarshal(stored, &b); err != nil {
			panic(projector.Damage("a byline is no JSON"))
		}
	}
	b.count(t, -1)
	change(&b)
	b.count(t, +1)
	rows.Put(key, projector.Encode(b))
	return true
}

func (b byline) count(t *projector.Tx, n int64) {
	if !b.Deleted {
		t.Bucket("written").Count(projector.BoundedKey(b.Author), n)
	}
}
