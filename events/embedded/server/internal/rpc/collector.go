package rpc

// From blocks to a page of messages: filter, age, links and checkpoints.

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

	link      *link  // the link that ended the page, still to be resolved
	linkCheck uint64 // the checkpoint to send after it, 0 for none
}

// link is a copy of an event of type "$>".
type link struct {
	ev       storage.Event
	stream   []byte
	created  int64
	revision uint64
	position uint64
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

// visit implements engine.Visit in the query's direction.
func (c *collector) visit(b *storage.Block, lo, hi int) (taken int, err error) {
	if b.Created < c.oldest || c.q.stream == "" && engine.Hidden(b.Stream) {
		return hi - lo, nil
	}
	if c.hidden != nil && c.hidden(b.Stream) {
		c.considerAll(b, lo, hi)
		return hi - lo, nil
	}
	f := &c.q.filter
	whole := f.match == nil
	if !whole && !f.byType {
		if c.matching.Spent(f.match) {
			return 0, nil
		}
		if whole, err = f.match.Match(b.Stream); err != nil {
			return 0, err
		}
	}
	if !whole && !f.byType {
		c.considerAll(b, lo, hi)
		return hi - lo, nil
	}
	if err := c.page.decode(b, lo, hi); err != nil {
		return 0, err
	}
	for ; taken < hi-lo; taken++ {
		if c.left == 0 || c.page.full() || c.link != nil || !whole && c.matching.Spent(f.match) {
			return taken, nil
		}
		i := lo + taken
		if c.q.backwards {
			i = hi - 1 - taken
		}
		r := c.page.recorded(b, lo, i)
		if !whole {
			wanted, err := f.match.Match(r.ev.Type)
			if err != nil {
				return taken, err
			}
			if !wanted {
				c.consider(r.position)
				continue
			}
		}
		c.left--
		if c.q.resolve && string(r.ev.Type) == engine.TypeLink {
			c.link = copyLink(b, &r)
		} else {
			c.page.event(&r, nil)
		}
		c.consider(r.position)
	}
	return taken, nil
}

// considerAll counts events that are not sent.
func (c *collector) considerAll(b *storage.Block, lo, hi int) {
	if c.q.filter.interval == 0 {
		return
	}
	for i := lo; i < hi; i++ {
		c.consider(b.First + uint64(i))
	}
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

func copyLink(b *storage.Block, r *recorded) *link {
	ev := *r.ev
	ev.Type, ev.Metadata, ev.Data = bytes.Clone(ev.Type), bytes.Clone(ev.Metadata), bytes.Clone(ev.Data)
	return &link{ev, bytes.Clone(b.Stream), b.Created, r.revision, r.position}
}

// resolve adds the link that ended the page, with the event it points to if that can be read.
func (c *collector) resolve() error {
	if c.link == nil {
		return nil
	}
	l := c.link
	c.link = nil
	from := recorded{&l.ev, l.stream, appendCreated(nil, l.created), l.revision, l.position, c.q.form}
	found := false
	revision, stream, ok := engine.ParseLink(l.ev.Data)
	if ok && c.opens != nil {
		var err error
		if ok, err = c.opens(stream); err != nil {
			return err
		}
	}
	if ok {
		err := c.engine.Event(stream, revision, func(b *storage.Block, i int, ev *storage.Event) {
			found = true
			c.page.event(&recorded{
				ev: ev, stream: b.Stream, created: appendCreated(nil, b.Created),
				revision: b.Revision + uint64(i), position: b.First + uint64(i), form: c.q.form,
			}, &from)
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
