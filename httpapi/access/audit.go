// The audit log: every change, who made it, and where it came from.

package access

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"candor/events"
	"candor/events/characters"
	"candor/httpapi"
	"candor/projections/access"
	"candor/projections/audit"
	"candor/projections/projector"
)

const (
	defaultEntries = 50  // entries
	maxEntries     = 200 // entries an answer
	erasedSender   = "[erased]"
	joinTimeout    = time.Second // for the read models that know where an entry came from
)

// Audit registers the routes of the audit trail.
func Audit(t *httpapi.Table) {
	t.Handle("/api/admin/history", httpapi.Methods{"GET": httpapi.AdminReads(listAudit, httpapi.ContentModel, httpapi.AuditModel)})
	t.Handle("/api/admin/history/choices", httpapi.Methods{"GET": httpapi.AdminReads(auditChoices,
		httpapi.ContentModel, httpapi.AuditModel)})
	t.Handle("/api/admin/history/export", httpapi.Methods{"GET": {
		Handle: exportAudit, Who: httpapi.Admin, DependsOn: httpapi.Models{httpapi.ContentModel, httpapi.AuditModel},
		Class: httpapi.ClassDownloads, AsOf: httpapi.PresentOnly,
	}})
	t.Handle("/api/admin/history/live", httpapi.Methods{"GET": {
		Handle: watchAudit, Who: httpapi.Admin, DependsOn: httpapi.Models{httpapi.ContentModel, httpapi.AuditModel},
		Class: httpapi.ClassLive, AsOf: httpapi.PresentOnly,
	}})
}

// GET /api/admin/history?actor=&actorId=&kind=&item=&type=&request=&from=&to=&search=&before=&limit=50: the
// saves, newest first. Link names the next page; X-Reached says how far a page looked that ended early, X-Newest after which
// position live goes on without a gap, whatever the filters.
func listAudit(c *httpapi.Call) error {
	query, q, err := parseAuditQuery(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	var before int64
	if text := query.Get("before"); text != "" {
		if before, err = httpapi.WholeNumber("before", text, 1, 1<<62); err != nil {
			return err
		}
	}
	limit := int64(defaultEntries)
	if text := query.Get("limit"); text != "" {
		if limit, err = httpapi.WholeNumber("limit", text, 1, maxEntries); err != nil {
			return err
		}
	}
	page, err := c.Models.History.Entries(q, events.Position(before), int(limit))
	if err != nil {
		return err
	}
	if page.Next > 0 {
		query.Set("before", strconv.FormatUint(uint64(page.Next), 10))
		query.Set("limit", strconv.FormatInt(limit, 10))
		c.Set("Link", "<"+c.Request.URL.EscapedPath()+"?"+query.Encode()+`>; rel="next"`)
	}
	if page.Newest > 0 {
		c.Set("X-Newest", strconv.FormatUint(uint64(page.Newest), 10))
	}
	if !page.Reached.IsZero() {
		c.Set("X-Reached", page.Reached.Format(time.RFC3339Nano))
	}
	shown, joined := make([]auditEntry, len(page.Entries)), newOrigins(c)
	for i := range page.Entries {
		shown[i] = joined.entry(&page.Entries[i])
	}
	return c.JSON(http.StatusOK, shown)
}

// GET /api/admin/history/choices: the values that the entries can be filtered by.
func auditChoices(c *httpapi.Call) error {
	choices, err := c.Models.History.Choices()
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, choices)
}

var itemPattern = regexp.MustCompile(`^[a-z]+-[1-9][0-9]{0,17}$`)

// parseAuditQuery reads the filters of the audit log. Of repeated parameters the first counts; empty ones are absent.
// Errors: 400 that names the parameter.
func parseAuditQuery(raw string) (query url.Values, q audit.Query, err error) {
	if query, err = url.ParseQuery(raw); err != nil {
		return nil, q, httpapi.InvalidField("query", "The query string is malformed.")
	}
	values := map[string]string{}
	for _, name := range []string{"actor", "actorId", "kind", "item", "type", "request", "from", "to", "search"} {
		value := query.Get(name)
		if characters.Count(value) > httpapi.MaxParameter || !utf8.ValidString(value) || strings.IndexByte(value, 0) >= 0 {
			return nil, q, httpapi.InvalidField(name, name+" must be text of at most 256 characters.")
		}
		values[name] = strings.TrimSpace(value)
	}
	q = audit.Query{ActorKind: events.ActorKind(values["actor"]), ActorID: values["actorId"], Kind: values["kind"],
		Item: values["item"], Type: values["type"], Request: values["request"], Search: values["search"]}
	switch {
	case q.ActorKind != "" && !slices.Contains(events.ActorKinds, q.ActorKind):
		return nil, q, httpapi.InvalidField("actor", "actor must be admin, bot, visitor, system or unknown.")
	case q.ActorID != "" && q.ActorKind == "":
		return nil, q, httpapi.InvalidField("actorId", "actorId requires actor.")
	case q.Item != "" && !itemPattern.MatchString(q.Item):
		return nil, q, httpapi.InvalidField("item", "item must be a kind and an ID, such as review-12.")
	case q.Type != "" && !events.Known(q.Type):
		return nil, q, httpapi.InvalidField("type", "Unknown event type.")
	}
	if q.From, err = httpapi.Moment("from", values["from"]); err != nil {
		return nil, q, err
	}
	if q.To, err = httpapi.Moment("to", values["to"]); err != nil {
		return nil, q, err
	}
	if !q.From.IsZero() && !q.To.IsZero() && !q.From.Before(q.To) {
		return nil, q, httpapi.InvalidField("to", "to must be after from.")
	}
	return query, q, nil
}

