package projections_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections"
	"candor/projections/internal/modeltest"
)

func TestInbox(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	get := modeltest.Body(t)
	for id := 1; id <= 3; id++ {
		log.Append(t, events.MessageID(id).Stream(), events.MessageReceived{MessageID: events.MessageID(id), Name: "Bo", Email: "bo@example.org", Subject: fmt.Sprint("S", id), Message: "m", At: modeltest.Day(id)})
	}
	log.Append(t, "subscriber-4", events.NewsletterSubscribed{SubscriberID: 4, Email: "a@example.org", At: modeltest.Day(1)})
	modeltest.Seen(t, log.Append(t, "message-2", events.MessageRead{MessageID: 2, At: modeltest.Day(4)}), m.Inbox)
	a, err := m.Inbox.MessagesAnswer(projections.MessageQuery{})
	if got := get(a, err); a.Total != 3 || !strings.HasPrefix(got, `[{"id":3,`) || strings.Count(got, `"isRead":true`) != 1 {
		t.Errorf("%s of %d", got, a.Total)
	}
	subscribers, _ := m.Inbox.SubscribersAnswer()
	if got := get(m.Inbox.MessageAnswer(2)); !strings.Contains(got, `"isRead":true,"createdAt":"2026-11-21T09:02:00Z","revision":1`) {
		t.Errorf("%s", got)
	}
	modeltest.Seen(t, log.Append(t, "message-3", events.MessageDeleted{MessageID: 3, At: modeltest.Day(5)}), m.Inbox)
	if got := get(m.Inbox.MessagesAnswer(projections.MessageQuery{})); !strings.HasPrefix(got, `[{"id":2,`) {
		t.Errorf("a deleted message stays: %s", got)
	}
	if again, _ := m.Inbox.SubscribersAnswer(); again != subscribers {
		t.Error("a message's change drops the subscribers")
	}
	if _, err := m.Inbox.MessageAnswer(3); !errors.Is(err, projections.ErrNotFound) {
		t.Errorf("a deleted message says %v", err)
	}
	log.DeleteStream("message-1") // without the event, as by another client
	modeltest.Seen(t, log.Append(t, "subscriber-4", events.NewsletterUnsubscribed{SubscriberID: 4, At: modeltest.Day(6)}), m.Inbox)
	if got := m.Inbox.Unerased(); strings.Join(got, " ") != "message-3 subscriber-4" {
		t.Errorf("unerased: %v", got)
	}
	if got := get(m.Inbox.MessagesAnswer(projections.MessageQuery{})); strings.Contains(got, `"id":1,`) {
		t.Errorf("the message of a deleted stream stays: %s", got)
	}
	if got := get(m.Inbox.SubscribersAnswer()); got != "[]" {
		t.Errorf("subscribers: %s", got)
	}
	log.DeleteStream("message-3")
	modeltest.Seen(t, log.DeleteStream("subscriber-4"), m.Inbox)
	if got := m.Inbox.Unerased(); len(got) != 0 {
		t.Errorf("unerased: %v", got)
	}
}

