// candor scavenge: the bytes of what was deleted or has expired leave the log's files, and then the read models'.

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"candor/commands"
	"candor/events"
	"candor/events/datadir"
	"candor/events/nodes"
	"candor/httpapi"
	"candor/projections"
)

// scavengeCommand scavenges the log, on each node that has it, and then makes the read models that hold personal data or pictures anew.
type scavengeCommand struct{}

func (scavengeCommand) Run(ctx context.Context, line *commandLine, c *console) error {
	return line.scavenge(ctx, c)
}

// scavenge has the server that runs on the data folder do it, if the log is the server's; without one it does it itself.
func (line *commandLine) scavenge(ctx context.Context, c *console) (err error) {
	folder := datadir.Folder(line.Data)
	server, announced := folder.Server()
	if announced == nil && server.HTTP != "" && (line.EventStore == "" || line.EventStore == server.ConnectionString) {
		if done, err := askForModels(ctx, server, "/api/control/scavenge", nil, c); done || err != nil {
			return err
		}
	}
	d, err := line.openDoor(ctx, c.logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if err := forgetUnlisted(ctx, d, c); err != nil {
		return err
	}
	note, scavenged := d.scavenge(ctx, func(what string, at, head uint64) { c.progress(what, at, head) })
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
func (line *commandLine) cleanModels(ctx context.Context, d *door, c *console) (err error) {
	folder := datadir.Folder(line.Data)
	if _, err := os.Stat(folder.Models()); errors.Is(err, os.ErrNotExist) && d.node == nil {
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
func forgetUnlisted(ctx context.Context, d *door, c *console) error {
	h, err := commands.New(commands.Config{Log: d, Logger: c.logger})
	if err != nil {
		return err
	}
	return errors.Join(h.ForgetUnlisted(ctx), h.Close(ctx))
}

// scavenge scavenges the node of this process, or each of those that have the log. progress is told what is worked on and how far that is.
func (d *door) scavenge(ctx context.Context, progress func(what string, at, head uint64)) (note string, err error) {
	if d.node == nil {
		return d.scavengeNodes(ctx, progress)
	}
	s, err := d.node.Scavenge(ctx, func(at, head uint64) { progress("log", at, head) })
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("Removed %d events. The log takes %.1f MB instead of %.1f MB; appends waited %.1f ms.",
		s.Removed, float64(s.After)/1e6, float64(s.Before)/1e6, float64(s.Pause.Microseconds())/1000), nil
}

// scavengeNodes scavenges each node that the cluster's gossip names. The note tells of all nodes that were, also beside an error.
func (d *door) scavengeNodes(ctx context.Context, progress func(what string, at, head uint64)) (note string, err error) {
	cluster, err := nodes.Open(d.connectionString, d.roots)
	if err != nil {
		return "", err
	}
	done, err := cluster.Scavenge(ctx, d, func(p nodes.Progress) {
		what := p.Node + ", " + p.Since.Round(time.Second).String()
		if p.Waiting {
			what += ", waits for the scavenge that is running there"
		}
		progress(what, uint64(p.Done), uint64(p.Of))
	})
	var lines []string
	for _, s := range done {
		if s.Err == nil {
			lines = append(lines, fmt.Sprintf("Node %s was scavenged in %s and uses %.1f MB less (scavenge %s).", s.Address, s.Took.Round(10*time.Millisecond), float64(max(0, s.Saved))/1e6, s.ID))
		}
	}
	if len(lines) > 0 {
		lines = append(lines, "Other instances on this log: run candor rebuild "+strings.Join(projections.ErasableNames(), " ")+" on the data folder of each.")
	}
	return strings.Join(lines, "\n"), err
}
