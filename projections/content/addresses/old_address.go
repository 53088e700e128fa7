// Package addresses keeps for the content model where things were before: on the site that they were imported from, and pages under former
// slugs (page_slug.go). Buckets
//
//	old-address      "/2019/05/quiet-laptop" → JSON of place
//	author-address   00…02 (an author's id) "/author/ada" → nothing: the old address leads to the author's page
package addresses

import (
	"bytes"
	"encoding/json"

	"candor/events"
	"candor/projections/projector"
)

// Place is what an old address leads to, as its event says.
type Place struct {
	Kind   string `json:"kind"` // events.ReviewKind, …
	ID     int64  `json:"id,omitempty"`
	Name   string `json:"name,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
}

// Keep stores where an address leads to, unless it leads somewhere already.
func Keep(t *projector.Tx, e events.AddressKept) bool {
	if e.Kind == events.AuthorKind {
		t.Bucket("author-address").Put(append(projector.Number(e.ItemID), e.Path...), nil)
	}
	if rows := t.Bucket("old-address"); rows.Get([]byte(e.Path)) == nil {
		rows.Put([]byte(e.Path), projector.Encode(Place{e.Kind, e.ItemID, e.Name, e.SHA256}))
	}
	return true
}

// ForgetAuthor removes the old addresses of an author's page.
func ForgetAuthor(t *projector.Tx, id int64) {
	rows, own := t.Bucket("old-address"), t.Bucket("author-address")
	var keys [][]byte
	own.Scan(projector.Number(id), nil, func(key, _ []byte) bool {
		keys = append(keys, bytes.Clone(key))
		return true
	})
	for _, key := range keys {
		own.Delete(key)
		path := key[len(projector.Number(id)):]
		if to, ok := At(t, path); ok && to.Kind == events.AuthorKind && to.ID == id {
			rows.Delete(path)
		}
	}
}

// At reads what an old address leads to.
func At(t *projector.Tx, path []byte) (to Place, ok bool) {
	stored := t.Bucket("old-address").Get(path)
	if stored == nil {
		return Place{}, false
	}
	if json.Unmarshal(stored, &to) != nil {
		panic(projector.Damage("an old address is no JSON"))
	}
	return to, true
}
