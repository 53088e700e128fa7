// Names in the content model: tags, brands and authors of published items, and how they are spelled. Buckets, whose keys begin with the kind
// of the name and its number, which is made from its key (events.NameKey):
//
//	name            → JSON of storedName
//	name-spelling   …, the spelling's number → how many items spell it so, and the spelling
//	name-use        …, the spelling's number, creation time and id of an item inverted, the letter of its kind → nothing
//
// and two that begin with the kind of the name: see name_slug.go. The categories of articles are names, too, but have no slugs.

package content

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// NameKind is a kind of names.
type NameKind byte

// The kinds of names.
const (
	Tags    NameKind = 't'
	Brands  NameKind = 'b'
	Authors NameKind = 'a'

	articleCategories NameKind = 'c'
)

// key returns the form in which names of the kind are compared.
func (k NameKind) key(text string) string {
	if k == articleCategories {
		return answers.Fold(strings.TrimSpace(text))
	}
	return events.NameKey(text)
}

// tidy returns a spelling as readers see it.
func (k NameKind) tidy(text string) string {
	if k == articleCategories {
		return strings.TrimSpace(text)
	}
	return strings.Join(strings.Fields(text), " ")
}

// spelled is a name as an item spells it.
type spelled struct {
	of   NameKind
	text string
}

const (
	nameSize = 1 + 8        // of a name's key in its bucket
	useSize  = nameSize + 8 // of the key of a spelling
)

// use returns the key of the name's spelling.
func (s spelled) use() []byte {
	return append(nameNumber(s.of, groupOf(s.of.key(s.text))), projector.Number(groupOf(s.text))...)
}

// nameNumber returns the key of a name.
func nameNumber(of NameKind, number uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte{byte(of)}, number)
}

// distinct returns the names without those that are empty, each once, as it is spelled first.
func distinct(all []spelled) []spelled {
	var some []spelled
	for _, one := range all {
		one.text = one.of.tidy(one.text)
		same := func(other spelled) bool {
			return other.of == one.of && other.of.key(other.text) == one.of.key(one.text)
		}
		if one.text != "" && !slices.ContainsFunc(some, same) {
			some = append(some, one)
		}
	}
	return some
}

// storedName is a name of published items as it is stored.
type storedName struct {
	Key   string `json:"key"`
	Slug  string `json:"slug"`
	Name  string `json:"name"` // its most frequent spelling, of several that of the newest item
	Count int    `json:"count"`
}

// nameChanges are what a batch changes of names.
type nameChanges struct {
	spellings map[string]*spellingChange // by the keys of the spellings
	uses      []entryChange
	changed   bool // the batch changed a name, until committed
	moved     bool // the batch gave a name that was there another slug, until committed
}

// spellingChange is how many more items spell a name so. text is empty where no item began to.
type spellingChange struct {
	more int64
	text string
}

// change notes that an item, with the end of its keys, no longer has the names whose uses are was, and now has these.
func (n *nameChanges) change(was []byte, is []spelled, item []byte) {
	before := map[string]bool{}
	for ; len(was) >= useSize; was = was[useSize:] {
		before[string(was[:useSize])] = true
	}
	for _, one := range is {
		use := one.use()
		if before[string(use)] {
			delete(before, string(use))
			continue
		}
		n.add(use, item, 1).text = one.text
	}
	for _, use := range slices.Sorted(maps.Keys(before)) {
		n.add([]byte(use), item, -1)
	}
}

func (n *nameChanges) add(use, item []byte, more int64) *spellingChange {
	if n.spellings == nil {
		n.spellings = map[string]*spellingChange{}
	}
	one := n.spellings[string(use)]
	if one == nil {
		one = &spellingChange{}
		n.spellings[string(use)] = one
	}
	one.more += more
	n.uses = append(n.uses, entryChange{key: slices.Concat(use, item), added: more > 0})
	return one
}

// write writes the names that the batch changed.
func (n *nameChanges) write(t *projector.Tx) {
	if len(n.spellings) == 0 {
		return
	}
	rows := t.Bucket("name-spelling")
	var touched [][]byte
	for _, use := range slices.Sorted(maps.Keys(n.spellings)) {
		n.spellings[use].write(rows, []byte(use))
		if name := []byte(use[:nameSize]); len(touched) == 0 || !bytes.Equal(touched[len(touched)-1], name) {
			touched = append(touched, name)
		}
	}
	writeEntries(t.Bucket("name-use"), n.uses)
	slugs := slugChanges{}
	for _, name := range touched {
		n.changed = writeName(t, name, slugs) || n.changed
	}
	n.moved = slugs.write(t) || n.moved
	n.spellings, n.uses = nil, nil
}

func (s *spellingChange) write(rows projector.Bucket, use []byte) {
	count, text := s.more, s.text
	if stored := rows.Get(use); stored != nil {
		count, text = count+int64(projector.ParseNumber(stored)), string(stored[8:])
	}
	if count == 0 {
		rows.Delete(use)
		return
	}
	rows.Put(use, append(projector.Number(count), text...))
}

// writeName writes a name as its spellings say, and reports whether that changed it. A new one gets its slug from slugs.
func writeName(t *projector.Tx, key []byte, slugs slugChanges) bool {
	rows := t.Bucket("name")
	old := readName(rows.Get(key))
	now := nameAsSpelled(t, key)
	switch {
	case now == nil && old == nil:
		return false
	case now == nil:
		rows.Delete(key)
		slugs.remove(t, key, old)
		return true
	case old != nil:
		now.Slug = old.Slug
		if *now == *old {
			return false
		}
	default:
		slugs.add(t, key, now.Key)
	}
	rows.Put(key, projector.Encode(now))
	return true
}

// nameAsSpelled returns a name without its slug, nil if no item has it.
func nameAsSpelled(t *projector.Tx, key []byte) *storedName {
	var name storedName
	most, newest := 0, []byte(nil)
	t.Bucket("name-spelling").Scan(key, nil, func(use, stored []byte) bool {
		count := int(projector.ParseNumber(stored))
		first := firstUse(t, use)
		if count > most || count == most && bytes.Compare(first, newest) < 0 {
			name.Name, most, newest = string(stored[8:]), count, first
		}
		name.Count += count
		return true
	})
	if name.Count == 0 {
		return nil
	}
	name.Key = NameKind(key[0]).key(name.Name)
	return &name
}

// firstUse returns which item is the newest one that spells a name so, as the end of its key.
func firstUse(t *projector.Tx, use []byte) (item []byte) {
	t.Bucket("name-use").Scan(use, nil, func(key, _ []byte) bool {
		item = bytes.Clone(key[useSize:])
		return false
	})
	return item
}

// readName decodes a stored name, nil if there is none.
func readName(stored []byte) *storedName {
	if stored == nil {
		return nil
	}
	var name storedName
	if json.Unmarshal(stored, &name) != nil {
		panic(projector.Damage("a name is no JSON"))
	}
	return &name
}
