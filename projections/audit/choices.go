// What the entries can be narrowed to: who did something, to what, and what.

package audit

import (
	"bytes"
	"math"

	"candor/events"
	"candor/projections/projector"
)

// maxChoices is how many actors, and how many of the others, are offered.
const maxChoices = 200

// Choices lists the actors, kinds and types that entries have, in the order of their names.
type Choices struct {
	Actors []events.Actor `json:"actors"` // with an id, under their latest names
	Kinds  []string       `json:"kinds"`
	Types  []string       `json:"types"`
}

// Choices returns what the entries can be narrowed to. Its error is ErrNotReady.
func (r *Reader) Choices() (Choices, error) {
	c := Choices{Actors: []events.Actor{}, Kinds: []string{}, Types: []string{}}
	err := r.Read(func(_ *auditLog, t *projector.Tx) error {
		latest(t, byActor, func(_ string, e Entry) { c.Actors = append(c.Actors, e.Actor) })
		latest(t, byKind, func(kind string, _ Entry) { c.Kinds = append(c.Kinds, kind) })
		latest(t, byType, func(name string, _ Entry) { c.Types = append(c.Types, name) })
		return nil
	})
	return c, err
}

// latest visits each value of a facet with its newest entry, skipping from one value to the next.
func latest(t *projector.Tx, letter byte, visit func(value string, newest Entry)) {
	rows := t.Bucket("trail")
	from := []byte{letter}
	for range maxChoices {
		var value []byte
		rows.Scan([]byte{letter}, from, func(key, _ []byte) bool {
			value = bytes.Clone(key[:len(key)-8])
			return false
		})
		if value == nil {
			return
		}
		if newest, _, ok := rows.Backwards(value).From(math.MaxUint64); ok {
			visit(string(value[1:len(value)-1]), parseEntry(t.Bucket("entry").Get(projector.Number(newest))))
		}
		from = append(value[:len(value)-1:len(value)-1], 1) // past the zero byte that ends the value
	}
}