// auditEntry is one save in an answer.
type auditEntry struct {
	Position      events.Position     `json:"position"` // of its last event; larger is newer
	First         events.Position     `json:"first"`    // of its first event
	Type          string              `json:"type"`     // of its last event
	Types         []string            `json:"types"`    // of all its events
	At            time.Time           `json:"at"`
	RecordedAt    time.Time           `json:"recordedAt"`
	Actor         events.Actor        `json:"actor"`
	From          origin              `json:"from"`
	CorrelationID *string             `json:"correlationId"`
	Kind          string              `json:"kind"`
	Title         *string             `json:"title"`             // as it was then
	Fields        []string            `json:"fields"`            // that an update changed
	Changes       []audit.FieldChange `json:"changes,omitempty"` // of settings
	Undoes        *string             `json:"undoes"`            // whose changes it took back, as "apikey-2"
	Stream        string              `json:"stream"`
	Revision      uint64              `json:"revision"`
	Item          *audit.Item         `json:"item"` // as it is now; null for sign-ins and passwords
}

// origin is where a change came from; what is not known is null.
type origin struct {
	Via       *events.Source `json:"via"`
	Address   *string        `json:"address"`   // of the sign-in
	UserAgent *string        `json:"userAgent"` // of the sign-in
	Sender    *string        `json:"sender"`    // of a message, or the subscriber, while that is there
}

// origins finds where entries came from. None of it is in the audit log: sign-ins are stored with the sessions, and what
// visitors wrote about themselves is in the inbox until their streams are deleted.
type origins struct {
	c       *httpapi.Call
	signIns map[string]access.SignIn // some of those that were asked for
}

const maxSignIns = 1024 // remembered by one request

func newOrigins(c *httpapi.Call) *origins { return &origins{c, map[string]access.SignIn{}} }

func (o *origins) entry(e *audit.ListedEntry) auditEntry {
	shown := auditEntry{Position: e.Position, First: e.First, Type: e.Type, Types: e.Types, At: e.At,
		RecordedAt: e.RecordedAt, Actor: e.Actor,
		CorrelationID: optional(e.CorrelationID), Kind: e.Kind, Title: optional(e.Title), Fields: e.Fields,
		Changes: e.Changes, Undoes: optional(e.Undoes), Stream: e.Stream, Revision: e.Revision, Item: e.Present}
	if shown.Fields == nil {
		shown.Fields = []string{}
	}
	shown.From.Via = optional(e.Via)
	shown.From.Sender = o.sender(e)
	s := o.signIn(e)
	shown.From.Address, shown.From.UserAgent = optional(s.Address), optional(s.UserAgent)
	return shown
}

// signIn returns the sign-in of the session that made the change, or the one that failed.
func (o *origins) signIn(e *audit.ListedEntry) (s access.SignIn) {
	access := o.c.Models.Access
	switch {
	case e.Type == (events.AdminLoginFailed{}).EventType():
		o.await(access, e.Position)
		s, _ = access.FailedSignIn(e.Position)
		if s.Visitor != uuid.Nil {
			s = o.stranger(s, e.Position)
		}
	case e.Session != "":
		if known, ok := o.signIns[e.Session]; ok {
			return known
		}
		if e.Type == (events.AdminLoggedIn{}).EventType() {
			o.await(access, e.Position)
		}
		s, _ = access.SignInOf(e.Session)
		if len(o.signIns) >= maxSignIns {
			clear(o.signIns)
		}
		o.signIns[e.Session] = s
	}
	return s
}

// stranger adds what is known of a visitor who failed to sign in, unless they were erased.
func (o *origins) stranger(s access.SignIn, p events.Position) access.SignIn {
	analytics := o.c.Models.Analytics
	o.await(analytics, p)
	v, err := analytics.Visitor(s.Visitor)
	switch {
	case errors.Is(err, projector.ErrNotFound):
		s.Address = erasedSender // scavenged, too
	case err == nil:
		s.Address = v.IPAddress
		if v.UserAgent != nil {
			s.UserAgent = *v.UserAgent
		}
	}
	return s
}

// sender returns the visitor who sent a message or subscribed.
func (o *origins) sender(e *audit.ListedEntry) *string {
	if e.Actor.Kind != events.ActorVisitor || e.ID == 0 {
		return nil
	}
	o.await(o.c.Models.Inbox, e.Position)
	sender, err := o.c.Models.Inbox.SenderOf(e.Kind, e.ID)
	if errors.Is(err, projector.ErrNotFound) {
		sender = erasedSender
	}
	return optional(sender)
}

// await waits until a model has applied what the audit log has.
func (o *origins) await(m httpapi.ReadModel, p events.Position) {
	ctx, cancel := context.WithTimeout(o.c.Request.Context(), joinTimeout)
	defer cancel()
	_ = m.WaitFor(ctx, p) // if it takes longer, the answer says that it does not know
}

// optional returns a text for an answer: null when it is empty.
func optional[T ~string](text T) *T {
	if text == "" {
		return nil
	}
	return &text
}
