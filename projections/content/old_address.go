// Old addresses: where items were on the site that they were imported from. Bucket
//
//	old-address      "/2019/05/quiet-laptop" → JSON of place

package content

import (
	"candor/events"
	"candor/projections/projector"
)

// place is the item that an old address leads to.
type place struct {
	Kind string `json:"kind"` // events.ReviewKind, …
	ID   int64  `json:"id"`
}

// keepAddress stores where an address leads to; commands.Handler.KeepAddress makes sure that each is stored once.
func keepAddress(t *projector.Tx, e events.AddressKept) bool {
	t.Bucket("old-address").Put([]byte(e.Path), projector.Encode(place{e.Kind, e.ItemID}))
	return true
}
