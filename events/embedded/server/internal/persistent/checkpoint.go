package persistent

// Checkpoints: how far a group is done, written to the log now and then.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

const (
	typeCheckpoint = "$SubscriptionCheckpoint"
	typeMetadata   = "$metadata"
)

// checkpointMetadata is the metadata of a checkpoint stream: of its events, two stay.
const checkpointMetadata = `{"$maxCount":2,"$acl":{"$r":"$admins","$w":"$admins","$d":"$admins","$mr":"$all","$mw":"$admins"}}`

// checkpoint is a group's progress as written to the log.
type checkpoint struct {
	place int64     // everything up to it is done; -1: there is none
	count uint64    // events considered up to there, since the group's start
	at    time.Time // when it was written; zero if it was not, since the group's start
	fresh bool      // the checkpoint stream is new
	due   bool      // the writer is to write one
}

// reached returns the place up to which everything is done, and how many events were considered up to there.
func (g *Group) reached() (place int64, count uint64) {
	if e := g.unfinished.Front(); e != nil {
		m := e.Value.(*message)
		return m.place - 1, m.count - 1
	}
	return g.next - 1, g.considered
}

// considerCheckpoint requests a checkpoint if one is due: if enough events were done since the last one, or fewer and enough
// time has passed. byTime is set for the check by time.
func (g *Group) considerCheckpoint(byTime bool) {
	_, count := g.reached()
	s, n := &g.settings, count-g.checkpoint.count
	if n == 0 {
		return
	}
	passed := s.CheckpointAfter > 0 && time.Since(g.checkpoint.at) >= s.CheckpointAfter
	if n >= uint64(s.MaxCheckpoint) || byTime && passed && n >= uint64(s.MinCheckpoint) {
		g.checkpoint.due = true
		signal(g.work)
	}
}

// writeCheckpoint writes one if it is due, or if always is set and there is progress. It takes the lock.
func (g *Group) writeCheckpoint(always bool) error {
	g.mu.Lock()
	place, count := g.reached()
	due := count > g.checkpoint.count && (always || g.checkpoint.due)
	g.checkpoint.due = false
	fresh := g.checkpoint.fresh
	g.mu.Unlock()
	if !due {
		return nil
	}
	stream := g.key.checkpointStream()
	if fresh {
		if _, err := write(g.engine, "$$"+stream, jsonEvent(typeMetadata, []byte(checkpointMetadata))); err != nil {
			return err
		}
	}
	data, err := json.Marshal(g.key.placeText(place))
	if err != nil {
		return err
	}
	if _, err := write(g.engine, stream, jsonEvent(typeCheckpoint, data)); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.checkpoint = checkpoint{place: place, count: count, at: time.Now(), due: g.checkpoint.due}
	return nil
}

// loadCheckpoint reads where the group begins.
func (g *Group) loadCheckpoint() error {
	g.checkpoint = checkpoint{place: -1}
	g.next = g.first
	view, err := g.engine.View(g.key.checkpointStream())
	if errors.Is(err, engine.ErrStreamNotFound) {
		g.checkpoint.fresh = true
		return nil
	}
	if err != nil {
		return err
	}
	var data []byte
	err = g.engine.Event(g.key.checkpointStream(), view.Last, func(_ *storage.Block, _ int, ev *storage.Event) {
		data = bytes.Clone(ev.Data)
	})
	if err != nil || data == nil {
		return err
	}
	var text string
	if err = json.Unmarshal(data, &text); err == nil {
		g.checkpoint.place, err = g.key.parsePlace(text)
	}
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	g.next = g.checkpoint.place + 1
	return nil
}
