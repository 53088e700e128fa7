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

// verifyCommand checks the log's file, every event and chain, every read model and, if any are given, signed checkpoints. It changes
// nothing.
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
	logErr := verifyLog(ctx, line, signed, c)
	var broken *events.BrokenError
	if logErr != nil && !errors.As(logErr, &broken) {
		return logErr
	}
	err = line.forModels(ctx, c, "/api/control/check", nil, func(models *projections.Models, name string) error {
		return models.Check(ctx, name, func(at, head events.Position) { c.progress(name, uint64(at), uint64(head)) })
	})
	if err == nil {
		_, err = fmt.Fprintln(c.stdout, "Every read model matches a fresh replay of the log.")
	}
	return errors.Join(logErr, err)
}

// maxListed is how many broken events are named; they are all counted.
const maxListed = 100

// brokenEvents are the events of a log that are not as Candor writes them.
type brokenEvents struct {
	first *events.BrokenError
	count int
}

// add counts a broken event and names it.
func (b *brokenEvents) add(e *events.BrokenError, c *console) (err error) {
	if b.count++; b.first == nil {
		b.first = e
	}
	if b.count <= maxListed {
		c.progressEnd()
		_, err = fmt.Fprintf(c.stdout, "%s, revision %d, is broken: %s at position %d: %s.\n", e.Stream,
			e.Revision, e.Type, e.Position, e.Why)
	}
	return err
}

// err returns the error with which the command ends, nil without broken events.
func (b *brokenEvents) err() error {
	switch b.count {
	case 0:
		return nil
	case 1:
		return b.first
	}
	return fmt.Errorf("%d events are broken, the first of them: %w", b.count, b.first)
}

// verifyLog reads the log from its first event to its last, and names every broken event; its error is then the first one's. It also checks
// the embedded node's file page by page, unless a server has it open.
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
	var broken brokenEvents
	against := checkpointVerifier{checkpoints: signed}
	err = c.readLog(ctx, d, events.Filter{}, func(r events.Recorded) error {
		var found *events.BrokenError
		if errors.As(v.Check(r), &found) {
			if err := broken.add(found, c); err != nil {
				return err
			}
		}
		if leaf, ok := proof.Leaf(r); ok {
			against.add(leaf)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := against.end(broken.first); err != nil {
		if against.differs != nil && broken.first == nil {
			err = errors.Join(err, line.firstDivergence(ctx, d, *against.differs, c))
		}
		return errors.Join(err, broken.err())
	}
	if broken.first == nil {
		_, err = fmt.Fprintf(c.stdout, "The log is intact: %d events, %d chained streams.\n", v.Events(), v.Streams())
	} else {
		_, err = fmt.Fprintf(c.stdout, "The log is not intact: %d of its %d events are broken.\n", broken.count, v.Events())
	}
	if err != nil {
		return err
	}
	for _, s := range against.checkpoints {
		if _, err := fmt.Fprintf(c.stdout, "The history up to position %d (%d events) matches what %s signed on %s.\n", s.Position, s.Size,
			s.Origin, s.signedAt()); err != nil {
			return err
		}
	}
	return broken.err()
}
