// candor verify: whether the log is what was written, and every read model what the log makes of it.

package cli

import (
	"context"
	"errors"
	"fmt"

	"candor/events"
	"candor/events/proof"
	"candor/projections"
)

// verifyCommand checks the log's file, every event and chain, and every read model; and the history against signed
// checkpoints, if any are given. It changes nothing.
type verifyCommand struct {
	Checkpoint []string `help:"A signed checkpoint that the history must agree with; can be given several times." type:"path" placeholder:"FILE"`
	Key        string   `help:"The public key the checkpoints are signed with, or a file that holds it. Without it, this data folder's own." placeholder:"KEY"`
	Against    string   `help:"Check the checkpoints against the site at this address in place of a log." placeholder:"URL"`
}

func (v verifyCommand) Run(ctx context.Context, line *Globals, c *console) error {
	signed, key, err := v.open(line)
	if err != nil {
		return err
	}
	if v.Against != "" {
		return verifySite(ctx, v.Against, key, signed, c)
	}
	if err := verifyLog(ctx, line, signed, c); err != nil {
		return err
	}
	err = line.forModels(ctx, c, "/api/control/check", nil, func(models *projections.Models, name string) error {
		return models.Check(ctx, name, func(at, head events.Position) { c.progress(name, uint64(at), uint64(head)) })
	})
	if err == nil {
		_, err = fmt.Fprintln(c.stdout, "Every read model equals a fresh replay of the log.")
	}
	return err
}

// verifyLog reads the log from its first event to its end. The embedded node's file is checked page by page, too,
// unless a server has it open.
func verifyLog(ctx context.Context, line *Globals, signed []signedCheckpoint, c *console) (err error) {
	d, err := line.open(c.logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if d.Node != nil {
		if err := d.Node.Verify(ctx); err != nil {
			return err
		}
	}
	var v events.Verifier
	held := checkpointVerifier{checkpoints: signed}
	err = c.readLog(ctx, d, events.Filter{}, func(r events.Recorded) error {
		if err := v.Check(r); err != nil {
			return err
		}
		if leaf, ok := proof.Leaf(r); ok {
			held.add(leaf)
		}
		return nil
	})
	var broken *events.BrokenError
	if errors.As(err, &broken) {
		if s, ok := held.first(broken.Position); ok {
			err = fmt.Errorf("the history is not what %s signed on %s: %w", s.Origin, s.day(), err)
		}
	}
	if err == nil {
		err = held.end()
	}
	if err != nil {
		if held.differs != nil && broken == nil {
			err = errors.Join(err, line.firstDivergence(ctx, d, *held.differs, c))
		}
		return err
	}
	if _, err := fmt.Fprintf(c.stdout, "The log is whole: %d events, %d chained streams.\n", v.Events(), v.Streams()); err != nil {
		return err
	}
	for _, s := range held.checkpoints {
		if _, err := fmt.Fprintf(c.stdout, "The history up to position %d (%d events) is as %s signed it on %s.\n", s.Position, s.Size, s.Origin, s.day()); err != nil {
			return err
		}
	}
	return nil
}
