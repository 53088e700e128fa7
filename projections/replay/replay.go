// Package replay exports events for analysts: by type, stream and time, in the order of the log, as lines of text or as columns. Each
// export reads the log from the start.
package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"candor/events"
)

// Source is the part of the log that a replay needs.
type Source interface {
	Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error
}

// Query chooses events. The zero value is all of Candor's events, in the order of the log.
type Query struct {
	Types  []string  // exact type names; none: all types
	Stream string    // one stream's exact name; "": all streams
	Prefix string    // the beginning of streams' names
	Within []string  // only streams whose name begins with one of these, in addition to the other fields; none: all
	From   time.Time // stored at or after; zero: from the start
	To     time.Time // stored before; zero: no end
	Follow bool      // continue with new events until the context ends

	Readers *Readers // only what readers may see; nil: everything. It can't follow the log
}

// Output says how and where a replay writes.
type Output struct {
	Format   Format // "": NDJSON
	Writer   io.Writer
	Progress func(at events.Position) // called now and then with how far the log has been read; may be nil
}

// outputSize is how many bytes are buffered before they are written.
const outputSize = 64 << 10

// ErrEnds says that a format can't follow the log.
var ErrEnds = errors.New("a Parquet file has an end, so it can't follow the log: choose csv or ndjson, or leave out follow")

// Run writes the events that q chooses and returns their number. It ends when all history is written, or with ctx: its error is then ctx's,
// or nil if q follows the log. However it ends, the output is readable as far as it was written, unless the writer itself failed. Run
// buffers a bounded number of events. Erased events are left out even if the log still has them. Other errors: [ErrEnds], an event that
// can't be decoded, and the writer's.
func Run(ctx context.Context, log Source, q Query, to Output) (int, error) {
	if q.Follow && !to.Format.Follows() {
		return 0, ErrEnds
	}
	out, err := newEncoder(to.Format, q, to.Writer)
	if err != nil {
		return 0, fmt.Errorf("replay: %w", err)
	}
	var readers *public
	if q.Readers != nil {
		if readers, err = newPublic(ctx, log, q); err != nil {
			return 0, fmt.Errorf("replay: %w", err)
		}
	}
	erased := newDeletions(log)
	defer erased.close()
	seen, written := 0, 0
	live := false
	err = log.Subscribe(ctx, 0, q.filter(), func(m events.Message) error {
		if seen++; to.Progress != nil && m.Position > 0 && seen%progressEvery == 0 {
			to.Progress(m.Position)
		}
		switch m.Kind {
		case events.CaughtUp:
			if !q.Follow {
				return errDone
			}
			live = true
			return out.flush()
		case events.EventAppeared:
			if seen%stopEvery == 0 && ctx.Err() != nil {
				return ctx.Err() // a log with many events ready may not check it
			}
			if !q.matches(&m.Event) {
				return nil
			}
			if hidden, err := erased.hide(ctx, &m.Event); hidden || err != nil {
				return err
			}
			if readers != nil {
				if shown, err := readers.shows(&m.Event); !shown || err != nil {
					return err
				}
			}
			if err := out.write(&m.Event); err != nil {
				return err
			}
			written++
			if live {
				return out.flush()
			}
		}
		return nil
	})
	if errors.Is(err, errDone) || q.Follow && ctx.Err() != nil {
		err = nil
	}
	if err := errors.Join(err, out.close()); err != nil {
		return written, fmt.Errorf("replay: %w", err)
	}
	return written, nil
}

// After so many messages Run reports its progress and checks its context.
const progressEvery, stopEvery = 512, 512

// errDone ends the subscription when all history has been written.
var errDone = errors.New("done")

// filter has the log filter as far as it can: by stream, or else by type.
func (q Query) filter() events.Filter {
	switch {
	case q.Stream != "":
		return events.Filter{StreamPrefixes: []string{q.Stream}}
	case q.Prefix != "":
		return events.Filter{StreamPrefixes: []string{q.Prefix}}
	case len(q.Types) == 0:
		return events.Filter{StreamPrefixes: q.Within}
	}
	return events.Filter{TypePrefixes: q.Types}
}

// matches reports whether q chooses an event. The log's filters know only prefixes, and no times.
func (q Query) matches(r *events.Recorded) bool {
	switch {
	case strings.HasPrefix(r.Type, "$"), strings.HasPrefix(r.Stream, "$"): // the log's own events
		return false
	case len(q.Types) > 0 && !slices.Contains(q.Types, r.Type):
		return false
	case q.Stream != "" && r.Stream != q.Stream:
		return false
	case q.Prefix != "" && !strings.HasPrefix(r.Stream, q.Prefix):
		return false
	case len(q.Within) > 0 && !slices.ContainsFunc(q.Within, func(prefix string) bool { return strings.HasPrefix(r.Stream, prefix) }):
		return false
	case !q.From.IsZero() && r.Time().Before(q.From):
		return false
	}
	return q.To.IsZero() || r.Time().Before(q.To)
}
