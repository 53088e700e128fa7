package audit_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"candor/events"
	"candor/projections/audit"
	"candor/projections/internal/modeltest"
)

// logged is what a reader of the log's events knows of a save: the oracle for the indexes.
type logged struct {
	first, position                    events.Position
	kind, item, request, title, fields string
	types                              []string
	actor                              events.Actor
	at                                 time.Time
	revision                           uint64
}

// words are what a search looks through.
func (e logged) words() string {
	return strings.ToLower(strings.Join([]string{e.title, e.actor.Name, e.actor.ID, strings.Join(e.types, " "), e.item, e.fields, e.request},
		"\n"))
}

// joins reports whether a save goes on with one of a single event.
func (e logged) joins(next logged) bool {
	return e.item != "" && e.item == next.item && e.request == next.request && e.actor == next.actor && e.at.Equal(next.at) &&
		e.revision+1 == next.revision
}

// readLog reads the whole log, one event after another, in the order of the saves' last events.
func readLog(t testing.TB, log *modeltest.Log) []logged {
	t.Helper()
	titles := map[string]string{}
	var all []logged
	for _, r := range log.All {
		m := r.Metadata()
		e := logged{first: r.Position, position: r.Position, item: r.Stream, types: []string{r.Type}, request: m.CorrelationID, actor: m.Actor,
			revision: r.Revision}
		e.kind, _, _ = strings.Cut(r.Stream, "-")
		event, err := r.Decode()
		if err != nil {
			t.Fatal(err)
		}
		switch v := event.(type) {
		case events.ReviewCreated:
			e.at, titles[r.Stream] = v.At, v.Title
		case events.ReviewUpdated:
			e.at, titles[r.Stream], e.fields = v.At, *v.Changes.Title, "title"
		case events.ReviewPublished:
			e.at = v.At
		case events.CategoryCreated:
			e.at, titles[r.Stream] = v.At, v.Name
		case events.MessageReceived:
			e.at = v.At
		case events.AdminLoggedIn:
			e.at, titles[r.Stream], e.item = v.At, v.Username, ""
		case events.AdminLoginFailed:
			e.at, titles[r.Stream], e.item = v.At, "", ""
		}
		e.title = titles[r.Stream]
		before := -1
		for i := range all {
			if all[i].item == e.item {
				before = i
			}
		}
		if before >= 0 && all[before].joins(e) {
			e.first, e.types, e.fields = all[before].first, append(all[before].types, r.Type), cmp.Or(e.fields, all[before].fields)
			all = slices.Delete(all, before, before+1)
		}
		all = append(all, e)
	}
	return all
}

// chosen is a linear scan: the positions that q chooses, newest first.
func chosen(all []logged, q audit.Query) []events.Position {
	found := []events.Position{}
	for _, e := range slices.Backward(all) {
		ok := (q.ActorKind == "" || e.actor.Kind == q.ActorKind) && (q.ActorID == "" || e.actor.ID == q.ActorID) &&
			(q.Kind == "" || e.kind == q.Kind) && (q.Item == "" || e.item == q.Item) && (q.Type == "" || slices.Contains(e.types, q.Type)) &&
			(q.Request == "" || e.request == q.Request) && (q.From.IsZero() || !e.at.Before(q.From)) && (q.To.IsZero() || e.at.Before(q.To))
		for _, word := range strings.Fields(strings.ToLower(q.Search)) {
			ok = ok && strings.Contains(e.words(), word)
		}
		if ok {
			found = append(found, e.position)
		}
	}
	return found
}

// paged visits all pages, and calls between after each.
func paged(t testing.TB, h *audit.Reader, q audit.Query, limit int, between func()) []events.Position {
	t.Helper()
	found := []events.Position{}
	for before := events.Position(0); ; between() {
		page, err := h.Entries(q, before, limit)
		if err != nil {
			t.Fatal(err)
		}
		if len(page.Entries) > limit || len(page.Entries) < limit && page.Next > 0 && page.Reached.IsZero() {
			t.Fatalf("%d entries in a page of %d, next %d, reached %v", len(page.Entries), limit, page.Next, page.Reached)
		}
		for _, e := range page.Entries {
			found = append(found, e.Position)
		}
		if page.Next == 0 {
			return found
		}
		if before > 0 && page.Next >= before {
			t.Fatalf("the page before %d goes on before %d", before, page.Next)
		}
		before = page.Next
	}
}

var actors = []events.Actor{
	{Kind: events.ActorAdmin, ID: "admin", Name: "Ada"}, {Kind: events.ActorAdmin, ID: "2", Name: "command line"},
	{Kind: events.ActorBot, ID: "2", Name: "press"}, {Kind: events.ActorBot, ID: "22", Name: "feed\x00er"},
	{Kind: events.ActorVisitor}, events.System,
}

