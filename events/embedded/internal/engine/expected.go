package engine

// The rules about expected revisions and repeated appends, as a pure function.

import "candor/events/embedded/internal/storage"

// Kind is the kind of an expectation.
type Kind uint8

const (
	Exact        Kind = iota // the stream's last revision is Expected.Revision
	NoStream                 // the stream has no events
	Any                      // no expectation
	StreamExists             // the stream has events or metadata
)

// Expected is a writer's expectation of a stream.
type Expected struct {
	Kind     Kind
	Revision uint64 // for Exact
}

// Condition is the state of a stream that an append depends on.
type Condition struct {
	Last        int64 // last revision, -1 if it has no events
	SoftDeleted bool  // its metadata hides every event
	Tombstoned  bool  // deleted for ever
	HasMetadata bool  // its metadata stream has events
}

// Outcome is the decision about an append.
type Outcome uint8

const (
	Proceed  Outcome = iota // write it
	Repeated                // it is in the stream already: succeed without writing
	Conflict                // the expectation is wrong
	Deleted                 // the stream is deleted
)

// History looks up events of a stream.
type History interface {
	// Find returns the revision of the stream's event with this id.
	Find(id storage.ID) (revision uint64, ok bool, err error)
	// At returns the id of the event at revision, which is not above Condition.Last.
	At(revision uint64) (id storage.ID, ok bool, err error)
}

// Check decides about an append of events with the given ids. For Repeated it also returns the revision of the last
// event of the original append.
//
// The order of the questions is the real server's: deleted for ever; then, with no exact expectation, whether the first
// id is known; with an exact one, whether the same ids follow the expected revision.
func Check(want Expected, is Condition, ids []storage.ID, h History) (Outcome, uint64, error) {
	if is.Tombstoned {
		return Deleted, 0, nil
	}
	switch want.Kind {
	case StreamExists:
		if is.SoftDeleted {
			return Deleted, 0, nil
		}
		if is.Last < 0 && !is.HasMetadata {
			return Conflict, 0, nil
		}
		return checkKnown(is, ids, h)
	case Any:
		return checkKnown(is, ids, h)
	}
	return checkExact(want, is, ids, h)
}

// checkKnown looks for the ids anywhere in the stream.
func checkKnown(is Condition, ids []storage.ID, h History) (Outcome, uint64, error) {
	if is.Last < 0 {
		return Proceed, 0, nil
	}
	var last uint64
	for i, id := range ids {
		revision, ok, err := h.Find(id)
		switch {
		case err != nil:
			return 0, 0, err
		case !ok && i == 0:
			return Proceed, 0, nil
		case !ok:
			return Conflict, 0, nil
		}
		last = revision
	}
	if len(ids) == 0 {
		return Proceed, 0, nil
	}
	return Repeated, last, nil
}

// checkExact looks for the ids right after the expected revision.
func checkExact(want Expected, is Condition, ids []storage.ID, h History) (Outcome, uint64, error) {
	next := uint64(0) // the revision that the append expects to get
	if want.Kind == Exact {
		next = want.Revision + 1
	}
	end := uint64(is.Last + 1)
	switch {
	case want.Kind == Exact && want.Revision >= end:
		return Conflict, 0, nil
	case next == end:
		return Proceed, 0, nil
	case len(ids) == 0:
		return Conflict, 0, nil
	}
	for i, id := range ids {
		same := false
		if r := next + uint64(i); r < end {
			stored, ok, err := h.At(r)
			if err != nil {
				return 0, 0, err
			}
			same = ok && stored == id
		}
		switch {
		case same:
		case i == 0 && want.Kind == NoStream && is.SoftDeleted:
			return Proceed, 0, nil
		default:
			return Conflict, 0, nil
		}
	}
	return Repeated, next + uint64(len(ids)) - 1, nil
}
