// Lists of a collection: pages through an index, and searches.

package content

import (
	"bytes"
	"strings"

	"candor/events"
	"candor/events/characters"
	"candor/projections/answers"
	"candor/projections/content/categories"
	"candor/projections/content/excerpts"
	"candor/projections/content/facts"
	"candor/projections/content/names"
	"candor/projections/content/objects"
	"candor/projections/content/pictures"
	"candor/projections/projector"
)

// listQuery is a list's query in normal form: equal queries have equal answers.
type listQuery struct {
	index
	Filters       // in normal form: names as they are compared
	sort          Sort
	facets        bool   // the answer is the counts of what the items could be chosen by
	related       int64  // the answer is the items that are related to this one; 0: no matter
	search        string // folded; "" for all
	limit, offset int    // limit 0: no limit
	none          bool   // nothing can match, as in an unknown category
	rendered      bool   // its items carry their rendered texts
	noTexts       bool   // its items' long texts are empty
	extra         uint64 // edition of what its items carry of another read model
}

// query returns a query's normal form for the kind.
func (c *collection) query(scope byte, q Query, known *categories.Set) listQuery {
	list := listQuery{index: index{scope: scope, featured: featuredAny}}
	if c.narrow != nil {
		c.narrow(&list, q, known)
	}
	if scope == scopePublic && c.Listed {
		list.Filters, list.sort = q.Filters.normal(), q.Sort
		if !c.rated {
			list.Brand, list.MinScore, list.MaxPrice, list.sort = "", 0, 0, NewestFirst
		}
	}
	return list.normal(q.Search, q.Limit, q.Offset)
}

// normal sets search, limit and offset in normal form.
func (q listQuery) normal(search string, limit, offset int) listQuery {
	q.search = characters.Bare(strings.TrimSpace(search))
	q.limit, q.offset = max(0, limit), max(0, offset)
	q.none = q.none || strings.Contains(q.search, "\x00") // no text contains one, see searchText
	return q
}

// normal returns the filters in normal form.
func (f Filters) normal() Filters {
	f.Brand, f.Tag, f.Author = names.Brands.Key(f.Brand), names.Tags.Key(f.Tag), names.Authors.Key(f.Author)
	return f
}

// fromFacts reports whether the answer is made from the items' facts: their indexes know nothing of filters, and only one order.
func (q listQuery) fromFacts() bool {
	return q.facets || q.related != 0 || q.sort != NewestFirst || q.Filters != Filters{}
}

// answer returns the list's answer, from the cache or made now. With headOnly its body is not needed. Errors: ErrListsFull, read's.
func (c *collection) answer(
	read func(func(t *projector.Tx) error) error, q listQuery, extra ExtraFields, headOnly bool,
) (*answers.Answer, error) {
	return c.lists.Answer(q, headOnly, func() (*answers.Answer, []int64, error) {
		if q.fromFacts() && c.factless {
			return nil, nil, projector.ErrNotReady
		}
		if q.search != "" || q.fromFacts() {
			defer answers.BeginSearch()()
		}
		return answers.ReadList(read, headOnly, func(t *projector.Tx) answers.Listing { return c.list(t, q, extra) })
	})
}

// list reads a list.
func (c *collection) list(t *projector.Tx, q listQuery, extra ExtraFields) answers.Listing {
	ids, total := []int64{}, 0
	switch {
	case q.none:
	case q.related != 0:
		ids = c.related(t, q.related)
		total = len(ids)
	case q.fromFacts():
		ids, total = c.chosen(t, q)
	case q.search != "":
		ids, total = c.search(t, q)
	default:
		ids, total = c.page(t, q.index, q.limit, q.offset), c.count(t, q.index)
	}
	if first, ok := c.fixedOf(q); ok && total == 0 {
		return answers.Listing{IDs: ids, Rows: [][]byte{c.fixedPage(first)}, Total: 1, Modified: events.FixedPagesAt}
	}
	return c.listOf(t, q, extra, ids, total)
}

// fixedOf returns the page that every site has which readers ask for with a list narrowed to its slug.
func (c *collection) fixedOf(q listQuery) (events.FixedPage, bool) {
	if c.Slugged && q.scope == scopePublic && q.search == "" && q.offset == 0 {
		for _, first := range events.FixedPages {
			if names.Hash(first.Slug) == q.group {
				return first, true
			}
		}
	}
	return events.FixedPage{}, false
}

// listOf returns the list of ids, out of total items, as q asks for them.
func (c *collection) listOf(t *projector.Tx, q listQuery, extra ExtraFields, ids []int64, total int) answers.Listing {
	l := answers.Listing{IDs: ids, Rows: make([][]byte, len(ids)), Total: total}
	newest := int64(0)
	for i, id := range ids {
		h, row := c.shownRow(t, id)
		if h == nil {
			panic(projector.Damage("an index names a row that is not there"))
		}
		body := row
		if q.scope == scopePublic {
			body = c.forReaders(t, id, row)
		}
		if q.rendered { // as a page is read by its slug
			body = c.withRendered(t, id, body, row)
			body = objects.Extended(body, `"corrections":`+string(projector.Encode(c.publicCorrections(t, id))))
		}
		if q.scope == scopePublic {
			body = c.expanded(c.withPictures(t, id, body, onCard))
		}
		if q.scope == scopePublic && q.search != "" {
			if found := excerpts.Match(body, q.search); found != "" {
				body = objects.Extended(body, `"matchText":`+string(projector.Encode(found)))
			}
		}
		if q.scope == scopeAdmin {
			fields := h.scheduleFields()
			if extra.Fields != nil {
				fields += "," + extra.Fields(id)
			}
			body = objects.Extended(body, fields)
			if q.noTexts {
				body = objects.WithoutTexts(body)
			}
		}
		l.Rows[i] = body
		newest = max(newest, h.updated)
	}
	if newest != 0 {
		l.Modified = answers.Moment(newest)
	}
	return l
}

