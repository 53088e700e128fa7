// The batcher: page views of many requests become few appends, and every request is answered
// after its views are durable.
//
// Track encodes its views in its own goroutine and queues them as flights, each of one day's
// stream. Two appenders take whatever has queued, in turns: while the views of one half of the callers are on their way, the other half comes
// back with its next. An append costs nearly the same for eight views as for thirty-two, so it waits for a fair share of those
// who are likely to come, as long as another append is under way, or as long as the last one took; a caller alone
// never waits. (Measured with 32 connections, side by side with one appender that waited for all of them: 6 to 8 % more views
// a second; three appenders, or a larger share, gave fewer; with 128 connections it makes no difference.) At most maxWaiting views are accepted
// and not yet durable; what comes on top is refused at once.
//
// # An id that a browser gave counts once
//
// Views are appended with expected revision Any, where the log drops a repeated append only if it
// repeats as a whole: it looks at the first id and refuses when that is known and a later one is not
// (eventstore-protocol.md 2.2, rule 3). So mixed batches need care of their own:
//
//   - The ids of the latest maxKnownViews views are remembered. One that is stored is skipped; one that is
//     on its way is waited for, and its outcome is the answer. After a start the memory is
//     filled with the end of the day's stream, for a retry of what was under way when the last process died.
//   - An id whose append has an unknown outcome, and one that memory doesn't know although its view is older than
//     freshView (a browser's backlog, a retry that reached another instance), is appended alone: the log itself
//     knows then whether it has it.
//   - Everything else is new and goes into the batch. If the log says that a batch's first id is known after
//     all, its flights and then its views are appended one by one.
//
// What slips through, a retry with a young or no timestamp at another instance, is dropped by the read model.

package commands

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events"
)

const (
	maxWaiting    = 4_096     // views accepted and not yet durable
	maxBatch      = 900 << 10 // bytes in one append; EventStoreDB takes 1 MiB
	maxKnownViews = 65_536    // ids remembered; at least half of it at any time
	warmViews     = 16_384    // ids read from the log after a start
	freshView     = 30 * time.Second

	appenders     = 2                // appends at the same time
	fairShare     = 7                // sixteenths of the crowd: a little less than half, as not all come back
	maxPatience   = time.Millisecond // for callers who are likely to be back
	aloneAtOnce   = 16               // appends of single views at the same time
	appendTimeout = 10 * time.Second // after which an append's outcome is unknown
)

// flight is what stays together on the way to the log: views of one stream.
type flight struct {
	stream string
	views  []events.Proposed
	single [1]events.Proposed // room for views, which mostly are one
	size   int                // bytes, as the log counts them
	named  bool               // some have ids that browsers gave
	done   chan struct{}      // closed when the outcome is known
	err    error              // the outcome, once done is closed
}

// stored stands for every flight that has arrived.
var stored = &flight{done: closedChannel()}

func closedChannel() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// landed reports whether the outcome is known.
func (f *flight) landed() bool {
	select {
	case <-f.done:
		return true
	default:
		return false
	}
}

// batcher appends page views.
type batcher struct {
	log     EventLog
	logger  zerolog.Logger
	metrics *metrics
	kept    func(stream string) // see Config

	turn   sync.Mutex // held by the appender that gathers
	mu     sync.Mutex
	more   *sync.Cond // the queue has grown, or closed is set
	queue  []*flight
	closed bool

	underWay int       // appends
	flying   int       // flights in these
	before   int       // flying, after the append before the last one began
	crowd    int       // the most that were flying of late: as many may come again
	patience time.Time // how long to wait for them

	knownMu sync.Mutex
	known   *recent[uuid.UUID, *flight] // of ids that browsers gave
	warmMu  sync.Mutex
	warm    atomic.Bool

	alone   chan struct{}
	running sync.WaitGroup
}

// newBatcher starts the appender; close stops it.
func newBatcher(log EventLog, logger zerolog.Logger, m *metrics, kept func(stream string)) *batcher {
	b := &batcher{
		log: log, logger: logger, metrics: m, kept: kept,
		known: newRecent[uuid.UUID, *flight](maxKnownViews),
		alone: make(chan struct{}, aloneAtOnce),
	}
	b.more = sync.NewCond(&b.mu)
	for range appenders {
		b.running.Go(b.run)
	}
	return b
}

// admit makes room for n views, or refuses them at once.
func (b *batcher) admit(n int) error {
	if b.metrics.waiting.Add(int64(n)) > maxWaiting {
		b.release(n)
		b.metrics.rejected.Add(float64(n))
		return &Error{Kind: Unavailable, Message: "Too many page views at once. Please try again.", RetryAfter: retryAfter}
	}
	return nil
}