// change appends a random event by any actor, at any time, or a save of several.
func change(t *rapid.T, tb testing.TB, log *modeltest.Log, requests ...string) {
	m := events.Metadata{Actor: rapid.SampledFrom(actors).Draw(t, "actor"), CorrelationID: rapid.SampledFrom(requests).Draw(t, "request")}
	id, at := rapid.IntRange(1, 3).Draw(t, "thing"), modeltest.Day(rapid.IntRange(0, 20).Draw(t, "minute"))
	title := rapid.SampledFrom([]string{"Quiet Laptop", "quiet phone", "ÉTUDE", "Slate"}).Draw(t, "title")
	switch rapid.IntRange(0, 9).Draw(t, "event") {
	case 0:
		c := modeltest.Review(id, title)
		c.At = at
		log.AppendAs(tb, c.ReviewID.Stream(), m, c)
	case 1:
		log.AppendAs(tb, events.ReviewID(id).Stream(), m, events.ReviewUpdated{ReviewID: events.ReviewID(id), At: at,
			Changes: events.ReviewChanges{Title: &title}})
	case 2:
		log.AppendAs(tb, events.ReviewID(id).Stream(), m, events.ReviewPublished{ReviewID: events.ReviewID(id), At: at})
	case 3:
		log.AppendAs(tb, events.CategoryID(id).Stream(), m, events.CategoryCreated{CategoryID: events.CategoryID(id),
			CategoryContent: events.CategoryContent{Name: title, Slug: "s"}, At: at})
	case 4:
		log.AppendAs(tb, events.MessageID(id).Stream(), m, events.MessageReceived{MessageID: events.MessageID(id), Name: "Bo Secret",
			Email: "bo@example.org", Subject: "s", Message: "m", At: at})
	case 5:
		log.AppendAs(tb, events.AdminStream, m, events.AdminLoggedIn{SessionID: "s", Username: "admin", Address: "203.0.113.7", At: at,
			ExpiresAt: at.Add(time.Hour)})
	case 6:
		log.AppendAs(tb, events.AdminStream, m, events.AdminLoginFailed{Address: "203.0.113.8", At: at})
	default:
		review := events.ReviewID(id)
		save := []events.Event{events.ReviewUpdated{ReviewID: review, At: at, Changes: events.ReviewChanges{Title: &title}},
			events.ReviewPublished{ReviewID: review, At: at}, events.ReviewPublished{ReviewID: review, At: at}}
		for _, some := range slices.Collect(slices.Chunk(save, rapid.IntRange(1, 3).Draw(t, "together"))) {
			log.AppendAs(tb, review.Stream(), m, some...)
			if rapid.IntRange(0, 3).Draw(t, "between") == 0 {
				log.AppendAs(tb, events.AdminStream, m, events.AdminLoginFailed{Address: "203.0.113.9", At: at})
			}
		}
	}
}

func drawQuery(t *rapid.T) audit.Query {
	var q audit.Query
	some := func(label string) bool { return rapid.IntRange(0, 3).Draw(t, label) == 0 }
	if some("by actor") {
		a := rapid.SampledFrom(actors).Draw(t, "whose")
		q.ActorKind = a.Kind
		if rapid.Bool().Draw(t, "one") {
			q.ActorID = a.ID
		}
	}
	if some("by kind") {
		q.Kind = rapid.SampledFrom([]string{"review", "category", "message", "admin", "nothing"}).Draw(t, "kind")
	}
	if some("by item") {
		q.Item = rapid.SampledFrom([]string{"review-1", "review-2", "category-1", "message-3", "review-9"}).Draw(t, "item")
	}
	if some("by type") {
		q.Type = rapid.SampledFrom([]string{"ReviewCreated", "ReviewPublished", "AdminLoggedIn", "MessageReceived"}).Draw(t, "type")
	}
	if some("by request") {
		q.Request = rapid.SampledFrom([]string{"req-1", "req-2", strings.Repeat("r", 120), "req"}).Draw(t, "of request")
	}
	if some("since") {
		q.From = modeltest.Day(rapid.IntRange(-1, 21).Draw(t, "from"))
	}
	if some("until") {
		q.To = modeltest.Day(rapid.IntRange(-1, 21).Draw(t, "to"))
	}
	if some("words") {
		q.Search = rapid.SampledFrom([]string{"quiet", "QUIET  lap", "étude", "updated title", "req-1", "press", "secret", "example.org",
			"203.0.113", "review-2", "laptop\nAda"}).Draw(t, "search")
	}
	return q
}

