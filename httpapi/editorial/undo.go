// Undo: what an API key has done since a moment, or what one request has done, is previewed and taken back.

package editorial

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"candor/commands"
	"candor/commands/editorial"
	"candor/commands/editorial/categories"
	"candor/commands/history"
	"candor/events"
	"candor/httpapi"
	"candor/projections/audit"
	"candor/projections/projector"
)

const (
	defaultUndoPage = 200  // items in a page of a preview
	maxUndoPage     = 1000 // each is a stream to be read
)

// Undo registers the routes of undoing an API key's changes or a request's.
func Undo(t *httpapi.Table) {
	t.Handle("/api/admin/api-keys/{id}/undo", httpapi.Methods{
		"GET":  httpapi.AdminReads(previewUndo, httpapi.AccessModel, httpapi.AuditModel),
		"POST": httpapi.AdminWrites(undoKey, httpapi.MaxBody, httpapi.AccessModel, httpapi.AuditModel),
	})
	t.Handle("/api/admin/undo", httpapi.Methods{"POST": httpapi.AdminWrites(undoRequest, httpapi.MaxBody, httpapi.ContentModel,
		httpapi.AuditModel)})
}

// compensation is what taking back means for one item, as the API answers it.
type compensation struct {
	history.Item
	Title        string             `json:"title"`
	Revision     uint64             `json:"revision"`
	Did          []string           `json:"did"`    // types of the events, each once
	Events       int                `json:"events"` // how many they are
	First        time.Time          `json:"first"`
	Last         time.Time          `json:"last"`
	Action       history.UndoAction `json:"action"`
	Changes      []string           `json:"changes"`      // that a revert sets back
	Words        string             `json:"words"`        // the action, for people
	UsedBy       int                `json:"usedBy"`       // of a category that is kept
	ChangedSince *changedSince      `json:"changedSince"` // by somebody else; null: nothing
}

type changedSince struct {
	By events.Actor `json:"by"`
	At time.Time    `json:"at"`
}

// GET /api/admin/api-keys/{id}/undo?since=…&limit=200&offset=0: what taking back the key's changes since a moment
// would do, in the order in which the key touched the things. The key may be deleted by now.
func previewUndo(c *httpapi.Call) error {
	id, name, err := keyToUndo(c)
	if err != nil {
		return err
	}
	q, err := httpapi.ParseQuery(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	since, err := parseSince(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	switch {
	case q.Limit == 0:
		q.Limit = defaultUndoPage
	case q.Limit > maxUndoPage:
		return httpapi.InvalidField("limit", "limit must be a whole number from 1 to "+strconv.Itoa(maxUndoPage)+".")
	}
	changed, err := c.Models.History.ChangedBy(id, since)
	if err != nil {
		return err
	}
	from := min(q.Offset, len(changed))
	page := changed[from:min(from+q.Limit, len(changed))]
	items := make([]history.Item, len(page))
	for i, t := range page {
		items[i] = history.Item{Kind: t.Kind, ID: t.ID}
	}
	u := history.Undoing{Key: events.KeyID(id), Since: since}
	found, err := c.Commands.Editorial.PreviewUndo(c.Request.Context(), u, items, otherUse(c, changed))
	if err != nil {
		return err
	}
	answer := struct {
		Key   undoneKey      `json:"key"`
		Since *time.Time     `json:"since"` // null: ever
		Total int            `json:"total"` // things that the key touched
		Items []compensation `json:"items"`
	}{undoneKey{id, name, false}, optionalTime(since), len(changed), make([]compensation, len(found))}
	if k, err := c.Models.Access.Key(id); err == nil {
		answer.Key.IsActive = k.IsActive
	}
	for i, one := range found {
		answer.Items[i] = shownCompensation(one)
	}
	return c.JSON(http.StatusOK, answer)
}

// undoneKey is the key whose changes are taken back.
type undoneKey struct {
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	IsActive bool   `json:"isActive"`
}

// keyToUndo returns the key in the path and its name, deleted or not.
func keyToUndo(c *httpapi.Call) (id int64, name string, err error) {
	if id, err = c.Number("API key"); err != nil {
		return 0, "", err
	}
	name, err = c.Models.History.KeyName(id)
	return id, name, httpapi.Named(err, "API key")
}

// parseSince reads the parameter since; zero when it is absent.
func parseSince(raw string) (time.Time, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return time.Time{}, httpapi.InvalidField("query", "The query string is malformed.")
	}
	text := strings.TrimSpace(values.Get("since"))
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, httpapi.InvalidField("since", "since must be a time such as 2026-11-21T09:00:00Z.")
	}
	return at.UTC(), nil
}

// shownCompensation tells a compensation in JSON and in words.
func shownCompensation(c history.Compensation) compensation {
	shown := compensation{Item: c.Item, Title: c.Title, Revision: c.Revision, Did: c.Did, Events: c.Events, First: c.First, Last: c.Last,
		Action: c.Action, Changes: c.Changes, UsedBy: c.UsedBy, Words: words(c)}
	if c.Since != nil {
		shown.ChangedSince = &changedSince{c.Since.By, c.Since.At}
	}
	return shown
}

