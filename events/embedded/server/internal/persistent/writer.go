package persistent

// The writer: writes a group's state to the log.

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// write appends events to a stream, whatever its revision.
func write(e *engine.Engine, stream string, events ...storage.Event) (engine.Result, error) {
	body := &storage.Body{}
	for _, ev := range events {
		body.Add(ev)
	}
	res := e.Append(context.Background(), stream, engine.Expected{Kind: engine.Any}, body)
	switch {
	case res.Err != nil:
		return res, res.Err
	case res.Outcome == engine.Deleted:
		return res, Failed(fmt.Sprintf("the stream %s was deleted for ever", stream))
	}
	return res, nil
}

func newID() storage.ID { return storage.ID(uuid.New()) }

func jsonEvent(eventType string, data []byte) storage.Event {
	return storage.Event{ID: newID(), Type: []byte(eventType), JSON: true, Data: data}
}

// write is the writer's loop.
func (g *Group) write() {
	defer g.ended.Done()
	tick := time.NewTicker(tickTime)
	defer tick.Stop()
	for {
		select {
		case <-g.stop:
			return
		case now := <-tick.C:
			g.mu.Lock()
			g.timeouts(now)
			g.considerCheckpoint(true)
			g.dispatch()
			g.mu.Unlock()
		case <-g.work:
		}
		var failed Failed
		if err := g.flush(false); errors.As(err, &failed) {
			g.fail(err)
		} // else the log can't be written, which the node logs; the next tick tries again
	}
}

// flush writes pending changes; with always, also those that could wait. Messages being parked come first, since
// a checkpoint waits for them. It takes the lock.
func (g *Group) flush(always bool) error {
	if err := g.writeParked(); err != nil {
		return err
	}
	if err := g.writeCheckpoint(always); err != nil {
		return err
	}
	return g.truncateParked(always)
}