// Any query gives exactly the saves that a look at every event gives, page by page each once and whole, also while new ones arrive.
func TestEntriesAreWhatALinearScanOfTheLogFinds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		log := modeltest.NewLog()
		for range rapid.IntRange(0, 60).Draw(rt, "events") {
			change(rt, t, log, "", "req-1", "req-2", strings.Repeat("r", 120))
		}
		m := modeltest.Open(t, modeltest.MemDir(t), log)
		modeltest.CaughtUp(t, m)
		for n := range 10 {
			q := drawQuery(rt)
			want := chosen(readLog(t, log), q)
			got := paged(t, m.History, q, rapid.IntRange(1, 20).Draw(rt, "limit"), func() {
				if rapid.IntRange(0, 4).Draw(rt, "meanwhile") == 0 {
					change(rt, t, log, fmt.Sprint("later-", n)) // which no page has a part of, and no save to be continued
					head, _ := log.Head(t.Context())
					modeltest.Seen(t, head, m.History)
				}
			})
			if diff := gocmp.Diff(want, got); diff != "" {
				rt.Fatalf("%+v:\n%s", q, diff)
			}
			var forwards []events.Position
			for after := events.Position(0); ; {
				entries, reached, err := m.History.EntriesAfter(q, after, rapid.IntRange(1, 30).Draw(rt, "looked at"))
				if err != nil {
					rt.Fatal(err)
				}
				for _, e := range entries {
					forwards = append(forwards, e.Position)
				}
				if reached == after {
					break
				}
				after = reached
			}
			slices.Reverse(forwards)
			if want := chosen(readLog(t, log), q); !slices.Equal(want, forwards) {
				rt.Fatalf("%+v forwards: %v, want %v", q, forwards, want)
			}
		}
		for _, e := range readLog(t, log) {
			same, err := m.History.Entries(audit.Query{}, e.position+1, 1)
			if err != nil {
				rt.Fatal(err)
			}
			if got := same.Entries[0]; got.Position != e.position || got.First != e.first || !slices.Equal(got.Types, e.types) ||
				got.Type != e.types[len(e.types)-1] || got.Revision != e.revision {
				rt.Fatalf("a save is %+v, want %+v", got, e)
			}
		}
	})
}

// Ten thousands of entries, over many spans of time and more than one answer reads.
func TestALongLogIsSearchedInSeveralAnswers(t *testing.T) {
	log := modeltest.NewLog()
	for i := range 14_000 {
		at := modeltest.Day(i)
		switch {
		case i == 3:
			log.Append(t, "category-1", events.CategoryCreated{CategoryID: 1, CategoryContent: events.CategoryContent{Name: "Needle", Slug: "n"},
				At: at})
		case i%6000 == 5000: // imported from long ago
			log.AppendAs(t, "review-2", events.Metadata{Actor: actors[2], Via: events.ViaImport},
				events.ReviewPublished{ReviewID: 2, At: modeltest.Day(-1_000_000 + i)})
		default:
			log.AppendAs(t, "review-1", events.Metadata{Actor: actors[0]}, events.ReviewPublished{ReviewID: 1, At: at})
		}
	}
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	modeltest.CaughtUp(t, m)
	all := readLog(t, log)
	for _, q := range []audit.Query{
		{Search: "needle"}, {Search: "nowhere"}, {Kind: "category"}, {Item: "review-2"}, {Type: "ReviewPublished", ActorKind: events.ActorBot},
		{To: modeltest.Day(-1)}, {From: modeltest.Day(13_990)}, {From: modeltest.Day(12_000), To: modeltest.Day(12_050), Kind: "review"},
		{Kind: "category", Type: "ReviewPublished"},
	} {
		if got, want := paged(t, m.History, q, 50, func() {}), chosen(all, q); !slices.Equal(got, want) {
			t.Errorf("%+v: %d found, want %d", q, len(got), len(want))
		}
	}
	page, err := m.History.Entries(audit.Query{Search: "needle"}, 0, 50)
	if err != nil || len(page.Entries) > 0 || page.Next == 0 || !page.Reached.After(modeltest.Began) {
		t.Errorf("the first answer of a search far back: %d entries, next %d, reached %v, %v", len(page.Entries), page.Next, page.Reached, err)
	}
}

func TestChoicesAreWhatEntriesCanBeNarrowedTo(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	renamed := events.Actor{Kind: events.ActorBot, ID: "2", Name: "press office"}
	for _, a := range append(actors, renamed) {
		log.AppendAs(t, "review-1", events.Metadata{Actor: a}, modeltest.Published(1))
	}
	log.Append(t, events.AdminStream, events.AdminLoggedOut{SessionID: "s", At: modeltest.Day(1)})
	modeltest.CaughtUp(t, m)
	head, _ := log.Head(t.Context())
	modeltest.Seen(t, head, m.History)
	got, err := m.History.Choices()
	if err != nil {
		t.Fatal(err)
	}
	want := "[{admin 2 command line} {admin admin admin} {bot 2 press office} {bot 22 feed\x00er}] [admin review] [AdminLoggedOut ReviewPublished]"
	if s := fmt.Sprint(got.Actors, got.Kinds, got.Types); s != want {
		t.Errorf("got %q\nwant %q", s, want)
	}
}
