// collection: reviews or articles as rows of ready JSON, with indexes in list order.

package content

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"candor/projections/answers"
	"candor/projections/projector"
)

// preciseChanges is up to how many changed entities of one batch the cached answers are looked at
// one by one; beyond it (catching up) all are dropped.
const preciseChanges = 256

// The scopes and features of an index's key.
const (
	scopePublic = 'p' // published
	scopeAdmin  = 'a' // all but deleted
	featuredAny = '*'
	featuredYes = 'f'
	featuredNo  = 'n'
)

// head is what a row says of an entity besides its JSON; queries and indexes need no more.
type head struct {
	published, featured, deleted   bool
	created, updated, lastReleased int64 // Unix nanoseconds; lastReleased is 0 for a draft
	publishAt, unpublishAt         int64 // Unix nanoseconds; 0: not by itself
	revision                       uint64
	category                       uint64 // what lists may filter by; 0: nothing
	title                          string
}

// index names one list order of a collection: newest first within scope, feature and category.
type index struct {
	scope, featured byte
	category        uint64 // 0: any
}

// key of an index, "p*" + category and then, for an entry, creation time and id, both inverted so
// that ascending is newest first: 'p' '*' 00…02 ^created ^id.
func (i index) key() []byte {
	return binary.BigEndian.AppendUint64([]byte{i.scope, i.featured}, i.category)
}

func (i index) entry(h *head, id int64) []byte {
	return append(append(i.key(), projector.Number(^h.created)...), projector.Number(^id)...)
}

// idOf reads the id at the end of an entry.
func idOf(entry []byte) int64 { return int64(^projector.ParseNumber(entry[len(entry)-8:])) }

// indexes lists those that hold the entity.
func (h *head) indexes() []index {
	if h == nil || h.deleted {
		return nil
	}
	feature := byte(featuredNo)
	if h.featured {
		feature = featuredYes
	}
	all := make([]index, 0, 8)
	for _, scope := range []byte{scopeAdmin, scopePublic} {
		if scope == scopePublic && !h.published {
			continue
		}
		for _, category := range []uint64{0, h.category} {
			all = append(all, index{scope, featuredAny, category}, index{scope, feature, category})
			if h.category == 0 {
				break
			}
		}
	}
	return all
}

// row layout: flags u8, created, updated, lastReleased, revision, category u64 big-endian, length
// of the title u32, with a schedule publishAt, unpublishAt u64, title, JSON.
const (
	rowHeader   = 1 + 5*8 + 4
	rowSchedule = 2 * 8
)

func (h *head) scheduled() bool { return h.publishAt != 0 || h.unpublishAt != 0 }

func (h *head) row(body []byte) []byte {
	out := make([]byte, 1, rowHeader+rowSchedule+len(h.title)+len(body))
	for i, flag := range []bool{h.published, h.featured, h.deleted, h.scheduled()} {
		if flag {
			out[0] |= 1 << i
		}
	}
	for _, n := range []uint64{uint64(h.created), uint64(h.updated), uint64(h.lastReleased), h.revision, h.category} {
		out = binary.BigEndian.AppendUint64(out, n)
	}
	out = binary.BigEndian.AppendUint32(out, uint32(len(h.title)))
	if h.scheduled() {
		out = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(out, uint64(h.publishAt)), uint64(h.unpublishAt))
	}
	return append(append(out, h.title...), body...)
}

// parseRow reads what row wrote; body is valid as long as stored is.
func parseRow(stored []byte) (h head, body []byte) {
	if len(stored) < rowHeader {
		panic(projector.Damage("a row is too short"))
	}
	h.published, h.featured, h.deleted = stored[0]&1 != 0, stored[0]&2 != 0, stored[0]&4 != 0
	n := func(i int) uint64 { return binary.BigEndian.Uint64(stored[1+8*i:]) }
	h.created, h.updated, h.lastReleased, h.revision, h.category = int64(n(0)), int64(n(1)), int64(n(2)), n(3), n(4)
	size := int(binary.BigEndian.Uint32(stored[41:]))
	rest, scheduled := stored[rowHeader:], stored[0]&8 != 0
	if scheduled && len(rest) >= rowSchedule {
		h.publishAt, h.unpublishAt = int64(binary.BigEndian.Uint64(rest)), int64(binary.BigEndian.Uint64(rest[8:]))
		rest = rest[rowSchedule:]
	}
	if scheduled && !h.scheduled() || len(rest) < size {
		panic(projector.Damage("a row is too short"))
	}
	h.title = string(rest[:size])
	return h, rest[size:]
}