// words tells what will be done to an item.
func words(c history.Compensation) string {
	switch c.Action {
	case history.UndoDelete:
		if c.Kind == "category" {
			return "Delete this category and release its slug"
		}
		return "Delete this " + c.Kind
	case history.UndoRestore:
		return "Restore this " + c.Kind
	case history.UndoRevert:
		return "Revert " + strings.Join(fieldWords(c.Changes), ", ")
	case history.UndoKeep:
		switch c.UsedBy {
		case 0:
			return "Kept: every site has this page"
		case 1:
			return "Kept: used by another item"
		}
		return "Kept: used by " + strconv.Itoa(c.UsedBy) + " other items"
	default:
		return "Nothing to do: already in its earlier state"
	}
}

// fieldWords tells the names of fields and flags in words: "product price" for productPrice, "published" for isPublished.
func fieldWords(names []string) []string {
	told := make([]string, len(names))
	for i, name := range names {
		var b strings.Builder
		for _, c := range strings.TrimPrefix(name, "is") {
			if unicode.IsUpper(c) && b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteRune(unicode.ToLower(c))
		}
		told[i] = strings.Replace(b.String(), " url", " address", 1)
	}
	return told
}

// otherUse counts what uses a category beside what goes with it: whatever the key created in the same time.
func otherUse(c *httpapi.Call, changed []audit.Changed) categories.Use {
	going := map[history.Item]bool{}
	for _, t := range changed {
		going[history.Item{Kind: t.Kind, ID: t.ID}] = t.Created
	}
	return use(c, func(kind string, id int64) bool { return !going[history.Item{Kind: kind, ID: id}] })
}

// use counts the reviews and articles of a category that count, drafts included.
func use(c *httpapi.Call, counts func(kind string, id int64) bool) categories.Use {
	return func(ctx context.Context, id events.CategoryID, after events.Position) (n int, err error) {
		if err := c.Models.Content.WaitFor(ctx, after); err != nil {
			return 0, err
		}
		err = c.Models.Content.InCategory(int64(id), func(kind string, id int64) {
			if counts(kind, id) {
				n++
			}
		})
		if errors.Is(err, projector.ErrNotFound) { // it is deleted already
			return 0, nil
		}
		return n, err
	}
}

// POST /api/admin/api-keys/{id}/undo {"since":"…","items":[{"kind":"review","id":1,"revision":3}],"deactivate":true}: takes
// the key's changes of these items back, each if it is still at the revision of the preview.
func undoKey(c *httpapi.Call) error {
	id, _, err := keyToUndo(c)
	if err != nil {
		return err
	}
	in, by, err := undoing(c, editorial.ParseKeyUndo)
	if err != nil {
		return err
	}
	return takeBack(c, by, history.Undoing{Key: events.KeyID(id), Since: in.Since, Deactivate: in.Deactivate}, in.Items)
}

// POST /api/admin/undo {"requestId":"…","items":[…]}: takes back what one request did to these items, as an undo
// that was a mistake itself.
func undoRequest(c *httpapi.Call) error {
	in, by, err := undoing(c, editorial.ParseRequestUndo)
	if err != nil {
		return err
	}
	return takeBack(c, by, history.Undoing{Request: in.Request}, in.Items)
}

// undoing reads what is to be taken back, and who asks for it.
func undoing(c *httpapi.Call, parse func([]byte) (editorial.UndoInput, error)) (in editorial.UndoInput, by commands.Caller, err error) {
	body, err := c.Body()
	if err != nil {
		return in, by, err
	}
	if in, err = parse(body); err != nil {
		return in, by, err
	}
	by, err = c.Caller(body)
	return in, by, err
}

// takeBack answers with what became of each item, and with the id of the request by which all of it can be found: where a request is
// repeated, the first one's.
func takeBack(c *httpapi.Call, by commands.Caller, u history.Undoing, items []history.UndoItem) error {
	everything := func(string, int64) bool { return true }
	c.AllowManyItems()
	out, err := c.Commands.Editorial.Undo(c.Request.Context(), by, u, items, use(c, everything))
	if err != nil {
		return err
	}
	c.Settled(out.Position, append(c.ContentModels(false), c.Models.Access, c.Models.Drafts)...)
	type refused struct {
		history.Item
		Status  int    `json:"status"`
		Message string `json:"message"`
	}
	answer := struct {
		RequestID string               `json:"requestId"`
		Done      []editorial.UndoDone `json:"done"`
		Errors    []refused            `json:"errors"`
	}{out.RequestID, append([]editorial.UndoDone{}, out.Done...), []refused{}}
	for _, r := range out.Refused {
		var e *commands.Error
		message := "This could not be done. Please try again."
		if errors.As(r.Err, &e) {
			message = e.Message
		}
		answer.Errors = append(answer.Errors, refused{r.Item, httpapi.Statuses[commands.KindOf(r.Err)], message})
	}
	return c.JSON(http.StatusOK, answer)
}
