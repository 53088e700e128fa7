package persistent

// Parking: messages that could not be processed are put into a stream of links, until they are replayed.

import (
	"container/list"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

const (
	// maxReason is the maximum length of the stored reason of a client, in bytes.
	maxReason = 1 << 10
	// parkTogether is the maximum number of messages that are parked in one append.
	parkTogether = 500
	// truncateEvery is how many replayed messages must be done for the parked stream to be cut while more are being replayed.
	truncateEvery = 1000
)

// parking is a message on its way into the parked stream.
type parking struct {
	m      *message
	reason string
}

// parked is the state of a group's parked stream. Numbers are revisions.
type parked struct {
	first     int64      // of the first that is not done: $tb
	last      int64      // -1: there is none
	next      int64      // to be replayed next
	stop      int64      // to be replayed up to, without it
	replaying *list.List // messages that were read and are not done, by revision
}

// wanted reports whether there is something to replay.
func (p *parked) wanted() bool { return p.next < p.stop }

// low returns the first revision that is not done.
func (p *parked) low() int64 {
	if e := p.replaying.Front(); e != nil {
		return e.Value.(*message).place
	}
	return p.next
}

// count returns how many messages are parked and not being replayed.
func (p *parked) count() int64 { return max(0, p.last+1-max(p.next, p.stop)) }

func retriedTooOften(n int) string { return fmt.Sprintf("Reached retry count of %d", n) }

// park parks m, which no consumer has. It is done when the writer has written it.
func (g *Group) park(m *message, reason string) {
	if len(reason) > maxReason {
		reason = strings.ToValidUTF8(reason[:maxReason], "")
	}
	g.parking = append(g.parking, parking{m, reason})
	signal(g.work)
}

// writeParked writes the messages that are to be parked. It takes the lock.
func (g *Group) writeParked() error {
	for {
		g.mu.Lock()
		some := g.parking[:min(len(g.parking), parkTogether):min(len(g.parking), parkTogether)]
		g.mu.Unlock()
		if len(some) == 0 {
			return nil
		}
		var links []storage.Event
		for _, p := range some {
			link, err := g.linkTo(p)
			if err != nil {
				return err
			}
			if link != nil {
				links = append(links, *link)
			}
		}
		last := int64(-1)
		if len(links) > 0 {
			res, err := write(g.engine, g.key.parkedStream(), links...)
			if err != nil {
				return err
			}
			last = res.Current
		}
		g.mu.Lock()
		g.parking = g.parking[len(some):]
		if g.parked.last < 0 && last >= 0 { // the stream's first, or its first since an earlier group was deleted
			g.parked.first = last + 1 - int64(len(links))
			g.parked.next = g.parked.first
		}
		g.parked.last = max(g.parked.last, last)
		for _, p := range some {
			g.done(p.m)
		}
		g.considerCheckpoint(false)
		g.dispatch()
		g.mu.Unlock()
	}
}

// linkTo returns the link for a message, nil if its event is gone.
func (g *Group) linkTo(p parking) (*storage.Event, error) {
	m, err := load(g.engine, p.m.at, p.m.replayed || g.settings.ResolveLinks)
	if m == nil || err != nil {
		return nil, err
	}
	data := []byte(nil)
	if m.Event == nil {
		data = m.Link.Event.Data // it dangles, but names its target
	} else {
		data = fmt.Appendf(nil, "%d@%s", m.Event.Revision, m.Event.Stream)
	}
	metadata, err := json.Marshal(map[string]any{
		"added":                   g.clock().UTC().Format(time.RFC3339Nano),
		"reason":                  p.reason,
		"subscriptionEventNumber": m.original().Revision,
	})
	return &storage.Event{ID: newID(), Type: []byte(engine.TypeLink), Data: data, Metadata: metadata}, err
}

// replay requests the parked messages before revision stopAt again. It takes the lock.
func (g *Group) replay(stopAt int64) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err != nil {
		return g.err
	}
	if err := g.lookAtParked(); err != nil {
		return err
	}
	p := &g.parked
	p.stop = max(p.stop, min(stopAt, p.last+1))
	signal(g.freed)
	return nil
}

// lookAtParked reads the state of the parked stream.
func (g *Group) lookAtParked() error {
	view, err := g.engine.View(g.key.parkedStream())
	switch p := &g.parked; {
	case errors.Is(err, engine.ErrStreamNotFound):
		return nil
	case err != nil:
		return err
	default:
		p.first, p.last = max(p.first, int64(view.First)), int64(view.Last)
		p.next = max(p.next, p.first)
	}
	return nil
}

// replayWanted reports whether there is something to replay, and for how many messages there is space.
func (g *Group) replayWanted() (wanted bool, capacity int) {
	capacity = min(g.settings.HistoryBuffer, maxBuffer) - len(g.retry)
	return g.parked.wanted() && capacity > 0, capacity
}

// readParked reads parked messages for a replay into the retry list, if there is space; more reports that it did. It
// takes the lock.
func (g *Group) readParked() (more bool, err error) {
	g.mu.Lock()
	wanted, capacity := g.replayWanted()
	next, stop := g.parked.next, g.parked.stop
	g.mu.Unlock()
	if !wanted {
		return false, nil
	}
	var found []*message
	var events []storage.Event
	after, err := g.engine.StreamForward(g.key.parkedStream(), uint64(next), uint64(stop-1), func(b *storage.Block, lo, hi int) (int, error) {
		var err error
		if events, err = b.Events(events, lo, hi); err != nil {
			return 0, err
		}
		for i := lo; i < hi; i++ {
			if len(found) == capacity {
				return i - lo, nil
			}
			ev := &events[i-lo]
			found = append(found, &message{
				id: ev.ID, at: b.First + uint64(i), place: int64(b.Revision) + int64(i), replayed: true, bucket: g.bucket(b.Stream, ev, true),
			})
		}
		return hi - lo, nil
	})
	if err == nil {
		err = g.followCorrelations(found)
	}
	if err != nil {
		return false, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, m := range found {
		m.order = g.parked.replaying.PushBack(m)
	}
	g.retry = append(g.retry, found...) // after all others, which have lower revisions
	g.parked.next = int64(after)
	g.dispatch()
	signal(g.work)
	return true, nil
}

// truncateParked removes replayed messages that are done from the parked stream: if all are, or many, or always.
// It takes the lock.
func (g *Group) truncateParked(always bool) error {
	g.mu.Lock()
	p := &g.parked
	low := p.low()
	n := low - p.first
	all := p.replaying.Len() == 0 && !p.wanted()
	g.mu.Unlock()
	if n == 0 || n < truncateEvery && !all && !always {
		return nil
	}
	metadata := fmt.Appendf(nil, `{"$tb":%d,"$acl":{"$r":"$admins","$w":"$admins","$d":"$admins","$mr":"$admins","$mw":"$admins"}}`, low)
	if _, err := write(g.engine, "$$"+g.key.parkedStream(), jsonEvent(typeMetadata, metadata)); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.parked.first = low
	return nil
}
