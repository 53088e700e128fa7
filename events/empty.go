// Empty: whether a log holds anything of a site.

package events

import (
	"context"
	"errors"
	"fmt"
)

// errLooked ends a subscription that was asked for one event.
var errLooked = errors.New("looked")

// FirstOfSite returns the first event of the log that a site has written, and false when there is none. The log's head doesn't
// tell: an EventStoreDB writes events of its own ($settings, $users, $stats-…) before anybody connects, and others may use it, too.
// Errors: [ErrUnavailable], [ErrAccessDenied], ctx's.
func FirstOfSite(ctx context.Context, log interface {
	Subscribe(ctx context.Context, after Position, f Filter, handle func(Message) error) error
}) (first Recorded, found bool, err error) {
	err = log.Subscribe(ctx, 0, Filter{TypePrefixes: Types()}, func(m Message) error {
		switch m.Kind {
		case EventAppeared:
			if found = Known(m.Event.Type); found {
				first = m.Event
				return errLooked
			}
		case CaughtUp:
			return errLooked
		case Interrupted:
			return fmt.Errorf("%w: %w", ErrUnavailable, m.Err)
		}
		return nil
	})
	if !errors.Is(err, errLooked) {
		return Recorded{}, false, fmt.Errorf("first event of the site: %w", err)
	}
	return first, found, nil
}