// release gives the room of n views back.
func (b *batcher) release(n int) { b.metrics.waiting.Add(-int64(n)) }

// sorted is where the views of one request go.
type sorted struct {
	views   int       // of the request
	batched []*flight // with others
	alone   []*flight // one view each
	others  []*flight // of other requests, which carry the same ids
}

// wait returns when all have landed, with the first error.
func (s sorted) wait(ctx context.Context) error {
	for _, flights := range [...][]*flight{s.batched, s.alone, s.others} {
		for _, f := range flights {
			select {
			case <-f.done:
				if f.err != nil {
					return f.err
				}
			case <-ctx.Done():
				return typed(ctx.Err())
			}
		}
	}
	return nil
}

// count is how many views the request itself has under way.
func (s sorted) count() int {
	n := len(s.alone)
	for _, f := range s.batched {
		n += len(f.views)
	}
	return n
}

// add puts a view into the last flight that has room for it.
func (s *sorted) add(stream string, p events.Proposed) *flight {
	size := sizeOf(p)
	if n := len(s.batched); n > 0 && s.batched[n-1].stream == stream && s.batched[n-1].size+size <= maxBatch {
		f := s.batched[n-1]
		f.views, f.size = append(f.views, p), f.size+size
		return f
	}
	f := newFlight(stream, p)
	if s.views > 1 && len(s.batched) == 0 { // mostly all go with the first one
		f.views = append(make([]events.Proposed, 0, s.views), p)
	}
	s.batched = append(s.batched, f)
	return f
}

func newFlight(stream string, p events.Proposed) *flight {
	f := &flight{stream: stream, single: [1]events.Proposed{p}, size: sizeOf(p), done: make(chan struct{})}
	f.views = f.single[:]
	return f
}

// sizeOf is what the log counts against its limit.
func sizeOf(p events.Proposed) int { return len(p.Data) + len(p.Meta) + 2*len(p.Type) }

// place decides where a view with an id of its browser's goes. fresh: it says that it happened just now.
func (b *batcher) place(s *sorted, stream string, p events.Proposed, fresh bool) {
	b.knownMu.Lock()
	defer b.knownMu.Unlock()
	before, known := b.known.get(p.ID)
	switch {
	case known && before.landed() && before.err == nil:
	case known && !before.landed():
		s.others = append(s.others, before)
	case known || !fresh:
		f := newFlight(stream, p)
		f.named = true
		s.alone = append(s.alone, f)
		b.known.put(p.ID, f)
	default:
		f := s.add(stream, p)
		f.named = true
		b.known.put(p.ID, f)
	}
}

// launch sends a request's flights on their way.
func (b *batcher) launch(s sorted) {
	b.mu.Lock()
	closed := b.closed
	if !closed {
		b.queue = append(b.queue, s.batched...)
		for _, f := range s.alone {
			b.running.Go(func() {
				b.alone <- struct{}{}
				defer func() { <-b.alone }()
				b.write([]*flight{f})
			})
		}
	}
	wake := closed || len(b.queue) == len(s.batched) || b.gathered()
	b.mu.Unlock()
	if closed {
		for _, f := range append(s.batched, s.alone...) {
			b.land(f, &Error{Kind: Unavailable, Message: "The server is stopping. Please try again.", RetryAfter: retryAfter})
		}
		return
	}
	if wake {
		b.more.Signal()
	}
}

// run is one appender: it appends what queues until the batcher is closed and the queue empty.
func (b *batcher) run() {
	for taken := b.gather(); len(taken) > 0; taken = b.gather() {
		began, flights := time.Now(), len(taken)
		for len(taken) > 0 {
			var batch []*flight
			batch, taken = cutBatch(taken)
			b.write(batch)
		}
		b.mu.Lock()
		b.underWay--
		b.flying -= flights
		b.patience = time.Now().Add(min(time.Since(began), maxPatience))
		b.mu.Unlock()
		b.more.Signal() // to the other appender, which may wait for nothing but this
	}
}

// gather returns what to append next: everything queued, as soon as a fair share of the crowd has come, or, with no append under
// way, the patience with it is over. It returns nothing when the batcher is closed and the queue empty.
func (b *batcher) gather() []*flight {
	b.turn.Lock()
	defer b.turn.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	var timer *time.Timer
	for !b.closed && !b.gathered() {
		if b.underWay == 0 && len(b.queue) > 0 {
			left := time.Until(b.patience)
			if left <= 0 {
				break
			}
			if timer == nil {
				timer = time.AfterFunc(left, func() {
					b.mu.Lock() // not before Wait
					defer b.mu.Unlock()
					b.more.Signal()
				})
				defer timer.Stop()
			} else {
				timer.Reset(left)
			}
		}
		b.more.Wait()
	}
	taken := b.queue
	b.queue = nil
	b.underWay++
	b.flying += len(taken)
	b.crowd, b.before = max(b.flying, b.before), b.flying
	return taken
}

