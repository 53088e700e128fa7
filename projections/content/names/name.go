// Package names keeps the names of published items for the content model: tags, brands and authors, and how they are spelled. Buckets,
// whose keys begin with the kind of the name and its number, which is made from its key (events.NameKey):
//
//	name            → JSON of Name
//	name-spelling   …, the spelling's number → how many items spell it so, and the spelling
//	name-use        …, the spelling's number, time of the first publication and id of an item inverted, the letter of its kind → nothing
//
// and two that begin with the kind of the name: see name_slug.go. name_description.go has one more. The categories of articles are names,
// too, but have no slugs.
package names

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"candor/events"
	"candor/events/characters"
	"candor/projections/answers"
	"candor/projections/formats"
	"candor/projections/projector"
)

// Kind is a kind of names.
type Kind byte

// The kinds of names.
const (
	Tags    Kind = 't'
	Brands  Kind = 'b'
	Authors Kind = 'a'

	ArticleCategories Kind = 'c'
)

// Key returns the form in which names of the kind are compared.
func (k Kind) Key(text string) string {
	if k == ArticleCategories {
		return characters.Fold(strings.TrimSpace(text))
	}
	return events.NameKey(text)
}

// tidy returns a spelling as readers see it.
func (k Kind) tidy(text string) string {
	if k == ArticleCategories {
		return strings.TrimSpace(text)
	}
	return strings.Join(strings.Fields(text), " ")
}

// Spelled is a name as an item spells it.
type Spelled struct {
	Of   Kind
	Text string
}

const (
	Size    = 1 + 8    // of a name's key in its bucket
	UseSize = Size + 8 // of the key of a spelling
)

// Use returns the key of the name's spelling.
func (s Spelled) Use() []byte {
	return append(Key(s.Of, Hash(s.Of.Key(s.Text))), projector.Number(Hash(s.Text))...)
}

// Key returns the key of a name.
func Key(of Kind, number uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte{byte(of)}, number)
}

// Hash returns the number that stands for a text in keys: the start of its SHA-256. 0 is no text.
func Hash(text string) uint64 {
	if text == "" {
		return 0
	}
	sum := sha256.Sum256([]byte(text))
	return binary.BigEndian.Uint64(sum[:]) | 1
}

// Distinct returns the names without those that are empty, each once, as it is spelled first.
func Distinct(all []Spelled) []Spelled {
	var some []Spelled
	for _, one := range all {
		one.Text = one.Of.tidy(one.Text)
		same := func(other Spelled) bool {
			return other.Of == one.Of && other.Of.Key(other.Text) == one.Of.Key(one.Text)
		}
		if one.Text != "" && !slices.ContainsFunc(some, same) {
			some = append(some, one)
		}
	}
	return some
}

// Name is a name of published items as it is stored.
type Name struct {
	Key   string `json:"key"`
	Slug  string `json:"slug"`
	Name  string `json:"name"` // its most frequent spelling, of several that of the newest item
	Count int    `json:"count"`
}

// ItemName is a tag, a brand or an author of published items, as the API answers it.
type ItemName struct {
	Slug  string `json:"slug"`
	Name  string `json:"name"`
	Count int    `json:"count"` // of the published items that have it
}

// Shown returns the name as the API answers it.
func (s *Name) Shown() ItemName { return ItemName{s.Slug, s.Name, s.Count} }

// List reads the names of a kind, as a language sorts them.
func List(t *projector.Tx, of Kind, language string) (l answers.Listing) {
	var all []*Name
	keys := map[*Name][]byte{}
	Visit(t, of, func(key []byte, one *Name) { all, keys[one] = append(all, one), bytes.Clone(key) })
	formats.Sort(formats.NewSorter(language), all, func(n *Name) string { return n.Name },
		func(a, b *Name) int { return strings.Compare(a.Key, b.Key) })
	for i, one := range all {
		l.IDs = append(l.IDs, int64(i))
		if of == Tags || of == Brands {
			l.Rows = append(l.Rows, projector.Encode(one.Described(t, keys[one])))
			continue
		}
		l.Rows = append(l.Rows, projector.Encode(one.Shown()))
	}
	l.Total = len(all)
	return l
}

