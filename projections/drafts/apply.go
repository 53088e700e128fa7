// How events change the drafts.

package drafts

import (
	"encoding/json"
	"strings"

	"candor/events"
	"candor/projections/projector"
)

// saved is a DraftSaved with what the model needs of its metadata.
type saved struct {
	events.DraftSaved
	by   events.Actor
	size int // bytes of the event
}

func (d *drafts) Decode(r *events.Recorded) (any, error) {
	if stream, ok, handled := projector.ReadErasure(r); handled {
		if !ok {
			return nil, nil
		}
		return projector.Erased{Stream: stream}, nil
	}
	_, ok := events.DraftIn(r.Stream)
	of, _ := events.AboutOf(events.Zero(r.Type))
	deletes := of.Action == events.ActionDeleted // an item, and its draft with it
	if !ok && !strings.HasPrefix(r.Stream, events.PreviewPrefix) && !deletes && !of.Action.AboutDraft() {
		return nil, nil
	}
	e, err := r.Decode()
	if err != nil {
		return nil, err
	}
	if about, _ := events.AboutOf(e); deletes {
		return about, nil
	}
	said, ok := e.(events.DraftSaved)
	if !ok {
		return e, nil
	}
	return saved{said, r.Metadata().Actor, len(r.Data) + len(r.Meta)}, nil
}

func (d *drafts) Apply(t *projector.Tx, event *projector.Event) bool {
	did := apply(t, event)
	d.changed = d.changed || did
	return did
}

func apply(t *projector.Tx, event *projector.Event) bool {
	id, ok := events.DraftIn(event.Stream)
	switch e := event.Data.(type) {
	case saved:
		if !ok || e.DraftID != id {
			return false
		}
		save(t, id, e, event.Revision)
	case events.DraftDiscarded:
		if !ok {
			return false
		}
		forget(t, id)
		t.Bucket("undeleted").Put([]byte(event.Stream), nil)
	case events.DraftScheduled, events.DraftUnscheduled, events.DraftPublished, events.DraftNotPublished:
		return schedule(t, events.DraftID(event.Stream), e.(events.Event)) // of the item, after which it is named
	case events.PreviewLinkCreated:
		return addLink(t, e)
	case events.PreviewLinkWithdrawn:
		return withdrawLink(t, e)
	case events.About:
		id = e.Draft()
		t.Bucket("schedule").Delete([]byte(id))
		if t.Bucket("draft").Get([]byte(id)) == nil {
			return false
		}
		forget(t, id)
		t.Bucket("undeleted").Put([]byte(id.Stream()), nil)
	case projector.Erased:
		if id, ok = events.DraftIn(e.Stream); !ok {
			return false
		}
		forget(t, id)
		t.Bucket("undeleted").Delete([]byte(e.Stream))
	default:
		return false
	}
	return true
}

// save stores what a draft contains from now on.
func save(t *projector.Tx, id events.DraftID, e saved, revision uint64) {
	sizes := sizesOf(t, id)
	forget(t, id)
	t.Bucket("undeleted").Delete([]byte(id.Stream()))
	one := Draft{ID: id, Kind: e.Kind, Base: e.Base, Fields: projector.Encode(e.Fields),
		Was: projector.Encode(e.Was), Title: title(e.Fields),
		UpdatedAt: e.At.UTC(), By: e.by, Revision: revision}
	if section, ok := id.Section(); ok {
		one.Title = section
	} else if e.ItemID != 0 {
		one.ItemID = &e.ItemID
	} else {
		t.Bucket("new").Put(newKey(e.Kind, id), nil)
	}
	key := []byte(id)
	t.Bucket("draft").Put(key, projector.Encode(one))
	t.Bucket("summary").Put(key, projector.Encode(Summary{UpdatedAt: one.UpdatedAt, By: one.By,
		Fields: names(e.Fields), Revision: revision}))
	sizes = append(sizes, int64(e.size))
	sizes = sizes[max(0, len(sizes)-events.DraftsKept):]
	t.Bucket("size").Put(key, projector.Encode(sizes))
	count(t, +1, sizes)
}

// forget removes the rows of a draft, if there is one.
func forget(t *projector.Tx, id events.DraftID) {
	key := []byte(id)
	stored := t.Bucket("draft").Get(key)
	if stored == nil {
		return
	}
	var one Draft
	decode(stored, &one)
	count(t, -1, sizesOf(t, id))
	for _, bucket := range []string{"draft", "summary", "size"} {
		t.Bucket(bucket).Delete(key)
	}
	t.Bucket("new").Delete(newKey(one.Kind, id))
}

// newKey returns the key of a draft of an item that doesn't exist yet.
func newKey(kind string, id events.DraftID) []byte { return append(append([]byte(kind), 0), id...) }

// sizesOf returns the bytes of the events of a draft.
func sizesOf(t *projector.Tx, id events.DraftID) (sizes []int64) {
	if stored := t.Bucket("size").Get([]byte(id)); stored != nil {
		if json.Unmarshal(stored, &sizes) != nil {
			panic(projector.Damage("sizes are no JSON"))
		}
	}
	return sizes
}

// count adds n drafts with events of these sizes to the totals.
func count(t *projector.Tx, n int64, sizes []int64) {
	totals := t.Bucket("total")
	totals.Count([]byte(totalDrafts), n)
	for _, size := range sizes {
		totals.Count([]byte(totalBytes), n*size)
	}
}
