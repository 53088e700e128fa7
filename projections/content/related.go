// Related items: what a reader of an item may want to read next.

package content

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"candor/projections/content/facts"
	"candor/projections/content/names"
	"candor/projections/projector"
)

const (
	mostRelated  = 6
	shortestWord = 4 // of those that titles may have in common, in characters
)

func relatedTo(id int64) listQuery {
	return listQuery{index: index{scope: scopePublic, featured: featuredAny}, related: id}
}

// visible returns ErrNotFound where readers don't see an item, or items of the kind aren't listed.
func (c *collection) visible(t *projector.Tx, id int64) error {
	if h := c.head(t, id); h == nil || h.deleted || !h.published || !c.Listed {
		return projector.ErrNotFound
	}
	return nil
}

// kinship counts what an item shares with the one whose related items are sought.
type kinship struct {
	id      int64
	product bool
	tags    int
	brand   bool
	group   bool // the category
	words   int  // of the titles
}

// compare returns less than 0 where k is the closer relation.
func (k kinship) compare(other kinship) int {
	return cmp.Or(compareBool(other.product, k.product), cmp.Compare(other.tags, k.tags), compareBool(other.brand, k.brand),
		compareBool(other.group, k.group), cmp.Compare(other.words, k.words))
}

// related returns the ids of the items that are related to one, the closest first; none where readers no longer see it.
func (c *collection) related(t *projector.Tx, id int64) []int64 {
	if c.visible(t, id) != nil {
		return []int64{}
	}
	h, body := c.row(t, id)
	own := facts.At(t, c.Name, h.listedAt(scopePublic), id)
	same := sameProduct(t, c.decode(body))
	var all []kinship
	facts.Scan(t, c.Name, func(other int64, row facts.Row) bool {
		if other != id {
			one := kinshipOf(own, row)
			one.id, one.product = other, same[other]
			all = append(all, one)
		}
		return true
	})
	slices.SortStableFunc(all, kinship.compare) // newest first are the facts
	all = c.closest(t, all, h.title)
	ids := []int64{}
	for _, one := range all[:min(len(all), mostRelated)] {
		if one.compare(kinship{}) < 0 {
			ids = append(ids, one.id)
		}
	}
	return ids
}

// closest sorts the first of the sorted items by the words of their titles, too: those that may be among the closest.
func (c *collection) closest(t *projector.Tx, all []kinship, title string) []kinship {
	n := min(len(all), mostRelated)
	for n < len(all) && all[n].compare(all[n-1]) == 0 {
		n++
	}
	words := wordsOf(title)
	for i, one := range all[:n] {
		h := c.head(t, one.id)
		for word := range wordsOf(h.title) {
			if words[word] {
				all[i].words++
			}
		}
	}
	slices.SortStableFunc(all[:n], kinship.compare)
	return all[:n]
}

// kinshipOf returns what the facts of two items have in common.
func kinshipOf(r, other facts.Row) (k kinship) {
	k.group = r.Category() != 0 && r.Category() == other.Category()
	for all := r.Uses(); len(all) >= names.UseSize; all = all[names.UseSize:] {
		switch of := names.Kind(all[0]); {
		case of != names.Tags && of != names.Brands || !other.Has(of, binary.BigEndian.Uint64(all[1:])):
		case of == names.Tags:
			k.tags++
		default:
			k.brand = true
		}
	}
	return k
}

// sameProduct returns the published reviews of the product that a review is about.
func sameProduct(t *projector.Tx, one item) map[int64]bool {
	all := map[int64]bool{}
	about, ok := one.(interface{ product() []byte })
	if !ok {
		return all
	}
	if product := t.Bucket("product-id").Get(about.product()); product != nil {
		t.Bucket("product-review").Scan(product, nil, func(key, _ []byte) bool {
			all[idOf(key)] = true
			return true
		})
	}
	return all
}

// wordsOf returns the words of a title that are long enough to say something.
func wordsOf(title string) map[string]bool {
	all := map[string]bool{}
	for _, word := range strings.FieldsFunc(strings.ToLower(title),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) }) {
		if utf8.RuneCountInString(word) >= shortestWord {
			all[word] = true
		}
	}
	return all
}
