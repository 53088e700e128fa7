package engine

// Appends to several streams in one commit: after a crash either all of them are there, or none.

import (
	"context"

	"candor/events/embedded/internal/storage"
)

// Part is the events of one stream in an append to several. A stream may come once only.
type Part struct {
	Stream string
	Body   *storage.Body // has events
}

// AppendTogether writes all parts in order and in one commit, without an expectation or a check of event ids: the caller
// knows from the log what is missing. A part for a stream that is deleted for ever is left out.
// It returns once all is durable; the bodies belong to the writer unless the error is nil.
func (e *Engine) AppendTogether(ctx context.Context, parts []Part) error {
	return e.do(&request{ctx: ctx, action: actionTogether, parts: parts, body: &storage.Body{}}).Err
}

// together plans an append to several streams.
func (p *plan) together(r *request) (res Result) {
	for _, part := range r.parts {
		h, err := p.head(part.Stream)
		if err == nil && !h.Tombstoned {
			err = p.append(&request{stream: part.Stream, body: part.Body}, h)
		}
		if err != nil {
			p.err = err
			return Result{Err: err}
		}
	}
	p.changes++
	return Result{}
}
