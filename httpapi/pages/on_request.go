// Pages that are rendered on request and not cached, because their addresses are endless: searches, and pages of what does not exist.
// Each kind has a slot of its own, so that neither keeps the engines from the pages that all readers share.

package pages

import (
	"context"
	"time"
)

// slot lets one page be rendered at a time.
type slot chan struct{}

func newSlot() slot { return make(slot, 1) }

// enter waits for the slot, and reports whether it was free in time. The caller leaves it.
func (s slot) enter(ctx context.Context) bool {
	timer := time.NewTimer(maxQueueWait)
	defer timer.Stop()
	select {
	case s <- struct{}{}:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}

func (s slot) leave() { <-s }

// renderOnRequest renders the page that is asked for, and does not cache it.
func (r *Renderer) renderOnRequest(ctx context.Context, q Request, s slot) (*Document, error) {
	if q.Overloaded() {
		return nil, ErrOverloaded
	}
	if !s.enter(ctx) {
		r.Failed("busy")
		return nil, ErrNotRendered
	}
	defer s.leave()
	ctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	p, err := r.render(ctx, q.Path, q.Query, q.Origin)
	if err != nil {
		return nil, err
	}
	if d := p.withOrigin(q.Origin); d != nil {
		return d, nil
	}
	return nil, ErrNotRendered
}