func TestAccess(t *testing.T) {
	log, dir := modeltest.NewLog(), modeltest.MemDir(t)
	m, err := projections.Open(t.Context(), modeltest.Config(dir, log))
	if err != nil {
		t.Fatal(err)
	}
	log.Append(t, "apikey-1", events.ApiKeyCreated{KeyID: 1, Name: "bot", Hash: "aa", Hint: "cndr_…1234", Permissions: []string{"create_news"}, At: modeltest.Day(0)},
		events.ApiKeyUsed{KeyID: 1, Requests: 10, At: modeltest.Day(1)}, events.ApiKeyUsed{KeyID: 1, Requests: 5, At: modeltest.Day(50)}, events.ApiKeyUsed{KeyID: 1, Requests: 2, At: modeltest.Day(70)})
	log.Append(t, events.AdminStream, events.AdminPasswordSet{PasswordHash: "$argon2id$1", At: modeltest.Day(0)})
	stranger, owner := uuid.New(), uuid.New()
	for i := range 3 {
		log.Append(t, events.AdminStream, events.AdminLoginFailed{VisitorID: stranger, At: modeltest.Day(i)})
	}
	at := log.Append(t, events.AdminStream, events.AdminLoginFailed{VisitorID: owner, At: modeltest.Day(3)}, events.AdminLoggedIn{SessionID: "s1", Username: "admin", Address: "203.0.113.2", VisitorID: owner, At: modeltest.Day(4), ExpiresAt: modeltest.Day(4 + 24*60)})
	modeltest.Seen(t, at, m.Access)
	check := func(m *projections.Models) {
		t.Helper()
		k, ok := m.Access.KeyByHash("aa")
		if !ok || !k.IsActive || k.LastUsed == nil || !k.LastUsed.Equal(modeltest.Day(70)) || k.ExpiresAt != nil {
			t.Errorf("key %+v", k)
		}
		if uses, revision := m.Access.KeyUses(1, modeltest.Day(10)); revision != k.Revision || len(uses) != 2 || uses[0].Cost != 5 || uses[1].Cost != 2 {
			t.Errorf("uses %v", uses)
		}
		if n, oldest := m.Access.LoginFailures(stranger, modeltest.Day(0)); n != 2 || !oldest.Equal(modeltest.Day(1)) {
			t.Errorf("%d failures since %v", n, oldest)
		}
		if n, _ := m.Access.LoginFailures(owner, time.Time{}); n != 0 {
			t.Errorf("a success leaves %d failures", n)
		}
		if s, ok := m.Access.Session("s1", modeltest.Day(100)); !ok || s.Username != "admin" {
			t.Errorf("session %+v %v", s, ok)
		}
		if _, ok := m.Access.Session("s1", modeltest.Day(4+24*60)); ok {
			t.Error("a session outlives its 24 hours")
		}
		if got := m.Access.PasswordHash(); got != "$argon2id$1" {
			t.Errorf("password hash %q", got)
		}
	}
	check(m)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	m = modeltest.Open(t, dir, log)
	check(m)
	want := `[{"id":1,"name":"bot","hash":"aa","hint":"cndr_…1234","permissions":["create_news"],"isActive":true,"expiresAt":null,"lastUsed":"2026-11-21T10:10:00Z","createdAt":"2026-11-21T09:00:00Z","revision":3}]`
	if got := keys(t, m); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	log.Append(t, events.AdminStream, events.AdminPasswordSet{PasswordHash: "$argon2id$2", At: modeltest.Day(80)})
	modeltest.Seen(t, log.Append(t, "apikey-1", events.ApiKeyDeactivated{KeyID: 1, At: modeltest.Day(81)}), m.Access)
	if _, ok := m.Access.Session("s1", modeltest.Day(82)); ok {
		t.Error("a new password leaves a session")
	}
	if k, ok := m.Access.KeyByHash("aa"); !ok || k.IsActive {
		t.Errorf("a deactivated key: %+v %v", k, ok)
	}
	modeltest.Seen(t, log.Append(t, "apikey-1", events.ApiKeyDeleted{KeyID: 1, At: modeltest.Day(83)}), m.Access)
	if _, ok := m.Access.KeyByHash("aa"); ok {
		t.Error("a deleted key is found")
	}
	if _, err := m.Access.Key(1); !errors.Is(err, projections.ErrNotFound) {
		t.Errorf("a deleted key says %v", err)
	}
}