// gathered reports whether a fair share of the crowd is there. The caller holds mu.
func (b *batcher) gathered() bool { return len(b.queue) > 0 && len(b.queue) >= b.crowd*fairShare/16 }

// cutBatch takes the flights for one append: those of the first one's stream, as many as fit.
func cutBatch(flights []*flight) (batch, rest []*flight) {
	stream, size := flights[0].stream, 0
	for i, f := range flights {
		if f.stream != stream || size+f.size > maxBatch {
			return flights[:i], flights[i:]
		}
		size += f.size
	}
	return flights, nil
}

// write appends flights of one stream in one step, or piece by piece if the log knows some already.
func (b *batcher) write(flights []*flight) {
	var views []events.Proposed
	if len(flights) == 1 {
		views = flights[0].views
	} else {
		n := 0
		for _, f := range flights {
			n += len(f.views)
		}
		views = make([]events.Proposed, 0, n)
		for _, f := range flights {
			views = append(views, f.views...)
		}
	}
	err := b.append(flights[0].stream, views...)
	switch {
	case events.IsConflict(err) && len(flights) > 1:
		b.metrics.conflicts.Inc()
		for _, f := range flights {
			b.write([]*flight{f})
		}
		return
	case events.IsConflict(err):
		b.metrics.conflicts.Inc()
		for _, v := range views {
			if err = b.append(flights[0].stream, v); err != nil {
				break
			}
		}
	}
	if err != nil {
		b.logger.Warn().Err(err).Str("stream", flights[0].stream).Int("views", len(views)).Msg("page views not stored")
	}
	for _, f := range flights {
		b.land(f, typed(err))
	}
}

func (b *batcher) append(stream string, views ...events.Proposed) error {
	ctx, cancel := context.WithTimeout(context.Background(), appendTimeout)
	defer cancel()
	_, err := b.log.Append(ctx, stream, events.Any, views...)
	if err == nil {
		b.metrics.batch.Observe(float64(len(views)))
		b.metrics.appended(stream, len(views))
		b.kept(stream)
	}
	return err
}

// land tells everybody who waits for a flight how it ended. An id that didn't certainly arrive
// stays with its flight, so that a retry is recognised.
func (b *batcher) land(f *flight, err error) {
	n := len(f.views)
	if err == nil && f.named {
		b.knownMu.Lock()
		for _, v := range f.views {
			if _, given := b.known.get(v.ID); given {
				b.known.put(v.ID, stored)
			}
		}
		b.knownMu.Unlock()
	}
	f.err, f.views, f.single = err, nil, [1]events.Proposed{}
	close(f.done)
	b.release(n)
}

// warmUp fills the memory of ids after a start, before the first view with an id is placed.
func (b *batcher) warmUp(ctx context.Context, now time.Time) error {
	if b.warm.Load() {
		return nil
	}
	b.warmMu.Lock() // one reads for all
	defer b.warmMu.Unlock()
	if b.warm.Load() {
		return nil
	}
	today, before := events.PageViewStream(now), events.PageViewStream(now.Add(-time.Hour))
	if err := b.remember(ctx, today); err != nil {
		return err
	}
	if before != today {
		if err := b.remember(ctx, before); err != nil {
			return err
		}
	}
	b.warm.Store(true)
	return nil
}

// remember reads the ids at a stream's end.
func (b *batcher) remember(ctx context.Context, stream string) error {
	last, err := b.log.Last(ctx, stream)
	if err != nil {
		return typed(absent(err))
	}
	var from uint64
	if last.Revision >= warmViews {
		from = last.Revision + 1 - warmViews
	}
	return typed(absent(b.log.Load(ctx, stream, from, func(r events.Recorded) error {
		b.knownMu.Lock()
		defer b.knownMu.Unlock()
		if _, known := b.known.get(r.ID); !known {
			b.known.put(r.ID, stored)
		}
		return nil
	})))
}

// close refuses new views, waits until the accepted ones have landed, and stops the appender.
func (b *batcher) close(ctx context.Context) error {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.more.Broadcast()
	done := make(chan struct{})
	go func() {
		b.running.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
