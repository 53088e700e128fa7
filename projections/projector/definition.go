// Definition, Model, Store and Event: the interface between a read model and its projector.

package projector

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

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
	New         func() Model                // a new one, which Load fills from the file; nil with a Store
	Store       NewStore                    // makes what it keeps in a folder beside its file, which makes its models; nil: nothing
	Sum         func(t *Tx) (string, error) // what a check compares; nil: everything
	Reader      func(p *Projector) any      // what answers queries, for [ReaderOf]; nil: nothing
}

// commandName returns what commands call the read model.
func (d *Definition) commandName() string { return cmp.Or(d.CommandName, d.Name) }

// Erasable reports whether a read model with the definition may hold the bytes of what was erased, removed or discarded.
func (d *Definition) Erasable() bool {
	return d.Personal || d.Pictures || d.Discarded || d.Store != nil
}

// CommandNames returns what commands call the read models with these definitions.
func CommandNames(definitions []Definition) []string {
	names := make([]string, len(definitions))
	for i := range definitions {
		names[i] = definitions[i].commandName()
	}
	return names
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

// Withdrawer is implemented by models with something that an event can take away from readers, keys or sessions (unpublished, deleted, withheld,
// removed, deactivated, signed out, password set, erased). An event that can't be decoded or applied is set aside, and what it is about stays
// as it was before; but what it takes away must not be served.
type Withdrawer interface {
	// Withdraw closes what e takes away, instead of Apply and in the same transaction, until a later event that decides the same anew is
	// applied (published, released, password set). eventType is its type's name. e.Data is nil if the event couldn't be decoded: then the
	// stream and the type say what it is about, and where they can't say which, all of them are closed. For an event that takes nothing
	// away it does nothing. After a panic it is called again with e.Data nil; if that panics, too, the model stops before the event, because
	// what it takes away may be open.
	Withdraw(t *Tx, e *Event, eventType string)
}

// NewStore makes the store in a folder, which reports to the logger what it leaves out.
type NewStore func(folder string, logger zerolog.Logger) Store

// Store is what a read model keeps in a folder beside its file, made of the file's rows. Follow opens it, when its generation
// begins to follow the log; until then its models answer with ErrNotReady. New may be called again after a failure; Follow is called by one
// goroutine at a time, and models are queried meanwhile.
type Store interface {
	// New returns a new model over the store, as [Definition.New] does for others.
	New() Model
	// Follow brings the store up to the file as t sees it, from wherever it is. When ctx ends it may stop halfway, with ctx's error.
	Follow(ctx context.Context, t *Tx) error
	// Sum returns a sum of all that is in the store. Its error is ErrStoreElsewhere if it isn't up to the file as t sees it.
	Sum(t *Tx) (string, error)
	// Close closes it. What has not been written is made again from the file.
	Close() error
}

// ErrStoreElsewhere says that a store is not at the same event as a transaction on its file.
var ErrStoreElsewhere = errors.New("the store is not up to the same event as its file")

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