func TestAnalyticsSummary(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	one, two := uuid.MustParse("11111111-1111-4111-8111-111111111111"), uuid.MustParse("22222222-2222-4222-8222-222222222222")
	log.Append(t, events.VisitorStream(one), events.VisitorFirstSeen{VisitorID: one, Address: "198.51.100.1", UserAgent: "Firefox", Country: "SG", City: "Singapore", At: modeltest.Day(0)})
	log.Append(t, events.VisitorStream(two), events.VisitorFirstSeen{VisitorID: two, Address: "198.51.100.2", Country: "DE", At: modeltest.Day(0)})
	for i := range 40 {
		log.Append(t, "pageviews-2026-11-21", pageView(one, fmt.Sprintf("/p%d", i%60/2), modeltest.Day(i)))
	}
	click := pageView(two, "/clicked", modeltest.Day(50))
	click.Event = "click"
	at := log.Append(t, "pageviews-2026-11-21", click)
	again := log.All[len(log.All)-2]
	modeltest.Seen(t, log.Raw("pageviews-2026-11-21", events.Proposed{ID: again.ID, Type: again.Type, Data: again.Data, Meta: again.Meta}), m.Analytics)
	summary := func() (s projections.Summary) {
		t.Helper()
		if err := json.Unmarshal([]byte(modeltest.Body(t)(m.Analytics.SummaryAnswer())), &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := summary()
	if s.UniqueVisitors != 2 || len(s.TopPages) != 20 || s.TopPages[0] != (projections.PageCount{Page: "/p0", Count: 2}) || len(s.TopCountries) != 1 || s.TopCountries[0].Count != 40 {
		t.Errorf("%+v", s)
	}
	if len(s.RecentActivity) != 30 || s.RecentActivity[0].ID != int64(at) || s.RecentActivity[0].Event != "click" || s.RecentActivity[0].IPAddress != "198.51.100.2" || s.RecentActivity[1].IPAddress != "198.51.100.1" {
		t.Errorf("%+v", s.RecentActivity[:2])
	}
	if id, ok := m.Analytics.VisitorOf("198.51.100.1"); !ok || id != one {
		t.Errorf("visitor of the address: %v %v", id, ok)
	}
	if v, err := m.Analytics.Visitor(one); err != nil || v.VisitCount != 40 || v.IPAddress != "198.51.100.1" || !v.FirstVisit.Equal(modeltest.Day(0)) || !v.LastVisit.Equal(modeltest.Day(39)) {
		t.Errorf("%+v %v", v, err)
	}
	first, _ := m.Analytics.SummaryAnswer()
	if kept, _ := m.Analytics.SummaryAnswer(); kept != first {
		t.Error("the summary was made anew though nothing changed")
	}
	modeltest.Seen(t, log.DeleteStream(events.VisitorStream(one)), m.Analytics)
	s = summary()
	if s.UniqueVisitors != 2 || s.RecentActivity[1].IPAddress != "[erased]" || s.RecentActivity[0].IPAddress != "198.51.100.2" || s.TopCountries[0].Count != 40 {
		t.Errorf("after the erasure: %+v", s.RecentActivity[:2])
	}
	if _, ok := m.Analytics.VisitorOf("198.51.100.1"); ok {
		t.Error("an erased visitor's address is still known")
	}
	if v, err := m.Analytics.Visitor(one); err != nil || v.IPAddress != "[erased]" || v.UserAgent != nil || v.VisitCount != 40 {
		t.Errorf("%+v %v", v, err)
	}
}

// Whatever JSON a page view comes in, decoding by hand and decoding by the codec count the same.
func TestPageViewsOfUnusualShapeCount(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	usual, err := events.Encode(events.Envelope{Event: pageView(uuid.New(), "/usual", modeltest.Day(1))})
	if err != nil {
		t.Fatal(err)
	}
	shapes := map[string]func(string) string{
		"spaced":        func(s string) string { return strings.ReplaceAll(s, `,"`, `, "`) },
		"escaped":       func(s string) string { return strings.ReplaceAll(s, "/usual", `\/usual`) },
		"unknown field": func(s string) string { return strings.Replace(s, "{", `{"extra":[1,{"page":"no"}],`, 1) },
		"other zone":    func(s string) string { return strings.Replace(s, "T09:01:00Z", "T10:01:00+01:00", 1) },
		"decimals":      func(s string) string { return strings.Replace(s, "T09:01:00Z", "T09:01:00.25Z", 1) },
		"beyond ASCII":  func(s string) string { return strings.Replace(s, "Singapore", "Zürich", 1) },
		"upper case":    func(s string) string { return strings.Replace(s, `"page"`, `"Page"`, 1) },
	}
	var at events.Position
	for _, name := range modeltest.SortedKeys(shapes) {
		data := shapes[name](string(usual.Data))
		if data == string(usual.Data) {
			t.Errorf("%s changes nothing", name)
		}
		at = log.Raw("pageviews-2026-11-21", events.Proposed{ID: uuid.New(), Type: usual.Type, Data: []byte(data), Meta: usual.Meta})
	}
	modeltest.Seen(t, at, m.Analytics)
	var s projections.Summary
	if err := json.Unmarshal([]byte(modeltest.Body(t)(m.Analytics.SummaryAnswer())), &s); err != nil {
		t.Fatal(err)
	}
	if len(s.TopPages) != 1 || s.TopPages[0] != (projections.PageCount{Page: "/usual", Count: int64(len(shapes))}) {
		t.Errorf("%+v", s.TopPages)
	}
	for _, r := range s.RecentActivity {
		if r.CreatedAt.Truncate(time.Second) != modeltest.Day(1) {
			t.Errorf("at %v", r.CreatedAt)
		}
	}
}

func TestActivity(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	admin := events.Metadata{Actor: events.Actor{Kind: events.ActorAdmin, ID: "admin", Name: "admin"}}
	request := func(id string) events.Metadata { m := admin; m.CorrelationID = id; return m }
	log.AppendAs(t, events.AdminStream, request("1"), events.AdminLoggedIn{SessionID: "s", Username: "admin", At: modeltest.Day(0), ExpiresAt: modeltest.Day(9)})
	log.AppendAs(t, "review-1", request("2"), modeltest.Review(1, "Phone"), modeltest.Published(1))
	log.AppendAs(t, "review-1", request("3"), events.ReviewUpdated{ReviewID: 1, At: modeltest.Day(2), Changes: events.ReviewChanges{Title: modeltest.Ptr("Phone X")}}, events.ReviewFeatured{ReviewID: 1, At: modeltest.Day(2)})
	log.AppendAs(t, "review-2", events.Metadata{Actor: events.Actor{Kind: events.ActorBot, Name: "bot"}, CorrelationID: "4"}, modeltest.Review(2, "By a bot"))
	log.AppendAs(t, "apikey-1", request("5"), events.ApiKeyCreated{KeyID: 1, Name: "importer", Hash: "h", At: modeltest.Day(3)})
	log.AppendAs(t, "message-1", request("6"), events.MessageReceived{MessageID: 1, Name: "Bo Secret", Email: "bo@example.org", Subject: "Private", Message: "Hush", At: modeltest.Day(4)})
	log.AppendAs(t, "message-1", request("8"), events.MessageRead{MessageID: 1, At: modeltest.Day(5)}, events.MessageDeleted{MessageID: 1, At: modeltest.Day(5)})
	log.AppendAs(t, "category-1", request("9"), events.CategoryCreated{CategoryID: 1, CategoryContent: events.CategoryContent{Name: "Drones", Slug: "drones"}, At: modeltest.Day(5)})
	log.AppendAs(t, events.AdminStream, events.Metadata{Actor: events.System}, events.AdminPasswordSet{PasswordHash: "h", At: modeltest.Day(5)})
	modeltest.Seen(t, log.AppendAs(t, "review-1", request("7"), events.ReviewDeleted{ReviewID: 1, At: modeltest.Day(5)}), m.History)
	var got []projections.Activity
	a, err := m.History.ActivityAnswer(0, 0)
	if err := errors.Join(err, json.Unmarshal(a.Body(), &got)); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, one := range got {
		lines = append(lines, one.Action+": "+one.Details+" by "+one.User)
	}
	want := `DELETE_REVIEW: Deleted review "Phone X" by admin
SET_PASSWORD: Set the admin's password by candor
CREATE_CATEGORY: Created category "Drones" by admin
DELETE_MESSAGE: Marked a message as read and deleted a message by admin
CREATE_API_KEY: Created API key "importer" by admin
UPDATE_REVIEW: Updated and featured review "Phone X" by admin
CREATE_REVIEW: Created and published review "Phone" by admin
LOGIN: Signed in by admin`
	if s := strings.Join(lines, "\n"); s != want || a.Total != 8 {
		t.Errorf("got %d:\n%s\nwant:\n%s", a.Total, s, want)
	}
	if page := modeltest.Body(t)(m.History.ActivityAnswer(2, got[4].ID)); strings.Count(page, `"action"`) != 2 || !strings.Contains(page, "Updated and featured") || !strings.Contains(page, "Created and published") {
		t.Errorf("the next page: %s", page)
	}
	items := func() string {
		var list []projections.Activity
		a, err := m.History.ActivityAnswer(0, 0)
		if err := errors.Join(err, json.Unmarshal(a.Body(), &list)); err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, one := range list {
			if one.Item != nil {
				said = append(said, fmt.Sprintf("%s %d %q %s", one.Item.Kind, one.Item.ID, one.Item.Title, one.Item.State))
			}
		}
		return strings.Join(said, "\n")
	}
	deleted, renamed := `review 1 "Phone X" deleted`, `review 1 "Phone X" published`
	want = strings.Join([]string{deleted, `category 1 "Drones" present`, `message 1 "" deleted`, `key 1 "importer" present`, deleted, deleted}, "\n")
	if got := items(); got != want {
		t.Errorf("items:\n%s\nwant:\n%s", got, want)
	}
	modeltest.Seen(t, log.AppendAs(t, "review-1", request("10"), events.ReviewRestored{ReviewID: 1, At: modeltest.Day(6)}), m.History)
	if got := items(); strings.Count(got, renamed) != 4 {
		t.Errorf("after the restoration:\n%s", got)
	}
	page, err := m.History.Trail(projections.TrailQuery{}, 0, 50)
	if err != nil || len(page.Entries) != 14 {
		t.Fatalf("%d entries, %v", len(page.Entries), err)
	}
	for _, e := range page.Entries {
		if text := fmt.Sprintf("%+v", e); strings.Contains(text, "Secret") || strings.Contains(text, "example.org") || strings.Contains(text, "Private") || strings.Contains(text, "Hush") {
			t.Errorf("personal data in the history: %s", text)
		}
	}
}

func TestMediaServesWholeFilesOnly(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	file := bytes.Repeat([]byte("pixels "), 1000)
	sum := sha256.Sum256(file)
	name := hex.EncodeToString(sum[:])
	chunk := func(n int, content []byte) events.MediaStored {
		return events.MediaStored{MediaChunk: events.MediaChunk{SHA256: name, ContentType: "image/webp", Size: len(file), Chunk: n, Chunks: 2}, Bytes: content}
	}
	modeltest.Seen(t, log.Append(t, events.MediaStream(name), chunk(0, file[:4000])), m.Media)
	if _, _, err := m.Media.File(name); !errors.Is(err, projections.ErrNotFound) {
		t.Errorf("half a file: %v", err)
	}
	modeltest.Seen(t, log.Append(t, events.MediaStream(name), chunk(1, file[4000:])), m.Media)
	for range 2 {
		kind, got, err := m.Media.File(name)
		if err != nil || kind != "image/webp" || !bytes.Equal(got, file) {
			t.Errorf("%s, %d bytes, %v", kind, len(got), err)
		}
	}
	if _, _, err := m.Media.File(name[:10]); !errors.Is(err, projections.ErrNotFound) {
		t.Errorf("half a name: %v", err)
	}
	wrong := chunk(0, []byte("something else"))
	wrong.SHA256, wrong.Chunks = strings.Repeat("ab", 32), 1
	modeltest.Seen(t, log.Append(t, events.MediaStream(wrong.SHA256), wrong), m.Media)
	if _, _, err := m.Media.File(wrong.SHA256); !errors.Is(err, projections.ErrNotFound) {
		t.Errorf("a file under another's name: %v", err)
	}
}
