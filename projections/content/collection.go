// collection: the items of one kind as rows of ready JSON, with indexes in list order.

package content

import (
	"bytes"
	"slices"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content/objects"
	"candor/projections/content/pictures"
	"candor/projections/content/placeholders"
	"candor/projections/content/settings"
	"candor/projections/projector"
)

// preciseChanges is how many items a batch may change for its cached answers to be examined one by one; beyond it, as while catching
// up, all are dropped.
const preciseChanges = 256

// collection is one generation's items of a kind. Buckets: <kind>, <kind>-index, <kind>-count, <kind>-text, <kind>-rendered,
// <kind>-pictures, <kind>-correction, <kind>-creator, <kind>-withheld, <kind>-facts, <kind>-price, and for all kinds together due and
// picture.
type collection struct {
	kind
	settings  *settings.Model
	public    answers.EntityCache // what anybody may see
	entities  answers.EntityCache // what the admin sees
	lists     answers.SharedLists[listQuery]
	adminList adminList

	placeholders func() placeholders.Values // as of now, of a kind whose texts have some

	past []events.WithheldVersion // of a model of the past: the versions that are withheld now; nil: of the present

	open    map[int64]*openItem     // of the batch, until written
	changes []change                // of the batch, until committed
	entries []projector.EntryChange // of the batch, until written
	facts   []projector.EntryChange // of the batch, until written
	counts  map[index]int64         // of the batch, until written

	scheduled bool // the batch changed the schedule
	foreign   bool // another version of the program wrote the rows, which answer until they are made anew
	factless  bool // that version stored no facts
	unpacked  bool // and its rows as they are
}

// expanded is [expanded] of an object of the kind.
func (c *collection) expanded(object []byte) []byte {
	if !c.expands {
		return object
	}
	return expanded(object, c.placeholders())
}

// fixedPage returns the object of a page that every site has as readers see it where the log has none.
func (c *collection) fixedPage(first events.FixedPage) []byte {
	one, content, at := c.empty(), events.PageContent(first), events.FixedPagesAt
	one.setContent(&content)
	s := one.shared()
	*s.published, *s.createdAt, *s.updatedAt, *s.publishedAt = true, at, at, &at
	html, _ := one.texts(nil)
	return c.expanded(objects.Extended(projector.Encode(one), string(renderedFields(html))))
}

// change says how a batch changed one item.
type change struct {
	id                    int64
	before, after         []index
	textBefore, textAfter []byte // empty if the changes aren't examined one by one
}

func newCollection(k kind, withheld []events.WithheldVersion, site *settings.Model) *collection {
	return &collection{kind: k, settings: site, past: withheld, open: map[int64]*openItem{}, counts: map[index]int64{}}
}

// row returns an item's head and JSON, nil if there is none.
func (c *collection) row(t *projector.Tx, id int64) (*head, []byte) {
	stored := t.Bucket(c.Name).Get(projector.Number(id))
	if stored == nil {
		return nil, nil
	}
	h, body := c.parse(t, projector.Number(id), stored)
	return &h, body
}

// parse reads a stored row. Its JSON is packed with the item's text, most of which it repeats.
func (c *collection) parse(t *projector.Tx, key, stored []byte) (h head, body []byte) {
	h, body = parseRow(stored)
	if !c.unpacked {
		body = projector.UnpackLike(body, t.Bucket(c.Name+"-text").Get(key))
	}
	return h, body
}

// head returns an item's head alone, nil if there is none.
func (c *collection) head(t *projector.Tx, id int64) *head {
	stored := t.Bucket(c.Name).Get(projector.Number(id))
	if stored == nil {
		return nil
	}
	h, _ := parseRow(stored)
	return &h
}

// shownRow is row for answers: with the excerpts that rows of another version may lack.
func (c *collection) shownRow(t *projector.Tx, id int64) (*head, []byte) {
	h, body := c.row(t, id)
	if h == nil || !c.foreign {
		return h, body
	}
	one := c.decode(body)
	one.setExcerpts()
	return h, projector.Encode(one)
}

