// Slugs of names: events.NameSlug, with a number where several names have the same one. Buckets
//
//	name-base   't' "=c" 00 "=c#" (kind, NameSlug, key) → the name's number
//	name-slug   't' "=c-2" (kind, slug) → the name's number
//
// Which slug a name has follows from the names that published items have now, whatever order they came in: of those with the same NameSlug
// the first in the order of their keys has it alone, and the others get the numbers from 2 on that are no other name's own.

package names

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"candor/events"
	"candor/projections/projector"
)

// namelessSlug is the slug of names without a letter or a digit.
const namelessSlug = "name"

// slugBase is a NameSlug that names of a kind have.
type slugBase struct {
	of   Kind
	text string
}

func baseOf(of Kind, key string) slugBase {
	text := events.NameSlug(key)
	if text == "" {
		text = namelessSlug
	}
	return slugBase{of, text}
}

// prefix returns the start of the keys of the names that have the base.
func (b slugBase) prefix() []byte {
	return append(projector.AppendBounded([]byte{byte(b.of)}, b.text), 0)
}

// numbered returns the base with a number.
func (b slugBase) numbered(n int) slugBase { return slugBase{b.of, b.text + "-" + strconv.Itoa(n)} }

// unnumbered returns the base without the number at its end, false where it has none.
func (b slugBase) unnumbered() (slugBase, bool) {
	at := strings.LastIndexByte(b.text, '-')
	if at < 0 {
		return b, false
	}
	n, err := strconv.Atoi(b.text[at+1:])
	if shorter := (slugBase{b.of, b.text[:at]}); err == nil && n > 1 && shorter.numbered(n) == b {
		return shorter, true
	}
	return b, false
}

// taken reports whether a name has the base.
func (b slugBase) taken(t *projector.Tx) (taken bool) {
	t.Bucket("name-base").Scan(b.prefix(), nil, func(_, _ []byte) bool {
		taken = true
		return false
	})
	return taken
}

// slugChanges are the bases whose names a batch changed.
type slugChanges map[slugBase]bool

// add takes in a new name.
func (s slugChanges) add(t *projector.Tx, name []byte, key string) {
	if Kind(name[0]) == ArticleCategories {
		return
	}
	base := s.touch(name, key)
	t.Bucket("name-base").Put(append(base.prefix(), projector.BoundedKey(key)...), name[1:])
}

// remove takes in that a name is gone.
func (s slugChanges) remove(t *projector.Tx, name []byte, old *Name) {
	if Kind(name[0]) == ArticleCategories {
		return
	}
	base := s.touch(name, old.Key)
	t.Bucket("name-base").Delete(append(base.prefix(), projector.BoundedKey(old.Key)...))
	t.Bucket("name-slug").Delete(slugKey(base.of, old.Slug))
}

// touch notes that the names of a base get their slugs anew, and those to which the base itself is a slug with a number.
func (s slugChanges) touch(name []byte, key string) slugBase {
	base := baseOf(Kind(name[0]), key)
	s[base] = true
	if shorter, ok := base.unnumbered(); ok {
		s[shorter] = true
	}
	return base
}

func slugKey(of Kind, slug string) []byte {
	return projector.AppendBounded([]byte{byte(of)}, slug)
}

// write gives the names of the changed bases their slugs, and reports whether one had another before.
func (s slugChanges) write(t *projector.Tx) (moved bool) {
	rows, slugs := t.Bucket("name"), t.Bucket("name-slug")
	changed := map[string]*Name{} // by their keys, with their new slugs
	for base := range s {
		n := 1
		for i, name := range base.names(t) {
			one, slug := decode(rows.Get(name)), base
			if i > 0 {
				for n++; base.numbered(n).taken(t); n++ {
				}
				slug = base.numbered(n)
			}
			if one.Slug == slug.text {
				continue
			}
			if one.Slug != "" {
				slugs.Delete(slugKey(base.of, one.Slug))
				moved = true
			}
			one.Slug = slug.text
			changed[string(name)] = one
		}
	}
	for _, name := range slices.Sorted(maps.Keys(changed)) { // after all that had slugs lost them
		one := changed[name]
		rows.Put([]byte(name), projector.Encode(one))
		slugs.Put(slugKey(Kind(name[0]), one.Slug), []byte(name[1:]))
	}
	return moved
}

// names returns the keys of the names that have the base, in the order of what they are compared by.
func (b slugBase) names(t *projector.Tx) (all [][]byte) {
	t.Bucket("name-base").Scan(b.prefix(), nil, func(_, number []byte) bool {
		all = append(all, append([]byte{byte(b.of)}, number...))
		return true
	})
	return all
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

// At returns the key of the name that a text in normal form leads to: its slug, the name itself, or what has the same NameSlug; nil where
// there is none.
func At(t *projector.Tx, of Kind, text string) []byte {
	slugs := t.Bucket("name-slug")
	if number := slugs.Get(slugKey(of, text)); number != nil {
		return append([]byte{byte(of)}, number...)
	}
	if key := Key(of, Hash(text)); t.Bucket("name").Get(key) != nil {
		return key
	}
	if number := slugs.Get(slugKey(of, events.NameSlug(text))); number != nil {
		return append([]byte{byte(of)}, number...)
	}
	return nil
}