// page returns the ids of one page of an index; limit 0 is no limit.
func (c *collection) page(t *projector.Tx, i index, limit, offset int) []int64 {
	ids := []int64{}
	prefix := i.key()
	entries := t.Bucket(c.Name + "-index")
	from := entries.Skip(prefix, offset)
	if from == nil {
		return ids
	}
	entries.Scan(prefix, bytes.Clone(from), func(key, _ []byte) bool {
		ids = append(ids, idOf(key))
		return limit == 0 || len(ids) < limit
	})
	return ids
}

// chosen returns the ids of one page of a filtered or sorted list, and how many items the whole list has.
func (c *collection) chosen(t *projector.Tx, q listQuery) (ids []int64, total int) {
	f := q.filterOf(t)
	all := f.Chosen(t, c.Name)
	q.sort.sort(all)
	from := min(q.offset, len(all))
	to := len(all)
	if q.limit > 0 {
		to = min(from+q.limit, to)
	}
	ids = make([]int64, 0, to-from)
	for _, one := range all[from:to] {
		ids = append(ids, one.ID)
	}
	return ids, len(all)
}

// filterOf returns what the query chooses.
func (q listQuery) filterOf(t *projector.Tx) facts.Filter {
	f := facts.Filter{Category: q.group, Year: q.Year, MinScore: q.MinScore, MaxPrice: q.MaxPrice, Search: []byte(q.search)}
	if q.featured != featuredAny {
		featured := q.featured == featuredYes
		f.Featured = &featured
	}
	f.Brand, f.Tag = names.NumberOf(t, names.Brands, q.Brand), names.NumberOf(t, names.Tags, q.Tag)
	f.Author = names.NumberOf(t, names.Authors, q.Author)
	if q.none {
		f.Category = names.Unknown
	}
	return f
}

// search reads the texts of the whole index, newest first, as the answer says how many match.
func (c *collection) search(t *projector.Tx, q listQuery) (ids []int64, total int) {
	ids = []int64{}
	texts, term := t.Bucket(c.Name+"-text"), []byte(q.search)
	t.Bucket(c.Name+"-index").Scan(q.index.key(), nil, func(key, _ []byte) bool {
		id := idOf(key)
		if bytes.Contains(texts.Get(projector.Number(id)), term) {
			total++
			if total > q.offset && (q.limit == 0 || len(ids) < q.limit) {
				ids = append(ids, id)
			}
		}
		return true
	})
	return ids, total
}

// entity returns an item's answer; with public only if it is published, as readers see it. Its error is ErrNotFound, or read's.
func (c *collection) entity(read func(func(t *projector.Tx) error) error, id int64, public bool) (*answers.Answer, error) {
	cache := c.cache(public)
	if k := cache.Get(id); k != nil {
		return k.Answer, nil
	}
	epoch := cache.Begin()
	var a *answers.Answer
	err := read(func(t *projector.Tx) error {
		h, row := c.shownRow(t, id)
		if h == nil || h.deleted || public && !h.published {
			return projector.ErrNotFound
		}
		body := row
		if public {
			body = c.forReaders(t, id, row)
		}
		body = c.withRendered(t, id, body, row)
		if public {
			body = c.expanded(c.withPictures(t, id, body, single))
			if c.Listed && !c.factless {
				body = objects.Extended(body, names.Fields(t, facts.At(t, c.Name, h.listedAt(scopePublic), id).Uses()))
			}
		}
		if len(c.Corrects) > 0 {
			corrections := c.itemCorrections
			if public {
				corrections = c.publicCorrections
			}
			body = objects.Extended(body, `"corrections":`+string(projector.EncodeMarkup(corrections(t, id))))
		}
		if !public {
			body = h.withSchedule(body)
		} else if prices := shownPrices(storedPrices(t.Bucket(c.Name+"-price"), id), c.withheld(t, id)); prices != nil {
			body = objects.Extended(body, `"prices":`+string(projector.Encode(inCurrency(prices, c.settings.State().Site.Currency))))
		}
		a = answers.NewEntity(body, h.revision, answers.Moment(h.updated))
		return nil
	})
	if err != nil {
		return nil, err
	}
	cache.Add(epoch, id, a)
	return a, nil
}

func (c *collection) cache(public bool) *answers.EntityCache {
	if public {
		return &c.public
	}
	return &c.entities
}

// withRendered returns an item's object with its rendered texts: those that are stored beside row, unless the object is what readers see
// of the row where pictures are gone or replaced, or the row is of another version.
func (c *collection) withRendered(t *projector.Tx, id int64, object, row []byte) []byte {
	if !c.foreign && bytes.Equal(object, row) {
		key := projector.Number(id)
		fields := t.Bucket(c.Name+"-rendered").GetLike(key, t.Bucket(c.Name+"-text").Get(key))
		if fields == nil {
			panic(projector.Damage("a row has no rendered texts"))
		}
		return objects.Extended(object, string(fields))
	}
	html, _ := c.decode(object).texts(pictures.InTexts(t, !bytes.Equal(object, row)))
	return objects.Extended(object, string(renderedFields(html)))
}
