// The orders of the admin's lists.

package content

import (
	"cmp"
	"maps"
	"strings"

	"candor/projections/formats"
)

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
