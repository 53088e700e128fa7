// candor scavenge: removes the bytes of deleted and expired data from the log's files, and then from those of the read models.

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"candor/events"
	"candor/events/datadir"
	"candor/httpapi/operations"
	"candor/internal/openlog"
	"candor/projections"
)

// scavengeCommand scavenges the log, on each of its nodes, and then rebuilds the read models that contain personal data, pictures or
// drafts.
type scavengeCommand struct{}

func (scavengeCommand) Run(ctx context.Context, line *Globals, c *console) error {
	return line.scavenge(ctx, c)
}

// scavenge asks the server that runs on the data folder, if it uses the same log. Without one it scavenges in this process.
func (line *Globals) scavenge(ctx context.Context, c *console) (err error) {
	folder := datadir.Folder(line.Data)
	server, err := folder.Server()
	if err == nil && server.HTTP != "" && (line.EventStore == "" || line.EventStore == server.ConnectionString) {
		if done, err := askForModels(ctx, server, "/api/control/scavenge", nil, c); done || err != nil {
			return err
		}
	}
	d, err := line.open(c.logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	note, scavenged := d.Scavenge(ctx, func(what string, at, head uint64) { c.progress(what, at, head) })
	c.progressEnd()
	if note != "" {
		if _, err := fmt.Fprintln(c.stdout, note); err != nil {
			return err
		}
	}
	if scavenged != nil && note == "" {
		return scavenged
	}
	return errors.Join(scavenged, line.cleanModels(ctx, d, c))
}

// cleanModels rebuilds the read models of the data folder that contain personal data, pictures or drafts, if there are any, because their
// files keep old bytes.
func (line *Globals) cleanModels(ctx context.Context, d *openlog.Handle, c *console) (err error) {
	folder := datadir.Folder(line.Data)
	if _, err := os.Stat(folder.Models()); errors.Is(err, os.ErrNotExist) && d.Node == nil {
		return nil
	}
	if server, err := folder.Server(); err == nil && server.HTTP != "" {
		if done, err := askForModels(ctx, server, "/api/control/rebuild", projections.ErasableNames(), c); done || err != nil {
			return err
		}
	}
	if err := os.RemoveAll(folder.AsOf()); err != nil { // left behind by a server that was killed
		return err
	}
	models, err := projections.Open(ctx, projections.Config{Dir: folder.Models(), Log: d, Logger: c.logger})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, models.Close()) }()
	for _, name := range projections.ErasableNames() {
		err := operations.RebuildModel(ctx, models, name, func(at, head events.Position) { c.progress(name, uint64(at), uint64(head)) })
		c.progressEnd()
		if err != nil {
			return err
		}
	}
	return nil
}
