// Backups.

package operations

import (
	"cmp"
	"context"

	"candor/commands"
	"candor/events"
)

// backups is the state of the stream of backups, of which no decision needs any.
type backups struct{}

func (backups) Evolve(events.Event) backups { return backups{} }

// recordBackup records a backup that was made.
type recordBackup struct{ made events.BackupMade }

func (c recordBackup) Decide(backups) ([]events.Event, error) { return []events.Event{c.made}, nil }

// RecordBackup records that a backup up to a position was written into a file of some bytes, and checked. Error: Unavailable.
func (h *Handler) RecordBackup(ctx context.Context, by commands.Caller, upTo events.Position, bytes int64) (commands.Result, error) {
	made := events.BackupMade{Position: upTo, Bytes: bytes, By: cmp.Or(by.Actor.ID, by.Actor.Name), Verified: true, At: h.At(by)}
	step := commands.Step[backups]{Stream: events.BackupsStream, Load: commands.Latest[backups], Command: recordBackup{made}}
	return step.Run(ctx, h.Executor, by)
}
