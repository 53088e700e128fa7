// The audit trail: who changed what from where, as a list, as a file and live.

package httpapi_test

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"candor/events"
)

// auditEntry is an entry as these tests look at it.
type auditEntry struct {
	Position int64
	First    int64
	Type     string
	Types    []string
	Revision int
	Stream   string
	Actor    events.Actor
	From     struct{ Via, Address, UserAgent, Sender *string }
	Title    *string
	Fields   []string
}

// told is the entry in a line.
func (e auditEntry) told() string {
	from := []string{}
	for _, part := range []*string{e.From.Via, e.From.Address, e.From.UserAgent, e.From.Sender} {
		if part == nil {
			from = append(from, "-")
		} else {
			from = append(from, *part)
		}
	}
	return fmt.Sprintf("%s by %s %s from %s", e.Type, e.Actor.Kind, e.Actor.ID, strings.Join(from, ", "))
}

// trail returns a page of the audit trail, and the address of the next one.
func (s *site) trail(path string) (entries []auditEntry, next string) {
	s.Helper()
	a := s.do("GET", path, "", s.asAdmin()).is(200).decode(&entries)
	next, _, _ = strings.Cut(strings.TrimPrefix(a.header.Get("Link"), "<"), ">")
	return entries, next
}

func told(entries []auditEntry) string {
	var lines []string
	for _, e := range entries {
		lines = append(lines, e.told())
	}
	return strings.Join(lines, "\n")
}

func TestTheTrailSaysWhoChangedWhatFromWhere(t *testing.T) {
	s := newSite(t)
	s.do("POST", "/api/admin/login", `{"username":"admin","password":"wrong"}`, from("203.0.113.66"), with("User-Agent", "Prober")).is(401)
	a := s.do("POST", "/api/admin/login", `{"username":"admin","password":"`+password+`"}`, from("198.51.100.7"),
		with("User-Agent", "Firefox")).is(200)
	s.cookie, _, _ = strings.Cut(a.header.Get("Set-Cookie"), ";")
	admin := s.asAdmin()
	made := s.do("POST", "/api/reviews", review, admin, from("198.51.100.99")).is(201).header.Get("X-Request-Id")
	s.do("PATCH", "/api/reviews/1", `{"title":"Louder","rating":3}`, admin).is(200)
	plain, _ := s.newKey("press", "create_news")
	s.do("POST", "/api/bot/news", article, key(plain), admin).is(200)
	s.do("POST", "/api/contact", message).is(201)
	s.do("POST", "/api/contact", message).is(201)
	s.do("POST", "/api/newsletter/subscribe", `{"email":"bo@example.com"}`).is(201)
	s.do("DELETE", "/api/contact-messages/1", "", admin).is(204)
	s.do("POST", "/api/admin/logout", "", admin).is(204)
	s.cookie = ""
	s.asAdmin()
	s.caughtUp()

	entries, _ := s.trail("/api/admin/history")
	want := `AdminLoggedOut by admin admin from dashboard, 198.51.100.7, Firefox, -
MessageDeleted by admin admin from dashboard, 198.51.100.7, Firefox, -
NewsletterSubscribed by visitor  from site, -, -, bo@example.com
MessageReceived by visitor  from site, -, -, Cleo <cleo@example.com>
MessageReceived by visitor  from site, -, -, [erased]
ArticleCreated by bot 1 from bot api, -, -, -
ApiKeyCreated by admin admin from dashboard, 198.51.100.7, Firefox, -
ReviewUpdated by admin admin from dashboard, 198.51.100.7, Firefox, -
ReviewCreated by admin admin from dashboard, 198.51.100.7, Firefox, -
AdminLoggedIn by visitor  from dashboard, 198.51.100.7, Firefox, -
AdminLoginFailed by visitor  from dashboard, 203.0.113.66, Prober, -`
	if diff := cmp.Diff(want, told(entries[1:12])); diff != "" {
		t.Error(diff)
	}
	if got := told(entries[12:]); strings.Count(got, "CategoryCreated by system  from -, -, -, -") != 4 ||
		!strings.HasSuffix(got, "AdminPasswordSet by system  from -, -, -, -") {
		t.Errorf("what was written without a channel: %s", got)
	}
	if got := entries[8]; strings.Join(got.Fields, " ") != "rating title" || *got.Title != "Louder" {
		t.Errorf("the update says %+v", got)
	}

	admin = s.asAdmin()
	const list = "/api/admin/history"
	s.do("GET", list, "", admin).lacks("cookie", `"session"`)
	for query, n := range map[string]int{
		"?actor=bot": 1, "?actor=bot&actorId=1": 1, "?actor=bot&actorId=2": 0, "?kind=message": 3, "?item=review-1": 2,
		"?item=message-1&actor=visitor": 1,
		"?type=ReviewUpdated":           1, "?request=" + made: 1, "?search=LOUD": 1, "?search=press+apikey": 1, "?search=rating": 1,
		"?search=cleo": 0, "?search=" + made: 1,
		"?from=2026-11-22": 0, "?to=2026-11-21": 0, "?from=2026-11-21T00:00:00Z&kind=review": 2, "?actor=": 17,
	} {
		if got, _ := s.trail(list + query); len(got) != n {
			t.Errorf("%s: %d entries, want %d:\n%s", query, len(got), n, told(got))
		}
	}
	for query, field := range map[string]string{
		"?actor=me": "actor", "?actorId=1": "actorId", "?item=review": "item", "?item=review-0": "item", "?type=Review": "type",
		"?from=soon": "from", "?to=x": "to",
		"?from=2026-11-22&to=2026-11-21": "to", "?limit=201": "limit", "?limit=0": "limit", "?before=0": "before", "?search=%FF": "search",
		"?%zz": "query",
	} {
		s.do("GET", list+query, "", admin).problem(400, field)
	}
	s.do("GET", "/api/admin/history/choices", "", admin).is(200).says(`{"kind":"bot","id":"1","name":"press"}`, `"message"`, `"ReviewUpdated"`)
	for _, path := range []string{"", "/choices", "/export", "/live"} {
		s.do("GET", list+path, "").problem(401)
		s.do("GET", list+path, "", key(plain)).problem(401)
	}
}

