// Events that can't be decoded or applied: the history of what they take away is closed.

package versions

import (
	"time"

	"candor/events"
	"candor/projections/projector"
)

var _ projector.Withdrawer = (*versions)(nil)

// Withdraw closes the history of an item that an event takes off the site, and the versions that it withholds: all but the one that readers
// see in the item itself, if it can't be read which.
func (m *versions) Withdraw(t *projector.Tx, event *projector.Event, eventType string) {
	if !events.TakesAway(eventType) || m.withdrawPicture(t, event, eventType) {
		return
	}
	known, decoded := event.Data.(requested)
	about := known.About
	if !decoded {
		about, _ = events.AboutOf(events.Withdrawal(eventType, event.Stream, event.Created))
	}
	k := kindOf(about.Kind)
	if k == nil {
		return
	}
	it := k.item(t, about.ID)
	before := it
	if c := it.Change; decoded && it.Made() && event.Revision == c.Last+1 && known.request == c.Request && about.At.Equal(c.At) {
		// one request changed the item and took it away: that version was never shown
		k.hold(t, about.ID, *it.Latest, events.UnreadableReason, about.At)
	}
	switch about.Action {
	case events.ActionUnpublished:
		it.Published, it.PublishedAt = false, nil
	case events.ActionDeleted:
		it.Deleted = true
	case events.ActionWithheld:
		k.close(t, about, &it)
	}
	m.corrected = true
	k.file(t, about.ID, &it, &before)
	if it.Exists {
		t.Bucket(k.Name).Packed().Put(projector.Number(about.ID), projector.Encode(it))
		m.changed[itemKey{k.Name, about.ID}] = true
	}
}

// close withholds a version, or every one that may be it.
func (k kind) close(t *projector.Tx, about events.About, it *item) {
	id := about.ID
	var revisions []uint64
	t.Bucket(k.Name+"-version").Scan(projector.Number(id), nil, func(key, _ []byte) bool {
		revision := ^projector.ParseNumber(key[8:])
		seen := it.Visible() && revision == *it.Latest
		if revision == about.Revision || about.Revision == events.EveryVersion && !seen {
			revisions = append(revisions, revision)
		}
		return true
	})
	for _, revision := range revisions {
		k.hold(t, id, revision, about.Reason, about.At)
	}
}

// hold withholds a version, unless it is withheld for a reason that is known.
func (k *kind) hold(t *projector.Tx, id int64, revision uint64, reason string, at time.Time) {
	rows, key := t.Bucket(k.Name+"-withheld"), versionKey(id, revision)
	if rows.Get(key) == nil {
		rows.Put(key, projector.Encode(Withheld{reason, at.UTC()}))
	}
}
