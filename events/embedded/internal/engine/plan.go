package engine

// Planning a commit: the decisions about a group of requests, each of which sees the writes of those before it.

import (
	"time"

	"github.com/google/uuid"

	"candor/events/embedded/internal/storage"
)

// plan collects the writes of one commit.
type plan struct {
	engine  *Engine
	next    uint64 // the position of the next event
	created int64
	writes  []storage.Write
	heads   map[string]*head               // the heads after these writes
	ids     map[string]map[storage.ID]bool // ids written in this commit, for the streams that were looked up
	changes int
	err     error // why the plan cannot be carried out: part of a request is planned and the rest cannot be
}

// ticks converts a time to 100 ns ticks since the Unix epoch.
func ticks(t time.Time) int64 { return t.UnixNano() / 100 }

// head returns the state of stream after the plan's writes.
func (p *plan) head(stream string) (*head, error) {
	if h, ok := p.heads[stream]; ok {
		return h, nil
	}
	return p.engine.head(stream)
}

func (p *plan) set(stream string, h *head) {
	if p.heads == nil {
		p.heads = map[string]*head{}
	}
	p.heads[stream] = h
}

// decide plans r. wait reports that it can't yet, because r depends on stored events that this commit changes.
func (p *plan) decide(r *request) (res Result, wait bool) {
	if r.action == actionTogether {
		return p.together(r), false
	}
	h, err := p.head(r.stream)
	if err != nil {
		return Result{Err: err}, false
	}
	ids := r.body.IDs()
	if r.action != actionAppend {
		ids = []storage.ID{NewID()} // a deletion is never a repetition
	}
	past := &history{plan: p, stream: r.stream}
	_, past.changed = p.heads[r.stream]
	outcome, repeated, err := Check(r.want, h.Condition, ids, past)
	if past.wait {
		return Result{}, true
	}
	res = Result{Outcome: outcome, Current: h.Last, Err: err}
	switch {
	case err != nil || outcome == Conflict || outcome == Deleted:
		return res, false
	case outcome == Repeated:
		res.Current = int64(repeated)
		res.Position, res.Err = p.engine.positionOf(r.stream, repeated)
		return res, false
	}
	switch r.action {
	case actionDelete:
		if h.Last < 0 && !h.HasMetadata {
			res.Outcome = Conflict // there is nothing to delete
			return res, false
		}
		err = p.metadata(r.stream, []byte(softDeletion))
	case actionTombstone:
		err = p.tombstone(r.stream, h)
	default:
		if r.body.Len() == 0 {
			res.Position = p.next - 1 // the end of the log before it
			return res, false
		}
		err = p.append(r, h)
	}
	if err != nil {
		p.err = err
		return Result{Err: err}, false
	}
	p.changes++
	w := p.writeOf(r)
	res.Position = w.First + uint64(w.Body.Len()) - 1
	if r.action == actionAppend {
		res.Current = int64(w.Revision) + int64(w.Body.Len()) - 1
	}
	return res, false
}

// writeOf returns the write that answers r, which has just been planned.
func (p *plan) writeOf(r *request) *storage.Write {
	for i := len(p.writes) - 1; i >= 0; i-- {
		if p.writes[i].Body == r.body {
			return &p.writes[i]
		}
	}
	return &p.writes[len(p.writes)-1] // a deletion's one event
}

// append plans the events of r, and after them the metadata event that brings a deleted stream back.
func (p *plan) append(r *request, h *head) error {
	if !IsMetadataStream(r.stream) {
		err := p.put(r.stream, r.body)
		if err == nil && h.SoftDeleted {
			err = p.metadata(r.stream, revive(h.raw, uint64(h.Last+1)))
		}
		return err
	}
	of := r.stream[len(metadataPrefix):]
	before, err := p.head(of)
	if err != nil {
		return err
	}
	last := r.body.At(r.body.Len() - 1)
	if err := p.putMetadata(of, r.body); err != nil {
		return err
	}
	if before.SoftDeleted {
		return p.metadata(of, revive(last.Data, uint64(before.Last+1)))
	}
	return nil
}

