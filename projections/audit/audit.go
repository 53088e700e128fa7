// Package audit answers who did what and when: the admin's activity log, the audit trail, what was deleted and what an API key has touched. Its
// file, metrics and commands call it history.
package audit

import (
	"bytes"
	"slices"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Version is the version of what the audit log makes of the events.
//
//	1: first
//	2: activities say what they were about, and tell of categories, messages and passwords too
//	3: which reviews and articles are deleted, since when and by whom
//	4: deleted categories and keys, what was taken back, and erasures of persons; schedules and corrections;
//	   entries say through what they came, and are found by who, what, when and words
//	5: removals of pictures
const Version = 5

// Reader holds an entry for every event about reviews, articles, categories, messages, keys,
// subscribers, removals of pictures and sign-ins, but not for bookkeeping: uses of keys (ApiKeyUsed), reservations of
// ids, slugs, addresses and requests, page views, visitors and stored pictures.
type Reader struct{ projector.View[*history] }

// NewReader returns the read model that p runs.
func NewReader(p *projector.Projector) *Reader {
	return &Reader{projector.NewView[*history](p)}
}

var Definition = projector.Definition{
	Name:    "history",
	Version: Version,
	Prefixes: []string{events.ReviewPrefix, events.ArticlePrefix, events.CategoryPrefix, events.MessagePrefix,
		events.KeyPrefix, events.SubscriberPrefix, events.AdminStream, events.ErasurePrefix, events.PicturePrefix},
	CommitDelay: 200 * time.Millisecond,
	Personal:    true,
	New:         func() projector.Model { return &history{} },
}

// Entry is one event in the audit trail. Nothing of it is personal data of a visitor: an entry
// about a message or a subscriber says only that there was one.
type Entry struct {
	Position      events.Position `json:"position"`
	Stream        string          `json:"stream"`
	Revision      uint64          `json:"revision"`
	Type          string          `json:"type"` // the event's: "ReviewPublished"
	At            time.Time       `json:"at"`
	RecordedAt    time.Time       `json:"recordedAt"` // by the log's clock; later than At for what was imported
	Actor         events.Actor    `json:"actor"`
	Via           events.Source  `json:"via,omitempty"`     // none in entries from before it was recorded
	Session       string          `json:"session,omitempty"` // the admin's, by its id
	CorrelationID string          `json:"correlationId,omitempty"`
	Kind          string          `json:"kind"`             // "review", "article", "category", "message", "key", "subscriber", "picture", "erasure" or "admin"
	ID            int64           `json:"id,omitempty"`     // of the thing; none for the admin
	Title         string          `json:"title,omitempty"`  // of the review, article or category, the key's name, as it was then, or the picture's address
	Fields        []string        `json:"fields,omitempty"` // that an update changed, a correction was about or a schedule says
	Undoes        string          `json:"undoes,omitempty"` // whose changes it takes back; see events.Metadata
}

// Activity is one admin action as the API answers it (spec.md section 3).
type Activity struct {
	ID        int64     `json:"id"` // larger is newer
	Action    string    `json:"action"`
	Details   string    `json:"details"`
	User      string    `json:"user"`
	Timestamp time.Time `json:"timestamp"`
	Item      *Item     `json:"item"` // null for sign-ins and passwords
}

// activityQuery is a page of activities.
type activityQuery struct {
	limit  int
	before int64
}

// ActivityAnswer returns up to limit admin actions, those of the spec under its names (section 9), newest
// first, older than the one with the id before; limit 0 is no limit, before 0 the newest. Events of one
// request about one thing are one action. Its error is ErrNotReady.
func (h *Reader) ActivityAnswer(limit int, before int64) (*answers.Answer, error) {
	m, err := h.Model()
	if err != nil {
		return nil, err
	}
	q := activityQuery{max(0, limit), max(0, before)}
	a, epoch := m.answers.Get(q)
	if a != nil {
		return a, nil
	}
	err = h.Read(func(_ *history, t *projector.Tx) error {
		var from []byte
		if q.before > 0 {
			from = projector.Number(q.before)
		}
		shown := []Activity{}
		t.Bucket("activity").ScanBack(from, func(key, payload []byte) bool {
			shown = append(shown, parseActivity(key, payload).shown(t))
			return q.limit == 0 || len(shown) < q.limit
		})
		total := int(t.Bucket("activity-count").Counted(allActivities))
		var newest time.Time
		if len(shown) > 0 {
			newest = shown[0].Timestamp
		}
		a = answers.NewList(projector.Encode(shown), total, newest)
		return nil
	})
	if err != nil {
		return nil, err
	}
	m.answers.Add(epoch, q, a, nil)
	return a, nil
}

// history is one generation's history. Buckets:
//
//	entry            00…2a (position) → JSON of Entry
//	text             00…2a (position) → what a search looks through
//	trail            "tReviewPublished" 00 00…2a → nothing; see facets
//	span             00…2a (position of its first entry) → of some entries in a row, how many and from when to when
//	title            "review/" 00…0c → its present title
//	state            "review/" 00…0c → JSON of itemState, when it says anything
//	deleted          "review/" 00…0c → JSON of deletion, while it is
//	activity         00…2a (position of its first event) → JSON of action
//	activity-count   "all" → how many
type history struct {
	answers answers.ListCache[activityQuery]
	facets  [][]byte // the batch's keys for bucket "trail"
	changed bool     // the batch added or changed an activity, or what one was about
}

func (h *history) Load(*projector.Tx) error { return nil }

// recordedEvent is an event with its metadata, which says who.
type recordedEvent struct {
	event    events.Event
	metadata events.Metadata
}

func (h *history) Decode(r *events.Recorded) (any, error) {
	if r.Type == (events.ApiKeyUsed{}).EventType() || r.Type == "$streamDeleted" {
		return nil, nil
	}
	e, err := r.Decode()
	if err != nil {
		return nil, err
	}
	m, err := r.Metadata()
	if err != nil {
		return nil, err
	}
	return recordedEvent{e, m}, nil
}

func (h *history) Apply(t *projector.Tx, event *projector.Event) bool {
	e := event.Data.(recordedEvent)
	entry := Entry{Position: event.Position, Stream: event.Stream, Revision: event.Revision, Type: e.event.EventType(),
		RecordedAt: event.Created.UTC(), Actor: e.metadata.Actor, Via: e.metadata.Via, Session: e.metadata.Session, CorrelationID: e.metadata.CorrelationID,
		Undoes: e.metadata.Undoes}
	if !describe(t, &entry, e.event) {
		return false
	}
	if entry.At.IsZero() {
		entry.At = event.Created
	}
	entry.At = entry.At.UTC()
	t.Bucket("entry").Put(projector.Number(uint64(event.Position)), projector.Encode(entry))
	h.facets = entry.index(t, h.facets)
	entry.bury(t, e.event)
	became, acted := entry.transition(t, e.event), h.act(t, &entry)
	h.changed = h.changed || became || acted
	return true
}

// Flush writes the facets in the order of their keys: bbolt moves all that lies behind a new key in its page, which in the
// order of the entries is most of the batch, each time.
func (h *history) Flush(t *projector.Tx) {
	slices.SortFunc(h.facets, bytes.Compare)
	trail := t.Bucket("trail")
	for _, key := range h.facets {
		trail.Put(key, nil)
	}
	h.facets = h.facets[:0]
}

// Committed drops the cached activity answers when an activity came or changed: all show either the
// newest ones or the total.
func (h *history) Committed() {
	if h.changed {
		h.changed = false
		h.answers.Clear()
	}
}

func (h *history) CacheStats() projector.CacheStats { return h.answers.Stats() }

// about returns what an entry is about, and sets its title: a new one, which is remembered, or the present one.
func (e *Entry) about(t *projector.Tx, kind string, id int64, at time.Time, title string) bool {
	e.Kind, e.ID, e.At = kind, id, at
	key := itemKey(kind, id)
	if title != "" {
		if !bytes.Equal(t.Bucket("title").Get(key), []byte(title)) {
			t.Bucket("title").Put(key, []byte(title))
		}
		e.Title = title
	} else {
		e.Title = string(t.Bucket("title").Get(key))
	}
	return true
}

// describe fills in what the event is about.
func describe(t *projector.Tx, e *Entry, event events.Event) bool {
	switch v := event.(type) {
	case events.ReviewCreated:
		return e.about(t, "review", int64(v.ReviewID), v.At, v.Title)
	case events.ReviewUpdated:
		e.Fields = changedFields(v.Changes)
		return e.about(t, "review", int64(v.ReviewID), v.At, answers.Value(v.Changes.Title))
	case events.ReviewPublished:
		return e.about(t, "review", int64(v.ReviewID), v.At, "")
	case events.ReviewUnpublished:
		return e.about(t, "review", int64(v.ReviewID), v.At, "")
	case events.ReviewFeatured:
		return e.about(t, "review", int64(v.ReviewID), v.At, "")
	case events.ReviewUnfeatured:
		return e.about(t, "review", int64(v.ReviewID), v.At, "")
	case events.ReviewScheduled:
		e.Fields = changedFields(v.Schedule) // none for one that was cleared
		return e.about(t, "review", int64(v.ReviewID), v.At, "")
	case events.ReviewCorrected:
		e.Fields = changedFields(v.Was)
		return e.about(t, "review", int64(v.ReviewID), v.At, "")
	case events.ReviewDeleted:
		return e.about(t, "review", int64(v.ReviewID), v.At, "")
	case events.ReviewRestored:
		return e.about(t, "review", int64(v.ReviewID), v.At, "")
	case events.ArticleCreated:
		return e.about(t, "article", int64(v.ArticleID), v.At, v.Title)
	case events.ArticleUpdated:
		e.Fields = changedFields(v.Changes)
		return e.about(t, "article", int64(v.ArticleID), v.At, answers.Value(v.Changes.Title))
	case events.ArticlePublished:
		return e.about(t, "article", int64(v.ArticleID), v.At, "")
	case events.ArticleUnpublished:
		return e.about(t, "article", int64(v.ArticleID), v.At, "")
	case events.ArticleScheduled:
		e.Fields = changedFields(v.Schedule) // none for one that was cleared
		return e.about(t, "article", int64(v.ArticleID), v.At, "")
	case events.ArticleCorrected:
		e.Fields = changedFields(v.Was)
		return e.about(t, "article", int64(v.ArticleID), v.At, "")
	case events.ArticleDeleted:
		return e.about(t, "article", int64(v.ArticleID), v.At, "")
	case events.ArticleRestored:
		return e.about(t, "article", int64(v.ArticleID), v.At, "")
	case events.CategoryCreated:
		return e.about(t, "category", int64(v.CategoryID), v.At, v.Name)
	case events.CategoryUpdated:
		e.Fields = changedFields(v.Changes)
		return e.about(t, "category", int64(v.CategoryID), v.At, answers.Value(v.Changes.Name))
	case events.CategoryDeleted:
		return e.about(t, "category", int64(v.CategoryID), v.At, "")
	case events.CategoryRestored:
		return e.about(t, "category", int64(v.CategoryID), v.At, "")
	case events.MessageReceived:
		return e.about(t, "message", int64(v.MessageID), v.At, "")
	case events.MessageRead:
		return e.about(t, "message", int64(v.MessageID), v.At, "")
	case events.MessageDeleted:
		return e.about(t, "message", int64(v.MessageID), v.At, "")
	case events.NewsletterSubscribed:
		return e.about(t, "subscriber", int64(v.SubscriberID), v.At, "")
	case events.NewsletterUnsubscribed:
		return e.about(t, "subscriber", int64(v.SubscriberID), v.At, "")
	case events.ApiKeyCreated:
		return e.about(t, "key", int64(v.KeyID), v.At, v.Name)
	case events.ApiKeyDeactivated:
		return e.about(t, "key", int64(v.KeyID), v.At, "")
	case events.ApiKeyDeleted:
		return e.about(t, "key", int64(v.KeyID), v.At, "")
	case events.MediaRemoved:
		e.Kind, e.At, e.Title = "picture", v.At, events.MediaAddress(v.SHA256, v.ContentType)
	case events.MediaAllowed:
		e.Kind, e.At, e.Title = "picture", v.At, events.MediaAddress(v.SHA256, v.ContentType)
	case events.MediaReturned:
		e.Kind, e.At, e.Title = "picture", v.At, events.MediaAddress(v.SHA256, v.ContentType)
	case events.PersonErased:
		e.Kind, e.At = "erasure", v.At
	case events.AdminPasswordSet:
		e.Kind, e.At = "admin", v.At
	case events.AdminLoggedIn:
		e.Kind, e.At, e.Title, e.Session = "admin", v.At, v.Username, v.SessionID
	case events.AdminLoginFailed:
		e.Kind, e.At = "admin", v.At
	case events.AdminLoggedOut:
		e.Kind, e.At = "admin", v.At
	default:
		return false
	}
	return true
}

// changedFields lists the JSON names of the fields that an update carries, sorted.
func changedFields(changes any) []string {
	names := fieldNames(projector.Encode(changes))
	slices.Sort(names)
	return names
}
