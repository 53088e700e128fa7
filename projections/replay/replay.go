// Package replay is the analyst's way out of the log: events by type, stream and time, one after
// the other, as lines of text. It keeps nothing; the log is read from the start each time.
package replay

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"candor/events"
)

// Source is what a replay needs of the log.
type Source interface {
	Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error
}

// Query chooses events. The zero value is all of Candor's events, in the order of the log.
type Query struct {
	Types  []string  // exact type names; none: all types
	Stream string    // one stream's exact name; "": all streams
	Prefix string    // the beginning of streams' names
	From   time.Time // stored at or after; zero: from the start
	To     time.Time // stored before; zero: no end
	Follow bool      // go on with what is stored from now on, until the context ends
}

// Run writes the events that q chooses to w as NDJSON, one CloudEvents 1.0 object a line, and
// returns how many they were. It ends when all history is written, or with ctx when following;
// the end of ctx is then no error.
func Run(ctx context.Context, log Source, q Query, w io.Writer) (int, error) {
	out := bufio.NewWriterSize(w, 64<<10)
	written := 0
	live := false
	err := log.Subscribe(ctx, 0, q.filter(), func(m events.Message) error {
		switch m.Kind {
		case events.CaughtUp:
			if !q.Follow {
				return errDone
			}
			live = true
			return out.Flush()
		case events.EventAppeared:
			if !q.matches(m.Event) {
				return nil
			}
			line, err := cloudEvent(m.Event)
			if err != nil {
				return err
			}
			if _, err := out.Write(line); err != nil {
				return err
			}
			written++
			if live {
				return out.Flush()
			}
		}
		return nil
	})
	if errors.Is(err, errDone) || q.Follow && ctx.Err() != nil {
		err = nil
	}
	if err := errors.Join(err, out.Flush()); err != nil {
		return written, fmt.Errorf("replay: %w", err)
	}
	return written, nil
}

// errDone ends the subscription when all history has been written.
var errDone = errors.New("done")

// filter lets the log do as much of the choosing as it can: by stream, or else by type.
func (q Query) filter() events.Filter {
	switch {
	case q.Stream != "":
		return events.Filter{StreamPrefixes: []string{q.Stream}}
	case q.Prefix != "":
		return events.Filter{StreamPrefixes: []string{q.Prefix}}
	}
	return events.Filter{TypePrefixes: q.Types}
}

// matches is the exact choice: the log's filters are prefixes only, and know no time.
func (q Query) matches(r events.Recorded) bool {
	switch {
	case strings.HasPrefix(r.Type, "$"): // the log's own housekeeping
		return false
	case len(q.Types) > 0 && !slices.Contains(q.Types, r.Type):
		return false
	case q.Stream != "" && r.Stream != q.Stream:
		return false
	case q.Prefix != "" && !strings.HasPrefix(r.Stream, q.Prefix):
		return false
	case !q.From.IsZero() && r.Created.Before(q.From):
		return false
	}
	return q.To.IsZero() || r.Created.Before(q.To)
}