// foldedCategory returns a free-text category as an index's number: the start of the SHA-256 of its
// folded, trimmed text. 0 is no category.
func foldedCategory(category string) uint64 {
	folded := answers.Fold(strings.TrimSpace(category))
	if folded == "" {
		return 0
	}
	sum := sha256.Sum256([]byte(folded))
	return binary.BigEndian.Uint64(sum[:]) | 1
}

// searchText returns what a search looks through. The separator keeps a match within one field.
func searchText(title, content, author string) string {
	return answers.Fold(title) + "\x00" + answers.Fold(content) + "\x00" + answers.Fold(author)
}

// collection is one kind of entities. Buckets: <kind>, <kind>-index, <kind>-count, <kind>-text, and one for both
// kinds, due.
type collection struct {
	kind      string
	public    answers.EntityCache // what anybody may see
	entities  answers.EntityCache // what the admin sees
	lists     answers.SharedLists[listQuery]
	adminList adminList

	changes []change        // of the batch, until committed
	entries []entryChange   // of the batch, until written
	counts  map[index]int64 // of the batch, until written

	scheduled bool // the batch changed what is due when
}

// entryChange is an index entry that comes or goes.
type entryChange struct {
	key   []byte
	added bool
}

// change is what a batch did to one entity.
type change struct {
	id                    int64
	before, after         []index
	textBefore, textAfter []byte // empty when nobody needs to know
}

func newCollection(kind string) *collection {
	return &collection{kind: kind, counts: map[index]int64{}}
}

// head returns an entity's row, nil when there is none.
func (c *collection) row(t *projector.Tx, id int64) (*head, []byte) {
	stored := t.Bucket(c.kind).Get(projector.Number(id))
	if stored == nil {
		return nil, nil
	}
	h, body := parseRow(stored)
	return &h, body
}

// write stores an entity with its indexes and its text. before is its head as last written, nil
// for a new one; precise says whether cached answers will be looked at one by one.
func (c *collection) write(t *projector.Tx, id int64, before, after *head, body []byte, text string, precise bool) {
	ch := change{id: id, before: before.indexes(), after: after.indexes()}
	texts := t.Bucket(c.kind + "-text")
	key := projector.Number(id)
	var old []byte
	if before != nil {
		_, old = c.row(t, id)
	}
	c.usePictures(t, id, after, old, body)
	if precise {
		ch.textBefore, ch.textAfter = bytes.Clone(texts.Get(key)), []byte(text)
	}
	t.Bucket(c.kind).Put(key, after.row(body))
	c.schedule(t, id, before, after)
	if old := texts.Get(key); string(old) != text {
		texts.Put(key, []byte(text))
	}
	for _, i := range ch.before {
		if !slices.Contains(ch.after, i) {
			c.entries = append(c.entries, entryChange{i.entry(before, id), false})
			c.counts[i]--
		}
	}
	for _, i := range ch.after {
		if !slices.Contains(ch.before, i) {
			c.entries = append(c.entries, entryChange{i.entry(after, id), true})
			c.counts[i]++
		}
	}
	c.changes = append(c.changes, ch)
}

// flush writes the batch's index entries, in their order, and counts. bbolt splits no page before
// the commit, so that entries in descending order, as new ones come, would each move all others.
func (c *collection) flush(t *projector.Tx) {
	slices.SortFunc(c.entries, func(a, b entryChange) int { return bytes.Compare(a.key, b.key) })
	entries := t.Bucket(c.kind + "-index")
	for _, e := range c.entries {
		if e.added {
			entries.Put(e.key, nil)
		} else {
			entries.Delete(e.key)
		}
	}
	c.entries = nil
	counts := t.Bucket(c.kind + "-count")
	for i, delta := range c.counts {
		counts.Count(i.key(), delta)
	}
	clear(c.counts)
}

// count is how many entities an index holds.
func (c *collection) count(t *projector.Tx, i index) int {
	return int(t.Bucket(c.kind + "-count").Counted(i.key()))
}

// committed drops the cached answers that the batch touched: an entity's own; the lists of an
// index that it entered or left (their total and pages shift); and the lists that show it. A
// search's list is dropped likewise when the entity began or ceased to match.
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
	c.adminList.touched(ids)
	if len(changes) > preciseChanges {
		c.lists.Clear()
		return
	}
	c.lists.Drop(func(q listQuery, shown []int64) bool {
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
