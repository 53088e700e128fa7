package embedded

// Writing to a Log.

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"candor/events"
	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// bodies are reused, unless one was unusually large.
var bodies = sync.Pool{New: func() any { return new(storage.Body) }}

const keepBody = 512 << 10 // bytes

// Append implements [events.Log].
func (l *Log) Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error) {
	written, err := l.append(ctx, stream, want, ps)
	if err == nil || events.IsConflict(err) {
		return written, err
	}
	return events.Written{}, fmt.Errorf("append to %s: %w", stream, err)
}

func (l *Log) append(ctx context.Context, stream string, want events.ExpectedRevision, ps []events.Proposed) (events.Written, error) {
	if err := l.writable(ctx, stream, engine.Write); err != nil {
		return events.Written{}, err
	}
	body := bodies.Get().(*storage.Body)
	body.Reset()
	if err := encode(body, ps); err != nil {
		bodies.Put(body)
		return events.Written{}, err
	}
	res := l.engine.Append(ctx, stream, expected(want), body)
	if res.Err == nil && body.Size() <= keepBody { // with an error the writer may still be reading it
		bodies.Put(body)
	}
	if err := outcome(stream, want, res); err != nil {
		return events.Written{}, err
	}
	return events.Written{Revision: uint64(max(res.Current, 0)), Position: events.Position(res.Position)}, nil
}

// encode encodes events as they are stored.
func encode(body *storage.Body, ps []events.Proposed) error {
	size := 0
	for _, p := range ps {
		e := storage.Event{ID: storage.ID(p.ID), Type: []byte(p.Type), JSON: !p.Binary, Metadata: p.Meta, Data: p.Data}
		if err := engine.CheckEvent(&e); err != nil {
			return err
		}
		if size += engine.AppendSize(&e); size > engine.MaxAppend {
			return fmt.Errorf("%w: more than %d bytes", events.ErrTooLarge, engine.MaxAppend)
		}
		body.Add(e)
	}
	return nil
}

// DeleteStream implements [events.Log].
func (l *Log) DeleteStream(ctx context.Context, stream string, want events.ExpectedRevision) error {
	err := l.writable(ctx, stream, engine.Delete)
	if err == nil {
		err = outcome(stream, want, l.engine.Delete(ctx, stream, expected(want)))
	}
	if want == events.Any && events.IsConflict(err) { // there is nothing to delete
		return nil
	}
	if err == nil || events.IsConflict(err) {
		return err
	}
	return fmt.Errorf("delete stream %s: %w", stream, err)
}

// TombstoneStream implements [events.Log].
func (l *Log) TombstoneStream(ctx context.Context, stream string) error {
	err := l.writable(ctx, stream, engine.Delete)
	if err == nil {
		err = outcome(stream, events.Any, l.engine.Tombstone(ctx, stream, engine.Expected{Kind: engine.Any}))
	}
	if err == nil || errors.Is(err, events.ErrStreamDeleted) {
		return nil
	}
	return fmt.Errorf("delete stream %s for ever: %w", stream, err)
}

// writable returns why stream can't be written to: its name is invalid or reserved, as in EventStoreDB.
func (l *Log) writable(ctx context.Context, stream string, access engine.Access) error {
	if err := l.ready(ctx); err != nil {
		return err
	}
	if err := engine.CheckStream([]byte(stream)); err != nil {
		return err
	}
	if stream == engine.AllStream || access == engine.Delete && engine.IsMetadataStream(stream) {
		return fmt.Errorf("%w: %s is not a stream that can be written or deleted", events.ErrAccessDenied, strings.ToValidUTF8(stream, ""))
	}
	return nil
}

// outcome returns the error of a write, nil if it succeeded.
func outcome(stream string, want events.ExpectedRevision, res engine.Result) error {
	switch {
	case res.Err != nil:
		return typed(res.Err)
	case res.Outcome == engine.Deleted:
		return events.ErrStreamDeleted
	case res.Outcome == engine.Conflict:
		return &events.ConflictError{Stream: stream, Expected: want}
	}
	return nil
}

// expected converts an expectation to the engine's.
func expected(want events.ExpectedRevision) engine.Expected {
	switch want {
	case events.Any:
		return engine.Expected{Kind: engine.Any}
	case events.NoStream:
		return engine.Expected{Kind: engine.NoStream}
	case events.StreamExists:
		return engine.Expected{Kind: engine.StreamExists}
	}
	revision, _ := want.Revision()
	return engine.Expected{Kind: engine.Exact, Revision: revision}
}
