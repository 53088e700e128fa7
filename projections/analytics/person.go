// Persons: what is known of visitors until they are erased.

package analytics

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"candor/projections/projector"
)

const (
	gone    = "[erased]"   // stands for the address of a visitor whose stream is gone (design.md)
	notKept = "[not kept]" // and of one whose address never was
)

// person is what is known of a visitor until the stream is erased.
type person struct {
	Address   string `json:"address"`
	UserAgent string `json:"userAgent,omitempty"`
	Country   string `json:"country,omitempty"`
	City      string `json:"city,omitempty"`

	Since time.Time `json:"since"` // when the visitor was first seen
}

func loadPerson(t *projector.Tx, id uuid.UUID) *person {
	stored := t.Bucket("person").Get(id[:])
	if stored == nil {
		return nil
	}
	var p person
	if err := json.Unmarshal(stored, &p); err != nil {
		panic(projector.Damage("a visitor is no JSON"))
	}
	return &p
}

// unknownAddress returns why a visitor has no address. Where none are kept, ids are made from those of sessions (version 5),
// otherwise they are random.
func unknownAddress(id uuid.UUID) string {
	if id.Version() == 5 {
		return notKept
	}
	return gone
}
