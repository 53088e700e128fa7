package engine_test

// Every rule about expected revisions, one line each.

import (
	"fmt"
	"testing"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// stream is a history: the ids of its events in order, written as letters.
type stream string

func id(letter byte) storage.ID { return storage.ID{15: letter} }

func ids(letters string) []storage.ID {
	out := []storage.ID{}
	for i := range len(letters) {
		out = append(out, id(letters[i]))
	}
	return out
}

func (s stream) Find(want storage.ID) (uint64, bool, error) {
	for i := len(s) - 1; i >= 0; i-- {
		if id(s[i]) == want {
			return uint64(i), true, nil
		}
	}
	return 0, false, nil
}

func (s stream) At(revision uint64) (storage.ID, bool, error) {
	if revision >= uint64(len(s)) {
		return storage.ID{}, false, fmt.Errorf("asked for revision %d of %d", revision, len(s))
	}
	return id(s[revision]), true, nil
}

func TestExpectedRevision(t *testing.T) {
	exact := func(r uint64) engine.Expected { return engine.Expected{Kind: engine.Exact, Revision: r} }
	var (
		any      = engine.Expected{Kind: engine.Any}
		noStream = engine.Expected{Kind: engine.NoStream}
		exists   = engine.Expected{Kind: engine.StreamExists}
	)
	type is struct{ soft, tomb, meta bool }
	tests := []struct {
		name   string
		stored stream
		is     is
		want   engine.Expected
		ids    string
		then   engine.Outcome
		last   uint64 // for Repeated
	}{
		{"any on a new stream", "", is{}, any, "x", engine.Proceed, 0},
		{"any on a stream", "ab", is{}, any, "x", engine.Proceed, 0},
		{"any with no events", "ab", is{}, any, "", engine.Proceed, 0},
		{"any again, all known", "abc", is{}, any, "ab", engine.Repeated, 1},
		{"any again, known in another order", "abc", is{}, any, "ca", engine.Repeated, 0},
		{"any, only a later id is known", "abc", is{}, any, "xa", engine.Proceed, 0},
		{"any, a later id is not known", "abc", is{}, any, "ax", engine.Conflict, 0},
		{"any on a soft-deleted stream", "ab", is{soft: true, meta: true}, any, "x", engine.Proceed, 0},
		{"any on a tombstoned stream", "ab", is{tomb: true}, any, "x", engine.Deleted, 0},

		{"exists on a new stream", "", is{}, exists, "x", engine.Conflict, 0},
		{"exists on a stream with metadata alone", "", is{meta: true}, exists, "x", engine.Proceed, 0},
		{"exists on a stream", "a", is{}, exists, "x", engine.Proceed, 0},
		{"exists again", "ab", is{}, exists, "ab", engine.Repeated, 1},
		{"exists, a later id is not known", "ab", is{}, exists, "bx", engine.Conflict, 0},
		{"exists on a soft-deleted stream", "a", is{soft: true, meta: true}, exists, "x", engine.Deleted, 0},
		{"exists on a tombstoned stream", "a", is{tomb: true}, exists, "x", engine.Deleted, 0},

		{"no stream on a new stream", "", is{}, noStream, "x", engine.Proceed, 0},
		{"no stream on a new stream with metadata", "", is{meta: true}, noStream, "x", engine.Proceed, 0},
		{"no stream with no events on a new stream", "", is{}, noStream, "", engine.Proceed, 0},
		{"no stream on a stream", "ab", is{}, noStream, "x", engine.Conflict, 0},
		{"no stream with no events on a stream", "ab", is{}, noStream, "", engine.Conflict, 0},
		{"no stream again", "abc", is{}, noStream, "ab", engine.Repeated, 1},
		{"no stream again, longer than the stream", "ab", is{}, noStream, "abc", engine.Conflict, 0},
		{"no stream again, then another", "abc", is{}, noStream, "ax", engine.Conflict, 0},
		{"no stream on a soft-deleted stream", "ab", is{soft: true, meta: true}, noStream, "x", engine.Proceed, 0},
		{"no stream on a soft-deleted stream, again", "ab", is{soft: true, meta: true}, noStream, "ab", engine.Repeated, 1},
		{"no stream on a soft-deleted stream, again and another", "ab", is{soft: true, meta: true}, noStream, "ax", engine.Conflict, 0},
		{"no stream on a tombstoned stream", "", is{tomb: true}, noStream, "x", engine.Deleted, 0},

		{"exact on a new stream", "", is{}, exact(0), "x", engine.Conflict, 0},
		{"exact at the end", "ab", is{}, exact(1), "x", engine.Proceed, 0},
		{"exact at the end, the same id as the last", "ab", is{}, exact(1), "b", engine.Proceed, 0},
		{"exact at the end with no events", "ab", is{}, exact(1), "", engine.Proceed, 0},
		{"exact past the end", "ab", is{}, exact(2), "x", engine.Conflict, 0},
		{"exact far past the end", "ab", is{}, exact(1<<63 - 1), "x", engine.Conflict, 0},
		{"exact before the end", "abc", is{}, exact(0), "x", engine.Conflict, 0},
		{"exact before the end with no events", "abc", is{}, exact(0), "", engine.Conflict, 0},
		{"exact again", "abc", is{}, exact(0), "bc", engine.Repeated, 2},
		{"exact again, shorter", "abcd", is{}, exact(0), "bc", engine.Repeated, 2},
		{"exact again, longer", "abc", is{}, exact(0), "bcd", engine.Conflict, 0},
		{"exact again, but elsewhere", "abca", is{}, exact(1), "a", engine.Conflict, 0},
		{"exact at the end of a soft-deleted stream", "ab", is{soft: true, meta: true}, exact(1), "x", engine.Proceed, 0},
		{"exact before the end of a soft-deleted stream", "ab", is{soft: true, meta: true}, exact(0), "x", engine.Conflict, 0},
		{"exact on a tombstoned stream", "ab", is{tomb: true}, exact(1), "x", engine.Deleted, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			is := engine.Condition{Last: int64(len(tt.stored)) - 1,
				SoftDeleted: tt.is.soft, Tombstoned: tt.is.tomb, HasMetadata: tt.is.meta}
			got, last, err := engine.Check(tt.want, is, ids(tt.ids), tt.stored)
			if err != nil || got != tt.then || last != tt.last {
				t.Errorf("got outcome %d, last %d, %v; want %d, last %d", got, last, err, tt.then, tt.last)
			}
		})
	}
}
