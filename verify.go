// candor verify: whether the log is what was written, and every read model what the log makes of it.

package main

import (
	"context"
	"errors"
	"fmt"

	"candor/events"
	"candor/projections"
)

// verifyCommand checks the log's file, every event and chain, and every read model. It changes nothing.
type verifyCommand struct{}

func (verifyCommand) Run(ctx context.Context, line *commandLine, c *console) error {
	if err := verifyLog(ctx, line, c); err != nil {
		return err
	}
	err := line.forModels(ctx, c, "/api/control/check", nil, func(models *projections.Models, name string) error {
		return models.Check(ctx, name, func(at, head events.Position) { c.progress(name, uint64(at), uint64(head)) })
	})
	if err == nil {
		_, err = fmt.Fprintln(c.stdout, "Every read model equals a fresh replay of the log.")
	}
	return err
}

// verifyLog reads the log from its first event to its end. The embedded node's file is checked page by page, too,
// unless a server has it open.
func verifyLog(ctx context.Context, line *commandLine, c *console) (err error) {
	d, err := line.openDoor(ctx, c.logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if d.node != nil {
		if err := d.node.Verify(ctx); err != nil {
			return err
		}
	}
	head, err := d.Head(ctx)
	if err != nil {
		return err
	}
	var v events.Verifier
	whole := errors.New("the end")
	err = d.Subscribe(ctx, 0, events.Filter{}, func(m events.Message) error {
		switch m.Kind {
		case events.CaughtUp:
			return whole
		case events.Interrupted:
			return m.Err
		case events.Checkpoint:
			return nil
		}
		if v.Events()%1024 == 0 {
			c.progress("log", uint64(m.Position), uint64(max(m.Position, head)))
		}
		return v.Check(m.Event)
	})
	if !errors.Is(err, whole) {
		c.progressEnd()
		return err
	}
	c.progress("log", 1, 1)
	c.progressEnd()
	_, err = fmt.Fprintf(c.stdout, "The log is whole: %d events, %d chained streams.\n", v.Events(), v.Streams())
	return err
}
