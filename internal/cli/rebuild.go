// candor rebuild: read models, rebuilt from the log.

package cli

import (
	"context"

	"candor/events"
	"candor/httpapi/operations"
	"candor/projections"
)

// rebuildCommand has the running server rebuild read models or, without one, does it itself.
type rebuildCommand struct {
	Names []string `arg:"" optional:"" help:"Read models to rebuild: ${models}. Default: all."`
}

func (r rebuildCommand) Run(ctx context.Context, line *Globals, c *console) error {
	return line.forModels(ctx, c, "/api/control/rebuild", r.Names, func(models *projections.Models, name string) error {
		return operations.RebuildModel(ctx, models, name, func(at, head events.Position) { c.progress(name, uint64(at), uint64(head)) })
	})
}
