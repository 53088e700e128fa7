package engine

// The writer: one goroutine that decides about all writes, in groups that share a commit.

import (
	"context"
	"fmt"

	"candor/events/embedded/internal/storage"
)

// Append writes the events of body to stream if want holds. It returns once they are durable. The caller may use body
// again afterwards, unless the error is the context's: then the writer may still be reading it.
func (e *Engine) Append(ctx context.Context, stream string, want Expected, body *storage.Body) Result {
	return e.do(&request{ctx: ctx, action: actionAppend, stream: stream, want: want, body: body})
}

// Submit is Append in two steps: it returns when the append is in the queue, and await returns its result. Appends
// submitted one after the other are carried out in this order.
func (e *Engine) Submit(ctx context.Context, stream string, want Expected, body *storage.Body) (await func() Result) {
	r := &request{ctx: ctx, action: actionAppend, stream: stream, want: want, body: body}
	if err := e.put(r); err != nil {
		return func() Result { return Result{Err: err} }
	}
	answer := r.answer // alone, so that waiting doesn't keep the events
	return func() Result { return wait(ctx, answer) }
}

// Delete hides the events of stream until it is written again.
func (e *Engine) Delete(ctx context.Context, stream string, want Expected) Result {
	return e.do(&request{ctx: ctx, action: actionDelete, stream: stream, want: want, body: &storage.Body{}})
}

// Tombstone deletes stream for ever.
func (e *Engine) Tombstone(ctx context.Context, stream string, want Expected) Result {
	return e.do(&request{ctx: ctx, action: actionTombstone, stream: stream, want: want, body: &storage.Body{}})
}

func (e *Engine) do(r *request) Result {
	if err := e.put(r); err != nil {
		return Result{Err: err}
	}
	return wait(r.ctx, r.answer)
}

func (e *Engine) put(r *request) error {
	r.answer = make(chan Result, 1)
	return e.queue.put(r)
}

// wait returns the answer, or ErrUnanswered with the error of the request's context.
func wait(ctx context.Context, answer <-chan Result) Result {
	select {
	case res := <-answer:
		return res
	case <-ctx.Done():
		return Result{Err: fmt.Errorf("%w: %w", ErrUnanswered, ctx.Err())}
	}
}

// write is the writer's loop.
func (e *Engine) write() {
	defer close(e.done)
	var group []*request // the requests of this round
	for {
		var ok bool
		if group, ok = e.queue.take(group, len(group) == 0); !ok {
			return
		}
		group = e.commit(group)
	}
}

// commit carries out a group of requests and answers them. It returns those that have to be decided again
// because they depend on writes of the group.
func (e *Engine) commit(group []*request) (again []*request) {
	p := plan{engine: e, next: e.store.Last() + 1, created: ticks(e.clock())}
	answers := make([]Result, len(group))
	later := group[:0:0]
	asked := make([]*request, 0, len(group))
	for _, r := range group {
		if r.alone != nil {
			r.answer <- Result{Err: r.alone()} // the plan depends on the heads, which don't change
			continue
		}
		if r.ctx.Err() != nil {
			continue // nobody waits for the answer
		}
		res, wait := p.decide(r)
		if wait {
			later = append(later, r)
			continue
		}
		answers[len(asked)] = res
		asked = append(asked, r)
	}
	if len(p.writes) > 0 {
		err := p.err
		if err == nil {
			err = e.store.Commit(p.writes)
		} else if e.store.Failed() == nil {
			e.fault(err)
		}
		if err != nil {
			err = fmt.Errorf("%w: %w", ErrUnwritable, err)
			for _, r := range asked {
				r.answer <- Result{Err: err}
			}
			return later
		}
		e.heads.publish(p.heads)
		e.publish(p.next - 1)
		e.commits.Add(1)
		e.appends.Add(uint64(p.changes))
		e.biggest.Store(max(e.biggest.Load(), uint64(p.changes)))
	}
	for i, r := range asked {
		r.answer <- answers[i]
	}
	return later
}
