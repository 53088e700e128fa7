// Key usage: requests are counted in memory and recorded as ApiKeyUsed, from which the instances of a site learn each other's
// counts: once a minute, and at once when a key has made many (see [Handler.UseKey]). A crash loses what was not recorded.

package access

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/events"
)

const (
	usageInterval = time.Minute
	usageTimeout  = 2 * time.Second // for recording the use of one key
	usageRetry    = time.Second     // after an event could not be recorded
	usageMemory   = 2 * time.Hour   // for which a process remembers its own events
)

// usage counts requests by key. One goroutine records them, from newUsage until close.
type usage struct {
	mu      sync.Mutex
	pending map[events.KeyID]useKey
	last    map[events.KeyID]time.Time // of each key's latest request, recorded or not
	own     map[uuid.UUID]time.Time    // events that this process has recorded, or tried to
	swept   time.Time
	quiet   time.Time // until when use is recorded once a minute only

	record  func(context.Context, useKey, *uint64) (commands.Result, error)
	stop    chan struct{}
	stopped sync.Once
	done    chan struct{}
}

func newUsage(record func(context.Context, useKey, *uint64) (commands.Result, error)) *usage {
	u := &usage{pending: map[events.KeyID]useKey{}, last: map[events.KeyID]time.Time{}, own: map[uuid.UUID]time.Time{}, record: record,
		stop: make(chan struct{}), done: make(chan struct{})}
	go u.run()
	return u
}

func (u *usage) run() {
	defer close(u.done)
	tick := time.NewTicker(usageInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = u.flush(context.Background()) // requests that could not be recorded stay pending
		case <-u.stop:
			return
		}
	}
}

// add counts requests of a key and returns how many are to be recorded; 0 while the log is unavailable.
func (u *usage) add(id events.KeyID, requests int, at time.Time) int {
	u.mu.Lock()
	defer u.mu.Unlock()
	p := u.pending[id]
	p.id, p.requests = id, p.requests+requests
	if at.After(p.at) {
		p.at = at
	}
	if at.After(u.last[id]) {
		u.last[id] = at
	}
	u.pending[id] = p
	if time.Now().Before(u.quiet) {
		return 0
	}
	return p.requests
}

// tell records the pending requests of a key, and more of them, as one event. If the stream's revision is another one, that is a
// Conflict: nothing is recorded and more is dropped. After another error all of them are pending.
func (u *usage) tell(ctx context.Context, id events.KeyID, more int, at time.Time, ifMatch *uint64) (commands.Result, error) {
	u.mu.Lock()
	use := u.pending[id]
	delete(u.pending, id)
	u.mu.Unlock()
	if use.requests+more == 0 {
		return commands.Result{}, nil
	}
	whole := useKey{id: id, requests: use.requests + more, at: use.at}
	if at.After(whole.at) {
		whole.at = at
	}
	ctx, cancel := context.WithTimeout(ctx, usageTimeout)
	defer cancel()
	result, err := u.record(ctx, whole, ifMatch)
	switch {
	case commands.KindOf(err) == commands.Conflict && ifMatch != nil:
		if use.requests > 0 {
			u.add(id, use.requests, use.at)
		}
	case err != nil:
		u.add(id, whole.requests, whole.at)
		u.mu.Lock()
		u.quiet = time.Now().Add(usageRetry)
		u.mu.Unlock()
	}
	return result, err
}

// recognise remembers the id of an event that is about to be recorded.
func (u *usage) recognise(id uuid.UUID, now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if now.Sub(u.swept) > usageMemory {
		u.swept = now
		for old, at := range u.own {
			if now.Sub(at) > usageMemory {
				delete(u.own, old)
			}
		}
	}
	u.own[id] = now
}

// flush records the pending requests. Those that could not be recorded stay pending; the first error is returned.
func (u *usage) flush(ctx context.Context) error {
	u.mu.Lock()
	keys := make([]events.KeyID, 0, len(u.pending))
	for id := range u.pending {
		keys = append(keys, id)
	}
	u.mu.Unlock()
	var first error
	for _, id := range keys {
		if _, err := u.tell(ctx, id, 0, time.Time{}, nil); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// close stops the goroutine and records the pending requests.
func (u *usage) close(ctx context.Context) error {
	u.stopped.Do(func() { close(u.stop) })
	select {
	case <-u.done:
		return u.flush(ctx)
	case <-ctx.Done():
		return ctx.Err()
	}
}
