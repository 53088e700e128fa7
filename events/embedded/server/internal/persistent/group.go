package persistent

// A group: its state, and how messages are handed out. The methods here require the lock unless they say otherwise.

import (
	"container/list"
	"fmt"
	"slices"
	"sync"
	"time"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

const (
	// budget is how many bytes of events a group caches for pending messages. Others are read again when
	// they are sent.
	budget = 1 << 20
	// tickTime is how often a group looks for timeouts and for whether a checkpoint is due.
	tickTime = 250 * time.Millisecond
)

// Group is a group of consumers.
type Group struct {
	key      Key
	settings Settings
	first    int64 // the first place, if there is no checkpoint
	engine   *engine.Engine
	clock    func() time.Time
	match    *engine.Matcher // wanted events of $all; nil: all

	stop  chan struct{} // closed when the goroutines must end
	ended sync.WaitGroup
	freed chan struct{} // buffered: the buffer has shrunk, or there is something to replay
	work  chan struct{} // buffered: there is something to write

	mu         sync.Mutex
	err        error // why there can be no consumers any more
	strategy   strategy
	consumers  []*Consumer
	buffer     []*message // read, not handed out yet, by place
	retry      []*message // to be handed out again, by place
	inFlight   map[storage.ID]*message
	due        *list.List // the same, in the order they were handed out
	unfinished *list.List // every message that is not done, by place; without replayed ones
	cached     int        // bytes of events in memory

	next       int64  // the place to read from
	considered uint64 // events read, wanted or not
	known      int64  // place of the last wanted event, -1: none
	live       bool   // the reader has come to the end of the log
	starved    bool   // the reader waits for space in the buffer
	total      int64  // messages handed out
	measured   int64  // total at the last measurement
	measuredAt time.Time

	checkpoint checkpoint
	parking    []parking
	parked     parked
}

// start loads a group's state from the log and starts its goroutines. first is where it begins if it has no checkpoint.
func start(e *engine.Engine, clock func() time.Time, key Key, settings Settings, first int64) (*Group, error) {
	g := &Group{
		key: key, settings: settings, first: first, engine: e, clock: clock,
		stop: make(chan struct{}), freed: make(chan struct{}, 1), work: make(chan struct{}, 1),
		inFlight: map[storage.ID]*message{}, due: list.New(), unfinished: list.New(),
		known: -1, measuredAt: time.Now(), parked: parked{last: -1, replaying: list.New()},
	}
	var err error
	if g.match, err = settings.Filter.matcher(); err != nil {
		return nil, err
	}
	if g.strategy, err = newStrategy(settings.Strategy); err != nil {
		return nil, err
	}
	if err := g.loadCheckpoint(); err != nil {
		return nil, err
	}
	if err := g.lookAtParked(); err != nil {
		return nil, fmt.Errorf("parked messages: %w", err)
	}
	g.ended.Add(2)
	go g.read()
	go g.write()
	return g, nil
}

// close ends the group's consumers with err and its goroutines, and writes how far it has come, if save is set. It takes
// the lock.
func (g *Group) close(err error, save bool) {
	g.fail(err)
	close(g.stop)
	g.ended.Wait()
	if save {
		_ = g.flush(true) // after an error, the events since the last checkpoint are delivered again
	}
}

// hand gives m to a consumer if the strategy has one.
func (g *Group) hand(m *message) verdict {
	if g.inFlight[m.id] != nil {
		return skipped // a second event with the same id: an answer could not tell the two apart
	}
	c, v := g.strategy.choose(m)
	if v != taken {
		return v
	}
	m.consumer, m.sent, m.handed = c, false, time.Now()
	m.due = g.due.PushBack(m)
	g.inFlight[m.id] = m
	c.inFlight++
	c.total++
	g.total++
	c.queue = append(c.queue, m)
	c.signal()
	return taken
}

// release takes m from its consumer.
func (g *Group) release(m *message) {
	c := m.consumer
	g.strategy.released(m)
	g.due.Remove(m.due)
	delete(g.inFlight, m.id)
	c.inFlight--
	switch {
	case m.sent:
	case len(c.queue) > 0 && c.queue[0] == m: // as with many that time out together
		c.queue = c.queue[1:]
	default:
		c.queue = slices.DeleteFunc(c.queue, func(o *message) bool { return o == m })
	}
	m.consumer, m.due = nil, nil
}

// forget drops the cached event.
func (g *Group) forget(m *message) {
	if m.cached != nil {
		g.cached -= m.cached.size()
		m.cached = nil
	}
}

// done ends m, which no consumer has.
func (g *Group) done(m *message) {
	g.forget(m)
	if m.replayed {
		g.parked.replaying.Remove(m.order)
	} else {
		g.unfinished.Remove(m.order)
	}
}

// gone ends a message whose event was scavenged. It takes the lock.
func (g *Group) gone(m *message) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if m.consumer != nil && g.inFlight[m.id] == m {
		g.release(m)
		g.done(m)
		g.considerCheckpoint(false)
		g.dispatch()
	}
}

// retryOrPark retries a message that was not processed, or parks it.
func (g *Group) retryOrPark(m *message) {
	if m.retries >= g.settings.MaxRetries {
		g.park(m, retriedTooOften(g.settings.MaxRetries))
		return
	}
	m.retries++
	i, _ := slices.BinarySearchFunc(g.retry, m, before)
	g.retry = slices.Insert(g.retry, i, m)
}

// dispatch hands out pending messages: first retries, then new ones.
func (g *Group) dispatch() {
	if len(g.consumers) > 0 {
		g.retry = g.handAll(g.retry)
		g.buffer = g.handAll(g.buffer)
	}
	// A reader that waits for the log to grow needs no signal: it had enough space.
	if replay, _ := g.replayWanted(); replay || g.starved && g.space() >= g.need() {
		signal(g.freed)
	}
}

// handAll hands out waiting messages in order and returns those that are left.
func (g *Group) handAll(waiting []*message) []*message {
	left := 0 // waiting[:left] were skipped
	for i, m := range waiting {
		switch g.hand(m) {
		case taken:
			waiting[i] = nil
		case skipped:
			waiting[i], waiting[left] = nil, m
			left++
		case full:
			if left == 0 {
				return waiting[i:]
			}
			n := copy(waiting[left:], waiting[i:])
			clear(waiting[left+n:])
			return waiting[:left+n]
		}
	}
	return waiting[:left]
}

// space returns how many more messages fit into the buffer.
func (g *Group) space() int {
	size := g.settings.HistoryBuffer
	if g.live {
		size = g.settings.LiveBuffer
	}
	return min(size, maxBuffer) - len(g.buffer)
}

// timeouts takes messages from consumers that had them for too long.
func (g *Group) timeouts(now time.Time) {
	if g.settings.MessageTimeout == 0 {
		return
	}
	for e := g.due.Front(); e != nil; e = g.due.Front() {
		m := e.Value.(*message)
		if now.Sub(m.handed) < g.settings.MessageTimeout {
			return
		}
		if t := m.consumer.times; t != nil {
			t.add(now.Sub(m.handed))
		}
		g.release(m)
		g.retryOrPark(m)
	}
}

// signal sends on a buffered channel without blocking.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// fail ends all consumers until the group is started again. It takes the lock.
func (g *Group) fail(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err == nil {
		g.err = err
	}
	for len(g.consumers) > 0 {
		g.drop(g.consumers[0], err)
	}
}
