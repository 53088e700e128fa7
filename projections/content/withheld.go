// Withheld versions: readers don't see what corrections say of them, and in the past not the items as they were. Bucket
//
//	<kind>-withheld   00…0c (id) 00…05 (the version's revision) → nothing
//	<kind>-withheld   00…0c (id) ff…ff → 00…07: which version the event at this revision withholds can't be read
//
// Which versions there are is for package versions to know. Here it is enough that a correction, or an update, that belongs to a version
// has its revision, and that the text before it was the version before it. Where other versions lie between a withheld one and the next
// correction, that correction loses more than it would have to, and never less.

package content

import (
	"slices"

	"candor/events"
	"candor/projections/difference"
	"candor/projections/projector"
)

// Hidden is what stands in a CorrectedField for a withheld value. Answers leave it out.
type Hidden struct{}

// MarshalJSON leaves out what is hidden.
func (f CorrectedField) MarshalJSON() ([]byte, error) {
	object := struct {
		Field string `json:"field"`
		From  *any   `json:"from,omitempty"`
		To    any    `json:"to"`
		Name  string `json:"name"` // for readers
		HTML  string `json:"html"`
	}{Field: f.Field, Name: difference.Name(f.Field), To: f.To, HTML: f.HTML}
	if f.From != any(Hidden{}) {
		object.From = &f.From
	}
	return projector.EncodeMarkup(object), nil
}

// hides reports whether an item at a revision is withheld from readers of the past.
func (c *collection) hides(id int64, revision uint64) bool {
	of := events.Item{Kind: c.Name, ID: id}
	return slices.ContainsFunc(c.past, func(w events.WithheldVersion) bool { return w.Hides(of, revision) })
}

// withhold stores that a version is withheld, or released, by the item's event at a revision.
func (c *collection) withhold(t *projector.Tx, id int64, w events.Withholding, revision uint64) {
	rows, key := t.Bucket(c.Name+"-withheld"), append(projector.Number(id), projector.Number(w.Revision)...)
	switch {
	case w.Reason == "":
		rows.Delete(key)
	case w.Revision == events.EveryVersion:
		rows.Put(key, projector.Number(revision))
	default:
		rows.Put(key, nil)
	}
}

// withheld returns an item's withheld versions.
func (c *collection) withheld(t *projector.Tx, id int64) (w withheldVersions) {
	if c.past != nil {
		for _, one := range c.past {
			if one.Item == (events.Item{Kind: c.Name, ID: id}) {
				w.revisions = append(w.revisions, one.Revision)
			}
		}
		return w
	}
	t.Bucket(c.Name+"-withheld").Scan(projector.Number(id), nil, func(key, until []byte) bool {
		if revision := projector.ParseNumber(key[8:]); revision == events.EveryVersion {
			w.doubtful = projector.ParseNumber(until)
		} else {
			w.revisions = append(w.revisions, revision)
		}
		return true
	})
	return w
}

// publicCorrections returns an item's corrections as readers see them, newest first.
func (c *collection) publicCorrections(t *projector.Tx, id int64) []Correction {
	return c.seen(t, c.openCorrections(t, id))
}

// openCorrections returns an item's corrections without what is withheld, newest first.
func (c *collection) openCorrections(t *projector.Tx, id int64) []Correction {
	all, withheld := c.recordedCorrections(t, id), c.withheld(t, id)
	if withheld.none() {
		return all
	}
	for i := range all {
		one := &all[i]
		from := uint64(0) // the revision of the correction before, whose text this one changed if no version lies between
		if i+1 < len(all) {
			from = all[i+1].Revision
		}
		if withheld.has(one.Revision) {
			one.Note, one.Changes = "", []CorrectedField{}
		}
		if withheld.between(from, one.Revision) {
			for j := range one.Changes {
				one.Changes[j].From, one.Changes[j].HTML = Hidden{}, ""
			}
		}
	}
	return all
}
