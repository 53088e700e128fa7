// The batcher: page views of many requests become few appends, and every request is answered after its views are durable.
//
// Track encodes its views in its own goroutine and queues them in groups. One goroutine appends whatever has queued while the append
// before was under way, and what comes back at once, so batches grow with the load, and a single caller never waits for others. At most
// maxPendingViews views are accepted and not yet durable; further ones are refused at once.

package traffic

import (
	"context"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"candor/commands"
	"candor/events"
)

const (
	maxPendingViews = 4_096            // accepted and not yet durable
	appendTimeout   = 10 * time.Second // after which an append's outcome is unknown
	singleAppends   = 16               // appends of single views at the same time
	gatherTime      = 2 * time.Millisecond
)

// batcher appends page views.
type batcher struct {
	log        commands.EventLog
	logger     zerolog.Logger
	metrics    *commands.Metrics
	onExpiring func(stream string) // see Config
	known      *knownViews

	mu     sync.Mutex
	more   *sync.Cond // the queue has grown, or closed is set
	queue  []*viewGroup
	closed bool

	singles chan struct{} // holds one for each append of a single view
	running sync.WaitGroup
}

// newBatcher starts a batcher; close stops it.
func newBatcher(log commands.EventLog, logger zerolog.Logger, m *commands.Metrics, onExpiring func(stream string)) *batcher {
	b := &batcher{log: log, logger: logger, metrics: m, onExpiring: onExpiring, known: newKnownViews(log),
		singles: make(chan struct{}, singleAppends)}
	b.more = sync.NewCond(&b.mu)
	b.running.Go(b.run)
	return b
}

// admit reserves room for n views, or refuses them. Error: Unavailable.
func (b *batcher) admit(n int) error {
	if b.metrics.Waiting.Add(int64(n)) > maxPendingViews {
		b.release(n)
		b.metrics.Rejected.Add(float64(n))
		return &commands.Error{Kind: commands.Unavailable, Message: "Too many page views at once. Please try again.",
			RetryAfter: commands.RetryAfter}
	}
	return nil
}

// release frees the room of n views.
func (b *batcher) release(n int) { b.metrics.Waiting.Add(-int64(n)) }

// submit queues a request's views, and starts appending those that are appended alone.
func (b *batcher) submit(s submission) {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		for _, g := range append(s.batched, s.single...) {
			b.settle(g, &commands.Error{Kind: commands.Unavailable, Message: "The server is stopping. Please try again.",
				RetryAfter: commands.RetryAfter})
		}
		return
	}
	b.queue = append(b.queue, s.batched...)
	for _, g := range s.single {
		b.running.Go(func() {
			b.singles <- struct{}{}
			defer func() { <-b.singles }()
			b.write([]*viewGroup{g})
		})
	}
	b.mu.Unlock()
	b.more.Signal()
}

// run appends what queues until the batcher is closed and the queue is empty.
func (b *batcher) run() {
	for taken := b.take(0); len(taken) > 0; taken = b.take(len(taken)) {
		for rest := taken; len(rest) > 0; {
			var batch []*viewGroup
			batch, rest = cutBatch(rest)
			b.write(batch)
		}
	}
}

// take waits for the queue to grow and returns all of it. It returns nothing when the batcher is closed and the queue is empty. Those whose
// before groups have just been stored often send more at once: it waits for as many, at most gatherTime, since an append of twice as many
// takes hardly longer.
func (b *batcher) take(before int) []*viewGroup {
	b.mu.Lock()
	defer b.mu.Unlock()
	want, late := before+len(b.queue), false
	timer := time.AfterFunc(gatherTime, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		late = true
		b.more.Signal()
	})
	defer timer.Stop()
	for (len(b.queue) == 0 || len(b.queue) < want && !late) && !b.closed {
		b.more.Wait()
	}
	taken := b.queue
	b.queue = nil
	return taken
}

// cutBatch returns the groups for one append, those of the first one's stream as far as they fit, and the rest.
func cutBatch(groups []*viewGroup) (batch, rest []*viewGroup) {
	stream, size := groups[0].stream, 0
	for i, g := range groups {
		if g.stream != stream || size+g.size > maxBatch {
			return groups[:i], groups[i:]
		}
		size += g.size
	}
	return groups, nil
}

// write appends groups of one stream at once. If the log has some of the views already, it appends the groups one by one, and then a
// group's views one by one.
func (b *batcher) write(groups []*viewGroup) {
	views := groups[0].views
	if len(groups) > 1 {
		n := 0
		for _, g := range groups {
			n += len(g.views)
		}
		views = make([]events.Proposed, 0, n)
		for _, g := range groups {
			views = append(views, g.views...)
		}
	}
	err := b.append(groups[0].stream, views...)
	switch {
	case events.IsConflict(err) && len(groups) > 1:
		b.metrics.Conflicts.Inc()
		for _, g := range groups {
			b.write([]*viewGroup{g})
		}
		return
	case events.IsConflict(err):
		b.metrics.Conflicts.Inc()
		for _, v := range views {
			if err = b.append(groups[0].stream, v); err != nil {
				break
			}
		}
	}
	if err != nil {
		b.logger.Warn().Err(err).Str("stream", groups[0].stream).Int("views", len(views)).Msg("page views not stored")
	}
	for _, g := range groups {
		b.settle(g, err)
	}
}

func (b *batcher) append(stream string, views ...events.Proposed) error {
	ctx, cancel := context.WithTimeout(context.Background(), appendTimeout)
	defer cancel()
	_, err := b.log.Append(ctx, stream, events.Any, views...)
	if err == nil {
		b.metrics.Batch.Observe(float64(len(views)))
		b.metrics.Appended(stream, len(views))
		b.onExpiring(stream)
	}
	return err
}

// settle frees the room of a group's views and notifies everybody who waits for the group of its outcome. The ids of a group that may not
// have been stored stay with it, so that a retry is recognised.
func (b *batcher) settle(g *viewGroup, err error) {
	if err == nil && g.named {
		b.known.markStored(g.views)
	}
	b.release(len(g.views))
	g.err, g.views, g.one = err, nil, [1]events.Proposed{}
	close(g.done)
}

// close refuses new views, waits until the accepted ones are stored, and stops the batcher.
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
