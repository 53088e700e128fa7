// Lists of a collection: pages through an index, and searches.

package projections

import (
	"bytes"
	"runtime"
	"strings"
)

// searches bounds how many searches read at once: each reads all texts of its index.
var searches = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))

// listQuery is a list's query in its one form; equal queries have equal answers.
type listQuery struct {
	index
	search        string // folded; "" for all
	limit, offset int    // limit 0: all
	none          bool   // asks for something that can't be, like an unknown category
}

// normal brings limit, offset and search into their one form.
func (q listQuery) normal(search string, limit, offset int) listQuery {
	q.search = fold(strings.TrimSpace(search))
	q.limit, q.offset = max(0, limit), max(0, offset)
	q.none = q.none || strings.Contains(q.search, "\x00") // no text holds one, see searchText
	return q
}

// answer returns the list's answer, cached or made anew. headOnly: its body is not needed. Errors: ErrListsFull, read's.
func (c *collection) answer(read func(func(t *txn) error) error, q listQuery, headOnly bool) (*Answer, error) {
	return c.lists.answer(q, headOnly, func() (*Answer, []int64, error) {
		if q.search != "" {
			searches <- struct{}{}
			defer func() { <-searches }()
		}
		return listAnswerOf(read, headOnly, func(t *txn) listing { return c.list(t, q) })
	})
}

// list reads a list.
func (c *collection) list(t *txn, q listQuery) listing {
	ids, total := []int64{}, 0
	switch {
	case q.none:
	case q.search != "":
		ids, total = c.search(t, q)
	default:
		ids, total = c.page(t, q.index, q.limit, q.offset), c.count(t, q.index)
	}
	return c.listOf(t, q.scope, ids, total)
}

// listOf is the list that shows ids in a scope, of total that there are.
func (c *collection) listOf(t *txn, scope byte, ids []int64, total int) listing {
	l := listing{ids: ids, rows: make([][]byte, len(ids)), total: total}
	newest := int64(0)
	for i, id := range ids {
		h, body := c.row(t, id)
		if h == nil {
			panic(damage{"an index names a row that is not there"})
		}
		if scope == scopeAdmin {
			body = h.withSchedule(body)
		} else {
			body = c.forReaders(t, body)
		}
		l.rows[i] = body
		newest = max(newest, h.updated)
	}
	if newest != 0 {
		l.modified = moment(newest)
	}
	return l
}

// page returns the ids of one page of an index; limit 0 is all.
func (c *collection) page(t *txn, i index, limit, offset int) []int64 {
	ids := []int64{}
	prefix := i.key()
	entries := t.bucket(c.kind + "-index")
	from := entries.skip(prefix, offset)
	if from == nil {
		return ids
	}
	entries.scan(prefix, bytes.Clone(from), func(key, _ []byte) bool {
		ids = append(ids, idOf(key))
		return limit == 0 || len(ids) < limit
	})
	return ids
}

// search reads the texts of the whole index, newest first: the total must be known.
func (c *collection) search(t *txn, q listQuery) (ids []int64, total int) {
	ids = []int64{}
	texts, term := t.bucket(c.kind+"-text"), []byte(q.search)
	t.bucket(c.kind+"-index").scan(q.index.key(), nil, func(key, _ []byte) bool {
		id := idOf(key)
		if bytes.Contains(texts.get(number(id)), term) {
			total++
			if total > q.offset && (q.limit == 0 || len(ids) < q.limit) {
				ids = append(ids, id)
			}
		}
		return true
	})
	return ids, total
}

// entity returns an entity's answer. public: published ones only, as readers see them. Its error is ErrNotFound, or
// read's.
func (c *collection) entity(read func(func(t *txn) error) error, id int64, public bool) (*Answer, error) {
	cache := c.cache(public)
	if k := cache.get(id); k != nil {
		return k.answer, nil
	}
	epoch := cache.begin()
	var a *Answer
	err := read(func(t *txn) error {
		h, body := c.row(t, id)
		if h == nil || h.deleted || public && !h.published {
			return ErrNotFound
		}
		if public {
			body = c.forReaders(t, body)
		}
		body = extended(body, `"corrections":[`+strings.Join(c.storedCorrections(t, id), ",")+"]")
		if !public {
			body = h.withSchedule(body)
		}
		a = entityAnswer(body, h.revision, moment(h.updated))
		return nil
	})
	if err != nil {
		return nil, err
	}
	cache.keep(epoch, id, a)
	return a, nil
}

func (c *collection) cache(public bool) *entityCache {
	if public {
		return &c.public
	}
	return &c.entities
}

// extended is a JSON object with more fields at its end; the row that it came from is left as it is.
func extended(object []byte, fields string) []byte {
	out := make([]byte, 0, len(object)+len(fields)+1)
	return append(append(append(append(out, object[:len(object)-1]...), ','), fields...), '}')
}
