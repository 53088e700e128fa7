package rpc

// Messages gathered in one buffer: filled while the file is looked into, sent after that.

import (
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/mem"

	"candor/events/embedded/internal/storage"
)

const (
	// pageSize is the bytes of messages after which a page is sent. Two pages a subscription is what a stalled
	// client costs: one being sent, one in grpc's own buffers.
	pageSize = 64 << 10
	// keepSize is the largest buffer that is kept for the next page; one huge event may have made it larger.
	keepSize = 256 << 10
)

// page is a run of ReadResp messages.
type page struct {
	buf  []byte
	ends []int // where each message ends
	form uuidForm

	created []byte // of the event given to recorded last
}

func (p *page) full() bool { return len(p.buf) >= pageSize }

// end marks the end of a message.
func (p *page) end() { p.ends = append(p.ends, len(p.buf)) }

// event adds an event with what links to it, either of which may be nil.
func (p *page) event(event, link *recorded) {
	p.buf = appendRead(p.buf, event, link)
	p.end()
}

func (p *page) checkpoint(position uint64) {
	p.buf = appendCheckpoint(p.buf, position)
	p.end()
}

func (p *page) caughtUp(c caughtUp) {
	p.buf = c.append(p.buf)
	p.end()
}

// recorded makes an event ready to be written, before the next one is.
func (p *page) recorded(ev *storage.Event) recorded {
	p.created = appendCreated(p.created[:0], ev.Created)
	return recorded{ev: ev, created: p.created, form: p.form}
}

// buffers keeps page buffers between uses; grpc gives one back when its last message is on the wire.
type buffers struct{ pool sync.Pool }

var pageBuffers = &buffers{}

// Get implements mem.BufferPool.
func (p *buffers) Get(n int) *[]byte {
	if b, ok := p.pool.Get().(*[]byte); ok && cap(*b) >= n {
		*b = (*b)[:n]
		return b
	}
	b := make([]byte, n, max(n, pageSize+pageSize/4))
	return &b
}

// Put implements mem.BufferPool.
func (p *buffers) Put(b *[]byte) {
	if cap(*b) <= keepSize {
		p.pool.Put(b)
	}
}

// begin makes the page ready to be filled.
func (p *page) begin() {
	p.buf = (*pageBuffers.Get(0))[:0]
	p.ends = p.ends[:0]
}

// send sends the messages of the page, waiting while the client does not read, and leaves it empty.
func (p *page) send(stream grpc.ServerStream) error {
	buf := p.buf
	p.buf = nil
	whole := mem.NewBuffer(&buf, pageBuffers)
	defer whole.Free()
	from := 0
	for _, end := range p.ends {
		if err := stream.SendMsg(encoded{whole.Slice(from, end)}); err != nil {
			return err
		}
		from = end
	}
	return nil
}
