package links

// A batch: the links of some events, by stream, and the checkpoint, which one commit writes.

import (
	"strconv"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

const (
	// batchLinks and batchBytes limit a commit, so that appends never wait long for it.
	batchLinks = 2048
	batchBytes = 256 << 10
)

// batch collects links in the order of their events.
type batch struct {
	parts   []engine.Part
	of      map[string]*storage.Body
	links   int
	bytes   int
	skipped int // links whose stream's name would be too long

	meta []byte
}

func newBatch() *batch { return &batch{of: map[string]*storage.Body{}} }

func (b *batch) full() bool { return b.links >= batchLinks || b.bytes >= batchBytes }

// visit implements engine.Visit.
func (b *batch) visit(ev *storage.Event) (taken bool, err error) {
	if !concerns(ev.Stream) {
		return true, nil
	}
	if b.full() {
		return false, nil
	}
	b.link(ev)
	return true, nil
}

// add appends one event to the part of a stream.
func (b *batch) add(stream, eventType string, data []byte, a about) {
	if len(metaPrefix+stream) > storage.MaxStreamName {
		b.skipped++
		return
	}
	body := b.of[stream]
	if body == nil {
		body = &storage.Body{}
		b.of[stream] = body
		b.parts = append(b.parts, engine.Part{Stream: stream, Body: body})
	}
	before := body.Size()
	b.meta = a.append(b.meta[:0])
	body.Add(storage.Event{ID: engine.NewID(), Type: []byte(eventType), Metadata: b.meta, Data: data})
	b.links++
	b.bytes += body.Size() - before
}

// readable adds, before the first event of a system stream, the metadata that EventStoreDB's projections write: every user may read
// the stream, as links reveal little. Later changes by others are not overwritten.
func (b *batch) readable(e *engine.Engine) error {
	var first []engine.Part
	for _, part := range b.parts {
		for _, name := range []string{part.Stream, metaPrefix + part.Stream} {
			last, _, err := e.Tip(name)
			if err != nil {
				return err
			}
			if last >= 0 {
				break
			}
			if name != part.Stream {
				first = append(first, written(name, typeMetadata, `{"$acl":{"$r":"$all","$mr":"$all"}}`))
			}
		}
	}
	b.parts = append(first, b.parts...)
	return nil
}

// checkpoint adds that everything up to a position is done; begin is true when it is the first.
func (b *batch) checkpoint(position uint64, begin bool) {
	if begin {
		b.parts = append(b.parts, written(metaPrefix+checkpointStream, typeMetadata, `{"$maxCount":1}`))
	}
	b.parts = append(b.parts, written(checkpointStream, typeCheckpoint, `{"position":`+strconv.FormatUint(position, 10)+`}`))
}

// written is a part of one event.
func written(stream, eventType, data string) engine.Part {
	body := &storage.Body{}
	body.Add(storage.Event{ID: engine.NewID(), Type: []byte(eventType), JSON: true, Data: []byte(data)})
	return engine.Part{Stream: stream, Body: body}
}
