// Package audit maintains the audit log: who did what and when, the admin's actions, what is deleted and what an API key has changed. Its
// file, its metrics and its status still have its first name, history.
package audit

import (
	"slices"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Version is the version of what the audit log makes of the events.
//
//	1: first
//	2: actions say what they were about, and tell of categories, messages and passwords too
//	3: which reviews and articles are deleted, since when and by whom
//	4: deleted categories and keys, what was taken back, and erasures of persons; schedules and corrections;
//	   entries say through what they came, and are found by who, what, when and words
//	5: removals of pictures
//	6: changes of settings, backups, the checklist
//	7: a save is one entry
//	8: words are found whatever their accents
//	9: descriptions of tags and brands
//	10: settings are named in words
//	11: actions are packed
const Version = 11

// Reader answers from an entry for every save, as events.Step tells it, that is about an item: about reviews, articles, pages, categories,
// authors, messages, keys, subscribers, removals of pictures, settings, backups and sign-ins, but not from bookkeeping such as uses of keys
// and reservations of ids.
type Reader struct{ projector.View[*auditLog] }

func init() { projector.Register("history", define) }

func define(projector.Config) projector.ReadModel {
	return projector.ReadModel{Definition: projector.Definition{
		CommandName: "audit",
		Version:     Version,
		Prefixes: append(events.SitePrefixes(), events.AuthorPrefix, events.MessagePrefix, events.KeyPrefix, events.SubscriberPrefix,
			events.AdminStream, events.ErasurePrefix, events.PicturePrefix, events.PreviewPrefix,
			events.SettingsPrefix, events.BackupsStream,
			events.ChecklistStream, events.NamePrefix),
		CommitDelay: 200 * time.Millisecond,
		Personal:    true,
		New:         func() projector.Model { return &auditLog{} },
	}, Reader: func(p *projector.Projector) any { return &Reader{projector.NewView[*auditLog](p)} }}
}

// Entry is one save in the audit log: the events that one request has appended to one stream. Nothing of it is personal data of a
// visitor: an entry about an author, a message or a subscriber says only that there was one.
type Entry struct {
	Position      events.Position `json:"position"` // of its last event
	First         events.Position `json:"first"`    // of its first event; it stays when more events follow
	Stream        string          `json:"stream"`
	Revision      uint64          `json:"revision"` // of its last event
	Type          string          `json:"type"`     // of its last event: "ReviewPublished"
	Types         []string        `json:"types"`    // of all its events, in order
	At            time.Time       `json:"at"`
	RecordedAt    time.Time       `json:"recordedAt"` // by the log's clock; later than At for what was imported
	Actor         events.Actor    `json:"actor"`
	Via           events.Source   `json:"via,omitempty"`     // none in entries from before it was recorded
	Session       string          `json:"session,omitempty"` // the admin's, by its id
	CorrelationID string          `json:"correlationId,omitempty"`
	Kind          string          `json:"kind"`              // of the thing, as events.About says it: "review"
	ID            int64           `json:"id,omitempty"`      // of the thing; none for the admin
	Title         string          `json:"title,omitempty"`   // of the content, the key's name, as it was then, or the picture's address
	Fields        []string        `json:"fields,omitempty"`  // that an update changed, a correction was about or a schedule says
	Changes       []FieldChange   `json:"changes,omitempty"` // of settings, and of the description of a tag or a brand
	Undoes        string          `json:"undoes,omitempty"`  // whose changes it takes back; see events.Metadata
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
// one save are one action. Its error is ErrNotReady or ErrListsFull.
func (r *Reader) ActivityAnswer(limit int, before int64) (*answers.Answer, error) {
	m, err := r.Model()
	if err != nil {
		return nil, err
	}
	q := activityQuery{max(0, limit), max(0, before)}
	return m.answers.Answer(q, false, func() (a *answers.Answer, _ []int64, err error) {
		err = r.Read(func(_ *auditLog, t *projector.Tx) (err error) {
			var from []byte
			if q.before > 0 {
				from = projector.Number(q.before)
			}
			shown := []Activity{}
			t.Bucket("activity").ScanBack(from, func(key, payload []byte) bool {
				shown = append(shown, parseAction(key, payload).shown(t))
				return q.limit == 0 || len(shown) < q.limit
			})
			total := int(t.Bucket("activity-count").Counted(allActions))
			var newest time.Time
			if len(shown) > 0 {
				newest = shown[0].Timestamp
			}
			a, err = answers.NewCounted(projector.Encode(shown), total, newest)
			return err
		})
		return a, nil, err
	})
}

// auditLog is one generation's audit log. Buckets:
//
//	entry            00…2a (position of its last event) → JSON of Entry
//	text             00…2a (the same) → what a search looks through
//	trail            "tReviewPublished" 00 00…2a → nothing; see facets
//	span             00…2a (position of its first event) → of some events in a row, how many and from when to when
//	title            "review/" 00…0c → its present title
//	state            "review/" 00…0c → JSON of itemState, when it says anything
//	deleted          "review/" 00…0c → JSON of deletion, while it is
//	activity         00…2a (position of the save's first event) → JSON of action
//	activity-count   "all" → how many
//	settings         "site" (section) → JSON of the owner's values
//	name             "name-9f86d0…" (stream) → the present description of a tag or a brand
type auditLog struct {
	answers answers.SharedLists[activityQuery]
	batch   batch
	changed bool // the batch added or changed an action, or what one was about
}

func (l *auditLog) Load(*projector.Tx) error { return nil }

// recordedEvent is an event with its metadata, which says who.
type recordedEvent struct {
	event    events.Event
	about    events.About
	metadata events.Metadata
}

func (l *auditLog) Decode(r *events.Recorded) (any, error) {
	if r.Type == (events.ApiKeyUsed{}).EventType() || r.Type == "$streamDeleted" {
		return nil, nil
	}
	decoded, err := r.Decode()
	if err != nil {
		return nil, err
	}
	about, ok := events.AboutOf(decoded)
	if !ok {
		return nil, nil
	}
	return recordedEvent{decoded, about, r.Metadata()}, nil
}

func (l *auditLog) Apply(t *projector.Tx, event *projector.Event) bool {
	e := event.Data.(recordedEvent)
	entry := Entry{Position: event.Position, First: event.Position, Stream: event.Stream,
		Revision: event.Revision, Type: e.event.EventType(),
		Types: []string{e.event.EventType()}, RecordedAt: event.Created.UTC(), Actor: e.metadata.Actor, Via: e.metadata.Via,
		Session: e.metadata.Session, CorrelationID: e.metadata.CorrelationID,
		Undoes: e.metadata.Undoes}
	about := e.about
	entry.describe(t, e.event, about)
	entry.noteSettings(t, e.event)
	entry.noteName(t, e.event)
	if entry.At.IsZero() {
		entry.At = event.Created
	}
	entry.At = entry.At.UTC()
	entry.addToSpan(t)
	entry.noteDeletion(t, about.Action)
	before := l.batch.continued(t, &entry)
	if before != nil {
		entry.First = before.First
	}
	moved, acted := entry.transition(t, about.Action), l.act(t, &entry, about)
	l.changed = l.changed || moved || acted
	l.batch.add(t, &entry, before)
	return true
}

// Flush writes the batch's entries.
func (l *auditLog) Flush(t *projector.Tx) { l.batch.write(t) }

// Committed drops the cached answers when an action was added or changed: all of them show either the newest ones or the total.
func (l *auditLog) Committed() {
	if l.changed {
		l.changed = false
		l.answers.Clear()
	}
}

// Discard drops the cached answers: nobody queries this generation any more, and they take memory from others.
func (l *auditLog) Discard() { l.answers.Close() }

func (l *auditLog) CacheStats() projector.CacheStats { return l.answers.Stats() }

// describe fills in what the event is about, and the item's title: a new one, which is remembered, or the present one.
func (e *Entry) describe(t *projector.Tx, event events.Event, about events.About) {
	e.Kind, e.ID, e.At, e.Title = about.Kind, about.ID, about.At, about.Title
	if about.Changes != nil {
		e.Fields = changedFields(about.Changes) // none for a schedule that was cleared
	}
	if signIn, ok := event.(events.AdminLoggedIn); ok {
		e.Session = signIn.SessionID
	}
	if e.ID == 0 {
		return
	}
	titles, key := t.Bucket("title"), itemKey(e.Kind, e.ID)
	known := titles.Get(key)
	switch {
	case e.Title == "":
		e.Title = string(known)
	case string(known) != e.Title:
		titles.Put(key, []byte(e.Title))
	}
}

// changedFields lists the JSON names of the fields that an update carries, sorted.
func changedFields(changes any) []string {
	names := fieldNames(projector.Encode(changes))
	slices.Sort(names)
	return names
}
