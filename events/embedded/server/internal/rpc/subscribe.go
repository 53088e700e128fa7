package rpc

// Subscriptions: what was, then what comes, on one call and without a seam.
//
// There is one loop for both. It reads pages from the log from the place it has reached, and waits when there are
// no more. A client that reads slowly holds up only its own loop, at the cost of one page of memory; whatever
// is committed meanwhile stays in the log.

import (
	"math"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"candor/events/embedded/internal/engine"
)

func (s *Streams) subscribe(c *collector, stream grpc.ServerStream) error {
	if c.q.stream == "" {
		return s.subscribeAll(c, stream)
	}
	return s.subscribeStream(c, stream)
}

func confirm(stream grpc.ServerStream) error {
	return stream.SendMsg(&api.ReadResp{Content: &api.ReadResp_Confirmation{
		Confirmation: &api.ReadResp_SubscriptionConfirmation{SubscriptionId: uuid.NewString()},
	}})
}

func (s *Streams) subscribeAll(c *collector, stream grpc.ServerStream) error {
	next := uint64(1)
	switch c.q.start {
	case fromEnd:
		next = s.engine.Last() + 1
	case fromHere:
		next = c.q.at + 1 // which may be after the end of the log: it waits until the log is that long
	}
	c.checkpoint = next - 1
	if err := confirm(stream); err != nil {
		return err
	}
	var p engine.Pauses
	for live := false; ; {
		changed, end := s.engine.Changed(), false
		err := s.fill(c, stream, func() (err error) {
			next, end, err = s.engine.Forward(next, c.visit)
			return err
		})
		if err != nil {
			return err
		}
		if !end {
			live = false // more than a page behind
			continue
		}
		if !live {
			if err := s.caughtUp(c, next-1, caughtUp{position: next - 1}, stream); err != nil {
				return err
			}
			live = true
		}
		if err := s.wait(stream, changed, &p); err != nil {
			return err
		}
	}
}

// caughtUp says that what follows is live, and how far a filtered subscription has read.
func (s *Streams) caughtUp(c *collector, read uint64, here caughtUp, stream grpc.ServerStream) error {
	c.page.begin()
	if c.q.filter.interval > 0 && read > c.checkpoint {
		c.considered, c.checkpoint = 0, read
		c.page.checkpoint(read)
	}
	here.at = s.engine.Now()
	c.page.caughtUp(here)
	return c.page.send(stream)
}

// wait returns when there may be something new, and it is time to look at it.
func (s *Streams) wait(stream grpc.ServerStream, changed <-chan struct{}, p *engine.Pauses) error {
	select {
	case <-changed:
	case <-stream.Context().Done():
		return stream.Context().Err()
	case <-s.stop:
		return engine.ErrStopping
	}
	if d := p.Next(time.Now()); d > 0 {
		time.Sleep(d) // too short to be worth an interruption
	}
	return nil
}

func (s *Streams) subscribeStream(c *collector, stream grpc.ServerStream) error {
	last, tombstoned, err := s.engine.Tip(c.q.stream)
	switch {
	case err != nil:
		return err
	case tombstoned:
		return engine.ErrStreamDeleted
	}
	next := uint64(0)
	switch c.q.start {
	case fromEnd:
		next = uint64(last + 1)
	case fromHere:
		next = c.q.at + 1
	}
	if err := confirm(stream); err != nil {
		return err
	}
	var p engine.Pauses
	for live := false; ; {
		changed := s.engine.Changed()
		last, tombstoned, err := s.engine.Tip(c.q.stream)
		if err != nil {
			return err
		}
		if !live {
			var there bool
			if next, there, err = s.catchUp(c, next, stream); err != nil {
				return err
			}
			if !there && c.q.start != fromEnd { // there is nothing to have caught up with
				if err := s.wait(stream, changed, &p); err != nil {
					return err
				}
				continue
			}
			c.oldest = math.MinInt64 // live events are delivered as they come
			live = true
			var here caughtUp
			if next > 0 {
				here.revision = new(next - 1)
			}
			if err := s.caughtUp(c, 0, here, stream); err != nil {
				return err
			}
			continue
		}
		for last >= 0 && next <= uint64(last) {
			err := s.fill(c, stream, func() (err error) {
				next, err = s.engine.StreamForward(c.q.stream, next, uint64(last), c.visit)
				return err
			})
			if err != nil {
				return err
			}
		}
		if tombstoned {
			err := s.fill(c, stream, func() error { return s.engine.VisitTombstone(c.q.stream, c.visit) })
			if err != nil {
				return err
			}
			return engine.ErrStreamDeleted
		}
		if err := s.wait(stream, changed, &p); err != nil {
			return err
		}
	}
}

// catchUp sends what readers of the stream may see now, from next on, and returns the revision to go on from. A stream that was
// never written, or deleted and not written since, is not there.
func (s *Streams) catchUp(c *collector, next uint64, stream grpc.ServerStream) (_ uint64, there bool, _ error) {
	for {
		view, err := s.engine.View(c.q.stream)
		switch err {
		case nil:
		case engine.ErrStreamNotFound, engine.ErrStreamDeleted:
			there = err == engine.ErrStreamDeleted
			last, _, err := s.engine.Tip(c.q.stream) // nothing up to here is to be seen
			return max(next, uint64(last+1)), there, err
		default:
			return next, false, err
		}
		c.oldest = view.Oldest
		if next = max(next, min(view.First, view.Last+1)); next > view.Last {
			return next, true, nil
		}
		err = s.fill(c, stream, func() (err error) {
			next, err = s.engine.StreamForward(c.q.stream, next, view.Last, c.visit)
			return err
		})
		if err != nil {
			return next, false, err
		}
	}
}
