// Items as they were, in the form in which answers show them.

package content

import (
	"slices"
	"time"

	"candor/projections/content/objects"
	"candor/projections/content/pictures"
	"candor/projections/projector"
)

// Then says how an item was at a revision.
type Then struct {
	ID                  int64
	Revision            uint64
	Published, Featured bool
	Created, Updated    time.Time
	PublishedAt         *time.Time // nil: it wasn't published
	PricedAt            *time.Time // nil: it had no price

	Pictures map[string]pictures.Then // what its readers see of those that it names, by hash; nil: what they see today
}

// itemThen returns an item of a kind that said something: a pointer to it, as of [events.NewContent].
func (k *kind) itemThen(said any, then Then) item {
	one := k.empty()
	one.setContent(said)
	s := one.shared()
	*s.id, *s.revision, *s.published = then.ID, then.Revision, then.Published
	*s.createdAt, *s.updatedAt, *s.publishedAt = then.Created.UTC(), then.Updated.UTC(), then.PublishedAt
	if s.featured != nil {
		*s.featured = then.Featured
	}
	if of, ok := one.(priced); ok && then.PricedAt != nil {
		of.setPricedAt(*then.PricedAt)
	}
	return one
}

// Then returns an item as it was, as JSON, with its schedule, and the corrections up to then if its kind has any, newest first. Its errors
// are ErrNotFound, for an unknown kind, and ErrNotReady.
func (i Items) Then(said any, then Then, schedule Schedule) (object []byte, err error) {
	err = i.reader.Read(func(m *content, t *projector.Tx) error {
		of := m.of(i.kind)
		if of == nil {
			return projector.ErrNotFound
		}
		one, fields := of.itemThen(said, then), ""
		if len(of.Corrects) > 0 {
			corrections := upTo(one.shared(), of.itemCorrections(t, then.ID))
			fields = `"corrections":` + string(projector.EncodeMarkup(corrections))
		}
		object = objects.WithFields(projector.Encode(one), fields)
		planned := projector.Encode(schedule)
		object = objects.Extended(object, string(planned[1:len(planned)-1]))
		return nil
	})
	return object, err
}

// Former returns an item of an earlier version as [Items.One] answers one: with its rendered texts, its pictures, and the corrections up to
// then. Errors as for Then.
func (i Items) Former(said any, then Then) (object []byte, err error) {
	err = i.reader.Read(func(m *content, t *projector.Tx) error {
		of := m.of(i.kind)
		if of == nil {
			return projector.ErrNotFound
		}
		one := of.itemThen(said, then)
		corrections := upTo(one.shared(), of.publicCorrections(t, then.ID))
		// The pictures are looked up by the addresses that the version names: each seen one may be the name of another.
		named, seen := one.addresses(), pictures.InVersion(t, then.Pictures)
		html, _ := one.texts(seen.InTexts(of.style().PictureRemoved))
		known := seen.Fields(named)
		one.seePictures(seen)
		object = objects.WithFields(objects.Extended(projector.Encode(one), string(renderedFields(html))), known)
		object = objects.Extended(object, `"corrections":`+string(projector.EncodeMarkup(corrections)))
		return nil
	})
	return object, err
}

// upTo returns those of an item's corrections that it had at its revision, newest first, and sets when it was last corrected and updated.
func upTo(s shared, all []Correction) []Correction {
	all = slices.DeleteFunc(all, func(one Correction) bool { return one.Revision > *s.revision })
	for _, one := range slices.Backward(all) {
		if one.Type == Corrected {
			*s.correctedAt = &one.At
		} else {
			*s.updateNotedAt = &one.At
		}
	}
	return all
}
