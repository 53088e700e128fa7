package audit_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"candor/events"
	"candor/projections/audit"
	"candor/projections/internal/modeltest"
)

func TestActivity(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	admin := events.Metadata{Actor: events.Actor{Kind: events.ActorAdmin, ID: "admin", Name: "admin"}}
	request := func(id string) events.Metadata { m := admin; m.CorrelationID = id; return m }
	log.AppendAs(t, events.AdminStream, request("1"), events.AdminLoggedIn{SessionID: "s", Username: "admin", At: modeltest.Day(0),
		ExpiresAt: modeltest.Day(9)})
	log.AppendAs(t, "review-1", request("2"), modeltest.Review(1, "Phone"), modeltest.Published(1))
	log.AppendAs(t, "review-1", request("3"), events.ReviewUpdated{ReviewID: 1, At: modeltest.Day(2),
		Changes: events.ReviewChanges{Title: modeltest.Ptr("Phone X")}}, events.ReviewFeatured{ReviewID: 1, At: modeltest.Day(2)})
	log.AppendAs(t, "review-2", events.Metadata{Actor: events.Actor{Kind: events.ActorBot, Name: "bot"}, CorrelationID: "4"},
		modeltest.Review(2, "By a bot"))
	log.AppendAs(t, "apikey-1", request("5"), events.ApiKeyCreated{KeyID: 1, Name: "importer", Hash: "h", At: modeltest.Day(3)})
	log.AppendAs(t, "message-1", request("6"), events.MessageReceived{MessageID: 1, Name: "Bo Secret", Email: "bo@example.org",
		Subject: "Private", Message: "Hush", At: modeltest.Day(4)})
	log.AppendAs(t, "message-1", request("8"), events.MessageRead{MessageID: 1, At: modeltest.Day(5)},
		events.MessageDeleted{MessageID: 1, At: modeltest.Day(5)})
	log.AppendAs(t, "category-1", request("9"),
		events.CategoryCreated{CategoryID: 1, CategoryContent: events.CategoryContent{Name: "Drones", Slug: "drones"}, At: modeltest.Day(5)})
	log.AppendAs(t, events.AdminStream, events.Metadata{Actor: events.System},
		events.AdminPasswordSet{PasswordHash: "h", At: modeltest.Day(5)})
	modeltest.Seen(t, log.AppendAs(t, "review-1", request("7"), events.ReviewDeleted{ReviewID: 1, At: modeltest.Day(5)}), m.History)
	var got []audit.Activity
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
	if page := modeltest.Body(t)(m.History.ActivityAnswer(2, got[4].ID)); strings.Count(page, `"action"`) != 2 ||
		!strings.Contains(page, "Updated and featured") || !strings.Contains(page, "Created and published") {
		t.Errorf("the next page: %s", page)
	}
	items := func() string {
		var list []audit.Activity
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
	want = strings.Join([]string{deleted, `category 1 "Drones" present`, `message 1 "" deleted`, `key 1 "importer" present`, deleted, deleted},
		"\n")
	if got := items(); got != want {
		t.Errorf("items:\n%s\nwant:\n%s", got, want)
	}
	modeltest.Seen(t, log.AppendAs(t, "review-1", request("10"), events.ReviewRestored{ReviewID: 1, At: modeltest.Day(6)}), m.History)
	if got := items(); strings.Count(got, renamed) != 4 {
		t.Errorf("after the restoration:\n%s", got)
	}
	page, err := m.History.Entries(audit.Query{}, 0, 50)
	if err != nil || len(page.Entries) != 11 {
		t.Fatalf("%d entries, %v", len(page.Entries), err)
	}
	for _, e := range page.Entries {
		if text := fmt.Sprintf("%+v", e); strings.Contains(text, "Secret") || strings.Contains(text, "example.org") ||
			strings.Contains(text, "Private") || strings.Contains(text, "Hush") {
			t.Errorf("personal data in the history: %s", text)
		}
	}
}

func TestWhatAChangeIsCalledInASentence(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	log.Append(t, "review-1", modeltest.Review(1, "Phone"))
	var last events.Position
	for i, also := range []events.Event{events.ReviewCorrected{ReviewID: 1, At: modeltest.Day(1)},
		events.ReviewUpdateNoted{ReviewID: 1, At: modeltest.Day(1)},
		events.ReviewTypoMarked{ReviewID: 1, At: modeltest.Day(1)}} {
		request := events.Metadata{Actor: events.Actor{Kind: events.ActorAdmin, ID: "admin", Name: "admin"},
			CorrelationID: fmt.Sprint("change ", i)}
		last = log.AppendAs(t, "review-1", request, events.ReviewUpdated{ReviewID: 1, At: modeltest.Day(1)}, also)
	}
	for _, one := range []events.Event{events.ReviewVersionWithheld{ReviewID: 1, At: modeltest.Day(1)},
		events.ReviewVersionReleased{ReviewID: 1, At: modeltest.Day(1)}} {
		last = log.Append(t, "review-1", one)
	}
	modeltest.Seen(t, last, m.History)
	var all []audit.Activity
	a, err := m.History.ActivityAnswer(5, 0)
	if err := errors.Join(err, json.Unmarshal(a.Body(), &all)); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, one := range all {
		lines = append(lines, one.Action+": "+one.Details)
	}
	want := `UPDATE_REVIEW: Released a version of review "Phone"
UPDATE_REVIEW: Withheld a version of review "Phone"
UPDATE_REVIEW: Updated and corrected a typo in review "Phone"
UPDATE_REVIEW: Updated review "Phone"
UPDATE_REVIEW: Updated and corrected review "Phone"`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
