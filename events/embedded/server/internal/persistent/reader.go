package persistent

// The reader: reads the log into the buffer, as long as there is space.

import (
	"bytes"
	"encoding/json"
	"errors"
	"hash/fnv"
	"math"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// read is the reader's loop.
func (g *Group) read() {
	defer g.ended.Done()
	for {
		changed := g.engine.Changed()
		hasSpace, end, err := g.readSome()
		switch {
		case err != nil:
			select {
			case <-g.stop: // the log is being closed
			default:
				g.fail(err)
			}
			return
		case !hasSpace:
			changed = nil
		case !end:
			select {
			case <-g.stop:
				return
			default:
				continue
			}
		}
		select {
		case <-changed:
		case <-g.freed:
		case <-g.stop:
			return
		}
	}
}

// readSome fills the buffer. It returns whether there was space, and whether it has reached the end of the log. It takes the lock.
func (g *Group) readSome() (hasSpace, end bool, err error) {
	if more, err := g.readParked(); more || err != nil {
		return true, false, err
	}
	g.mu.Lock()
	if g.space() < g.need() {
		g.live = false // new events are read when there is space, as after a restart
	}
	p := &page{group: g, limit: g.space(), next: g.next, live: g.live, budget: budget - g.cached, considered: g.considered}
	hasSpace = p.limit >= g.need()
	g.starved = !hasSpace
	g.mu.Unlock()
	if !hasSpace {
		return false, false, nil
	}
	if g.key.Stream == All {
		end, err = p.all()
	} else {
		end, err = p.stream()
	}
	if err == nil {
		err = g.followCorrelations(p.found)
	}
	if err != nil {
		return true, false, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, m := range p.found {
		m.order = g.unfinished.PushBack(m)
		g.known = m.place
	}
	g.buffer = append(g.buffer, p.found...)
	g.cached += p.cached
	g.next, g.considered, g.live = p.next, p.considered, end
	if len(p.found) == 0 {
		g.considerCheckpoint(false) // filtered events are done
	}
	g.dispatch()
	return true, end, nil
}

// need returns how much space the reader requires.
func (g *Group) need() int {
	n := min(g.settings.ReadBatch, maxBuffer/2)
	if g.live {
		n = min(n, g.settings.LiveBuffer)
	}
	return n
}

// page is a page of the log.
type page struct {
	group      *Group
	next       int64 // the place to continue from
	live       bool
	limit      int    // messages wanted
	budget     int    // bytes of events that may be cached
	considered uint64 // events, since the group's start
	matching   engine.MatchBudget
	oldest     int64 // events created before this are hidden
	found      []*message
	cached     int // bytes
	events     []storage.Event
}

// all reads $all.
func (p *page) all() (end bool, err error) {
	p.oldest = math.MinInt64
	next, end, err := p.group.engine.Forward(uint64(p.next), p.visit)
	p.next = int64(next)
	return end, err
}

// stream reads a stream: its visible events while the group is behind, and every new event when it is not.
func (p *page) stream() (end bool, err error) {
	stream, e := p.group.key.Stream, p.group.engine
	last, _, err := e.Tip(stream)
	if err != nil {
		return false, err
	}
	p.oldest = math.MinInt64
	if !p.live {
		view, err := e.View(stream)
		switch {
		case errors.Is(err, engine.ErrStreamNotFound), errors.Is(err, engine.ErrStreamDeleted):
			p.next = max(p.next, last+1) // everything up to here is hidden
			return true, nil
		case err != nil:
			return false, err
		}
		p.oldest, last = view.Oldest, int64(view.Last)
		p.next = max(p.next, min(int64(view.First), last+1))
	}
	if p.next > last {
		return true, nil
	}
	next, err := e.StreamForward(stream, uint64(p.next), uint64(last), p.visit)
	p.next = int64(next)
	return p.next > last, err
}

// visit implements engine.Visit.
func (p *page) visit(b *storage.Block, lo, hi int) (taken int, err error) {
	g := p.group
	whole := g.key.Stream == All
	byType := g.settings.Filter != nil && g.settings.Filter.ByType
	wanted := b.Created >= p.oldest
	switch {
	case whole && engine.Hidden(b.Stream):
		return hi - lo, nil
	case p.matching.Spent(g.match):
		return 0, nil
	case wanted && g.match != nil && !byType:
		if wanted, err = g.match.Match(b.Stream); err != nil {
			return 0, err
		}
	}
	if !wanted {
		p.considered += uint64(hi - lo)
		return hi - lo, nil
	}
	if p.events, err = b.Events(p.events, lo, hi); err != nil {
		return 0, err
	}
	for i := lo; i < hi; i++ {
		if len(p.found) == p.limit || byType && p.matching.Spent(g.match) {
			return i - lo, nil
		}
		ev := &p.events[i-lo]
		if byType {
			if wanted, err = g.match.Match(ev.Type); err != nil {
				return i - lo, err
			}
		}
		p.considered++
		if !wanted {
			continue
		}
		m := &message{id: ev.ID, at: b.First + uint64(i), place: int64(b.Revision) + int64(i), count: p.considered}
		if whole {
			m.place = int64(m.at)
		}
		m.bucket = g.bucket(b.Stream, ev, g.settings.ResolveLinks)
		if !g.settings.ResolveLinks || string(ev.Type) != engine.TypeLink {
			m.cached = &Message{Event: record(b, i, ev)}
			if n := m.cached.size(); p.cached+n <= p.budget {
				p.cached += n
			} else {
				m.cached = nil
			}
		}
		p.found = append(p.found, m)
	}
	return hi - lo, nil
}

// follow is the bucket of a message whose event must be read first.
const follow = -1

// bucket returns the key of the pinned strategies: the stream that an event belongs to, of a link the one it leads to; or
// the event's $correlationId, if it has one. For links that are resolved the target's counts: see followCorrelations.
func (g *Group) bucket(stream []byte, ev *storage.Event, resolve bool) int {
	link := string(ev.Type) == engine.TypeLink
	switch g.settings.Strategy {
	case Pinned:
	case PinnedByCorrelation:
		if link && resolve {
			return follow
		}
		var metadata struct {
			ID *string `json:"$correlationId"`
		}
		if json.Unmarshal(ev.Metadata, &metadata) == nil && metadata.ID != nil {
			return bucketOf([]byte(*metadata.ID))
		}
	default:
		return 0
	}
	if link {
		if _, target, ok := bytes.Cut(ev.Data, []byte("@")); ok {
			stream = target
		}
	}
	return bucketOf(stream)
}

// followCorrelations finds the buckets of links that are resolved.
func (g *Group) followCorrelations(found []*message) error {
	for _, m := range found {
		if m.bucket != follow {
			continue
		}
		m.bucket = 0
		loaded, err := load(g.engine, m.at, true)
		if err != nil {
			return err
		}
		if loaded != nil {
			r := loaded.Event
			if r == nil {
				r = loaded.Link
			}
			m.bucket = g.bucket(r.Stream, &r.Event, false)
		}
	}
	return nil
}

func bucketOf(text []byte) int {
	h := fnv.New32a()
	h.Write(text)
	return int(h.Sum32() % buckets)
}
