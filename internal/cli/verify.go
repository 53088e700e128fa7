// candor verify: whether the log is intact, and whether every read model matches it.

package cli

import (
	"context"
	"errors"
	"fmt"

	"candor/events"
	"candor/events/proof"
	"candor/projections"
)

// verifyCommand checks the log's file, every event and chain, every read model and, if any are given, signed checkpoints. It changes nothing.
type verifyCommand struct {
	Checkpoint []string `help:"A signed checkpoint that the history must match. Repeatable." type:"path" placeholder:"FILE"`
	Key        string   `help:"The public key that the checkpoints are signed with, or a file that contains it. Default: this data folder's own." placeholder:"KEY"`
	Against    string   `help:"Check the checkpoints against the site at this address instead of a log." placeholder:"URL"`
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
		_, err = fmt.Fprintln(c.stdout, "Every read model matches a fresh replay of the log.")
	}
	return err
}

// verifyLog reads the log from its first event to its last. It also checks the embedded node's file page by page, unless a server has it open.
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
	against := checkpointVerifier{checkpoints: signed}
	err = c.readLog(ctx, d, events.Filter{}, func(r events.Recorded) error {
		if err := v.Check(r); err != nil {
			return err
		}
		if leaf, ok := proof.Leaf(r); ok {
			against.add(leaf)
		}
		return nil
	})
	var broken *events.BrokenError
	if errors.As(err, &broken) {
		if s, ok := against.first(broken.Position); ok {
			err = fmt.Errorf("the history is not what %s signed on %s: %w", s.Origin, s.signedAt(), err)
		}
	}
	if err == nil {
		err = against.end()
	}
	if err != nil {
		if against.differs != nil && broken == nil {
			err = errors.Join(err, line.firstDivergence(ctx, d, *against.differs, c))
		}
		return err
	}
	if _, err := fmt.Fprintf(c.stdout, "The log is intact: %d events, %d chained streams.\n", v.Events(), v.Streams()); err != nil {
		return err
	}
	for _, s := range against.checkpoints {
		if _, err := fmt.Fprintf(c.stdout, "The history up to position %d (%d events) matches what %s signed on %s.\n", s.Position, s.Size, s.Origin, s.signedAt()); err != nil {
			return err
		}
	}
	return nil
}
