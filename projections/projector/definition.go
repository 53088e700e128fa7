// Definition, Model and Event: the interface between a read model and its projector.

package projector

import (
	"cmp"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

// Definition describes a read model to its projector.
type Definition struct {
	Name        string                      // of its file, metrics and status; [Register] gives it
	CommandName string                      // what commands call it; "": Name, which they accept anyway
	Version     int                         // of what Apply writes; a file of another version is rebuilt beside it
	Prefixes    []string                    // of the streams it follows
	Batch       int                         // events in one transaction at most; 0: the default
	CommitDelay time.Duration               // how long a change may wait for its commit when nobody waits for it
	Personal    bool                        // it holds personal data, whose bytes stay in the file's free pages once they are erased
	Removals    bool                        // pictures that were removed later are removed in every past of it, too
	Pictures    bool                        // it holds pictures, of which the same is true once they are removed
	Discarded   bool                        // it holds drafts or profiles, of which the same is true once they are discarded or deleted
	New         func() Model                // a new one, which Load fills from the file
	Sum         func(t *Tx) (string, error) // what a check compares; nil: everything
}

// commandName returns what commands call the read model.
func (d *Definition) commandName() string { return cmp.Or(d.CommandName, d.Name) }

// Erasable reports whether a read model with the definition may hold the bytes of what was erased, removed or discarded.
func (d *Definition) Erasable() bool {
	return d.Personal || d.Pictures || d.Discarded
}

// filter returns the filter of the streams that the read model follows.
func (d *Definition) filter() events.Filter {
	return events.Filter{StreamPrefixes: d.Prefixes, Removals: d.Removals}
}

// Model is the behaviour of one model over one file. Except for Decode its methods are
// called by one goroutine; queries run beside them.
type Model interface {
	// Load reads the state in memory from the file.
	Load(t *Tx) error
	// Decode turns a stored event into the data for Apply: nil if the event is irrelevant to the model.
	// It runs concurrently with Apply and must not use the model's state.
	// Errors: events.ErrUnknownType, events.ErrUndecodable.
	Decode(r *events.Recorded) (any, error)
	// Apply applies one event, and reports whether it was relevant.
	Apply(t *Tx, e *Event) bool
	// Flush ends a batch and writes the changes that Apply has collected.
	Flush(t *Tx)
	// Committed makes the batch visible in memory and drops cached answers that it changed.
	Committed()
	// CacheStats returns figures of the cached answers, for the metrics.
	CacheStats() CacheStats
}

// Withdrawer is implemented by models with something that an event can take away from readers, keys or sessions (unpublished, deleted,
// withheld, removed, deactivated, signed out, password set, erased). An event that can't be decoded or applied is set aside, and what it is
// about stays as it was before; but what it takes away must not be served.
type Withdrawer interface {
	// Withdraw closes what e takes away, instead of Apply and in the same transaction, until a later event that decides the same anew is
	// applied (published, released, password set). eventType is its type's name. e.Data is nil if the event couldn't be decoded: then the
	// stream and the type say what it is about, and where they can't say which, all of them are closed. For an event that takes nothing
	// away it does nothing. After a panic it is called again with e.Data nil; if that panics, too, the model stops before the event,
	// because what it takes away may be open.
	Withdraw(t *Tx, e *Event, eventType string)
}

// RowsOnly is the base of a model without state in memory: embed it and write Apply.
type RowsOnly struct{}

func (RowsOnly) Load(*Tx) error                         { return nil }
func (RowsOnly) Decode(r *events.Recorded) (any, error) { return r.Decode() }
func (RowsOnly) Flush(*Tx)                              {}
func (RowsOnly) Committed()                             {}
func (RowsOnly) CacheStats() CacheStats                 { return CacheStats{} }

// Event is one decoded event.
type Event struct {
	Position events.Position
	Revision uint64
	Stream   string
	ID       uuid.UUID
	Created  time.Time // when it was made; see events.Recorded.Time
	Stored   time.Time // when the log stored it
	Data     any

	eventType string
}
