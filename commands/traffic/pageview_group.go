// Groups of page views: what one request sends, sorted by how it is appended.

package traffic

import (
	"context"
	"fmt"

	"candor/events"
)

// maxBatch bounds the bytes of one append; EventStoreDB takes 1 MiB.
const maxBatch = 900 << 10

// viewGroup holds views of one stream that are stored together or not at all.
type viewGroup struct {
	stream string
	views  []events.Proposed
	one    [1]events.Proposed // backs views, which mostly holds one
	size   int                // bytes, as the log counts them
	named  bool               // browsers gave some of the ids
	done   chan struct{}      // closed when the outcome is known
	err    error              // the outcome, once done is closed
}

func newViewGroup(stream string, p events.Proposed) *viewGroup {
	g := &viewGroup{stream: stream, one: [1]events.Proposed{p}, size: sizeOf(p), done: make(chan struct{})}
	g.views = g.one[:]
	return g
}

// settled reports whether the outcome is known.
func (g *viewGroup) settled() bool {
	select {
	case <-g.done:
		return true
	default:
		return false
	}
}

// sizeOf returns the size that the log counts against its limit.
func sizeOf(p events.Proposed) int { return len(p.Data) + len(p.Meta) + 2*len(p.Type) }

// submission holds the views of one request.
type submission struct {
	views   int          // of the request
	batched []*viewGroup // appended with other requests' views
	single  []*viewGroup // of one view each, appended alone
	others  []*viewGroup // of other requests, which carry the same ids
}

// add puts a view into the last group that has room for it, and returns the group.
func (s *submission) add(stream string, p events.Proposed) *viewGroup {
	size := sizeOf(p)
	if n := len(s.batched); n > 0 && s.batched[n-1].stream == stream && s.batched[n-1].size+size <= maxBatch {
		g := s.batched[n-1]
		g.views, g.size = append(g.views, p), g.size+size
		return g
	}
	g := newViewGroup(stream, p)
	if s.views > 1 && len(s.batched) == 0 { // mostly all are in the first group
		g.views = append(make([]events.Proposed, 0, s.views), p)
	}
	s.batched = append(s.batched, g)
	return g
}

// pending returns how many views the request has to store itself.
func (s submission) pending() int {
	n := len(s.single)
	for _, g := range s.batched {
		n += len(g.views)
	}
	return n
}

// wait returns when all groups are settled, or with the first error. Where ctx ends before, that is an [events.ErrUnknownOutcome].
func (s submission) wait(ctx context.Context) error {
	for _, groups := range [...][]*viewGroup{s.batched, s.single, s.others} {
		for _, g := range groups {
			select {
			case <-g.done:
				if g.err != nil {
					return g.err
				}
			case <-ctx.Done():
				return fmt.Errorf("%w: %w", events.ErrUnknownOutcome, ctx.Err())
			}
		}
	}
	return nil
}
