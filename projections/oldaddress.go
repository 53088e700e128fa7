// Old addresses: where items were on the site that they were imported from.

package projections

import (
	"encoding/json"

	"candor/events"
)

// place is what an old address leads to.
type place struct {
	Kind string `json:"kind"` // events.ReviewKind or events.ArticleKind
	ID   int64  `json:"id"`
}

// keepAddress notes where an address leads to; commands.Handler.KeepAddress sees to it that each is kept once.
func keepAddress(t *txn, e events.AddressKept) bool {
	t.bucket("old-address").put([]byte(e.Path), encode(place{e.Kind, e.ItemID}))
	return true
}

// OldAddress tells which published review or article was at a path, decoded, on another site. Its error is
// ErrNotFound or ErrNotReady.
func (c *Content) OldAddress(path string) (kind string, id int64, err error) {
	if path = events.OldPath(path); path == "" {
		return "", 0, ErrNotFound
	}
	var to place
	err = c.tx(func(t *txn) error {
		stored := t.bucket("old-address").get([]byte(path))
		if stored == nil {
			return ErrNotFound
		}
		if err := json.Unmarshal(stored, &to); err != nil {
			panic(damage{"an old address is no JSON"})
		}
		return nil
	})
	switch {
	case err != nil:
	case to.Kind == events.ReviewKind:
		_, err = c.ReviewAnswer(to.ID)
	default:
		_, err = c.ArticleAnswer(to.ID)
	}
	return to.Kind, to.ID, err
}