// metadata plans one event on the metadata stream of the given stream.
func (p *plan) metadata(of string, data []byte) error {
	body := &storage.Body{}
	body.Add(storage.Event{ID: NewID(), Type: []byte(typeMetadata), JSON: true, Data: data})
	return p.putMetadata(of, body)
}

func (p *plan) putMetadata(of string, body *storage.Body) error {
	if err := p.put(metadataPrefix+of, body); err != nil {
		return err
	}
	h, err := p.head(of)
	if err != nil {
		return err
	}
	after := *h
	if !IsMetadataStream(of) {
		ev := body.At(body.Len() - 1)
		after.setMetadata(&ev)
	}
	p.set(of, &after)
	return nil
}

// tombstone plans the event that ends a stream.
func (p *plan) tombstone(stream string, h *head) error {
	meta, err := p.head(metadataPrefix + stream)
	if err != nil {
		return err
	}
	body := &storage.Body{}
	body.Add(storage.Event{ID: NewID(), Type: []byte(typeTombstone)})
	p.write(stream, tombstoneRevision, body)
	after, metaAfter := *h, *meta
	after.Tombstoned, metaAfter.Tombstoned = true, true
	p.set(stream, &after)
	p.set(metadataPrefix+stream, &metaAfter)
	return nil
}

// put plans body at the end of stream.
func (p *plan) put(stream string, body *storage.Body) error {
	h, err := p.head(stream)
	if err != nil {
		return err
	}
	p.write(stream, uint64(h.Last+1), body)
	after := *h
	after.Last += int64(body.Len())
	p.set(stream, &after)
	return nil
}

func (p *plan) write(stream string, revision uint64, body *storage.Body) {
	p.writes = append(p.writes, storage.Write{
		Stream: stream, First: p.next, Revision: revision, Created: p.created, Body: body,
	})
	p.next += uint64(body.Len())
	if known := p.ids[stream]; known != nil {
		for _, id := range body.IDs() {
			known[id] = true
		}
	}
}

// written reports whether the plan writes an event with this id to stream.
func (p *plan) written(stream string, id storage.ID) bool {
	known := p.ids[stream]
	if known == nil {
		known = map[storage.ID]bool{}
		for i := range p.writes {
			if p.writes[i].Stream == stream {
				for _, id := range p.writes[i].Body.IDs() {
					known[id] = true
				}
			}
		}
		if p.ids == nil {
			p.ids = map[string]map[storage.ID]bool{}
		}
		p.ids[stream] = known
	}
	return known[id]
}

// history looks up events of a stream. The writes of this commit can't be read yet: a request that depends on them waits
// for the next commit.
type history struct {
	plan    *plan
	stream  string
	changed bool // the plan writes to the stream
	wait    bool // the answers can't be trusted
}

func (h *history) Find(id storage.ID) (revision uint64, ok bool, err error) {
	if h.changed && h.plan.written(h.stream, id) {
		h.wait = true
		return 0, false, nil
	}
	err = h.plan.engine.store.View(func(r *storage.Reader) error {
		e, found, err := r.FindID(h.stream, id)
		revision, ok = e.Revision, found
		return err
	})
	return revision, ok, err
}

func (h *history) At(revision uint64) (id storage.ID, ok bool, err error) {
	if h.changed {
		h.wait = true
		return id, false, nil
	}
	err = h.plan.engine.event(h.stream, revision, func(ev *storage.Event) {
		id, ok = ev.ID, true
	})
	return id, ok, err
}

// NewID returns an id for an event that the node makes: a version 7 UUID, so that ids grow with time.
func NewID() storage.ID { return storage.ID(uuid.Must(uuid.NewV7())) }
