// Descriptions of tags and brands. Bucket
//
//	name-description  the name's key → JSON of description
//
// They stay while no item has the name.

package names

import (
	"encoding/json"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// description is the stored description of a tag or a brand.
type description struct {
	Text      string    `json:"text"`
	Revision  uint64    `json:"revision"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// DescribedName is a tag or a brand of published items, as the API answers it.
type DescribedName struct {
	ItemName
	Description *string `json:"description"`
	Revision    uint64  `json:"revision"` // the number of changes of the description
}

// Described returns the name with a key with its description.
func (s *Name) Described(t *projector.Tx, key []byte) DescribedName {
	d := descriptionOf(t, key)
	return DescribedName{s.Shown(), answers.Text(d.Text), d.Revision}
}

// DescribedAt returns when the description of the name with a key was last changed; zero: never.
func DescribedAt(t *projector.Tx, key []byte) time.Time { return descriptionOf(t, key).UpdatedAt }

// Describe takes in a change of the description of a tag or a brand.
func (n *Changes) Describe(t *projector.Tx, about events.About, revision uint64) bool {
	of := Tags
	if about.Kind == events.BrandKind {
		of = Brands
	}
	key := Key(of, Hash(of.Key(about.Title)))
	d := descriptionOf(t, key)
	if changes, ok := about.Changes.(events.NameChanges); ok && changes.Description != nil {
		d.Text = *changes.Description
	}
	d.Revision, d.UpdatedAt = revision+1, about.At.UTC()
	t.Bucket("name-description").Put(key, projector.Encode(d))
	n.Changed = true
	return true
}

func descriptionOf(t *projector.Tx, key []byte) (d description) {
	if stored := t.Bucket("name-description").Get(key); stored != nil && json.Unmarshal(stored, &d) != nil {
		panic(projector.Damage("a description is no JSON"))
	}
	return d
}
