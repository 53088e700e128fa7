// Queries of corrections.

package versions

import (
	"fmt"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Correction is a version that changed what readers had seen, as the list of corrections shows it. One that is withheld has no note and no
// changes.
type Correction struct {
	Kind     string             `json:"kind"`
	ID       int64              `json:"id"`
	Title    string             `json:"title"` // the item's present one
	URL      string             `json:"url"`   // of where the item says what changed
	Revision uint64             `json:"revision"`
	At       time.Time          `json:"at"`
	Type     events.VersionType `json:"type"`
	Label    string             `json:"label"` // what readers see it called
	Note     string             `json:"note"`  // "" for a change that speaks for itself
	Changes  []FieldChange      `json:"changes"`
	Position events.Position    `json:"position"`
	Withheld *Withheld          `json:"withheld"`

	VersionURL  *string `json:"versionUrl"`  // of the version's page; nil: readers can't see it
	PreviousURL *string `json:"previousUrl"` // and of the one before
}

// CorrectionQuery chooses corrections. The zero value of a filter chooses all.
type CorrectionQuery struct {
	Mode     Mode // changes about which the editor said nothing are listed in full mode alone
	Type     events.VersionType
	Kind     string
	Category CategoryFilter
	Author   string // in any spelling
	Year     int
	Zone     string // of the years: a name of the IANA database

	Limit, Offset int // limit 0 is no limit
}

// CategoryFilter is a category of reviews, by its number, and one of articles, by its name: a slug may stand for both.
type CategoryFilter struct {
	Review  int64
	Article string
}

// correctionQuery tells answers apart.
type correctionQuery struct {
	CorrectionQuery
	shown  showing // of a list
	facets bool
}

// Corrections returns the corrections of what is published now, newest first; Answer.Total counts them all. With headOnly a large list may
// come without its body. The caller releases the answer. Errors: ErrNotReady, ErrListsFull.
func (r *Reader) Corrections(q CorrectionQuery, headOnly bool) (*answers.Answer, error) {
	m, err := r.Model()
	if err != nil {
		return nil, err
	}
	as := r.inLists()
	var made *answers.Listing // whose differences took their time
	list := func(t *projector.Tx) answers.Listing {
		if made == nil {
			all, total := r.corrections(t, q, as)
			made = &answers.Listing{Total: total}
			for i := range all {
				made.Rows = append(made.Rows, projector.EncodeMarkup(all[i]))
				if all[i].At.After(made.Modified) {
					made.Modified = all[i].At
				}
			}
		}
		return *made
	}
	return m.corrections.Answer(correctionQuery{CorrectionQuery: q, shown: as}, headOnly, func() (*answers.Answer, []int64, error) {
		return answers.ReadList(r.read, headOnly, list)
	})
}

// CorrectionsCached reports whether Corrections has its answer ready.
func (r *Reader) CorrectionsCached(q CorrectionQuery) bool {
	m, err := r.Model()
	return err == nil && m.corrections.Has(correctionQuery{CorrectionQuery: q, shown: r.inLists()})
}

// LatestCorrections returns the corrections of what is published now, newest first. Its error is ErrNotReady.
func (r *Reader) LatestCorrections(q CorrectionQuery) (latest []Correction, err error) {
	err = r.read(func(t *projector.Tx) error {
		latest, _ = r.corrections(t, q, r.inLists())
		return nil
	})
	return latest, err
}

// read is ReadCurrent without the model: a file of another version has no corrections.
func (r *Reader) read(fn func(t *projector.Tx) error) error {
	return r.ReadCurrent(func(_ *versions, t *projector.Tx) error { return fn(t) })
}

// corrections reads a page of the list, and how many corrections it has.
func (r *Reader) corrections(t *projector.Tx, q CorrectionQuery, as showing) (page []Correction, total int) {
	f := filterOf(q)
	counted, known := f.count(t)
	var rows []correctionRow
	t.Bucket(correctionBucket).ScanBack(nil, func(_, stored []byte) bool {
		row := correctionRow(stored)
		if f.fails(row) != 0 {
			return true
		}
		total++
		if total > q.Offset && (q.Limit == 0 || len(rows) < q.Limit) {
			rows = append(rows, append(correctionRow{}, row...))
		}
		return !known || q.Limit == 0 || len(rows) < q.Limit
	})
	if known {
		total = counted
	}
	for _, row := range rows {
		page = append(page, row.kind().correction(t, row, as, r.linked(q.Mode)))
	}
	return page, total
}

// linked returns the mode in which the versions themselves can be read: none in the past.
func (r *Reader) linked(mode Mode) Mode {
	if r.past {
		return Off
	}
	return mode
}

// correction returns a correction as the list shows it. linked says which versions have pages.
func (k *kind) correction(t *projector.Tx, row correctionRow, as showing, linked Mode) Correction {
	id, revision := row.id(), row.revision()
	it, v := k.item(t, id), k.version(t, id, revision)
	if v == nil || it.Latest == nil {
		panic(projector.Damage("a correction is of no version"))
	}
	one := k.listed(t, id, revision, &it, v, as)
	c := Correction{Kind: k.Name, ID: id, Title: textIn(k.value(t, id, "title", *it.Latest)),
		Revision: revision, At: one.At, Type: one.Type,
		Label: one.Label, Note: answers.Value(one.Note), Changes: one.Changes, Position: one.Position, Withheld: one.Withheld,
		VersionURL: k.versionURL(id, revision, v, linked)}
	if v.Before != nil {
		c.PreviousURL = k.versionURL(id, *v.Before, k.version(t, id, *v.Before), linked)
	}
	slug := ""
	if k.Slugged {
		slug = textIn(k.value(t, id, "slug", *it.Latest))
	}
	c.URL = correctionURL(k.Link(id, slug), revision, v.Type, linked)
	return c
}

// correctionURL returns where the site says what a correction has changed: the item's own page has those that its editor declared, and its
// history has all.
func correctionURL(page string, revision uint64, of events.VersionType, linked Mode) string {
	switch {
	case of != events.VersionEdited:
		return fmt.Sprintf("%s#%s-%d", page, of, revision)
	case linked == Full:
		return fmt.Sprintf("%s/history#version-%d", page, revision)
	}
	return page
}

// versionURL returns the address of a version's page, nil if readers can't see it.
func (k *kind) versionURL(id int64, revision uint64, v *version, linked Mode) *string {
	if !k.Versioned || !linked.lists(v) {
		return nil
	}
	return new(fmt.Sprintf("%s/history/%d", k.Address(id, ""), revision))
}
