// Verifying: whether a log's history is what was written. Every event decodes, and the chain of each
// content and security stream holds: whoever changed, removed or inserted one event would have to
// change all that follow it.

package events

import (
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
)

// Verifier looks at the events of a log one after another, from the first on, in the log's order.
// Its zero value is ready. It keeps one hash a chained stream, and goes on after a broken event.
type Verifier struct {
	count  uint64
	chains map[string]link
}

// link is what the next event of a chained stream must fit.
type link struct {
	revision uint64 // of the next event
	hash     string // of the event before it
}

// BrokenError names an event that is not as Candor writes them, and says why.
type BrokenError struct {
	Position Position
	Stream   string
	Revision uint64
	Type     string
	ID       uuid.UUID
	Why      string
}

func (e *BrokenError) Error() string {
	return fmt.Sprintf("the event at position %d is broken: %s, revision %d, %s, id %s: %s", e.Position, e.Stream, e.Revision, e.Type, e.ID,
		e.Why)
}

// Check looks at the next event. Its error is a [*BrokenError]; the next event of a chained stream must fit the broken one as it is.
// Events of unknown types are links of their chain like all others.
func (v *Verifier) Check(r Recorded) error {
	if strings.HasPrefix(r.Type, "$") || strings.HasPrefix(r.Stream, "$") {
		return nil // the node's own
	}
	v.count++
	broken := func(format string, a ...any) error {
		return &BrokenError{Position: r.Position, Stream: r.Stream, Revision: r.Revision, Type: r.Type, ID: r.ID,
			Why: fmt.Sprintf(format, a...)}
	}
	want, chained := v.chains[r.Stream], Chained(r.Stream)
	if chained {
		if v.chains == nil {
			v.chains = map[string]link{}
		}
		v.chains[r.Stream] = link{revision: r.Revision + 1, hash: r.Hash()}
	}
	if chained || Known(r.Type) {
		if err := r.metadataError(); err != nil {
			return broken("%v", err)
		}
	}
	if _, err := r.Decode(); err != nil && !errors.Is(err, ErrUnknownType) {
		return broken("it can't be decoded: %v", err)
	}
	if !chained {
		return nil
	}
	previous := r.Metadata().Previous
	switch {
	case r.Revision != want.revision:
		return broken("revision %d should stand here", want.revision)
	case previous != want.hash && want.hash == "":
		return broken("it says that %s came before it, and nothing did", previous)
	case previous == "" && want.hash != "":
		return broken("it is not chained to the event before it, which is %s", want.hash)
	case previous != want.hash:
		return broken("it follows %q, but the event before it is %s", previous, want.hash)
	}
	return nil
}

// Events is how many events were checked, without the node's own.
func (v *Verifier) Events() uint64 { return v.count }

// Streams is how many chained streams they belong to.
func (v *Verifier) Streams() int { return len(v.chains) }
