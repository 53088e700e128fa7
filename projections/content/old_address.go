// Old addresses: where items were on the site that they were imported from.

package content

import (
	"encoding/json"

	"candor/events"
	"candor/projections/projector"
)

// place is what an old address leads to.
type place struct {
	Kind string `json:"kind"` // events.ReviewKind or events.ArticleKind
	ID   int64  `json:"id"`
}

// keepAddress notes where an address leads to; commands.Handler.KeepAddress sees to it that each is kept once.
func keepAddress(t *projector.Tx, e events.AddressKept) bool {
	t.Bucket("old-address").Put([]byte(e.Path), projector.Encode(place{e.Kind, e.ItemID}))
	return true
}

// OldAddress tells which published review or article was at a path, decoded, on another site. Its error is
// ErrNotFound or ErrNotReady.
func (c *Reader) OldAddress(path string) (kind string, id int64, err error) {
	if path = events.OldPath(path); path == "" {
		return "", 0, projector.ErrNotFound
	}
	var to place
	err = c.tx(func(t *projector.Tx) error {
		stored := t.Bucket("old-address").Get([]byte(path))
		if stored == nil {
			return projector.ErrNotFound
		}
		if err := json.Unmarshal(stored, &to); err != nil {
			panic(projector.Damage("an old address is no JSON"))
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
