// The admin's lists, sorted by any of their columns.
//
// Rows are stored in one order only, newest first. For all other orders, and for the filters that only the admin has, a collection
// holds an adminList in memory: the sortable fields of every row that is not deleted. It is read at the first such query; after a
// change, the next query reads the changed rows again.

package content

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"

	"candor/events/characters"
	"candor/projections/answers"
	"candor/projections/formats"
	"candor/projections/projector"
)

// maxStale is how many changed rows an adminList remembers; beyond it, the next query reads all rows again.
const maxStale = 1 << 12

// Arrangement holds the order and the filters that only the admin's lists have. The zero value is all, newest first.
type Arrangement struct {
	Published *bool
	Scheduled *bool  // whether it has a schedule
	Sort      string // a column, ascending (A to Z, drafts first, longest unchanged first); "": newest first
	Reverse   bool   // descending; equals stay newest first
}

// plain reports whether the stored indexes suffice.
func (a Arrangement) plain() bool {
	return a.Published == nil && a.Scheduled == nil && a.Sort == "" && !a.Reverse
}

// adminRow holds what lists are sorted and filtered by. Texts are folded.
type adminRow struct {
	head
	id                                    int64
	product, name, author, category, slug string // name: of the title; category: the articles' text
	sought                                string // product and category, without accents
	rating                                float64
}

// adminList holds all rows in memory. Rows and lists of them are never modified after a query has received them.
type adminList struct {
	reading sync.Mutex // one query at a time brings the rows up to date
	byID    map[int64]*adminRow
	newest  []*adminRow // in list order
	version uint64      // of newest

	mu     sync.Mutex // held briefly: the projector waits for it
	loaded bool
	stale  map[int64]bool
	last   found
	keys   sortKeys
}

// found is the result of the last search, newest first: its other pages and orders need no second search, and a longer term, as it is
// typed letter by letter, is searched for in it alone.
type found struct {
	version uint64 // of the rows that were searched; 0: nothing was
	search  string
	rows    []*adminRow
}

// markStale marks rows as changed; it is called after the commit.
func (d *adminList) markStale(ids []int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.loaded {
		return
	}
	for _, id := range ids {
		d.stale[id] = true
	}
	if len(d.stale) > maxStale {
		d.loaded, d.stale = false, nil
	}
}

// take returns which rows have to be read; all means every row. Later changes are stale for the next query, so the transaction must
// begin after it.
func (d *adminList) take() (stale map[int64]bool, all bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	stale, all = d.stale, !d.loaded
	d.loaded, d.stale = true, map[int64]bool{}
	return stale, all
}

// forget has the next query read every row.
func (d *adminList) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.loaded, d.stale = false, nil
}

// rows returns the collection's rows as of now, newest first, and its version.
func (c *collection) rows(read func(func(t *projector.Tx) error) error) ([]*adminRow, uint64, error) {
	d := &c.adminList
	d.reading.Lock()
	defer d.reading.Unlock()
	stale, all := d.take()
	if !all && len(stale) == 0 {
		return d.newest, d.version, nil
	}
	err := read(func(t *projector.Tx) error {
		if all {
			d.byID = map[int64]*adminRow{}
			t.Bucket(c.Name).Scan(nil, nil, func(key, stored []byte) bool {
				c.take(t, key, stored)
				return true
			})
		}
		for id := range stale {
			key := projector.Number(id)
			c.take(t, key, t.Bucket(c.Name).Get(key))
		}
		return nil
	})
	if err != nil {
		d.forget()
		return nil, 0, err
	}
	d.version++
	d.newest = make([]*adminRow, 0, len(d.byID))
	for _, r := range d.byID {
		d.newest = append(d.newest, r)
	}
	slices.SortFunc(d.newest, func(a, b *adminRow) int {
		return cmp.Or(cmp.Compare(b.created, a.created), cmp.Compare(b.id, a.id))
	})
	return d.newest, d.version, nil
}

// take takes a stored row into the admin's list, nil if there is none.
func (c *collection) take(t *projector.Tx, key, stored []byte) {
	d, id := &c.adminList, int64(projector.ParseNumber(key))
	delete(d.byID, id)
	if stored == nil {
		return
	}
	h, body := c.parse(t, key, stored)
	if h.deleted {
		return
	}
	var shown struct {
		ProductName, ProductBrand, AuthorName, Category, Slug string
		Rating                                                float64
	}
	if err := json.Unmarshal(body, &shown); err != nil {
		panic(projector.Damage("a row is no JSON"))
	}
	r := &adminRow{head: h, id: id, rating: shown.Rating, name: characters.Fold(h.title), author: characters.Fold(shown.AuthorName),
		product:  characters.Fold(shown.ProductName + "\x00" + shown.ProductBrand),
		category: characters.Fold(strings.TrimSpace(shown.Category)), slug: shown.Slug}
	r.sought = characters.Bare(r.product + "\x00" + r.category)
	d.byID[id] = r
}

