// The indexes of the entries: by each of their facets, by their words, and by their time.

package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"strconv"
	"strings"
	"time"

	"candor/events/characters"
	"candor/projections/projector"
)

const (
	spanEvents = 1024 // in a span
	maxFacet   = 100  // bytes of a facet's value in its key; a longer one is hashed
)

// A facet is a property that entries are found by. Its entries' keys in bucket "trail" are the facet's letter, its
// value, a zero byte and the position.
const (
	byActorKind = 'a' // "admin"
	byActor     = 'i' // "bot:2"
	byKind      = 'k' // "review"
	byItem      = 'n' // "review-12"
	byType      = 't' // "ReviewPublished"
	byRequest   = 'r' // a request's id
)

// facet returns the prefix of a facet's keys.
func facet(letter byte, value string) []byte {
	if len(value) > maxFacet || strings.IndexByte(value, 0) >= 0 { // others' metadata may hold anything
		sum := sha256.Sum256([]byte(value))
		value = "#" + hex.EncodeToString(sum[:])
	}
	return append(append([]byte{letter}, value...), 0)
}

// Item names what the entry is about, "review-12"; "" for what has no number.
func (e *Entry) Item() string {
	if e.ID == 0 {
		return ""
	}
	return e.Kind + "-" + strconv.FormatInt(e.ID, 10)
}

// text returns what a search looks through. A line break keeps a match within one field.
func (e *Entry) text() []byte {
	words := []string{e.Title, e.Actor.Name, e.Actor.ID, strings.Join(e.Types, " "), e.Item(), strings.Join(e.Fields, " "), e.CorrelationID}
	return []byte(characters.Bare(strings.Join(words, "\n")))
}

// facets are the letters and values of an entry about an item.
func (e *Entry) facets(item string) iter.Seq2[byte, string] {
	return func(yield func(byte, string) bool) {
		one := func(letter byte, value string) bool { return value == "" || yield(letter, value) }
		actor := ""
		if e.Actor.ID != "" {
			actor = string(e.Actor.Kind) + ":" + e.Actor.ID
		}
		typed := func() bool {
			for _, name := range e.Types {
				if !one(byType, name) {
					return false
				}
			}
			return true
		}
		_ = one(byRequest, e.CorrelationID) && one(byItem, item) && one(byActor, actor) && typed() && one(byKind, e.Kind) &&
			one(byActorKind, string(e.Actor.Kind))
	}
}

// facetKeys returns the entry's keys in bucket "trail".
func (e *Entry) facetKeys() (keys [][]byte) {
	at := projector.Number(uint64(e.Position))
	for letter, value := range e.facets(e.Item()) {
		keys = append(keys, append(facet(letter, value), at...))
	}
	return keys
}

// span is some events in a row: how many, and the first and the last of their times in Unix milliseconds, rounded
// down. Times needn't follow the positions: imported events are older.
type span struct{ events, first, last int64 }

func parseSpan(payload []byte) span {
	if len(payload) != 24 {
		panic(projector.Damage("a span is not three numbers"))
	}
	return span{int64(projector.ParseNumber(payload)), int64(projector.ParseNumber(payload[8:])),
		int64(projector.ParseNumber(payload[16:]))}
}

// holds reports whether an event of the span may lie in [from, to); zero times bound nothing.
func (s span) holds(from, to time.Time) bool {
	return (from.IsZero() || s.last >= from.UnixMilli()) && (to.IsZero() || s.first <= to.UnixMilli())
}

// addToSpan adds the event that the entry is about so far to the last span, or begins one.
func (e *Entry) addToSpan(t *projector.Tx) {
	spans, at := t.Bucket("span"), e.At.UnixMilli()
	key, s := projector.Number(uint64(e.Position)), span{0, at, at}
	spans.ScanBack(nil, func(last, payload []byte) bool {
		if open := parseSpan(payload); open.events < spanEvents {
			key, s = bytes.Clone(last), open
		}
		return false
	})
	s = span{s.events + 1, min(s.first, at), max(s.last, at)}
	spans.Put(key, bytes.Join([][]byte{projector.Number(s.events), projector.Number(s.first), projector.Number(s.last)}, nil))
}
