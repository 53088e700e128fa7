package persistent

// Consumers: connections to a group.

import (
	"context"
	"slices"
	"time"

	"candor/events/embedded/internal/storage"
)

const (
	// maxBatchBytes is the size of events after which Next returns; with the messages buffered in the connection, it is the memory
	// that a client takes that doesn't read.
	maxBatchBytes = 64 << 10
	// maxBatch is the maximum number of messages that Next returns.
	maxBatch = 64
)

// Client is a client of a group.
type Client struct {
	Slots int    // how many messages it takes before it has answered one
	From  string // address
	User  string
	Name  string // of the connection, as the client calls it
}

// Consumer is a connection to a group. Its methods may be called from any goroutine; [Consumer.Next] by one at a time.
type Consumer struct {
	Client
	group *Group
	wake  chan struct{} // buffered; queue is not empty, or err is set

	// Guarded by the group's lock.
	inFlight int        // messages that it has not answered
	queue    []*message // of these, the ones that are not yet sent
	err      error      // why it ended
	total    int64      // messages it got
	measured int64      // total at the last measurement
	times    *times     // how long it took; nil unless the group's settings ask for it
}

func (c *Consumer) free() int { return c.Slots - c.inFlight }

// signal wakes whoever waits in Next.
func (c *Consumer) signal() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// Next waits for messages and returns some. Its error is the context's, [ErrDropped], what ended the node, or why the log
// can't be read.
func (c *Consumer) Next(ctx context.Context) ([]Message, error) {
	for {
		messages, err := c.take()
		if len(messages) > 0 || err != nil {
			return messages, err
		}
		select {
		case <-c.wake:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// take returns the messages that are ready, and reads those events that are not in memory.
func (c *Consumer) take() (ready []Message, err error) {
	g := c.group
	for size := 0; size < maxBatchBytes && len(ready) < maxBatch; {
		g.mu.Lock()
		if err := c.err; err != nil {
			g.mu.Unlock()
			return nil, err
		}
		if len(c.queue) == 0 {
			g.mu.Unlock()
			return ready, nil
		}
		m := c.queue[0]
		c.queue = c.queue[1:]
		m.sent = true
		cached, retries := m.cached, m.retries
		g.forget(m)
		g.mu.Unlock()

		if cached == nil {
			if cached, err = load(g.engine, m.at, m.replayed || g.settings.ResolveLinks); err != nil {
				return nil, err
			}
		}
		if cached == nil || m.replayed && cached.Event == nil { // nothing is left to process
			g.gone(m)
			continue
		}
		cached.Retries = retries
		ready = append(ready, *cached)
		size += cached.size()
	}
	return ready, nil
}

// Action is what to do with a message that is not acknowledged.
type Action uint8

const (
	Retry Action = iota // hand it out again, or park it if that was done often enough
	Park                // put it aside, in the parked stream
	Skip                // it counts as done
	Stop                // hand it out again, and end this consumer
)

// Ack marks the messages with these ids as done. Unknown ids are ignored: after a timeout another consumer may have got
// the message and answered.
func (c *Consumer) Ack(ids []storage.ID) { c.group.answer(ids, (*Group).done) }

// Nack carries out an action on the messages with these ids.
func (c *Consumer) Nack(ids []storage.ID, action Action, reason string) {
	g := c.group
	switch action {
	case Park:
		g.answer(ids, func(g *Group, m *message) { g.park(m, "Client explicitly NAK'ed message.\n"+reason) })
	case Skip:
		g.answer(ids, (*Group).done)
	case Stop:
		c.end(ErrDropped)
	default:
		g.answer(ids, (*Group).retryOrPark)
	}
}

// Close ends the consumer. Its messages are handed to others.
func (c *Consumer) Close() { c.end(context.Canceled) }

func (c *Consumer) end(err error) {
	g := c.group
	g.mu.Lock()
	defer g.mu.Unlock()
	g.drop(c, err)
	g.dispatch()
}

// drop takes c out of the group; its messages wait for others. The caller dispatches.
func (g *Group) drop(c *Consumer, err error) {
	if c.err != nil {
		return
	}
	c.err = err
	c.signal()
	g.strategy.remove(c)
	g.consumers = slices.DeleteFunc(g.consumers, func(o *Consumer) bool { return o == c })
	c.queue = nil
	var had []*message
	for _, m := range g.inFlight {
		if m.consumer == c {
			had = append(had, m)
		}
	}
	for _, m := range had {
		sent := m.sent
		g.release(m)
		if sent {
			m.retries++
		}
	}
	g.retry = append(g.retry, had...)
	slices.SortFunc(g.retry, before)
}

// connect adds a consumer. It takes the lock. Its error is [ErrFull], or why the group does not work.
func (g *Group) connect(client Client) (*Consumer, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.err != nil:
		return nil, g.err
	case g.settings.MaxConsumers > 0 && len(g.consumers) >= g.settings.MaxConsumers:
		return nil, ErrFull
	}
	client.Slots = min(client.Slots, maxBuffer)
	c := &Consumer{Client: client, group: g, wake: make(chan struct{}, 1)}
	if g.settings.ExtraStatistics {
		c.times = &times{}
	}
	g.consumers = append(g.consumers, c)
	g.strategy.add(c)
	g.dispatch()
	return c, nil
}

// answer takes the messages with these ids from their consumers and carries out the action. It takes the lock.
func (g *Group) answer(ids []storage.ID, do func(*Group, *message)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, id := range ids {
		if m := g.inFlight[id]; m != nil {
			if t := m.consumer.times; t != nil {
				t.add(time.Since(m.handed))
			}
			g.release(m)
			do(g, m)
		}
	}
	g.considerCheckpoint(false)
	g.dispatch()
}
