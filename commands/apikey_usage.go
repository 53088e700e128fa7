// Key usage: requests are counted in memory and become one ApiKeyUsed a key and minute, so that a
// busy bot costs the log little. A crash forgets the last minute (design.md).

package commands

import (
	"context"
	"sync"
	"time"

	"candor/events"
)

const (
	usageInterval = time.Minute
	usageTimeout  = 10 * time.Second // for recording one key's minute
)

// usage counts requests by key. One goroutine records them, from newUsage until close.
type usage struct {
	mu      sync.Mutex
	pending map[events.KeyID]useKey

	record  func(context.Context, useKey) error
	stop    chan struct{}
	stopped sync.Once
	done    chan struct{}
}

func newUsage(record func(context.Context, useKey) error) *usage {
	u := &usage{pending: map[events.KeyID]useKey{}, record: record, stop: make(chan struct{}), done: make(chan struct{})}
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
			ctx, cancel := context.WithTimeout(context.Background(), usageTimeout)
			_ = u.flush(ctx) // what could not be recorded stays pending
			cancel()
		case <-u.stop:
			return
		}
	}
}

// add counts requests of a key.
func (u *usage) add(id events.KeyID, requests int, at time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	p := u.pending[id]
	p.id, p.requests = id, p.requests+requests
	if at.After(p.at) {
		p.at = at
	}
	u.pending[id] = p
}

// flush records what is pending. What could not be recorded stays pending; the first error is returned.
func (u *usage) flush(ctx context.Context) error {
	u.mu.Lock()
	taken := u.pending
	u.pending = map[events.KeyID]useKey{}
	u.mu.Unlock()
	var first error
	for _, use := range taken {
		if err := u.record(ctx, use); err != nil {
			u.add(use.id, use.requests, use.at)
			if first == nil {
				first = err
			}
		}
	}
	return first
}

// close stops the goroutine and records what is pending.
func (u *usage) close(ctx context.Context) error {
	u.stopped.Do(func() { close(u.stop) })
	select {
	case <-u.done:
		return u.flush(ctx)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// UseKey counts requests made with a key; cost is how many, a bulk's items. They are recorded at
// most once a minute a key, and by [Handler.Close].
func (h *Handler) UseKey(id events.KeyID, cost int) {
	if id > 0 && cost > 0 {
		h.usage.add(id, cost, h.now())
	}
}

// recordUse appends a minute of a key.
func (h *Handler) recordUse(ctx context.Context, c useKey) error {
	_, err := step[apiKey]{stream: c.id.Stream(), load: latest[apiKey], command: c}.run(ctx, h, Caller{Actor: events.System, Via: events.ViaSystem})
	if err != nil {
		h.logger.Warn().Err(err).Str("stream", c.id.Stream()).Msg("key usage not recorded")
	}
	return err
}