func TestTheTrailIsExportedAsItIsPaged(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", strings.Replace(review, `"title":"`, `"title":"=HYPERLINK(\"x\"), `, 1), admin).is(201)
	for i := range 12 {
		s.do("PATCH", "/api/reviews/1", fmt.Sprintf(`{"verdict":"No. %d"}`, i), admin).is(200)
	}
	var paged []auditEntry
	for path := "/api/admin/history?kind=review&limit=5"; path != ""; {
		entries, next := s.trail(path)
		if len(entries) > 5 {
			t.Fatalf("%d entries in a page of 5", len(entries))
		}
		paged = append(paged, entries...)
		path = next
		s.do("PATCH", "/api/reviews/1", fmt.Sprintf(`{"verdict":"Meanwhile %d"}`, len(paged)), admin).is(200) // moves no page
	}
	last := paged[0].Position
	var exported []auditEntry
	lines := s.do("GET", "/api/admin/history/export?kind=review", "", admin).is(200).has("Content-Type",
		"application/x-ndjson").has("Content-Disposition", `attachment; filename="candor-history.ndjson"`)
	for line := range strings.Lines(lines.body) {
		var e auditEntry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if e.Position <= last {
			exported = append(exported, e)
		}
	}
	if diff := cmp.Diff(paged, exported); diff != "" || len(paged) != 13 {
		t.Errorf("%d entries in pages, the file differs: %s", len(paged), diff)
	}
	table := s.do("GET", "/api/admin/history/export?kind=review&format=csv", "", admin).is(200).has("Content-Type",
		"text/csv; charset=utf-8; header=present")
	rows, err := csv.NewReader(strings.NewReader(table.body)).ReadAll()
	if err != nil || len(rows) != strings.Count(lines.body, "\n")+1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if title := rows[1][slices.Index(rows[0], "title")]; !strings.HasPrefix(title, `'=HYPERLINK("x"), `) {
		t.Errorf("a formula is written as %s", title)
	}
	if n := strings.Count(table.body, "\r\n"); n != len(rows) {
		t.Errorf("%d line ends of RFC 4180 in %d rows", n, len(rows))
	}
	if empty := s.do("GET", "/api/admin/history/export?search=nowhere&format=csv", "", admin).is(200); !strings.HasPrefix(empty.body,
		"position,first,at,") || strings.Count(empty.body, "\n") != 1 {
		t.Errorf("an empty table: %q", empty.body)
	}
}

