package rpc

// From events to a page of messages: filter, age, links and checkpoints.

import (
	"bytes"
	"math"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// collector fills pages for one call.
type collector struct {
	engine   *engine.Engine
	q        *query
	page     page
	matching engine.MatchBudget // of matching, for the page
	left     uint64             // events that the caller still wants
	oldest   int64              // events created before this are hidden; 100 ns ticks since the Unix epoch

	hidden func(stream []byte) bool          // streams of $all that the caller is not shown; nil: none
	opens  func(stream string) (bool, error) // streams into which links are followed; nil: all

	considered int    // events since the last checkpoint
	checkpoint uint64 // position of the last checkpoint, or of where the subscription began

	link      *storage.Event // a copy of the link that ended the page, still to be resolved
	linkCheck uint64         // the checkpoint to send after it, 0 for none
}

func newCollector(e *engine.Engine, q *query) *collector {
	return &collector{engine: e, q: q, page: page{form: q.form}, left: math.MaxUint64, oldest: math.MinInt64}
}

// confine keeps from who is no administrator what that user may not see: links are followed only into streams that it may
// read, and $all shows a user who is confined to some streams those alone.
func (c *collector) confine(s *Streams, who *caller) {
	c.opens = func(stream string) (bool, error) { return s.may(who, stream, engine.Read) }
	if c.q.stream == "" && who.only != nil {
		c.hidden = func(stream []byte) bool { return !who.sees(stream) }
	}
}

// visit implements engine.Visit.
func (c *collector) visit(ev *storage.Event) (taken bool, err error) {
	if ev.Created < c.oldest {
		return true, nil
	}
	if c.left == 0 || c.page.full() || c.link != nil {
		return false, nil
	}
	wanted := c.hidden == nil || !c.hidden(ev.Stream)
	if f := &c.q.filter; wanted && f.match != nil {
		if c.matching.Spent(f.match) {
			return false, nil
		}
		name := ev.Stream
		if f.byType {
			name = ev.Type
		}
		if wanted, err = f.match.Match(name); err != nil {
			return false, err
		}
	}
	if wanted {
		c.left--
		if c.q.resolve && string(ev.Type) == engine.TypeLink {
			c.link = copyOf(ev)
		} else {
			r := c.page.recorded(ev)
			c.page.event(&r, nil)
		}
	}
	c.consider(ev.Position)
	return true, nil
}

// consider counts an event of a filtered subscription and adds a checkpoint when one is due.
func (c *collector) consider(position uint64) {
	if c.q.filter.interval == 0 {
		return
	}
	if c.considered++; c.considered < c.q.filter.interval {
		return
	}
	c.considered, c.checkpoint = 0, position
	if c.link != nil {
		c.linkCheck = position
		return
	}
	c.page.checkpoint(position)
}

// copyOf returns a copy of an event that outlives the transaction.
func copyOf(ev *storage.Event) *storage.Event {
	c := *ev
	c.Stream, c.Type, c.Metadata, c.Data = bytes.Clone(c.Stream), bytes.Clone(c.Type), bytes.Clone(c.Metadata), bytes.Clone(c.Data)
	return &c
}

// resolve adds the link that ended the page, with the event it points to if that can be read.
func (c *collector) resolve() error {
	if c.link == nil {
		return nil
	}
	l := c.link
	c.link = nil
	from := recorded{l, appendCreated(nil, l.Created), c.q.form}
	found := false
	revision, stream, ok := engine.ParseLink(l.Data)
	if ok && c.opens != nil {
		var err error
		if ok, err = c.opens(stream); err != nil {
			return err
		}
	}
	if ok {
		err := c.engine.Event(stream, revision, func(ev *storage.Event) {
			found = true
			c.page.event(&recorded{ev, appendCreated(nil, ev.Created), c.q.form}, &from)
		})
		if err != nil {
			return err
		}
	}
	if !found {
		c.page.event(nil, &from)
	}
	if c.linkCheck > 0 {
		c.page.checkpoint(c.linkCheck)
		c.linkCheck = 0
	}
	return nil
}
