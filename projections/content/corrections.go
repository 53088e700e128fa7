// Queries of corrections.

package content

import (
	"slices"

	"candor/projections/answers"
	"candor/projections/projector"
)

// ItemCorrection is a correction and its item.
type ItemCorrection struct {
	Kind  string `json:"kind"` // "review" or "article"
	ID    int64  `json:"id"`
	Title string `json:"title"` // the present one
	URL   string `json:"url"`   // set by the caller of the query
	Correction
}

// Corrections returns the corrections of an item, newest first, even if readers can't see it. Its error is ErrNotReady.
func (i Items) Corrections(id int64) (all []Correction, err error) {
	err = i.reader.Read(func(m *content, t *projector.Tx) error {
		of := m.of(i.kind)
		if of == nil {
			return projector.ErrNotFound
		}
		all = of.itemCorrections(t, id)
		return nil
	})
	return all, err
}

// LatestCorrections returns the newest n corrections of what is published now, newest first. Its error is ErrNotReady.
func (c *Reader) LatestCorrections(n int) ([]ItemCorrection, error) {
	latest := []ItemCorrection{}
	err := c.Read(func(m *content, t *projector.Tx) error {
		m.visitCorrections(t, func(one ItemCorrection) bool {
			latest = append(latest, one)
			return len(latest) < n
		})
		return nil
	})
	return latest, err
}

// CorrectionsAnswer returns a page of the corrections of what is published now, newest first; Answer.Total counts them all. Limit 0 is no
// limit. address returns where the site shows one. The caller releases the answer.
func (c *Reader) CorrectionsAnswer(limit, offset int, address func(ItemCorrection) string) (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	q := correctionQuery{max(0, limit), max(0, offset)}
	return m.corrections.Answer(q, c.headOnly, func() (*answers.Answer, []int64, error) {
		return answers.ReadList(c.tx, c.headOnly, func(t *projector.Tx) answers.Listing { return m.listCorrections(t, q, address) })
	})
}

// listCorrections reads the page.
func (c *content) listCorrections(t *projector.Tx, q correctionQuery, address func(ItemCorrection) string) (l answers.Listing) {
	c.visitCorrections(t, func(one ItemCorrection) bool {
		l.Total++
		if l.Total > q.offset && (q.limit == 0 || len(l.Rows) < q.limit) {
			one.URL = address(one)
			l.Rows = append(l.Rows, projector.EncodeMarkup(one))
			if one.At.After(l.Modified) {
				l.Modified = one.At
			}
		}
		return true
	})
	return l
}

// visitCorrections visits the corrections of what is published now as readers see them, newest first, until visit returns false.
func (c *content) visitCorrections(t *projector.Tx, visit func(ItemCorrection) bool) {
	t.Bucket("correction").ScanBack(nil, func(position, key []byte) bool {
		of := c.ofLetter(position[8])
		one := ItemCorrection{Kind: of.Name, ID: int64(projector.ParseNumber(key[:8]))}
		h, _ := of.row(t, one.ID)
		if h == nil || h.deleted || !h.published {
			return true
		}
		one.Title, one.Correction = h.title, correctionOf(t.Bucket(of.Name+"-correction").Get(key))
		if !of.withheld(t, one.ID).none() {
			shown := of.publicCorrections(t, one.ID)
			one.Correction = shown[slices.IndexFunc(shown, func(other Correction) bool { return other.Revision == one.Revision })]
		}
		of.showFigures([]Correction{one.Correction})
		return visit(one)
	})
}
