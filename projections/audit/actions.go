// The admin's actions: a save is one action. Spec.md section 9 names those of reviews, articles,
// keys and sessions; the others are named alike.

package audit

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"candor/events"
	"candor/projections/projector"
)

var allActions = []byte("all")

// action is a stored action, with what later events of its save need.
type action struct {
	ID     int64     `json:"-"`
	Name   string    `json:"name"`  // "UPDATE_REVIEW"
	Verbs  []string  `json:"verbs"` // "updated", "published"
	Noun   string    `json:"noun"`  // "review"
	Title  string    `json:"title"`
	User   string    `json:"user"`
	At     time.Time `json:"at"`
	Kind   string    `json:"kind,omitempty"`   // of the item, as in Entry
	ItemID int64     `json:"itemId,omitempty"` // of its kind
	Undoes string    `json:"undoes,omitempty"` // as in Entry
}

// wording is how the log tells of an event: `UPDATE_REVIEW`, and `published` and `review` in a sentence.
type wording struct{ name, verb, noun string }

// nameVerbs begin the names of actions. An event that did something else to its item is no action of the admin.
var nameVerbs = map[events.Action]string{
	events.ActionCreated: "CREATE", events.ActionDeleted: "DELETE", events.ActionUpdated: "UPDATE", events.ActionPublished: "UPDATE",
	events.ActionUnpublished: "UPDATE", events.ActionFeatured: "UPDATE", events.ActionUnfeatured: "UPDATE",
	events.ActionScheduled: "UPDATE",
	events.ActionCorrected: "UPDATE", events.ActionUpdateNoted: "UPDATE", events.ActionTypoMarked: "UPDATE",
	events.ActionRestored: "UPDATE",
	events.ActionWithheld: "UPDATE", events.ActionReleased: "UPDATE",
	events.ActionDraftScheduled: "UPDATE", events.ActionDraftUnscheduled: "UPDATE", events.ActionDraftPublished: "UPDATE",
	events.ActionDraftNotPublished: "UPDATE", events.ActionPreviewLinkCreated: "UPDATE", events.ActionPreviewLinkWithdrawn: "UPDATE",
	events.ActionDeactivated: "DEACTIVATE", events.ActionRemoved: "REMOVE", events.ActionAllowed: "ALLOW",
	events.ActionDescribed: "UPDATE", events.ActionReplaced: "REPLACE",
}

// sentenceVerbs are the verbs, before the item, of actions whose own word doesn't fit into a sentence. A noted update needs no more words
// than the update it is of.
var sentenceVerbs = map[events.Action]string{
	events.ActionUpdateNoted: string(events.ActionUpdated), events.ActionTypoMarked: "corrected a typo in",
	events.ActionDescribed: "changed the description of",
	events.ActionWithheld:  "withheld a version of", events.ActionReleased: "released a version of",
	events.ActionDraftScheduled: "scheduled the draft of", events.ActionDraftUnscheduled: "unscheduled the draft of",
	events.ActionDraftPublished: "published the draft of", events.ActionDraftNotPublished: "could not publish the draft of",
	events.ActionPreviewLinkCreated: "created a preview link for", events.ActionPreviewLinkWithdrawn: "withdrew a preview link for",
}

// kindWords are the words for kinds whose own name isn't both of them: in the action's name, and in the sentence.
var kindWords = map[string][2]string{
	events.ArticleKind: {"NEWS", "article"},
	events.KeyKind:     {"API_KEY", "API key"},
}

