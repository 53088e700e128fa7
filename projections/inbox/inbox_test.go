package inbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"candor/events"
	"candor/projections/inbox"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

func TestInbox(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	get := modeltest.Body(t)
	for id := 1; id <= 3; id++ {
		log.Append(t, events.MessageID(id).Stream(), events.MessageReceived{MessageID: events.MessageID(id), Name: "Bo", Email: "bo@example.org",
			Subject: fmt.Sprint("S", id), Message: "m", At: modeltest.Day(id)})
	}
	log.Append(t, "subscriber-4", events.NewsletterSubscribed{SubscriberID: 4, Email: "a@example.org", At: modeltest.Day(1)})
	log.Append(t, events.SubscribersStream, events.EmailTaken{SubscriberID: 4, At: modeltest.Day(1)})
	modeltest.Seen(t, log.Append(t, "message-2", events.MessageRead{MessageID: 2, At: modeltest.Day(4)}), m.Inbox)
	a, err := m.Inbox.MessagesAnswer(inbox.MessageQuery{})
	if got := get(a, err); a.Total != 3 || !strings.HasPrefix(got, `[{"id":3,`) || strings.Count(got, `"isRead":true`) != 1 {
		t.Errorf("%s of %d", got, a.Total)
	}
	subscribers, _ := m.Inbox.SubscribersAnswer()
	if got := get(m.Inbox.MessageAnswer(2)); !strings.Contains(got, `"isRead":true,"createdAt":"2026-11-21T09:02:00Z","revision":1`) {
		t.Errorf("%s", got)
	}
	modeltest.Seen(t, log.Append(t, "message-3", events.MessageDeleted{MessageID: 3, At: modeltest.Day(5)}), m.Inbox)
	if got := get(m.Inbox.MessagesAnswer(inbox.MessageQuery{})); !strings.HasPrefix(got, `[{"id":2,`) {
		t.Errorf("a deleted message stays: %s", got)
	}
	if again, _ := m.Inbox.SubscribersAnswer(); again != subscribers {
		t.Error("a message's change drops the subscribers")
	}
	if _, err := m.Inbox.MessageAnswer(3); !errors.Is(err, projector.ErrNotFound) {
		t.Errorf("a deleted message says %v", err)
	}
	log.DeleteStream("message-1") // without the event, as by another client
	modeltest.Seen(t, log.Append(t, "subscriber-4", events.NewsletterUnsubscribed{SubscriberID: 4, At: modeltest.Day(6)}), m.Inbox)
	if got := m.Inbox.Unerased(); strings.Join(got, " ") != "message-3 subscriber-4" {
		t.Errorf("unerased: %v", got)
	}
	if got := get(m.Inbox.MessagesAnswer(inbox.MessageQuery{})); strings.Contains(got, `"id":1,`) {
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

// An address is a subscriber's from the moment when they take it until they leave, and only then are they one.
func TestSubscribersAreFoundByTheAddressesThatTheyHaveTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := modeltest.NewLog()
		m := modeltest.Open(t, modeltest.MemDir(t), log)
		get := modeltest.Body(t)
		check := func(after string, at events.Position, owner events.SubscriberID, unerased string) {
			t.Helper()
			if got, err := m.Inbox.SubscriberOf(t.Context(), "ada@example.org", at); err != nil || got != owner {
				t.Errorf("%s: the address is that of %d (%v), want %d", after, got, err, owner)
			}
			var listed []inbox.Subscriber
			if err := json.Unmarshal([]byte(get(m.Inbox.SubscribersAnswer())), &listed); err != nil {
				t.Fatal(err)
			}
			if len(listed) > 1 || len(listed) == 1 && events.SubscriberID(listed[0].ID) != owner || len(listed) == 0 && owner != 0 {
				t.Errorf("%s: subscribers: %+v, want %d", after, listed, owner)
			}
			if got := strings.Join(m.Inbox.Unerased(), " "); got != unerased {
				t.Errorf("%s: unerased: %q, want %q", after, got, unerased)
			}
		}
		subscribe := func(id events.SubscriberID) events.Position {
			return log.Append(t, id.Stream(), events.NewsletterSubscribed{SubscriberID: id, Email: "Ada@example.org", At: modeltest.Day(1)})
		}
		check("before the address is taken", subscribe(4), 0, "subscriber-4")
		check("after that", log.Append(t, events.SubscribersStream, events.EmailTaken{SubscriberID: 4, At: modeltest.Day(1)}), 4, "")
		check("beside another subscription", subscribe(5), 4, "subscriber-5")
		check("after that is withdrawn", log.DeleteStream("subscriber-5"), 4, "")
		check("after a farewell", log.Append(t, "subscriber-4", events.NewsletterUnsubscribed{SubscriberID: 4, At: modeltest.Day(2)}),
			0, "subscriber-4")
		subscribe(6)
		log.Append(t, events.SubscribersStream, events.EmailTaken{SubscriberID: 6, At: modeltest.Day(3)})
		check("after a return", log.Append(t, events.SubscribersStream, events.EmailFreed{SubscriberID: 4, At: modeltest.Day(3)}),
			6, "subscriber-4")
		check("after the erasure", log.DeleteStream("subscriber-4"), 6, "")
		check("without a stream", log.DeleteStream("subscriber-6"), 0, "")

		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := m.Inbox.SubscriberOf(ctx, "ada@example.org", 1<<40); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("up to what is not there yet: %v", err)
		}
	})
}
