// candor replay: exports events for analysts.

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"candor/events"
	"candor/projections/replay"
)

// replayCommand exports events from the log.
type replayCommand struct {
	Type   []string      `help:"Only events of this type, e.g. PageViewed. Repeatable."`
	Stream string        `help:"Only this stream, e.g. review-12." placeholder:"NAME" xor:"stream"`
	Prefix string        `help:"Only streams whose names begin with this, e.g. review-." placeholder:"PREFIX" xor:"stream"`
	From   time.Time     `help:"Only events stored at or after this time, e.g. 2026-11-21T00:00:00Z." format:"2006-01-02T15:04:05Z07:00"`
	To     time.Time     `help:"Only events stored before this time." format:"2006-01-02T15:04:05Z07:00"`
	Format replay.Format `help:"ndjson, csv or parquet. With a single --type, CSV and Parquet have a column for each of its fields." enum:"ndjson,csv,parquet" default:"ndjson"`
	Follow bool          `help:"Continue with new events as they are stored. Not for parquet."`
	Output string        `help:"File to write to; - is standard output." short:"o" default:"-"`
}

func (r replayCommand) Run(ctx context.Context, line *Globals, c *console) (err error) {
	for _, name := range r.Type {
		if !events.Known(name) {
			return fmt.Errorf("--type: unknown event type %q; the types are: %s", name, strings.Join(events.Types(), ", "))
		}
	}
	if r.Follow && !r.Format.Follows() {
		return fmt.Errorf("--follow: %w", replay.ErrEnds)
	}
	d, err := line.open(c.logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	var out io.Writer = c.stdout
	if r.Output != "-" {
		file, err := createPrivate(r.Output)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		out = file
	}
	to := replay.Output{Format: r.Format, Writer: out}
	if isTerminal(c.stderr) && !isTerminal(out) && !r.Follow {
		head, err := d.Head(ctx)
		if err != nil {
			return err
		}
		to.Progress = func(at events.Position) { c.progress("replay", uint64(at), uint64(max(at, head))) }
	}
	q := replay.Query{Types: r.Type, Stream: r.Stream, Prefix: r.Prefix, From: r.From, To: r.To, Follow: r.Follow}
	n, err := replay.Run(ctx, d, q, to)
	if to.Progress != nil {
		if err == nil {
			c.progress("replay", 1, 1)
		}
		c.progressEnd()
	}
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("interrupted after %d events; the output up to there can be read", n)
	case err == nil && r.Output != "-":
		fmt.Fprintf(c.stderr, "%d events\n", n)
	}
	return err
}

// createPrivate is os.Create for a file that only its owner may read. It also takes the permissions of an existing file away from others.
func createPrivate(name string) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.Mode().IsRegular() { // pipes and devices need no protection
		err = file.Chmod(0o600)
	}
	if err == nil && info.Mode().IsRegular() {
		err = file.Truncate(0)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// isTerminal reports whether w is a terminal.
func isTerminal(w any) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
