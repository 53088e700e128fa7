package rpc

// BatchAppend: many appends on one call, each under a correlation id of the client's, their messages in any mixture.
//
// One goroutine receives, and gives every append that is complete to the engine at once, so that appends are carried out in
// the order in which they were completed. The handler's own goroutine waits for the outcomes and sends them. A client that does
// not read its answers is not read either. Memory is held by appends that are not complete: their number is
// bounded, their bytes are for a call and for all calls together, and they are given up after a while.

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

const (
	// batchesOpen is how many appends of one call may be incomplete.
	batchesOpen = 1024
	// batchBytes is how many bytes of messages these may have, batchBytesAll those of all calls together.
	batchBytes    = 8 << 20
	batchBytesAll = 32 << 20
	// batchTimeout is how long an append may take from its first message to its answer, whatever its own deadline. The real
	// server bounds it, too, by its write timeout.
	batchTimeout = 30 * time.Second
	// maxGrow is for how many events of one message memory is allocated at once, before they are checked.
	maxGrow = 1024
	// batchBody is up to which size the buffer of an append is reused: a pending answer holds it meanwhile.
	batchBody = 64 << 10
	// batchAnswers is how many answers may wait for their commit, or for the client to read.
	batchAnswers = 64
)

// BatchAppend implements the service.
func (s *Streams) BatchAppend(stream api.Streams_BatchAppendServer) error {
	ctx, cancel := context.WithCancel(stream.Context())
	b := &batches{
		service: s,
		ctx:     ctx,
		caller:  s.callerOf(ctx),
		open:    map[storage.ID]*batch{},
		answers: make(chan answer, batchAnswers),
	}
	defer b.forget()
	defer cancel()
	received := make(chan error, 1)
	go func() { received <- b.receive(stream) }()
	for {
		select {
		case a := <-b.answers:
			if err := stream.Send(a.message()); err != nil {
				return err
			}
		case err := <-received:
			if err != nil {
				return err
			}
			return b.rest(stream) // the client has sent everything, and its complete appends are among the answers
		case <-s.stop:
			if err := b.rest(stream); err != nil {
				return err
			}
			return failure("", engine.ErrStopping)
		}
	}
}