// Changes are what a batch changes of names.
type Changes struct {
	spellings map[string]*spellingChange // by the keys of the spellings
	uses      []projector.EntryChange
	Changed   bool // the batch changed a name, until committed
}

// spellingChange is how many more items spell a name so. text is empty where no item began to.
type spellingChange struct {
	more int64
	text string
}

// Change notes that an item, with the end of its keys, no longer has the names whose uses are was, and now has these.
func (n *Changes) Change(was []byte, is []Spelled, item []byte) {
	before := map[string]bool{}
	for ; len(was) >= UseSize; was = was[UseSize:] {
		before[string(was[:UseSize])] = true
	}
	for _, one := range is {
		use := one.Use()
		if before[string(use)] {
			delete(before, string(use))
			continue
		}
		n.add(use, item, 1).text = one.Text
	}
	for _, use := range slices.Sorted(maps.Keys(before)) {
		n.add([]byte(use), item, -1)
	}
}

func (n *Changes) add(use, item []byte, more int64) *spellingChange {
	if n.spellings == nil {
		n.spellings = map[string]*spellingChange{}
	}
	one := n.spellings[string(use)]
	if one == nil {
		one = &spellingChange{}
		n.spellings[string(use)] = one
	}
	one.more += more
	n.uses = append(n.uses, projector.EntryChange{Key: slices.Concat(use, item), Added: more > 0})
	return one
}

// Write writes the names that the batch changed.
func (n *Changes) Write(t *projector.Tx) {
	if len(n.spellings) == 0 {
		return
	}
	rows := t.Bucket("name-spelling")
	var touched [][]byte
	for _, use := range slices.Sorted(maps.Keys(n.spellings)) {
		n.spellings[use].write(rows, []byte(use))
		if name := []byte(use[:Size]); len(touched) == 0 || !bytes.Equal(touched[len(touched)-1], name) {
			touched = append(touched, name)
		}
	}
	projector.WriteEntries(t.Bucket("name-use").Scattered(), n.uses)
	for _, name := range touched {
		n.Changed = writeName(t, name) || n.Changed
	}
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

// writeName writes a name as its spellings say, and reports whether that changed it.
func writeName(t *projector.Tx, key []byte) bool {
	rows := t.Bucket("name")
	old := decode(rows.Get(key))
	now := nameAsSpelled(t, key)
	switch {
	case now == nil && old == nil:
		return false
	case now == nil:
		rows.Delete(key)
		return true
	}
	now.Slug = string(t.Bucket("name-own").Get(key))
	if old != nil && *now == *old {
		return false
	}
	rows.Put(key, projector.Encode(now))
	return true
}

// nameAsSpelled returns a name without its slug, nil if no item has it.
func nameAsSpelled(t *projector.Tx, key []byte) *Name {
	var name Name
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
	name.Key = Kind(key[0]).Key(name.Name)
	return &name
}

// firstUse returns which item is the newest one that spells a name so, as the end of its key.
func firstUse(t *projector.Tx, use []byte) (item []byte) {
	t.Bucket("name-use").Scan(use, nil, func(key, _ []byte) bool {
		item = bytes.Clone(key[UseSize:])
		return false
	})
	return item
}

// Get reads the name with a key, nil if there is none.
func Get(t *projector.Tx, key []byte) *Name { return decode(t.Bucket("name").Get(key)) }

// Visit visits the names of a kind with their keys, in the order of these.
func Visit(t *projector.Tx, of Kind, visit func(key []byte, one *Name)) {
	t.Bucket("name").Scan([]byte{byte(of)}, nil, func(key, stored []byte) bool {
		visit(key, decode(stored))
		return true
	})
}

// decode decodes a stored name, nil if there is none.
func decode(stored []byte) *Name {
	if stored == nil {
		return nil
	}
	var name Name
	if json.Unmarshal(stored, &name) != nil {
		panic(projector.Damage("a name is no JSON"))
	}
	return &name
}
