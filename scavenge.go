// candor scavenge: the bytes of what was deleted or has expired leave the data folder.

package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"

	"candor/commands"
	"candor/events"
	"candor/events/datadir"
	"candor/events/embedded"
	"candor/httpapi"
	"candor/projections"
)

// scavengeCommand scavenges the embedded node's log, and then makes the read models that hold personal data anew.
type scavengeCommand struct{}

func (scavengeCommand) Run(ctx context.Context, line *commandLine, c *console) error {
	return line.scavenge(ctx, c)
}

// scavenge has the server that runs on the data folder do it; without one it does it itself.
func (line *commandLine) scavenge(ctx context.Context, c *console) error {
	if line.EventStore != "" {
		return scavengeElsewhere(line.EventStore)
	}
	if server, err := datadir.Folder(line.Data).Server(); err == nil && server.HTTP != "" {
		if done, err := askForModels(ctx, server, "/api/control/scavenge", nil, c); done || err != nil {
			return err
		}
	}
	return line.scavengeAlone(ctx, c)
}

func (line *commandLine) scavengeAlone(ctx context.Context, c *console) (err error) {
	folder := datadir.Folder(line.Data)
	switch elsewhere, err := logElsewhere(folder); {
	case err != nil:
		return err
	case elsewhere.ConnectionString != "":
		return scavengeElsewhere(elsewhere.ConnectionString)
	}
	d, err := openNode(ctx, folder, "127.0.0.1:0", "", c.logger)
	if errors.Is(err, embedded.ErrLocked) {
		return fmt.Errorf("%w: candor node runs on this data folder; stop it to scavenge, or let candor serve run the log", err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if err := forgetUnlisted(ctx, d, c); err != nil {
		return err
	}
	note, err := d.scavenge(ctx, func(at, head events.Position) { c.progress("log", uint64(at), uint64(head)) })
	c.progressEnd()
	if err != nil {
		return err
	}
	if err := os.RemoveAll(folder.Pasts()); err != nil { // what a server that was killed has left
		return err
	}
	models, err := projections.Open(ctx, projections.Config{Dir: folder.Models(), Log: d, Logger: c.logger})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, models.Close()) }()
	for _, name := range models.Personal() {
		err := httpapi.RebuildModel(ctx, models, name, func(at, head events.Position) { c.progress(name, uint64(at), uint64(head)) })
		c.progressEnd()
		if err != nil {
			return err
		}
	}
	_, err = fmt.Fprintln(c.stdout, note)
	return err
}

// forgetUnlisted has the next scavenge of a log take what it says of addresses that no subscriber has any more.
func forgetUnlisted(ctx context.Context, d *door, c *console) error {
	h, err := commands.New(commands.Config{Log: d, Logger: c.logger})
	if err != nil {
		return err
	}
	return errors.Join(h.ForgetUnlisted(ctx), h.Close(ctx))
}

// scavenge implements [httpapi.Scavenge] for the embedded node.
func (d *door) scavenge(ctx context.Context, progress func(at, head events.Position)) (note string, err error) {
	s, err := d.node.Scavenge(ctx, func(at, head uint64) { progress(events.Position(at), events.Position(head)) })
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("Removed %d events. The log takes %.1f MB instead of %.1f MB; appends waited %.1f ms.",
		s.Removed, float64(s.After)/1e6, float64(s.Before)/1e6, float64(s.Pause.Microseconds())/1000), nil
}

// scavengeElsewhere says how to do it there: the official client can't.
func scavengeElsewhere(connection string) error {
	address := "https://127.0.0.1:2113"
	if u, err := url.Parse(connection); err == nil && u.Host != "" {
		address = "https://" + u.Host
		if u.Query().Get("tls") == "false" {
			address = "http://" + u.Host
		}
	}
	return fmt.Errorf("the log is on an EventStoreDB (--eventstore), which is told to scavenge by itself, on each of its nodes: "+
		"curl -i -X POST %s/admin/scavenge -d '{}' -u admin:PASSWORD (https://docs.kurrent.io/server/v23.10/operations.html#scavenging-events); "+
		"then candor rebuild inbox access analytics history, so that nothing of it stays in the read models' files", address)
}
