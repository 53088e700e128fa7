// candor scavenge: the bytes of what was deleted or has expired leave the log's files, and then the read models'.

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"candor/commands"
	"candor/events"
	"candor/events/datadir"
	"candor/httpapi"
	"candor/internal/openlog"
	"candor/projections"
)

// scavengeCommand scavenges the log, on each node that has it, and then makes the read models that hold personal data or pictures anew.
type scavengeCommand struct{}

func (scavengeCommand) Run(ctx context.Context, line *Globals, c *console) error {
	return line.scavenge(ctx, c)
}

// scavenge has the server that runs on the data folder do it, if the log is the server's; without one it does it itself.
func (line *Globals) scavenge(ctx context.Context, c *console) (err error) {
	folder := datadir.Folder(line.Data)
	server, announced := folder.Server()
	if announced == nil && server.HTTP != "" && (line.EventStore == "" || line.EventStore == server.ConnectionString) {
		if done, err := askForModels(ctx, server, "/api/control/scavenge", nil, c); done || err != nil {
			return err
		}
	}
	d, err := line.open(c.logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if err := forgetUnlisted(ctx, d, c); err != nil {
		return err
	}
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

// cleanModels makes the read models of the data folder that hold personal data or pictures anew, if there are any: their files keep old bytes.
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
	if err := os.RemoveAll(folder.Pasts()); err != nil { // what a server that was killed has left
		return err
	}
	models, err := projections.Open(ctx, projections.Config{Dir: folder.Models(), Log: d, Logger: c.logger})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, models.Close()) }()
	for _, name := range models.Erasable() {
		err := httpapi.RebuildModel(ctx, models, name, func(at, head events.Position) { c.progress(name, uint64(at), uint64(head)) })
		c.progressEnd()
		if err != nil {
			return err
		}
	}
	return nil
}

// forgetUnlisted has the next scavenge of a log take what it says of addresses that no subscriber has any more.
func forgetUnlisted(ctx context.Context, d *openlog.Handle, c *console) error {
	h, err := commands.New(commands.Config{Log: d, Logger: c.logger})
	if err != nil {
		return err
	}
	return errors.Join(h.ForgetUnlisted(ctx), h.Close(ctx))
}
