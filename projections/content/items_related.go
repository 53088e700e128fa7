// Queries of related items.

package content

import (
	"candor/projections/answers"
	"candor/projections/projector"
)

// Related returns the published items that have most in common with a published one, at most six: first those about the same product, then
// those with the most of its tags, of its brand, of its category, and with the most of the words of its title; equals are newest first.
// What has nothing of all that is none. The caller releases the answer.
func (i Items) Related(id int64) (*answers.Answer, error) {
	_, of, err := i.model()
	if err != nil {
		return nil, err
	}
	q := relatedTo(id)
	if !of.lists.Has(q) {
		if err := i.reader.tx(func(t *projector.Tx) error { return of.visible(t, id) }); err != nil {
			return nil, err
		}
	}
	return of.answer(i.reader.tx, q, ExtraFields{}, i.reader.headOnly)
}

// RelatedCached reports whether Related has its answer ready.
func (i Items) RelatedCached(id int64) bool {
	_, of, err := i.model()
	return err == nil && of.lists.Has(relatedTo(id))
}