// What one request does to one item is one entry, wherever the trail is read: by its filters, in pages, in files and live.
func TestASaveIsOneEntryOfTheTrail(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	w := s.watch("?kind=review&after=0", admin)
	s.draft("Phone X", `,"rating":4,"isPublished":true`)
	s.do("PATCH", "/api/reviews/1", `{"title":"Phone Y","isFeatured":true,"update":"New firmware."}`, admin).is(200)
	s.draft("Phone Z", "")
	s.do("POST", "/api/admin/reviews/bulk", `{"action":"unpublish","ids":[1,2]}`, admin).is(200)
	s.do("POST", "/api/admin/reviews/bulk", `{"action":"publish","ids":[1,2]}`, admin).is(200)

	shown := func(entries []auditEntry) (lines []string) {
		for _, e := range entries {
			if e.Type != e.Types[len(e.Types)-1] || e.Position < e.First {
				t.Errorf("%+v", e)
			}
			lines = append(lines, fmt.Sprintf("%d@%s %s", e.Revision, e.Stream, strings.Join(e.Types, " ")))
		}
		return lines
	}
	want := []string{"6@review-1 ReviewPublished", "1@review-2 ReviewPublished", "5@review-1 ReviewUnpublished", "0@review-2 ReviewCreated",
		"4@review-1 ReviewUpdated ReviewUpdateNoted ReviewFeatured", "1@review-1 ReviewCreated ReviewPublished"}
	sorted := func(lines []string) []string { return slices.Sorted(slices.Values(lines)) } // a bulk change has no order of its own
	all, _ := s.trail("/api/admin/history?kind=review")
	if diff := cmp.Diff(sorted(want), sorted(shown(all))); diff != "" {
		t.Fatal(diff)
	}
	var paged []auditEntry
	for path := "/api/admin/history?kind=review&limit=1"; path != ""; {
		page, next := s.trail(path)
		paged, path = append(paged, page...), next
	}
	if diff := cmp.Diff(all, paged); diff != "" {
		t.Errorf("in pages of one: %s", diff)
	}
	update := all[4:5]
	for _, eventType := range update[0].Types {
		if found, _ := s.trail("/api/admin/history?item=review-1&type=" + eventType); !slices.ContainsFunc(found,
			func(e auditEntry) bool { return e.First == update[0].First }) {
			t.Errorf("%s finds %s", eventType, shown(found))
		}
	}
	if found, _ := s.trail("/api/admin/history?search=updatenoted+featured+phone"); cmp.Diff(update, found) != "" {
		t.Errorf("words of several events find %s", shown(found))
	}
	s.do("GET", "/api/admin/history/export?type=ReviewFeatured&format=csv", "",
		admin).is(200).says("ReviewFeatured,ReviewUpdated ReviewUpdateNoted ReviewFeatured,admin")
	s.do("GET", "/api/admin/history/choices", "", admin).is(200).says(`"ReviewUpdated"`, `"ReviewUpdateNoted"`, `"ReviewFeatured"`)

	live := map[int64]auditEntry{} // by their first events
	for len(live) < len(want) || len(live[update[0].First].Types) < len(update[0].Types) {
		e, ok := w.entry()
		if !ok {
			t.Fatalf("the stream ends after %d entries", len(live))
		}
		live[e.First] = e
	}
	for _, e := range all {
		if diff := cmp.Diff(e, live[e.First]); diff != "" {
			t.Errorf("live: %s", diff)
		}
	}

	// What a save led to can be restored, by the revision of its entry.
	s.do("POST", "/api/admin/reviews/1/history/1/restore", `{"state":true}`, admin).is(200).says(`"title":"Phone X"`, `"isFeatured":false`,
		`"isPublished":true`)
	newest, _ := s.trail("/api/admin/history?item=review-1&limit=1")
	if got := shown(newest); strings.Join(got, "") != "9@review-1 ReviewUpdated ReviewUpdateNoted ReviewUnfeatured" &&
		strings.Join(got, "") != "8@review-1 ReviewUpdated ReviewUnfeatured" {
		t.Errorf("the restoration is %s", got)
	}
}

