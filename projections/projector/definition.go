// Definition, Model and Event: what a read model is to its projector.

package projector

import (
	"cmp"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

// Definition says what the projector must know of a read model.
type Definition struct {
	Name        string                      // of its file, metrics and status
	CommandName string                      // what commands call it; "": Name, which they accept anyway
	Version     int                         // of what Apply makes; a file of another version is rebuilt beside it
	Prefixes    []string                    // of the streams it follows
	Batch       int                         // events in one transaction at most; 0: the default
	CommitDelay time.Duration               // how long a change may wait for its commit when nobody waits for it
	Personal    bool                        // it holds personal data, whose bytes stay in the file's free pages once they are erased
	Removals    bool                        // pictures that were removed later are removed in every past of it, too
	Pictures    bool                        // it holds pictures, of which the same is true once they are removed
	New         func() Model                // a new one, which Load fills from the file
	Sum         func(t *Tx) (string, error) // what a check compares; nil: everything
}

// commandName returns what commands call the read model.
func (d *Definition) commandName() string { return cmp.Or(d.CommandName, d.Name) }

// CommandNames returns what commands call the read models with these definitions.
func CommandNames(definitions []Definition) []string {
	names := make([]string, len(definitions))
	for i := range definitions {
		names[i] = definitions[i].commandName()
	}
	return names
}

// filter returns what the read model follows.
func (d *Definition) filter() events.Filter {
	return events.Filter{StreamPrefixes: d.Prefixes, Removals: d.Removals}
}

// Model is the behaviour of one model over one file. Except for Decode its methods are
// called by one goroutine; queries run beside them.
type Model interface {
	// Load reads from the file what is held in memory.
	Load(t *Tx) error
	// Decode turns a stored event into what Apply wants: nil when it means nothing to the model.
	// It runs beside Apply and touches nothing of the model that Apply does.
	// Errors: events.ErrUnknownType, events.ErrUndecodable.
	Decode(r *events.Recorded) (any, error)
	// Apply takes one event in, and reports whether it meant anything.
	Apply(t *Tx, e *Event) bool
	// Flush ends a batch: what Apply kept for it is written now.
	Flush(t *Tx)
	// Committed makes the batch visible in memory and drops the answers that it changed.
	Committed()
	// CacheStats says how the cached answers do, for the metrics.
	CacheStats() CacheStats
}

// RowsOnly is the part of a model that keeps nothing but the rows in its file: embed it, and write Apply.
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
	Created  time.Time // the server's clock
	Data     any
}