// arranged makes the answer of an admin's list. categories holds the folded names of categories by number; a number without a name is
// "unknown", as on the screens.
func (c *collection) arranged(
	read func(func(t *projector.Tx) error) error, q listQuery, a Arrangement, categories map[uint64]string,
	language string, extra ExtraFields,
	headOnly bool,
) (*answers.Answer, error) {
	rows, version, err := c.rows(read)
	if err != nil {
		return nil, err
	}
	order := a.compare(c.adminList.keysOf(version, rows, language, a.Sort, categories))
	answer, _, err := answers.ReadList(read, headOnly, func(t *projector.Tx) answers.Listing {
		rows := rows
		if q.search != "" {
			rows = c.matching(t, found{version, q.search, rows})
		}
		chosen := make([]*adminRow, 0, len(rows))
		for _, r := range rows {
			if !q.none && q.holds(r) && a.holds(r) {
				chosen = append(chosen, r)
			}
		}
		slices.SortStableFunc(chosen, order)
		from := min(q.offset, len(chosen))
		to := len(chosen)
		if q.limit > 0 {
			to = min(from+q.limit, to)
		}
		ids := make([]int64, 0, to-from)
		for _, r := range chosen[from:to] {
			ids = append(ids, r.id)
		}
		return c.listOf(t, q, extra, ids, len(chosen))
	})
	return answer, err
}

// holds reports whether the index that q names contains the row.
func (q listQuery) holds(r *adminRow) bool {
	return (q.group == 0 || q.group == r.group) && (q.featured == featuredAny || (q.featured == featuredYes) == r.featured)
}

// holds reports whether the row passes the filters that only the admin's lists have.
func (a Arrangement) holds(r *adminRow) bool {
	return (a.Published == nil || *a.Published == r.published) && (a.Scheduled == nil || *a.Scheduled == r.scheduled())
}

// matching returns the rows that a search finds: in the texts that readers' searches look through, and in the other columns of the
// admin's table.
func (c *collection) matching(t *projector.Tx, asked found) []*adminRow {
	d := &c.adminList
	d.mu.Lock()
	last := d.last
	d.mu.Unlock()
	if last.version == asked.version && strings.Contains(asked.search, last.search) {
		if last.search == asked.search {
			return last.rows
		}
		asked.rows = last.rows
	}
	defer answers.BeginSearch()()
	matches := make([]*adminRow, 0, len(asked.rows))
	texts, term := t.Bucket(c.Name+"-text"), []byte(asked.search)
	for _, r := range asked.rows {
		if strings.Contains(r.sought, asked.search) || strings.Contains(r.slug, asked.search) ||
			bytes.Contains(texts.Get(projector.Number(r.id)), term) {
			matches = append(matches, r)
		}
	}
	asked.rows = matches
	d.mu.Lock()
	d.last = asked
	d.mu.Unlock()
	return matches
}

// sortKeys are the keys by which rows are sorted by a column of names, as a language sorts them. Never modified.
type sortKeys struct {
	version          uint64 // of the rows
	language, column string
	categories       map[uint64]string // their names
	byRow            map[*adminRow]string
}

// keysOf returns the keys of a column, nil for one that isn't sorted as a language sorts. They are kept: other pages of the list, and
// searches in it, need the same.
func (d *adminList) keysOf(version uint64, rows []*adminRow, language, column string, categories map[uint64]string) map[*adminRow]string {
	text := textOf(column, categories)
	if text == nil {
		return nil
	}
	d.mu.Lock()
	keys := d.keys
	d.mu.Unlock()
	if keys.version == version && keys.language == language && keys.column == column && maps.Equal(keys.categories, categories) {
		return keys.byRow
	}
	sorter := formats.NewSorter(language)
	keys = sortKeys{version, language, column, categories, make(map[*adminRow]string, len(rows))}
	for _, r := range rows {
		keys.byRow[r] = sorter.Key(text(r))
	}
	d.mu.Lock()
	d.keys = keys
	d.mu.Unlock()
	return keys.byRow
}

// textOf returns what a column of names has for a row; nil for another column.
func textOf(column string, categories map[uint64]string) func(r *adminRow) string {
	switch column {
	case "product":
		return func(r *adminRow) string { return r.product }
	case "title":
		return func(r *adminRow) string { return r.name }
	case "author":
		return func(r *adminRow) string { return r.author }
	case "category":
		return func(r *adminRow) string {
			if categories == nil {
				return r.category
			}
			if name, ok := categories[r.group]; ok {
				return name
			}
			return "unknown"
		}
	}
	return nil
}

// compare returns the order of rows that are sorted newest first already. keys are those of the column.
func (a Arrangement) compare(keys map[*adminRow]string) func(x, y *adminRow) int {
	released := func(r *adminRow) int {
		if r.published {
			return 1
		}
		return 0
	}
	var order func(x, y *adminRow) int
	switch {
	case keys != nil:
		order = func(x, y *adminRow) int { return strings.Compare(keys[x], keys[y]) }
	case a.Sort == "slug":
		order = func(x, y *adminRow) int { return strings.Compare(x.slug, y.slug) }
	case a.Sort == "rating":
		order = func(x, y *adminRow) int { return cmp.Compare(x.rating, y.rating) }
	case a.Sort == "published":
		order = func(x, y *adminRow) int { return cmp.Compare(released(x), released(y)) }
	case a.Sort == "updated":
		order = func(x, y *adminRow) int { return cmp.Compare(x.updated, y.updated) }
	default:
		order = func(x, y *adminRow) int {
			return cmp.Or(cmp.Compare(y.created, x.created), cmp.Compare(y.id, x.id))
		}
	}
	if a.Reverse {
		return func(x, y *adminRow) int { return order(y, x) }
	}
	return order
}
