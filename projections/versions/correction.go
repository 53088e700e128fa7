// Corrections: the versions that changed what readers had seen, of all items, by position. Bucket
//
//	correction         00…2a (position) → a correctionRow
//	correction-count   "c" (the type's byte) → how many there are
//
// Only those of items that readers can see are there. A list that is narrowed by no more than the type reads its page and the count; others
// are one scan.

package versions

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"candor/events"
	"candor/events/characters"
	"candor/projections/projector"
)

const correctionBucket, correctionCounts = "correction", "correction-count"

// correctionTypes are the types of the versions that the list of corrections has, and the bytes that stand for them.
var correctionTypes = map[events.VersionType]byte{events.VersionCorrected: 'c', events.VersionUpdated: 'u', events.VersionEdited: 'e'}

// IsCorrectionType reports whether the list of corrections has versions of a type.
func IsCorrectionType(t events.VersionType) bool { return correctionTypes[t] != 0 }

// correctionKey is by what of its item a correction is found: its category, as text, and its author. Both are "" for an item without one.
type correctionKey struct {
	Category string `json:"category,omitempty"` // a review's by its number, an article's by the form in which names are compared
	Author   string `json:"author,omitempty"`   // in the form in which names are compared
}

// correctionRow is what is stored of a correction: all that the list is filtered by, so that filtering decodes no JSON. Its parts are
// the kind's letter, the type's byte, the item's id, the version's revision and its time (Unix milliseconds), 8 bytes each, and the
// category and the author with a zero between them.
type correctionRow []byte

// rowTexts is where the texts of a correctionRow begin.
const rowTexts = 2 + 3*8

func (r correctionRow) kind() *kind      { return ofLetter(r[0]) }
func (r correctionRow) id() int64        { return int64(projector.ParseNumber(r[2:10])) }
func (r correctionRow) revision() uint64 { return projector.ParseNumber(r[10:18]) }
func (r correctionRow) millis() int64    { return int64(projector.ParseNumber(r[18:26])) }

// texts returns the category and the author.
func (r correctionRow) texts() (category, author []byte) {
	rest := r[rowTexts:]
	end := slices.Index(rest, 0)
	return rest[:end], rest[end+1:]
}

// typeOf returns the type of version that a byte stands for.
func typeOf(code byte) events.VersionType {
	for is, its := range correctionTypes {
		if its == code {
			return is
		}
	}
	panic(projector.Damage("a correction is of no type"))
}

func positionKey(p events.Position) []byte { return projector.Number(uint64(p)) }

// correctionKey returns where the list of corrections has those of an item with some values.
func (k *kind) correctionKey(content []json.RawMessage) (key correctionKey) {
	for i, field := range k.fields {
		switch field {
		case "categoryId":
			key.Category = string(content[i])
		case "category":
			key.Category = articleCategoryKey(textIn(content[i]))
		case "authorName":
			key.Author = events.NameKey(textIn(content[i]))
		}
	}
	return key
}

// reviewCategory returns the category of a correctionKey for a category of reviews.
func reviewCategory(id int64) string { return strconv.FormatInt(id, 10) }

// articleCategoryKey returns the form in which categories of articles are compared, as the content model does.
func articleCategoryKey(text string) string { return characters.Fold(strings.TrimSpace(text)) }

// textIn returns a text that is stored as JSON, "" for null.
func textIn(value json.RawMessage) (text string) {
	if value != nil { // the kind has such a field
		decode(value, &text)
	}
	return text
}

// count takes a version into account that was added (+1) or removed (-1).
func (it *item) count(v *version, n int) {
	it.Versions += n
	if correctionTypes[v.Type] == 0 {
		return
	}
	it.Corrections += n
	if v.Type != events.VersionEdited {
		it.Declared += n
	}
}

// fileOne stores where the list of corrections has a version of an item, if it has it. Edits of what has no public history aren't there.
func (k *kind) fileOne(t *projector.Tx, id int64, revision uint64, it *item, v *version) {
	code := correctionTypes[v.Type]
	if code == 0 || v.Type == events.VersionEdited && !k.Versioned {
		return
	}
	if !it.Visible() {
		unfile(t, v)
		return
	}
	rows, key := t.Bucket(correctionBucket), positionKey(v.Position)
	if rows.Get(key) == nil {
		t.Bucket(correctionCounts).Count([]byte{code}, 1)
	}
	row := append([]byte{k.Letter(), code}, projector.Number(id)...)
	row = append(append(row, projector.Number(revision)...), projector.Number(v.At.UnixMilli())...)
	row = append(append(row, it.Filed.Category...), 0)
	rows.Put(key, append(row, it.Filed.Author...))
}

// unfile takes a version out of the list of corrections.
func unfile(t *projector.Tx, v *version) {
	rows, key := t.Bucket(correctionBucket), positionKey(v.Position)
	if row := rows.Get(key); row != nil {
		t.Bucket(correctionCounts).Count([]byte{row[1]}, -1)
		rows.Delete(key)
	}
}

// file stores where the list of corrections has those of an item, if an event has changed that.
func (k *kind) file(t *projector.Tx, id int64, it, before *item) {
	if it.Corrections == 0 || it.Visible() == before.Visible() && it.Filed == before.Filed {
		return
	}
	type filed struct {
		revision uint64
		version
	}
	var all []filed // as writing to a bucket ends a scan
	t.Bucket(k.Name+"-version").Scan(projector.Number(id), nil, func(key, stored []byte) bool {
		one := filed{revision: ^projector.ParseNumber(key[8:])}
		decode(stored, &one.version)
		all = append(all, one)
		return true
	})
	for i := range all {
		k.fileOne(t, id, all[i].revision, it, &all[i].version)
	}
}

// withholdInPast withholds a version in a model of the past, if it is withheld now.
func (m *versions) withholdInPast(t *projector.Tx, k *kind, id int64, revision uint64) {
	of := events.Item{Kind: k.Name, ID: id}
	for _, w := range m.past {
		if w.Hides(of, revision) {
			k.hold(t, id, revision, w.Reason, w.At)
		}
	}
}

// yearOf returns the year of a time in a place.
func yearOf(millis int64, in *time.Location) int { return time.UnixMilli(millis).In(in).Year() }
