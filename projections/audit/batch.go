// A batch of entries, which is written when it ends: until then, more events of a save are added to its entry.

package audit

import (
	"bytes"
	"maps"
	"math"
	"slices"

	"candor/events"
	"candor/projections/projector"
)

// batch holds the entries that were made or changed since the last commit.
type batch struct {
	entries map[events.Position]*Entry // by the position of their last event
	latest  map[string]*Entry          // the latest entry of each item that has one here
}

// continued returns the entry of the save that the event belongs to; nil if the event is the first of its save. What is about no item,
// as a sign-in, is a save of its own.
func (b *batch) continued(t *projector.Tx, e *Entry) *Entry {
	item := e.Item()
	if item == "" || e.Revision == 0 {
		return nil
	}
	last := b.latest[item]
	if last == nil {
		position, _, ok := t.Bucket("trail").Backwards(facet(byItem, item)).From(math.MaxUint64)
		if !ok {
			return nil
		}
		stored := parseEntry(t.Bucket("entry").Get(projector.Number(position)))
		last = &stored
	}
	if last.Stream != e.Stream || last.Actor != e.Actor || !e.step().Continues(last.step()) {
		return nil
	}
	return last
}

func (e *Entry) step() events.Step {
	return events.Step{Request: e.CorrelationID, At: e.At, Revision: e.Revision}
}

// add adds an event's entry, which takes in and replaces the one that it continues.
func (b *batch) add(t *projector.Tx, e, continued *Entry) {
	if b.entries == nil {
		b.entries, b.latest = map[events.Position]*Entry{}, map[string]*Entry{}
	}
	if continued != nil {
		e.First, e.Types = continued.First, append(slices.Clone(continued.Types), e.Types...)
		e.Fields = slices.Compact(slices.Sorted(slices.Values(slices.Concat(continued.Fields, e.Fields))))
		if _, here := b.entries[continued.Position]; here {
			delete(b.entries, continued.Position)
		} else {
			continued.remove(t)
		}
	}
	b.entries[e.Position] = e
	if item := e.Item(); item != "" {
		b.latest[item] = e
	}
}

// remove removes a stored entry.
func (e *Entry) remove(t *projector.Tx) {
	at := projector.Number(uint64(e.Position))
	t.Bucket("entry").Delete(at)
	t.Bucket("text").Delete(at)
	for _, key := range e.facetKeys() {
		t.Bucket("trail").Delete(key)
	}
}

// write stores the entries and forgets them. The facets are written in the order of their keys: bbolt moves all that lies behind a new key
// in its page, which in the order of the entries is most of the batch, each time.
func (b *batch) write(t *projector.Tx) {
	entries, texts, trail := t.Bucket("entry").Packed(), t.Bucket("text"), t.Bucket("trail")
	var keys [][]byte
	for _, position := range slices.Sorted(maps.Keys(b.entries)) {
		e, at := b.entries[position], projector.Number(uint64(position))
		entries.Put(at, projector.Encode(e))
		texts.Put(at, e.text())
		keys = append(keys, e.facetKeys()...)
	}
	slices.SortFunc(keys, bytes.Compare)
	for _, key := range keys {
		trail.Put(key, nil)
	}
	clear(b.entries)
	clear(b.latest)
}