// ownWordings are those of actions that name no title.
var ownWordings = map[string]map[events.Action]wording{
	events.AuthorKind: {
		events.ActionCreated: {"CREATE_AUTHOR", "created an author", ""},
		events.ActionUpdated: {"UPDATE_AUTHOR", "updated an author", ""},
		events.ActionDeleted: {"DELETE_AUTHOR", "deleted an author", ""},
	},
	events.ContactKind: {
		events.ActionRead:    {"READ_MESSAGE", "marked a message as read", ""},
		events.ActionDeleted: {"DELETE_MESSAGE", "deleted a message", ""},
	},
	events.SettingsKind: {events.ActionUpdated: {"UPDATE_SETTINGS", "", ""}}, // see settingsSentence
	events.BackupKind:   {events.ActionCreated: {"MAKE_BACKUP", "made a backup", ""}},
	events.ChecklistKind: {
		events.ActionRead:      {"READ_PAGES", "confirmed that About, Privacy and Terms can stay as they are", ""},
		events.ActionDismissed: {"DISMISS_CHECKLIST", "dismissed the checklist", ""},
	},
	events.DemoKind:    {events.ActionCreated: {"MAKE_DEMO_SITE", "made the demo site", ""}},
	events.ErasureKind: {events.ActionErased: {"ERASE_PERSON", "erased a person's data", ""}},
	events.AdminKind: {
		events.ActionSignedIn:    {"LOGIN", "signed in", ""},
		events.ActionSignedOut:   {"LOGOUT", "signed out", ""},
		events.ActionPasswordSet: {"SET_PASSWORD", "set the admin's password", ""},
	},
}

// wordingOf returns how the log tells of an event, and false if it is no action of the admin.
func wordingOf(about events.About) (wording, bool) {
	if own, ok := ownWordings[about.Kind][about.Action]; ok {
		return own, true
	}
	verb, ok := nameVerbs[about.Action]
	words, other := kindWords[about.Kind]
	if !other {
		words = [2]string{strings.ToUpper(about.Kind), about.Kind}
	}
	return wording{verb + "_" + words[0], cmp.Or(sentenceVerbs[about.Action], string(about.Action)), words[1]}, ok
}

// act stores the action that the event is or belongs to, if any, and reports whether there is one. Only what the admin does to the
// content is an action; nobody else can work on messages, keys, pictures, the password or the session.
func (l *auditLog) act(t *projector.Tx, e *Entry, about events.About) bool {
	words, ok := wordingOf(about)
	if !ok || e.Actor.Kind != events.ActorAdmin && about.IsContent() {
		return false
	}
	if about.Action == events.ActionScheduled && len(e.Fields) == 0 {
		words.verb = "unscheduled"
	}
	if about.Kind == events.SettingsKind {
		words.verb = settingsSentence(e.Fields)
	}
	rows, key := t.Bucket("activity").Packed(), projector.Number(uint64(e.First))
	if begun := rows.Get(key); begun != nil {
		same := parseAction(key, begun)
		same.merge(words, e)
		rows.Put(key, projector.Encode(same))
		return true
	}
	user := e.Actor.Name
	if user == "" {
		user = e.Title // a sign-in's title is the user's name
	}
	rows.Put(key, projector.Encode(action{Name: words.name, Verbs: []string{words.verb}, Noun: words.noun,
		Title: e.Title, User: user, At: e.At,
		Kind: e.Kind, ItemID: e.ID, Undoes: e.Undoes}))
	t.Bucket("activity-count").Count(allActions, 1)
	return true
}

// merge adds one more event of the save. Having created or deleted a thing outweighs having updated it.
func (a *action) merge(words wording, e *Entry) {
	if !slices.Contains(a.Verbs, words.verb) {
		a.Verbs = append(a.Verbs, words.verb)
	}
	if strings.HasPrefix(a.Name, "UPDATE_") || strings.HasPrefix(words.name, "DELETE_") {
		a.Name = words.name
	}
	a.Title, a.At = e.Title, e.At
}

// shown returns the action as answers show it: `Created and published review "Phone X"`.
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
	item := itemNow(t, a.Kind, a.ItemID)
	if a.Kind == events.SettingsKind || a.Kind == events.TagKind || a.Kind == events.BrandKind {
		item = &Item{Kind: a.Kind, Title: a.Title, State: "present"}
	}
	return Activity{ID: a.ID, Action: a.Name, Details: sentence, User: a.User, Timestamp: a.At, Item: item}
}

// undoing returns whose changes the action took back, if any: `, undoing what API key "Press room" did`.
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

func parseAction(key, payload []byte) *action {
	a := &action{ID: int64(projector.ParseNumber(key))}
	if err := json.Unmarshal(payload, a); err != nil {
		panic(projector.Damage("an action is no JSON"))
	}
	return a
}

func parseEntry(payload []byte) Entry {
	var e Entry
	if err := json.Unmarshal(payload, &e); err != nil {
		panic(projector.Damage("an entry is no JSON"))
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