// rest sends the pending answers.
func (b *batches) rest(stream api.Streams_BatchAppendServer) error {
	for {
		select {
		case a := <-b.answers:
			if err := stream.Send(a.message()); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// batches are the appends of one call.
type batches struct {
	service *Streams
	ctx     context.Context // ends with the call
	caller  *caller
	answers chan answer

	mu    sync.Mutex
	ended bool
	open  map[storage.ID]*batch // that are not complete
	bytes int64                 // of these
}

// batch is an append that is not complete.
type batch struct {
	to         recipient
	proposal   proposal
	deadline   time.Time
	incomplete bool // until the rest comes; false: its first message is its last
	timer      *time.Timer
	bytes      int64 // of its messages, as counted in the budgets
}

// receive reads what the client sends, to its end.
func (b *batches) receive(stream api.Streams_BatchAppendServer) error {
	for {
		switch err := stream.RecvMsg(&batchMessage{batches: b}); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// take adds one message to its append. Its error ends the call.
func (b *batches) take(m *batchMessage, size int) error {
	if m.correlation.GetValue() == nil {
		return b.push(answer{to: recipient{nil, m.options.GetStreamIdentifier(), ""}, refusal: badRequest(noCorrelation)})
	}
	e := b.find(m)
	if e == nil {
		if m.options == nil {
			return nil // of an append that was refused, or of none
		}
		var no *refusal
		if e, no = b.begin(m); no != nil {
			return b.push(answer{to: e.to, refusal: no})
		}
	}
	if no := b.add(e, m, size); no != nil {
		if !b.remove(m.id, e) {
			return nil // its time is up, which is answered
		}
		return b.push(answer{to: e.to, refusal: no})
	}
	if !m.final || !b.remove(m.id, e) {
		return nil
	}
	ctx, cancel := context.WithDeadline(b.ctx, e.deadline)
	outcome := b.service.engine.Submit(ctx, e.proposal.stream, e.proposal.want, e.proposal.body)
	a := answer{to: e.to, want: e.proposal.want, outcome: outcome, done: cancel}
	if e.proposal.body.Size() <= batchBody {
		a.body = e.proposal.body
	}
	return b.push(a)
}

// push queues an answer for the sender, blocking while the queue is full.
func (b *batches) push(a answer) error {
	select {
	case b.answers <- a:
		return nil
	case <-b.ctx.Done():
		return b.ctx.Err()
	}
}

func (b *batches) find(m *batchMessage) *batch {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.open[m.id]
}

// begin starts the append of a message with options. A refused one is not registered.
func (b *batches) begin(m *batchMessage) (*batch, *refusal) {
	o, now := m.options, time.Now()
	e := &batch{
		to:       recipient{m.correlation, o.GetStreamIdentifier(), ""},
		proposal: proposal{begun: true, body: bodies.Get().(*storage.Body)},
		deadline: now.Add(min(batchTimeout, timeout(o, now))),
	}
	p := &e.proposal
	p.body.Reset()
	var f *fail
	if p.stream, f = streamName(o.GetStreamIdentifier().GetStreamName()); f != nil {
		if len(o.GetStreamIdentifier().GetStreamName()) == 0 {
			return e, badRequest(noStreamName)
		}
		return e, refused(f)
	}
	e.to.name = p.stream
	if ok, err := b.service.may(b.caller, p.stream, engine.Write); err != nil {
		return e, refused(failure(p.stream, err))
	} else if !ok {
		return e, refused(accessDenied())
	}
	if o.GetExpectedStreamPosition() == nil {
		return e, badRequest("expected stream position: must be given")
	}
	if p.want, f = expected("BatchAppendReq", batchExpectation{o}, true); f != nil {
		return e, refused(f)
	}
	if !e.deadline.After(now) {
		return e, tooLate()
	}
	if m.final {
		return e, nil // it is complete, so it is not registered
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended || len(b.open) >= batchesOpen {
		return e, exhausted("too many appends of this call are incomplete")
	}
	id := m.id
	b.open[id], e.incomplete = e, true
	e.timer = time.AfterFunc(e.deadline.Sub(now), func() {
		if b.remove(id, e) {
			_ = b.push(answer{to: e.to, refusal: tooLate()}) // its error: the call has ended
		}
	})
	return e, nil
}

// add adds the events of a message.
func (b *batches) add(e *batch, m *batchMessage, size int) *refusal {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e.incomplete {
		switch {
		case b.open[m.id] != e:
			return tooLate()
		case b.bytes+int64(size) > batchBytes || !b.service.incomplete.take(int64(size), batchBytesAll):
			return exhausted("too many bytes of appends are incomplete")
		}
		b.bytes += int64(size)
		e.bytes += int64(size)
	}
	if !e.incomplete { // all that there will be: a stored event is smaller than its message
		e.proposal.body.Grow(min(len(m.events), maxGrow), min(size, engine.MaxAppend))
	}
	for _, event := range m.events {
		if f := e.proposal.event(event); f != nil {
			if len(f.trailers) > 0 && f.trailers[1] == missingProperty {
				return badRequest(noProperty)
			}
			return refused(f)
		}
	}
	return nil
}

// remove forgets an append that is complete, refused or late. false: it has been removed before.
func (b *batches) remove(id storage.ID, e *batch) bool {
	if !e.incomplete {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.open[id] != e {
		return false
	}
	b.drop(id, e)
	return true
}

// drop is remove under the mutex.
func (b *batches) drop(id storage.ID, e *batch) {
	delete(b.open, id)
	e.timer.Stop()
	b.bytes -= e.bytes
	b.service.incomplete.giveBack(e.bytes)
}

// forget drops everything when the call ends.
func (b *batches) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = true
	for id, e := range b.open {
		b.drop(id, e)
	}
}

// timeout returns how long the client wants to wait, which may be less than nothing.
func timeout(o *api.BatchAppendReq_Options, now time.Time) time.Duration {
	switch d := o.GetDeadlineOption().(type) {
	case *api.BatchAppendReq_Options_Deadline:
		return d.Deadline.AsDuration()
	case *api.BatchAppendReq_Options_Deadline_21_10_0:
		return d.Deadline_21_10_0.AsTime().Sub(now)
	}
	return batchTimeout
}
