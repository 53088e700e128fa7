// candor rebuild: read models anew from the log.

package cli

import (
	"context"

	"candor/events"
	"candor/httpapi"
	"candor/projections"
)

// rebuildCommand builds read models anew, in the running server or, without one, by itself.
type rebuildCommand struct {
	Names []string `arg:"" optional:"" help:"Read models: content, inbox, access, analytics, history, media, proof. None is all."`
}

func (r rebuildCommand) Run(ctx context.Context, line *Globals, c *console) error {
	return line.forModels(ctx, c, "/api/control/rebuild", r.Names, func(models *projections.Models, name string) error {
		return httpapi.RebuildModel(ctx, models, name, func(at, head events.Position) { c.progress(name, uint64(at), uint64(head)) })
	})
}
