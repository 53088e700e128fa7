// Activities: the admin's actions, several events of one request as one. The spec names those of
// reviews, articles, keys and sessions (section 9); the others are named alike.

package audit

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"candor/events"
	"candor/projections/projector"
)

// mergeReach is how many activities back one of the same request is looked for. A request's
// events about one thing are appended together, so its activity is among the last.
const mergeReach = 64

var allActivities = []byte("all")

// action is a stored activity, with what later events of its request need.
type action struct {
	ID          int64     `json:"-"`
	Name        string    `json:"name"`  // "UPDATE_REVIEW"
	Verbs       []string  `json:"verbs"` // "Updated", "published"
	Noun        string    `json:"noun"`  // "review"
	Title       string    `json:"title"`
	User        string    `json:"user"`
	At          time.Time `json:"at"`
	Correlation string    `json:"correlation,omitempty"`
	Item        string    `json:"item"`             // the stream
	Kind        string    `json:"kind,omitempty"`   // of the item, as in Entry
	ItemID      int64     `json:"itemId,omitempty"` // of its kind
	Undoes      string    `json:"undoes,omitempty"` // as in Entry
}

// deed is what an event type is in the activity log.
type deed struct{ name, verb, noun string }

var deeds = map[string]deed{
	"ReviewCreated":      {"CREATE_REVIEW", "created", "review"},
	"ReviewUpdated":      {"UPDATE_REVIEW", "updated", "review"},
	"ReviewPublished":    {"UPDATE_REVIEW", "published", "review"},
	"ReviewUnpublished":  {"UPDATE_REVIEW", "unpublished", "review"},
	"ReviewFeatured":     {"UPDATE_REVIEW", "featured", "review"},
	"ReviewUnfeatured":   {"UPDATE_REVIEW", "unfeatured", "review"},
	"ReviewRestored":     {"UPDATE_REVIEW", "restored", "review"},
	"ReviewScheduled":    {"UPDATE_REVIEW", "scheduled", "review"},
	"ReviewCorrected":    {"UPDATE_REVIEW", "corrected", "review"},
	"ReviewDeleted":      {"DELETE_REVIEW", "deleted", "review"},
	"ArticleCreated":     {"CREATE_NEWS", "created", "article"},
	"ArticleUpdated":     {"UPDATE_NEWS", "updated", "article"},
	"ArticlePublished":   {"UPDATE_NEWS", "published", "article"},
	"ArticleUnpublished": {"UPDATE_NEWS", "unpublished", "article"},
	"ArticleRestored":    {"UPDATE_NEWS", "restored", "article"},
	"ArticleScheduled":   {"UPDATE_NEWS", "scheduled", "article"},
	"ArticleCorrected":   {"UPDATE_NEWS", "corrected", "article"},
	"ArticleDeleted":     {"DELETE_NEWS", "deleted", "article"},
	"CategoryCreated":    {"CREATE_CATEGORY", "created", "category"},
	"CategoryUpdated":    {"UPDATE_CATEGORY", "updated", "category"},
	"CategoryDeleted":    {"DELETE_CATEGORY", "deleted", "category"},
	"CategoryRestored":   {"UPDATE_CATEGORY", "restored", "category"},
	"MessageRead":        {"READ_MESSAGE", "marked a message as read", ""},
	"MessageDeleted":     {"DELETE_MESSAGE", "deleted a message", ""},
	"ApiKeyCreated":      {"CREATE_API_KEY", "created", "API key"},
	"ApiKeyDeactivated":  {"DEACTIVATE_API_KEY", "deactivated", "API key"},
	"ApiKeyDeleted":      {"DELETE_API_KEY", "deleted", "API key"},
	"MediaRemoved":       {"REMOVE_PICTURE", "removed", "picture"},
	"MediaAllowed":       {"ALLOW_PICTURE", "allowed", "picture"},
	"PersonErased":       {"ERASE_PERSON", "erased a person's data", ""},
	"AdminLoggedIn":      {"LOGIN", "signed in", ""},
	"AdminLoggedOut":     {"LOGOUT", "signed out", ""},
	"AdminPasswordSet":   {"SET_PASSWORD", "set the admin's password", ""},
}

