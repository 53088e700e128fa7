// Queries of corrections.

package content

import (
	"encoding/json"
	"strings"

	"candor/projections/projector"
)

// ItemCorrection is a correction and its item.
type ItemCorrection struct {
	Kind  string // "review" or "article"
	ID    int64
	Title string // the present one
	Correction
}

// Corrections returns the corrections of an item, newest first, even if readers can't see it. Its error is ErrNotReady.
func (i Items) Corrections(id int64) (all []Correction, err error) {
	err = i.reader.Read(func(m *content, t *projector.Tx) error {
		of := m.of(i.kind)
		if of == nil {
			return projector.ErrNotFound
		}
		return json.Unmarshal([]byte("["+strings.Join(of.storedCorrections(t, id), ",")+"]"), &all)
	})
	return all, err
}

// LatestCorrections returns the newest n corrections of what is published now, newest first. Its error is ErrNotReady.
func (c *Reader) LatestCorrections(n int) ([]ItemCorrection, error) {
	latest := []ItemCorrection{}
	err := c.Read(func(m *content, t *projector.Tx) error {
		t.Bucket("correction").ScanBack(nil, func(position, key []byte) bool {
			of := m.ofLetter(position[8])
			one := ItemCorrection{Kind: of.name, ID: int64(projector.ParseNumber(key[:8]))}
			h, _ := of.row(t, one.ID)
			if h == nil || h.deleted || !h.published {
				return true
			}
			one.Title = h.title
			if json.Unmarshal(t.Bucket(of.name+"-correction").Get(key), &one.Correction) != nil {
				panic(projector.Damage("a correction is no JSON"))
			}
			latest = append(latest, one)
			return len(latest) < n
		})
		return nil
	})
	return latest, err
}
