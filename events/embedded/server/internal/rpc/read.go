package rpc

// Read with a count: a stream or $all, in either direction.

import (
	"errors"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"

	"candor/events/embedded/internal/engine"
)

// Read implements the service: finite reads and subscriptions.
func (s *Streams) Read(req *api.ReadReq, stream api.Streams_ReadServer) error {
	q, f := newQuery(req)
	if f != nil {
		return f
	}
	from := q.stream
	if from == "" {
		from = engine.AllStream
	}
	if err := s.allow(stream.Context(), from, engine.Read); err != nil {
		return err
	}
	c := newCollector(s.engine, &q)
	if who := s.callerOf(stream.Context()); !who.admin {
		c.confine(s, who)
	}
	if q.subscribe {
		s.subscriptions.Add(1)
		defer s.subscriptions.Add(-1)
		return failure(q.stream, s.subscribe(c, stream))
	}
	c.left = q.count
	return failure(q.stream, s.finite(c, stream))
}

func (s *Streams) finite(c *collector, stream grpc.ServerStream) error {
	switch {
	case c.q.stream == "" && c.q.backwards:
		return s.allBackwards(c, stream)
	case c.q.stream == "":
		return s.allForwards(c, stream)
	}
	view, err := s.engine.View(c.q.stream)
	if errors.Is(err, engine.ErrStreamNotFound) {
		return stream.SendMsg(&api.ReadResp{Content: &api.ReadResp_StreamNotFound_{
			StreamNotFound: &api.ReadResp_StreamNotFound{
				StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(c.q.stream)},
			},
		}})
	}
	if err != nil {
		return err
	}
	if err := c.sendFirst(view, stream); err != nil {
		return err
	}
	if err := s.streamEvents(c, view, stream); err != nil {
		return err
	}
	return c.sendLast(view, stream)
}

// streamEvents sends the events of a stream that a query wants.
func (s *Streams) streamEvents(c *collector, view engine.View, stream grpc.ServerStream) error {
	if view.First > view.Last {
		return nil
	}
	c.oldest = view.Oldest
	if c.q.backwards {
		return s.streamBackwards(c, view, stream)
	}
	return s.streamForwards(c, view, stream)
}

func (s *Streams) allForwards(c *collector, stream grpc.ServerStream) error {
	next, end := uint64(1), false
	switch c.q.start {
	case fromHere:
		next = max(1, c.q.at)
	case fromEnd:
		return nil
	}
	for !end && c.left > 0 {
		err := s.fill(c, stream, func() (err error) {
			next, end, err = s.engine.Forward(next, c.visit)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Streams) allBackwards(c *collector, stream grpc.ServerStream) error {
	before := s.engine.Last() + 1
	switch c.q.start {
	case fromHere:
		before = min(before, c.q.at)
	case fromStart:
		return nil
	}
	for before > 1 && c.left > 0 {
		err := s.fill(c, stream, func() (err error) {
			before, err = s.engine.Backward(before, c.visit)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Streams) streamForwards(c *collector, view engine.View, stream grpc.ServerStream) error {
	next := view.First
	if c.q.start == fromHere {
		next = max(next, c.q.at)
	}
	for next <= view.Last && c.left > 0 {
		err := s.fill(c, stream, func() (err error) {
			next, err = s.engine.StreamForward(c.q.stream, next, view.Last, c.visit)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Streams) streamBackwards(c *collector, view engine.View, stream grpc.ServerStream) error {
	next := view.Last
	switch c.q.start {
	case fromHere:
		next = min(next, c.q.at)
	case fromStart:
		next = 0
	}
	for more := next >= view.First; more && c.left > 0; {
		err := s.fill(c, stream, func() (err error) {
			next, more, err = s.engine.StreamBackward(c.q.stream, view.First, next, c.visit)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// fill lets look put events into a page and sends them after the file is let go of.
func (s *Streams) fill(c *collector, stream grpc.ServerStream, look func() error) error {
	select {
	case <-s.stop:
		return engine.ErrStopping
	default:
	}
	if err := stream.Context().Err(); err != nil {
		return err
	}
	c.page.begin()
	c.matching = engine.MatchBudget{}
	if err := look(); err != nil {
		return err
	}
	if err := c.resolve(); err != nil {
		return err
	}
	return c.page.send(stream)
}
