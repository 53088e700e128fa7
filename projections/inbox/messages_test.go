package inbox_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/inbox"
	"candor/projections/internal/modeltest"
)

var messageIDs = regexp.MustCompile(`"id":(\d+)`)

// idsOf lists the ids of an answer in its order, and its total: "3 2 of 5".
func idsOf(t *testing.T, a *answers.Answer, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer a.Release()
	var ids []string
	for _, found := range messageIDs.FindAllSubmatch(a.Body(), -1) {
		ids = append(ids, string(found[1]))
	}
	return fmt.Sprintf("%s of %d", strings.Join(ids, " "), a.Total)
}

func TestMessagesArePagedFilteredAndSearched(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	texts := []string{"", "Broken link", "ÉTÉ offer", "A question", "Broken again", "Thanks"}
	for id := 1; id <= 5; id++ {
		log.Append(t, events.MessageID(id).Stream(), events.MessageReceived{MessageID: events.MessageID(id), Name: fmt.Sprint("Person ", id),
			Email: fmt.Sprintf("p%d@example.org", id), Subject: texts[id], Message: "line\nend", At: modeltest.Day(id)})
	}
	log.Append(t, "message-4", events.MessageRead{MessageID: 4, At: modeltest.Day(6)})
	modeltest.Seen(t, log.Append(t, "message-4", events.MessageRead{MessageID: 4, At: modeltest.Day(7)}), m.Inbox)
	unread, read := modeltest.Ptr(false), modeltest.Ptr(true)
	tests := []struct {
		name string
		q    inbox.MessageQuery
		want string
	}{
		{"all, newest first", inbox.MessageQuery{}, "5 4 3 2 1 of 5"},
		{"a page", inbox.MessageQuery{Limit: 2, Offset: 2}, "3 2 of 5"},
		{"past the end", inbox.MessageQuery{Limit: 2, Offset: 9}, " of 5"},
		{"unread", inbox.MessageQuery{Read: unread, Limit: 3}, "5 3 2 of 4"},
		{"read", inbox.MessageQuery{Read: read}, "4 of 1"},
		{"in the subject", inbox.MessageQuery{Search: " broken "}, "4 1 of 2"},
		{"beyond ASCII", inbox.MessageQuery{Search: "été"}, "2 of 1"},
		{"in the name", inbox.MessageQuery{Search: "person 3"}, "3 of 1"},
		{"in the address", inbox.MessageQuery{Search: "P5@"}, "5 of 1"},
		{"in the message", inbox.MessageQuery{Search: "line\nend", Limit: 2, Offset: 1}, "4 3 of 5"},
		{"unread ones among what is found", inbox.MessageQuery{Search: "broken", Read: unread}, "1 of 1"},
		{"never across fields", inbox.MessageQuery{Search: "again\x00line"}, " of 0"},
		{"nothing", inbox.MessageQuery{Search: "zzz"}, " of 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, err := m.Inbox.MessagesAnswer(test.q)
			if got := idsOf(t, a, err); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
	counts := func() string {
		unread, read, err := m.Inbox.MessageCounts()
		return fmt.Sprint(unread, read, err)
	}
	if got := counts(); got != "4 1 <nil>" {
		t.Errorf("counts %s", got)
	}
	log.Append(t, "message-4", events.MessageDeleted{MessageID: 4, At: modeltest.Day(8)})
	modeltest.Seen(t, log.DeleteStream("message-1"), m.Inbox)
	if got := counts(); got != "3 0 <nil>" {
		t.Errorf("counts after deleting a read and an unread one: %s", got)
	}
	a, err := m.Inbox.MessagesAnswer(inbox.MessageQuery{Search: "broken"})
	if got := idsOf(t, a, err); got != " of 0" {
		t.Errorf("a deleted message is still found: %s", got)
	}
}

// BenchmarkMessageSearch searches an inbox of 5,000 messages for what none of them says.
func BenchmarkMessageSearch(b *testing.B) {
	log := modeltest.NewLog()
	m := modeltest.Open(b, b.TempDir(), log)
	var at events.Position
	for id := 1; id <= 5000; id++ {
		at = log.Append(b, events.MessageID(id).Stream(), events.MessageReceived{MessageID: events.MessageID(id), Name: "A Person",
			Email:   "p@example.org",
			Subject: fmt.Sprint("Subject ", id), Message: strings.Repeat("Some words of a message. ", 30), At: modeltest.Day(id)})
	}
	modeltest.Seen(b, at, m.Inbox)
	n := 0
	for b.Loop() {
		n++
		a, err := m.Inbox.MessagesAnswer(inbox.MessageQuery{Search: fmt.Sprint("nobody wrote ", n), Limit: 10})
		if err != nil {
			b.Fatal(err)
		}
		a.Release()
	}
}
