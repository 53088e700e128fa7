// Scavenging: what was deleted or has expired leaves the log and the read models for good.

package operations

import (
	"context"
	"errors"
	"net/http"
	"time"

	"candor/events"
	"candor/httpapi"
	"candor/projections"
	"candor/projections/projector"
)

// POST /api/control/scavenge: first the log, then the read models that hold personal data or pictures, one after another. Its answer is
// that of forModels; the log's last line is named "log".
func scavenge(c *httpapi.Call) error {
	if c.Scavenge == nil {
		return &httpapi.Refusal{Status: http.StatusConflict, Detail: "This server can't scavenge its log."}
	}
	say := progressLines(c)
	scavenged := false
	err := work(c, say, "log", func(ctx context.Context, _ func(at, head events.Position)) (note string, err error) {
		var said time.Time
		note, err = c.Scavenge(ctx, func(what string, at, head uint64) {
			if now := time.Now(); now.Sub(said) >= progressEvery {
				said = now
				say(modelLine{Name: what, At: events.Position(at), Head: events.Position(head)})
			}
		})
		scavenged = note != ""
		return note, err
	})
	if err != nil && !scavenged {
		return nil
	}
	if c.AsOfPool != nil {
		if err := c.AsOfPool.Forget(); err != nil {
			c.Logger.Warn().Err(err).Msg("read models of the past could not be removed")
		}
	}
	for _, name := range projections.ErasableNames() {
		_ = work(c, say, name, func(ctx context.Context, progress func(at, head events.Position)) (string, error) {
			return "", RebuildModel(ctx, c.Models, name, progress)
		})
	}
	return nil
}

// RebuildModel builds the named read model anew, or waits for it where that is being done already because its file was
// missing or outdated, or lacked events.
func RebuildModel(ctx context.Context, models *projections.Models, name string, progress func(at, head events.Position)) error {
	err := models.Rebuild(ctx, name, progress)
	if errors.Is(err, projector.ErrRebuilding) {
		return models.WaitWhole(ctx, name)
	}
	return err
}
