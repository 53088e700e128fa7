// Items of earlier versions, as readers saw them.

package content

import (
	"slices"

	"candor/projections/projector"
)

// Former returns an item of an earlier version, a *Review or an *Article without its corrections, as [Items.One] answers one: with its
// rendered texts, the pictures that readers see now, and the corrections up to then. Its error is ErrNotReady.
func (i Items) Former(one any) (object []byte, err error) {
	err = i.reader.Read(func(m *content, t *projector.Tx) error {
		of := m.of(i.kind)
		if of == nil {
			return projector.ErrNotFound
		}
		former := one.(item)
		corrections := of.correctionsUpTo(t, former.shared())
		former.seePictures(t)
		html, _ := former.texts(lookUp(t, true))
		object = extended(projector.Encode(former), string(renderedFields(html)))
		object = withFields(object, picturesOf(t, former.addresses()))
		object = extended(object, `"corrections":`+string(projector.Encode(corrections)))
		return nil
	})
	return object, err
}

// correctionsUpTo returns the corrections that an item had at its revision, newest first, and sets when it was last corrected and updated.
func (c *collection) correctionsUpTo(t *projector.Tx, s shared) []Correction {
	all := slices.DeleteFunc(c.publicCorrections(t, *s.id), func(one Correction) bool { return one.Revision > *s.revision })
	for _, one := range slices.Backward(all) {
		if one.Type == Corrected {
			*s.correctedAt = &one.At
		} else {
			*s.updateNotedAt = &one.At
		}
	}
	return all
}
