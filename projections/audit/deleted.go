// What is deleted, when and by whom: reviews, articles and pages, which can be restored, and API keys.

package audit

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"candor/events"
	"candor/events/characters"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Deleted is a review, an article or a page that is no longer on the site, or an API key.
type Deleted struct {
	ID            int64        `json:"id"`
	Title         string       `json:"title"`    // the last it had
	Revision      uint64       `json:"revision"` // of its stream
	DeletedAt     time.Time    `json:"deletedAt"`
	DeletedBy     events.Actor `json:"deletedBy"`
	CorrelationID string       `json:"correlationId,omitempty"` // of the request that deleted it
}

// deletion holds what is stored of one.
type deletion struct {
	Position      events.Position `json:"position"`
	Revision      uint64          `json:"revision"`
	At            time.Time       `json:"at"`
	By            events.Actor    `json:"by"`
	CorrelationID string          `json:"correlationId,omitempty"`
}

// DeletedAnswer returns the deleted items of a kind whose title contains search, ignoring case, the latest deleted first; limit 0 is
// no limit. Answer.Total counts them all. Its error is ErrNotReady.
func (r *Reader) DeletedAnswer(kind, search string, limit, offset int) (*answers.Answer, error) {
	term := characters.Bare(strings.TrimSpace(search))
	tx := func(fn func(t *projector.Tx) error) error {
		return r.Read(func(_ *auditLog, t *projector.Tx) error { return fn(t) })
	}
	a, _, err := answers.ReadList(tx, false, func(t *projector.Tx) answers.Listing {
		type row struct {
			Deleted
			position events.Position
		}
		found := []row{}
		prefix := []byte(kind + "/")
		t.Bucket("deleted").Scan(prefix, nil, func(key, payload []byte) bool {
			title := string(t.Bucket("title").Get(key))
			if !strings.Contains(characters.Bare(title), term) {
				return true
			}
			var d deletion
			if err := json.Unmarshal(payload, &d); err != nil {
				panic(projector.Damage("a deletion is no JSON"))
			}
			found = append(found, row{Deleted{ID: int64(projector.ParseNumber(key[len(prefix):])), Title: title, Revision: d.Revision,
				DeletedAt: d.At, DeletedBy: d.By, CorrelationID: d.CorrelationID}, d.Position})
			return true
		})
		slices.SortFunc(found, func(a, b row) int { return cmp.Compare(b.position, a.position) })
		from := min(max(0, offset), len(found))
		to := len(found)
		if limit > 0 {
			to = min(from+limit, to)
		}
		l := answers.Listing{Total: len(found)}
		for _, one := range found[from:to] {
			l.Rows = append(l.Rows, projector.Encode(one.Deleted))
			if one.DeletedAt.After(l.Modified) {
				l.Modified = one.DeletedAt
			}
		}
		return l
	})
	return a, err
}

// noteDeletion stores which reviews, articles, pages and keys are deleted. Nothing can be restored of a message or an author, and
// categories are restored from their history.
func (e *Entry) noteDeletion(t *projector.Tx, action events.Action) {
	if e.Kind == events.ContactKind || e.Kind == events.AuthorKind || e.Kind == events.CategoryKind {
		return
	}
	switch key := itemKey(e.Kind, e.ID); action {
	case events.ActionDeleted:
		t.Bucket("deleted").Put(key, projector.Encode(deletion{e.Position, e.Revision, e.At, e.Actor, e.CorrelationID}))
	case events.ActionRestored:
		t.Bucket("deleted").Delete(key)
	}
}