// watching is a client of the live trail.
type watching struct {
	*bufio.Scanner
	last string // event id
	end  context.CancelFunc
}

func (s *site) watch(query string, options ...option) *watching {
	s.Helper()
	ctx, end := context.WithTimeout(s.Context(), 2*time.Minute)
	r, err := http.NewRequestWithContext(ctx, "GET", s.url+"/api/admin/history/live"+query, nil)
	if err != nil {
		s.Fatal(err)
	}
	for _, o := range options {
		o(r)
	}
	res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() {
		end()
		res.Body.Close()
	})
	if res.StatusCode != 200 || res.Header.Get("Content-Type") != "text/event-stream" {
		s.Fatalf("%s %v", res.Status, res.Header)
	}
	return &watching{Scanner: bufio.NewScanner(res.Body), end: end}
}

// next returns the next entry's type and title; "" at the end.
func (w *watching) next() string {
	e, ok := w.entry()
	if !ok {
		return ""
	}
	return e.Type + " " + *e.Title
}

// entry returns the next entry; false at the end.
func (w *watching) entry() (e auditEntry, ok bool) {
	for w.Scan() {
		if id, ok := strings.CutPrefix(w.Text(), "id: "); ok {
			w.last = id
		}
		if data, ok := strings.CutPrefix(w.Text(), "data: "); ok {
			if err := json.Unmarshal([]byte(data), &e); err != nil {
				return e, false
			}
			return e, true
		}
	}
	return e, false
}

func TestTheTrailIsLive(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	make := func(title string) {
		s.do("POST", "/api/news", strings.Replace(article, `"title":"`, `"title":"`+title+" ", 1), admin).is(201)
	}
	none := s.do("GET", "/api/admin/history?kind=article", "", admin).is(200)
	make("One")
	w := s.watch("?kind=article&after="+none.header.Get("X-Newest"), admin) // what came since the list was asked for is not missed
	s.do("POST", "/api/contact", message).is(201)
	make("Two")
	if first, second := w.next(), w.next(); !strings.HasPrefix(first, "ArticleCreated One") ||
		!strings.HasPrefix(second, "ArticleCreated Two") {
		t.Fatalf("%q, %q", first, second)
	}
	w.end()
	make("Three")
	w = s.watch("?kind=article&after=0", admin, with("Last-Event-ID", w.last))
	make("Four")
	if third, fourth := w.next(), w.next(); !strings.HasPrefix(third, "ArticleCreated Three") ||
		!strings.HasPrefix(fourth, "ArticleCreated Four") {
		t.Fatalf("after the reconnection: %q, %q", third, fourth)
	}
	other := s.do("POST", "/api/admin/login", `{"username":"admin","password":"`+password+`"}`).is(200)
	cookie, _, _ := strings.Cut(other.header.Get("Set-Cookie"), ";")
	leaving := s.watch("?kind=article", with("Cookie", cookie))
	s.do("POST", "/api/admin/logout", "", with("Cookie", cookie)).is(204)
	if e := leaving.next(); e != "" {
		t.Errorf("after the sign-out: %q", e)
	}
	make("Five")
	if fifth := w.next(); !strings.HasPrefix(fifth, "ArticleCreated Five") {
		t.Errorf("the other session's: %q", fifth)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := s.server.Shutdown(ctx); err != nil {
		t.Errorf("a server with a watching client stops: %v", err)
	}
	s.restart()
	if e := w.next(); e != "" {
		t.Errorf("after the server's end: %q", e)
	}
	w = s.watch("?kind=article", admin, with("Last-Event-ID", w.last))
	make("Six")
	if sixth := w.next(); !strings.HasPrefix(sixth, "ArticleCreated Six") {
		t.Errorf("after the restart: %q", sixth)
	}
	s.clock.Add(24 * time.Hour)
	s.newSession()
	if e := w.next(); e != "" {
		t.Errorf("after the session's end: %q", e)
	}
}

// newSession signs in anew.
func (s *site) newSession() {
	s.Helper()
	s.cookie = ""
	s.asAdmin()
}
