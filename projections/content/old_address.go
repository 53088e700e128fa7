// Old addresses: where things were on the site that they were imported from. Buckets
//
//	old-address      "/2019/05/quiet-laptop" → JSON of place
//	author-address   00…02 (an author's id) "/author/ada" → nothing: the old address leads to the author's page

package content

import (
	"bytes"
	"encoding/json"

	"candor/events"
	"candor/projections/projector"
)

// place is what an old address leads to, as its event says.
type place struct {
	Kind   string `json:"kind"` // events.ReviewKind, …
	ID     int64  `json:"id,omitempty"`
	Name   string `json:"name,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
}

// keepAddress stores where an address leads to, unless it leads somewhere already.
func keepAddress(t *projector.Tx, e events.AddressKept) bool {
	if e.Kind == events.AuthorKind {
		t.Bucket("author-address").Put(append(projector.Number(e.ItemID), e.Path...), nil)
	}
	if rows := t.Bucket("old-address"); rows.Get([]byte(e.Path)) == nil {
		rows.Put([]byte(e.Path), projector.Encode(place{e.Kind, e.ItemID, e.Name, e.SHA256}))
	}
	return true
}

// forgetAuthorAddresses removes the old addresses of an author's page.
func forgetAuthorAddresses(t *projector.Tx, id int64) {
	rows, own := t.Bucket("old-address"), t.Bucket("author-address")
	var keys [][]byte
	own.Scan(projector.Number(id), nil, func(key, _ []byte) bool {
		keys = append(keys, bytes.Clone(key))
		return true
	})
	for _, key := range keys {
		own.Delete(key)
		path := key[len(projector.Number(id)):]
		if to, ok := placeAt(t, path); ok && to.Kind == events.AuthorKind && to.ID == id {
			rows.Delete(path)
		}
	}
}

// placeAt reads what an old address leads to.
func placeAt(t *projector.Tx, path []byte) (to place, ok bool) {
	stored := t.Bucket("old-address").Get(path)
	if stored == nil {
		return place{}, false
	}
	if json.Unmarshal(stored, &to) != nil {
		panic(projector.Damage("an old address is no JSON"))
	}
	return to, true
}
