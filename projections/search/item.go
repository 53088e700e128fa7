// Items: what events have made of reviews, articles and pages. Buckets, an item's key being the first letter of its kind and its number:
//
//	number   "r" 00…0c → 00…0c (its number: of all items in the order of their creation, from 0), and what its category is called by: "#3",
//	         or "=ai" of an article
//	item     00…0c (number) → JSON of item, with its length before it as a varint, and JSON of document if readers see it, like its text
//	count    "items" → how many there are

package search

import (
	"encoding/binary"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"candor/events"
	"candor/events/characters"
	"candor/projections/projector"
)

// item is what is known of an item: its content and whether readers see it.
type item struct {
	Kind      string    `json:"kind"`
	ID        int64     `json:"id"`
	Released  time.Time `json:"released,omitzero"` // when it was first published
	Published bool      `json:"published,omitempty"`
	Deleted   bool      `json:"deleted,omitempty"`
	Revision  uint64    `json:"revision"`
	Number    uint64    `json:"number"`
	Content   any       `json:"content"` // a *events.ReviewContent, …
}

var itemCount = []byte("items")

// itemKey returns an item's key. The kinds' first letters differ.
func itemKey(kind string, id int64) string { return kind[:1] + string(projector.Number(id)) }

// loadItem returns a stored item, nil if there is none.
func loadItem(t *projector.Tx, key string) *item {
	number := t.Bucket("number").Get([]byte(key))
	if number == nil {
		return nil
	}
	stored, _ := readItem(t, projector.ParseNumber(number))
	one, kind := &item{}, struct{ Kind string }{}
	err := json.Unmarshal(stored, &kind)
	if err == nil {
		one.Content = events.NewContent(kind.Kind)
		err = json.Unmarshal(stored, one)
	}
	if err != nil {
		panic(projector.Damage("an item is no JSON"))
	}
	return one
}

// readItem returns the JSON of the item with a number, and that of its document, which is empty if readers don't see it.
func readItem(t *projector.Tx, number uint64) (item, document []byte) {
	key := projector.Number(number)
	stored := t.Bucket("item").GetLike(key, t.Bucket("text").Get(key))
	size, n := binary.Uvarint(stored)
	if n <= 0 || size > uint64(len(stored)-n) {
		panic(projector.Damage("an item is too short"))
	}
	return stored[n:][:size], stored[n:][size:]
}

// apply takes in an event.
func (i *item) apply(about events.About) {
	switch about.Action {
	case events.ActionPublished, events.ActionUnpublished:
		i.Published = about.Action == events.ActionPublished
		if i.Published && i.Released.IsZero() {
			i.Released = about.At.UTC()
		}
	case events.ActionDeleted, events.ActionRestored:
		i.Deleted = about.Action == events.ActionDeleted
	}
	events.Take(i.Content, about)
}

// group returns what the item's category is called by, "" for a page.
func (i *item) group() string {
	switch of := i.Content.(type) {
	case *events.ReviewContent:
		return reviewGroup(int64(of.CategoryID))
	case *events.ArticleContent:
		return articleGroup(of.Category)
	}
	return ""
}

func reviewGroup(id int64) string         { return "#" + strconv.FormatInt(id, 10) }
func articleGroup(category string) string { return "=" + articleText(category) }
func articleText(category string) string  { return characters.Fold(strings.TrimSpace(category)) }

// write stores an item, and its document if readers see it.
func (s *search) write(t *projector.Tx, one *item, postings postingChanges) {
	key := itemKey(one.Kind, one.ID)
	var before, now *document
	if t.Bucket("number").Get([]byte(key)) != nil {
		before = readDocument(t, one.Number)
	}
	t.Bucket("number").Put([]byte(key), append(projector.Number(one.Number), one.group()...))
	if one.Published && !one.Deleted && !s.hides(one) {
		section, category := categoryOf(t, one)
		now = documentOf(one, section, category)
	}
	stored := projector.Encode(one)
	row := append(binary.AppendUvarint(nil, uint64(len(stored))), stored...)
	if now != nil {
		row = append(row, projector.Encode(now)...)
	}
	text := now.searched()
	t.Bucket("item").PutLike(projector.Number(one.Number), row, text)
	found := now.analyze()
	postings.note(one.Number, before.analyze(), found)
	writeDocument(t, one.Number, now, text, found)
}
