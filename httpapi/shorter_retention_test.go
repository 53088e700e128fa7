// Keeping less: it is confirmed, and then old messages are deleted.

package httpapi_test

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candor/commands/people"
	"candor/events"
)

const day = 24 * time.Hour

// refusesToDelete checks that a change would delete something, the first of it at a time, and isn't saved.
func (a *answer) refusesToDelete(count, at string) {
	a.Helper()
	a.problem(http.StatusConflict).says(`"type":"urn:candor:problem:shorter-retention"`).says(`"count":` + count + `,"at":"` + at + `"`)
}

func TestDeletingMessagesAfterAShorterTimeIsConfirmed(t *testing.T) {
	s := newSite(t)
	for range 2 {
		s.do("POST", "/api/contact", message).is(201)
	}
	s.clock.Add(10 * day)
	s.do("POST", "/api/contact", message).is(201)
	s.clock.Add(10 * day)
	admin := s.asAdmin()
	s.setPrivacy(`{"messageDays":15}`).refusesToDelete("2", "2026-12-11T12:00:00Z")
	s.setPrivacy(`{"messageDays":30,"confirm":false}`).refusesToDelete("0", "2026-12-21T12:00:00Z")
	s.do("GET", "/api/admin/settings/privacy", "", admin).is(200).says(`"messageDays":"forever"`).says(`"revision":0`)

	s.setPrivacy(`{"messageDays":30,"confirm":true}`).is(200).says(`"messageDays":30`)
	s.setPrivacy(`{"messageDays":40}`).is(200)
	s.setPrivacy(`{"messageDays":null}`).is(200).says(`"messageDays":"forever"`).says(`"revision":3`)
	restore := "/api/admin/settings/privacy/history/1/restore"
	s.do("POST", restore, "", admin).refusesToDelete("0", "2026-12-21T12:00:00Z")
	s.do("POST", restore, `{"confirm":true}`, admin).is(200).says(`"messageDays":30`)
}

func TestDeletingPageViewsAfterAShorterTimeIsConfirmed(t *testing.T) {
	s := newSite(t)
	view := `{"event":"page_view","page":"/","userAgent":"Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0"}`
	for _, address := range []string{"203.0.113.1", "203.0.113.1", "203.0.113.2"} {
		s.do("POST", "/api/track", view, from(address)).is(204)
	}
	s.do("POST", "/api/contact", message).is(201)
	s.clock.Add(100 * day)
	s.do("POST", "/api/track", view, from("203.0.113.3")).is(204)
	s.caughtUp()
	s.setPrivacy(`{"pageViewDays":120}`).refusesToDelete("0", "2027-03-21T00:00:00Z") // visitors are known to the day
	s.setPrivacy(`{"pageViewDays":100}`).refusesToDelete("0", "2027-03-01T12:00:00Z") // whose midnight is over
	s.setPrivacy(`{"pageViewDays":90}`).refusesToDelete("5", "2027-03-01T12:00:00Z")
	s.setPrivacy(`{"pageViewDays":90,"messageDays":90}`).refusesToDelete("6", "2027-03-01T12:00:00Z")
	s.setPrivacy(`{"pageViewDays":"forever"}`).is(200)
	s.setPrivacy(`{"pageViewDays":null}`).refusesToDelete("0", "2027-12-26T00:00:00Z")

	s.retention = 500 // the environment decides: the setting changes nothing
	s.restart()
	s.setPrivacy(`{"pageViewDays":90}`).is(200).says(`"pageViewDays":500`)
}

func TestMessagesAreDeletedOnceTheyAreTooOld(t *testing.T) {
	s := newSite(t)
	pass := func() {
		t.Helper()
		var instances sync.WaitGroup
		for range 2 {
			r := people.MessageRetention{Handler: s.commands.People, Head: s.log.Head, Messages: s.models.Inbox, Settings: s.models.Content,
				Logger: zerolog.Nop()}
			instances.Go(func() {
				if err := r.Pass(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		instances.Wait()
	}
	s.do("POST", "/api/contact", message).is(201)
	s.clock.Add(500 * day)
	s.do("POST", "/api/contact", strings.Replace(message, "Hello", "Still there", 1)).is(201)
	s.records(pass)
	s.setPrivacy(`{"messageDays":365,"confirm":true}`).is(200)
	s.records(pass, "MessageDeleted")
	s.caughtUp()
	admin := s.asAdmin()
	s.do("GET", "/api/contact-messages", "", admin).is(200).has("X-Total-Count", "1").says("Still there")
	s.do("GET", "/api/admin/activity", "", admin).is(200).says("Deleted a message")
	err := s.log.Load(t.Context(), events.MessageID(1).Stream(), 0, func(events.Recorded) error { return nil })
	if !errors.Is(err, events.ErrStreamNotFound) {
		t.Errorf("the stream of the deleted message: %v, want it gone", err)
	}
}
