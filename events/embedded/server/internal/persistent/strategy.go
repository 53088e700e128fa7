package persistent

// Strategies: which consumer gets a message.

import "slices"

// verdict is a strategy's decision about a message.
type verdict uint8

const (
	taken   verdict = iota // a consumer has it
	skipped                // the consumer that should get it has no free slot; others may for other messages
	full                   // nobody has a free slot
)

// strategy chooses consumers. It is guarded by the group's lock.
type strategy interface {
	add(c *Consumer)
	remove(c *Consumer)
	// choose returns the consumer that gets m, which has a free slot if the verdict is taken.
	choose(m *message) (*Consumer, verdict)
	// released is called when a consumer no longer has m.
	released(m *message)
}

func newStrategy(name string) (strategy, error) {
	switch name {
	case RoundRobin:
		return &rotation{}, nil
	case DispatchToSingle:
		return &rotation{stay: true}, nil
	case Pinned, PinnedByCorrelation:
		return &pins{}, nil
	}
	return nil, Failed("Consumer strategy " + name + " does not exist.")
}

// rotation is RoundRobin, and DispatchToSingle with stay: the consumer that took a message is the last to be tried again, or the first.
type rotation struct {
	stay      bool
	consumers []*Consumer
	next      int // the consumer to try first
}

func (t *rotation) add(c *Consumer)   { t.consumers = append(t.consumers, c) }
func (t *rotation) released(*message) {}

func (t *rotation) remove(c *Consumer) {
	i := slices.Index(t.consumers, c)
	t.consumers = slices.Delete(t.consumers, i, i+1)
	if i < t.next {
		t.next--
	}
}

func (t *rotation) choose(*message) (*Consumer, verdict) {
	for i := range t.consumers {
		i = (t.next + i) % len(t.consumers)
		c := t.consumers[i]
		if c.free() == 0 {
			continue
		}
		if t.next = i; !t.stay {
			t.next++
		}
		return c, taken
	}
	return nil, full
}

// buckets is how many parts the pinned strategies divide the streams into; each part has one consumer.
const buckets = 1024

// pins is Pinned and PinnedByCorrelation; they differ in what a message's bucket is made of. A bucket is given to the consumer with the
// fewest when its first message comes. A new consumer gets a fair share of the buckets, idle ones first.
type pins struct {
	consumers []*Consumer
	owner     [buckets]*Consumer
	busy      [buckets]int // messages of the bucket that its owner has
}

// owned returns the number of buckets of c.
func (p *pins) owned(c *Consumer) (n int) {
	for _, o := range p.owner {
		if o == c {
			n++
		}
	}
	return n
}

func (p *pins) add(c *Consumer) {
	p.consumers = append(p.consumers, c)
	share := (buckets - p.owned(nil) + len(p.consumers) - 1) / len(p.consumers)
	for _, o := range p.consumers[:len(p.consumers)-1] {
		var theirs []int
		for b := range p.owner {
			if p.owner[b] == o {
				theirs = append(theirs, b)
			}
		}
		slices.SortStableFunc(theirs, func(a, b int) int { return p.busy[a] - p.busy[b] })
		for _, b := range theirs[:max(0, len(theirs)-share)] {
			p.owner[b], p.busy[b] = c, 0
		}
	}
}

func (p *pins) remove(c *Consumer) {
	p.consumers = slices.DeleteFunc(p.consumers, func(o *Consumer) bool { return o == c })
	for b := range p.owner {
		if p.owner[b] == c {
			p.owner[b], p.busy[b] = nil, 0
		}
	}
}

func (p *pins) choose(m *message) (*Consumer, verdict) {
	if !slices.ContainsFunc(p.consumers, func(c *Consumer) bool { return c.free() > 0 }) {
		return nil, full
	}
	if p.owner[m.bucket] == nil {
		p.owner[m.bucket] = slices.MinFunc(p.consumers, func(a, b *Consumer) int { return p.owned(a) - p.owned(b) })
	}
	c := p.owner[m.bucket]
	if c.free() == 0 {
		return nil, skipped
	}
	p.busy[m.bucket]++
	return c, taken
}

func (p *pins) released(m *message) {
	if p.owner[m.bucket] == m.consumer && p.busy[m.bucket] > 0 { // 0: it had the message before it had the bucket again
		p.busy[m.bucket]--
	}
}
