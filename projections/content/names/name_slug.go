// Slugs of names: events.NameSlug, with a number where another name had the same one first. Buckets
//
//	name-slug   't' "=c-2" (kind, slug) → the name's number
//	name-own    the name's key → its slug
//
// A name gets its slug with the first event after which readers see it, and keeps it, also while no item has the name: no other name is
// given its address.

package names

import (
	"encoding/binary"
	"math"
	"strconv"

	"candor/events"
	"candor/projections/projector"
)

// namelessSlug is the slug of names without a letter or a digit.
const namelessSlug = "name"

// Reserve gives the names that readers see after an event their slugs, unless they have one.
func Reserve(t *projector.Tx, all []Spelled) {
	own, slugs := t.Bucket("name-own").Scattered(), t.Bucket("name-slug").Scattered()
	for _, one := range all {
		text := one.Of.Key(one.Text)
		key := Key(one.Of, Hash(text))
		if one.Of == ArticleCategories || own.Get(key) != nil {
			continue
		}
		base := events.NameSlug(text)
		if base == "" {
			base = namelessSlug
		}
		slug := base
		for n := 2; slugs.Get(slugKey(one.Of, slug)) != nil; n++ {
			slug = base + "-" + strconv.Itoa(n)
		}
		slugs.Put(slugKey(one.Of, slug), key[1:])
		own.Put(key, []byte(slug))
	}
}

func slugKey(of Kind, slug string) []byte {
	return projector.AppendBounded([]byte{byte(of)}, slug)
}

// Unknown is the number of a category or a name that no item has: numbers of names are odd, and those of categories smaller.
const Unknown = math.MaxUint64 - 1

// NumberOf returns the number of the name that a text in normal form leads to, 0 for no text.
func NumberOf(t *projector.Tx, of Kind, text string) uint64 {
	if text == "" {
		return 0
	}
	if key := At(t, of, text); key != nil {
		return binary.BigEndian.Uint64(key[1:])
	}
	return Unknown
}

// At returns the key of the name of items that a text in normal form leads to: its slug, the name itself, or what has the same NameSlug;
// nil where there is none.
func At(t *projector.Tx, of Kind, text string) []byte {
	rows := t.Bucket("name")
	bySlug := func(slug string) []byte {
		if number := t.Bucket("name-slug").Get(slugKey(of, slug)); number != nil {
			if key := append([]byte{byte(of)}, number...); rows.Get(key) != nil {
				return key
			}
		}
		return nil
	}
	if key := bySlug(text); key != nil {
		return key
	}
	if key := Key(of, Hash(text)); rows.Get(key) != nil {
		return key
	}
	return bySlug(events.NameSlug(text))
}
