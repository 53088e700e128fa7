// Known page views: an id that a browser gave counts once.
//
// Views are appended with expected revision Any, where the log drops a repeated append only if it repeats as a whole: it looks at the
// first id and refuses the append when that is known and a later one is not (eventstore-protocol.md 2.2, rule 3). So mixed batches need
// care of their own:
//
//   - The ids of the latest maxKnownViews views are remembered. A stored one is skipped; one that is being appended is waited for, and
//     its outcome is the answer. After a start the ids at the end of the day's stream are read, for a retry of what was under way when
//     the last process ended.
//   - An id whose append has an unknown outcome, and an unknown id of a view older than freshView (a browser's backlog, a retry that
//     reached another instance), is appended alone: the log itself then knows whether it has it.
//   - All other views are new and appended in batches. If the log reports that it knows a batch's first id, the batch's groups and then
//     their views are appended one by one.
//
// The read model drops what remains: a retry with a recent timestamp, or none, at another instance.

package traffic

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/events"
)

const (
	maxKnownViews = 65_536 // ids remembered; at least half of it at any time
	warmViews     = 16_384 // ids read from the log after a start
	freshView     = 30 * time.Second
	warmTimeout   = time.Minute // for reading them
)

// knownViews remembers the ids that browsers gave.
type knownViews struct {
	log    commands.EventLog
	mu     sync.Mutex
	groups *commands.LRU[uuid.UUID, *viewGroup] // by id

	warming commands.Flights[struct{}]
	warm    atomic.Bool // the log's ids are read
}

func newKnownViews(log commands.EventLog) *knownViews {
	return &knownViews{log: log, groups: commands.NewLRU[uuid.UUID, *viewGroup](maxKnownViews)}
}

// storedViews stands for every group that is stored.
var storedViews = &viewGroup{done: closedChannel()}

func closedChannel() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// assign adds a view with an id that its browser gave to a submission, unless it is stored. fresh reports that the view is recent.
func (k *knownViews) assign(s *submission, stream string, p events.Proposed, fresh bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	before, known := k.groups.Get(p.ID)
	switch {
	case known && !before.settled():
		s.others = append(s.others, before)
		return
	case known && before.err == nil:
		return
	}
	var g *viewGroup
	if known || !fresh {
		g = newViewGroup(stream, p)
		s.single = append(s.single, g)
	} else {
		g = s.add(stream, p)
	}
	g.named = true
	k.groups.Put(p.ID, g)
}

// markStored remembers that views are stored.
func (k *knownViews) markStored(views []events.Proposed) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, v := range views {
		if _, given := k.groups.Get(v.ID); given {
			k.groups.Put(v.ID, storedViews)
		}
	}
}

// warmUp reads the latest ids from the log after a start, before the first view with an id is assigned.
func (k *knownViews) warmUp(ctx context.Context, now time.Time) error {
	if k.warm.Load() {
		return nil
	}
	_, err := k.warming.Do(ctx, "", warmTimeout, func(ctx context.Context) (none struct{}, err error) { // one reads for all
		if k.warm.Load() {
			return none, nil
		}
		today, before := events.PageViewStream(now), events.PageViewStream(now.Add(-time.Hour))
		if err := k.read(ctx, today); err != nil {
			return none, err
		}
		if before != today {
			if err := k.read(ctx, before); err != nil {
				return none, err
			}
		}
		k.warm.Store(true)
		return none, nil
	})
	return commands.Typed(err)
}

// read remembers the ids at a stream's end.
func (k *knownViews) read(ctx context.Context, stream string) error {
	last, err := k.log.Last(ctx, stream)
	if err != nil {
		return commands.Typed(commands.IgnoreAbsent(err))
	}
	var from uint64
	if last.Revision >= warmViews {
		from = last.Revision + 1 - warmViews
	}
	return commands.Typed(commands.IgnoreAbsent(k.log.Load(ctx, stream, from, func(r events.Recorded) error {
		k.mu.Lock()
		defer k.mu.Unlock()
		if _, known := k.groups.Get(r.ID); !known {
			k.groups.Put(r.ID, storedViews)
		}
		return nil
	})))
}