// write stores an item with its indexes and its text. precise says whether cached answers will be examined one by one.
func (c *collection) write(t *projector.Tx, id int64, open *openItem, precise bool) {
	open.describe()
	open.after.published = open.after.published && !c.hides(id, open.after.revision)
	before, after, body := open.before, &open.after, projector.Encode(open.item)
	ch := change{id: id, before: before.indexes(), after: after.indexes()}
	texts := t.Bucket(c.Name + "-text")
	key := projector.Number(id)
	var old []byte
	if before != nil {
		_, old = c.row(t, id)
	}
	corrections := c.storedCorrections(t, id)
	c.usePictures(t, id, after, old, body, corrections, projector.Encode(c.openCorrections(t, id)))
	if precise {
		ch.textBefore = bytes.Clone(texts.Get(key))
		ch.textAfter = ch.textBefore
	}
	c.schedule(t, id, before, after)
	text := texts.Get(key)
	if open.typed {
		html, search := open.item.texts(pictures.InTexts(t, false))
		if string(text) != search {
			texts.Put(key, []byte(search))
		}
		text = []byte(search)
		t.Bucket(c.Name+"-rendered").PutLike(key, renderedFields(html), text)
		c.putPictures(t, id, body)
		if precise {
			ch.textAfter = text
		}
	}
	t.Bucket(c.Name).Put(key, after.row(projector.PackLike(body, text)))
	for _, i := range ch.before {
		if !slices.Contains(ch.after, i) {
			c.entries = append(c.entries, projector.EntryChange{Key: i.entry(before, id)})
			c.counts[i]--
		}
	}
	for _, i := range ch.after {
		if !slices.Contains(ch.before, i) {
			c.entries = append(c.entries, projector.EntryChange{Key: i.entry(after, id), Added: true})
			c.counts[i]++
		}
	}
	c.changes = append(c.changes, ch)
}

// flush writes the batch's index entries, facts and counts.
func (c *collection) flush(t *projector.Tx) {
	projector.WriteEntries(t.Bucket(c.Name+"-index"), c.entries)
	projector.WriteEntries(t.Bucket(c.Name+"-facts"), c.facts)
	c.entries, c.facts = nil, nil
	counts := t.Bucket(c.Name + "-count")
	for i, delta := range c.counts {
		counts.Count(i.key(), delta)
	}
	clear(c.counts)
}

// count returns how many items an index has.
func (c *collection) count(t *projector.Tx, i index) int {
	return int(t.Bucket(c.Name + "-count").Counted(i.key()))
}

// committed drops the cached answers that the batch changed: each changed item's own, the lists of an index that it entered or left, as
// their totals and pages shift, and the lists that show it. The list of a search is dropped if the item began or ceased to match,
// and what is made from facts if readers see the item, or saw it.
func (c *collection) committed() {
	changes := c.changes
	c.changes = nil
	if len(changes) == 0 {
		return
	}
	ids := make([]int64, len(changes))
	for i, ch := range changes {
		ids[i] = ch.id
	}
	c.public.Drop(ids...)
	c.entities.Drop(ids...)
	c.adminList.markStale(ids)
	if len(changes) > preciseChanges {
		c.lists.Clear()
		return
	}
	anyPublic := index{scope: scopePublic, featured: featuredAny}
	seen := slices.ContainsFunc(changes, func(ch change) bool {
		return slices.Contains(ch.before, anyPublic) || slices.Contains(ch.after, anyPublic)
	})
	c.lists.Drop(func(q listQuery, shown []int64) bool {
		if q.fromFacts() {
			return seen
		}
		for _, ch := range changes {
			was, is := slices.Contains(ch.before, q.index), slices.Contains(ch.after, q.index)
			if q.search != "" {
				was = was && bytes.Contains(ch.textBefore, []byte(q.search))
				is = is && bytes.Contains(ch.textAfter, []byte(q.search))
			}
			if was != is || is && slices.Contains(shown, ch.id) {
				return true
			}
		}
		return false
	})
}

func (c *collection) stats() projector.CacheStats {
	return c.public.Stats().Plus(c.entities.Stats()).Plus(c.lists.Stats())
}
