// Shorter retention: what it deletes is counted and confirmed first.

package settings

import (
	"fmt"
	"net/http"
	"time"

	"candor/commands/settings"
	"candor/events"
	"candor/httpapi"
)

// retention is one kind of what is stored for some days.
type retention struct {
	field string // of the section of privacy
	noun  string
	days  func(events.PrivacySettings) events.Days
	count func(c *httpapi.Call, before time.Time) (count int64, oldest time.Time, err error)
}

var retentions = []retention{
	{"pageViewDays", "page views and visitors", func(s events.PrivacySettings) events.Days { return s.PageViewDays },
		func(c *httpapi.Call, before time.Time) (int64, time.Time, error) {
			return c.Models.Analytics.CountStored(before)
		}},
	{"messageDays", "messages", func(s events.PrivacySettings) events.Days { return s.MessageDays },
		func(c *httpapi.Call, before time.Time) (int64, time.Time, error) {
			return c.Models.Inbox.CountMessages(before)
		}},
}

// confirmShorter returns the check that refuses to store something for a shorter time than today, unless that is confirmed: its refusal
// says how much is deleted at once, and when the first deletion is due. Fields that the environment decides shorten nothing.
func confirmShorter(c *httpapi.Call, confirmed bool) settings.Check {
	return func(before, after events.Settings) error {
		if confirmed {
			return nil
		}
		now, err := c.Models.Content.Settings()
		if err != nil {
			return err
		}
		shorter := shortening{at: c.Clock().UTC()}
		for _, r := range retentions {
			_, overridden := now.Sections[events.PrivacySection].Overridden[r.field]
			if days := r.days(after.Privacy); !overridden && days.Shorter(r.days(before.Privacy)) {
				if err := shorter.add(c, r, days); err != nil {
					return err
				}
			}
		}
		return shorter.refusal()
	}
}

// shortening collects the data that shorter retentions delete.
type shortening struct {
	at    time.Time // now
	nouns []string
	count int64
	first time.Time // when the first deletion is due
}

// add adds what is deleted when what r is about is stored for some days. Its error is ErrNotReady.
func (s *shortening) add(c *httpapi.Call, r retention, days events.Days) error {
	count, oldest, err := r.count(c, s.at.Add(-days.Age()))
	if err != nil {
		return err
	}
	due := s.at
	switch {
	case count > 0:
	case oldest.IsZero(): // what comes now is the first to go
		due = s.at.Add(days.Age())
	default:
		due = oldest.Add(days.Age())
		if due.Before(s.at) { // what is known to the day began before its first hour is that old
			due = s.at
		}
	}
	if len(s.nouns) == 0 || due.Before(s.first) {
		s.first = due
	}
	s.nouns, s.count = append(s.nouns, r.noun), s.count+count
	return nil
}

// refusal returns the refusal, nil if nothing is stored for a shorter time.
func (s *shortening) refusal() error {
	if len(s.nouns) == 0 {
		return nil
	}
	what := s.nouns[0]
	if len(s.nouns) > 1 {
		what += " and " + s.nouns[1]
	}
	first := s.first.UTC().Truncate(time.Second)
	return &httpapi.Refusal{
		Status: http.StatusConflict, Kind: "shorter-retention", Count: &s.count, At: &first,
		Detail: fmt.Sprintf(`This stores %s for a shorter time. %d of them would be deleted at once. Send "confirm": true to change it anyway.`,
			what, s.count),
	}
}
