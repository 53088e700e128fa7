// Erased events are left out, although they are in the log until it is scavenged.

package replay

import (
	"context"
	"errors"
	"sync"

	"candor/events"
)

// deletions follows which events are deleted. It begins with the first event of a stream that can be deleted, as most replays are of
// streams that can't. A deletion takes effect as soon as the log reports it, also in the middle of a replay.
type deletions struct {
	log     Source
	begin   sync.Once
	stop    context.CancelFunc
	working sync.WaitGroup

	mu     sync.Mutex
	before map[string]uint64 // a stream's revisions below this one are deleted
	known  chan struct{}     // closed if all deletions so far are known, or failed is set
	failed error
}

func newDeletions(log Source) *deletions {
	return &deletions{log: log, stop: func() {}, before: map[string]uint64{}, known: make(chan struct{})}
}

// hide reports whether r was erased. Error: ctx's, or the log's.
func (d *deletions) hide(ctx context.Context, r *events.Recorded) (bool, error) {
	if !events.MayBeDeleted(r.Stream) || events.TellsOfDeletion(r.Type) {
		return false, nil
	}
	d.begin.Do(func() {
		var following context.Context
		following, d.stop = context.WithCancel(ctx)
		d.working.Go(func() { d.follow(following) })
	})
	d.mu.Lock()
	known := d.known
	d.mu.Unlock()
	select {
	case <-known:
	case <-ctx.Done():
		return false, ctx.Err()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return r.Revision < d.before[r.Stream], d.failed
}

// follow notes deletions until ctx ends.
func (d *deletions) follow(ctx context.Context) {
	err := d.log.Subscribe(ctx, 0, events.Filter{TypePrefixes: []string{"$metadata", events.TombstoneType}}, func(m events.Message) error {
		d.mu.Lock()
		defer d.mu.Unlock()
		switch m.Kind {
		case events.EventAppeared:
			if deletion, ok := events.ReadDeletion(m.Event); ok && deletion.Before > 0 {
				d.before[deletion.Stream] = max(d.before[deletion.Stream], deletion.Before)
			}
		case events.CaughtUp:
			d.release()
		case events.Interrupted:
			select {
			case <-d.known:
				d.known = make(chan struct{})
			default:
			}
		}
		return nil
	})
	d.mu.Lock()
	defer d.mu.Unlock()
	if err == nil {
		err = errors.New("the log has stopped telling what is deleted")
	}
	d.failed = err
	d.release()
}

// release wakes the waiting callers. The mutex is held.
func (d *deletions) release() {
	select {
	case <-d.known:
	default:
		close(d.known)
	}
}

// close ends the following.
func (d *deletions) close() {
	d.begin.Do(func() {})
	d.stop()
	d.working.Wait()
}
