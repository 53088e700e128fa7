// Persons: visitors' data until they are erased.

package analytics

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"candor/projections/projector"
)

const (
	erased    = "[erased]"   // in place of the address of a visitor whose stream is deleted (design.md)
	notStored = "[not kept]" // in place of an address that was never stored
)

// person holds a visitor's data until the stream is erased.
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

// unknownAddress returns why a visitor has no address. Where none are stored, ids are derived from those of sessions (version 5);
// otherwise they are random.
func unknownAddress(id uuid.UUID) string {
	if id.Version() == 5 {
		return notStored
	}
	return erased
}
