package embedded

// Backups of other programs' logs.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"candor/events"
	"candor/events/embedded/internal/storage"
)

// errEnd ends a subscription at the end of what is copied.
var errEnd = errors.New("end")

// BackupLog writes another program's log as it is now to w, in the form of [Node.Backup]: the events of all streams but the store's own
// ones, with their positions and times. Of a deleted stream it writes the deletion and no event. If the connection is lost, it waits for it
// until ctx ends. Errors: w's, ctx's, the log's.
func BackupLog(ctx context.Context, log events.Log, w io.Writer) (Backup, error) {
	end, err := log.Head(ctx)
	if err != nil {
		return Backup{}, fmt.Errorf("backup: %w", err)
	}
	deleted := map[string]bool{}
	err = readUpTo(ctx, log, end, events.Filter{TypePrefixes: []string{events.MetadataType, events.TombstoneType}},
		func(r events.Recorded) error {
			if d, ok := events.ReadDeletion(r); ok && d.Whole() {
				deleted[d.Stream] = true
			} else if ok {
				delete(deleted, d.Stream) // it was written again
			}
			return nil
		})
	if err != nil {
		return Backup{}, fmt.Errorf("backup: %w", err)
	}
	return writeBackup(w, time.Now(), uint64(end), func(add func(storage.Stored) error) error {
		return readUpTo(ctx, log, end, events.Filter{}, func(r events.Recorded) error {
			if events.OwnedByStore(r.Stream) || deleted[r.Stream] && r.Type != events.TombstoneType {
				return nil
			}
			e := storage.Event{
				Position: uint64(r.Position), Revision: r.Revision, Created: r.Created.UnixNano() / 100, Stream: []byte(r.Stream),
				ID: storage.ID(r.ID), Type: []byte(r.Type), JSON: !r.Binary, Metadata: r.Meta, Data: r.Data,
			}
			return add(e.Encoded())
		})
	})
}

// readUpTo calls handle with the events of the log up to a position that match f. It resumes when the connection is lost.
func readUpTo(ctx context.Context, log events.Log, end events.Position, f events.Filter, handle func(events.Recorded) error) error {
	if end == 0 {
		return nil
	}
	err := log.Subscribe(ctx, 0, f, func(m events.Message) error {
		if m.Kind == events.EventAppeared && m.Position <= end {
			if err := handle(m.Event); err != nil {
				return err
			}
		}
		if m.Kind == events.CaughtUp || m.Kind != events.Interrupted && m.Position >= end {
			return errEnd
		}
		return nil
	})
	if errors.Is(err, errEnd) {
		return nil
	}
	return err
}