// act stores what the entry is in the activity log, if anything: the actions of the admin, and
// of whoever works on messages, keys, the password and the session, which only an admin can.
func (h *history) act(t *projector.Tx, e *Entry) bool {
	d, ok := deeds[e.Type]
	if !ok || e.Actor.Kind != events.ActorAdmin && (e.Kind == "review" || e.Kind == "article" || e.Kind == "category") {
		return false
	}
	if strings.HasSuffix(e.Type, "Scheduled") && len(e.Fields) == 0 {
		d.verb = "unscheduled"
	}
	rows := t.Bucket("activity")
	if same := findAction(rows, e); same != nil {
		same.merge(d, e)
		rows.Put(projector.Number(same.ID), projector.Encode(same))
		return true
	}
	user := e.Actor.Name
	if user == "" {
		user = e.Title // a sign-in's title is the user's name
	}
	rows.Put(projector.Number(uint64(e.Position)), projector.Encode(action{Name: d.name, Verbs: []string{d.verb}, Noun: d.noun, Title: e.Title,
		User: user, At: e.At, Correlation: e.CorrelationID, Item: e.Stream, Kind: e.Kind, ItemID: e.ID, Undoes: e.Undoes}))
	t.Bucket("activity-count").Count(allActivities, 1)
	return true
}

// findAction returns the activity of the same request about the same thing.
func findAction(rows projector.Bucket, e *Entry) (same *action) {
	if e.CorrelationID == "" || e.Kind == "admin" {
		return nil
	}
	left := mergeReach
	request, item := []byte(e.CorrelationID), projector.Encode(e.Stream)
	rows.ScanBack(nil, func(key, payload []byte) bool {
		if bytes.Contains(payload, request) && bytes.Contains(payload, item) { // spares decoding the rest: a bulk is one request, too
			if a := parseActivity(key, payload); a.Correlation == e.CorrelationID && a.Item == e.Stream {
				same = a
			}
		}
		left--
		return same == nil && left > 0
	})
	return same
}

// merge takes one more event of the request in. To have created or deleted a thing outweighs to have updated it.
func (a *action) merge(d deed, e *Entry) {
	if !slices.Contains(a.Verbs, d.verb) {
		a.Verbs = append(a.Verbs, d.verb)
	}
	if strings.HasPrefix(a.Name, "UPDATE_") || strings.HasPrefix(d.name, "DELETE_") {
		a.Name = d.name
	}
	a.Title, a.At = e.Title, e.At
}

// shown returns the activity as answers show it: `Created and published review "Phone X"`.
func (a *action) shown(t *projector.Tx) Activity {
	verbs := a.Verbs
	sentence := strings.Join(verbs, ", ")
	if n := len(verbs); n > 1 {
		sentence = strings.Join(verbs[:n-1], ", ") + " and " + verbs[n-1]
	}
	sentence = strings.ToUpper(sentence[:1]) + sentence[1:]
	if a.Noun != "" {
		sentence += " " + a.Noun
		if a.Title != "" {
			sentence += ` "` + a.Title + `"`
		}
	}
	sentence += a.undoing(t)
	return Activity{ID: a.ID, Action: a.Name, Details: sentence, User: a.User, Timestamp: a.At, Item: itemNow(t, a.Kind, a.ItemID)}
}

// undoing returns whose changes the activity took back, if it did: `, undoing what API key "Press room" did`.
func (a *action) undoing(t *projector.Tx) string {
	if a.Undoes == "" {
		return ""
	}
	id, ok := events.Number(a.Undoes, events.KeyPrefix)
	if !ok {
		return ", undoing an earlier change"
	}
	return `, undoing what API key "` + string(t.Bucket("title").Get(itemKey("key", id))) + `" did`
}

func parseActivity(key, payload []byte) *action {
	a := &action{ID: int64(projector.ParseNumber(key))}
	if err := json.Unmarshal(payload, a); err != nil {
		panic(projector.Damage("an activity is no JSON"))
	}
	return a
}

func parseEntry(payload []byte) Entry {
	var e Entry
	if err := json.Unmarshal(payload, &e); err != nil {
		panic(projector.Damage("a history entry is no JSON"))
	}
	return e
}

// fieldNames lists the top-level names of a JSON object.
func fieldNames(object []byte) []string {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(object, &fields); err != nil {
		panic(projector.Damage("changes are no JSON object"))
	}
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	return names
}
