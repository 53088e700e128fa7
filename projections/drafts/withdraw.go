// Events that can't be decoded or applied: drafts and links that they end are closed.

package drafts

import (
	"candor/events"
	"candor/projections/projector"
)

var _ projector.Withdrawer = (*drafts)(nil)

// Withdraw removes a draft that an event discards, or whose item it deletes, and the link that it withdraws: all links of the item, if it
// can't be read which.
func (d *drafts) Withdraw(t *projector.Tx, event *projector.Event, eventType string) {
	if stream, ok := events.DeletedStream(eventType, event.Stream); ok {
		if id, ok := events.DraftIn(stream); ok {
			forget(t, id)
			d.changed = true
		}
		return
	}
	var taken events.Event
	if events.TakesAway(eventType) {
		taken = events.Withdrawal(eventType, event.Stream, event.Created)
	}
	if known, ok := event.Data.(events.PreviewLinkWithdrawn); ok {
		taken = known
	}
	switch e := taken.(type) {
	case events.DraftDiscarded:
		forget(t, e.DraftID)
	case events.DraftScheduled, events.DraftUnscheduled, events.DraftPublished, events.DraftNotPublished:
		schedule(t, events.DraftID(event.Stream), e)
	case events.PreviewLinkWithdrawn:
		for _, l := range linksOf(t, events.Item{Kind: e.Kind, ID: e.ItemID}) {
			if l.ID == e.LinkID || event.Data == nil {
				removeLink(t, l)
			}
		}
	default:
		if of, _ := events.AboutOf(events.Zero(eventType)); of.Action != events.ActionDeleted {
			moveRevision(t, event)
			break
		}
		id := events.DraftID(event.Stream) // of the item, after which it is named
		forget(t, id)
		t.Bucket("schedule").Delete([]byte(id))
	}
	d.changed = true
}

// moveRevision notes the revision of a draft's stream, which the next change of the draft must name.
func moveRevision(t *projector.Tx, event *projector.Event) {
	id, ok := events.DraftIn(event.Stream)
	stored := t.Bucket("draft").Get([]byte(id))
	if !ok || stored == nil {
		return
	}
	var one Draft
	decode(stored, &one)
	var summary Summary
	decode(t.Bucket("summary").Get([]byte(id)), &summary)
	one.Revision, summary.Revision = event.Revision, event.Revision
	t.Bucket("draft").Put([]byte(id), projector.Encode(one))
	t.Bucket("summary").Put([]byte(id), projector.Encode(summary))
}
