// Nobody can fill the disk with page views.

package httpapi_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

func backlogOf(n int) string {
	return `{"events":[` + strings.TrimSuffix(strings.Repeat(view+",", n), ",") + `]}`
}

func TestWhatANetworkMayTrackIsBounded(t *testing.T) {
	s := newSite(t)
	s.budget = 1000
	s.restart()
	s.do("POST", "/api/track", backlogOf(500), from("198.51.100.1")).is(204)
	s.do("POST", "/api/track", backlogOf(400), from("198.51.100.1")).is(204)
	s.records(func() {
		a := s.do("POST", "/api/track", backlogOf(101), from("198.51.100.1")).problem(429)
		if wait, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || wait < 59 || wait > 61 {
			t.Errorf("Retry-After: %q", a.header.Get("Retry-After"))
		}
	})
	s.do("POST", "/api/track", backlogOf(100), from("198.51.100.1")).is(204) // what was refused has cost nothing
	s.do("POST", "/api/track", view, from("198.51.100.1")).problem(429)
	s.do("POST", "/api/track", view, from("198.51.100.2")).is(204)
	s.clock.Add(61 * time.Second)
	s.do("POST", "/api/track", view, from("198.51.100.1")).is(204)
}

func TestHowManyBytesANetworkMaySendIsBounded(t *testing.T) {
	s := newSite(t)
	s.budget = 3000
	s.restart()
	large := `{"event":"page_view","page":"/","padding":"` + strings.Repeat("x", 1_000_000) + `"}`
	s.records(func() {
		for range 4 {
			s.do("POST", "/api/track", large, from("198.51.100.1")).is(204)
		}
	}, "VisitorFirstSeen", "PageViewed", "PageViewed", "PageViewed", "PageViewed")
	s.records(func() { s.do("POST", "/api/track", large, from("198.51.100.1")).problem(429).has("Retry-After", "61") })
	s.do("POST", "/api/track", view, from("198.51.100.1")).is(204)
}

func TestLargeMetadataIsRefused(t *testing.T) {
	s := newSite(t)
	event := func(metadata int) string {
		return fmt.Sprintf(`{"event":"page_view","page":"/","metadata":"\"%s\""}`, strings.Repeat("x", metadata-2))
	}
	s.do("POST", "/api/track", event(512)).is(204)
	s.records(func() {
		s.do("POST", "/api/track", event(513)).problem(400, "metadata")
		s.do("POST", "/api/track", `{"events":[`+event(513)+`]}`).problem(400, "events[0]")
	})
	s.do("POST", "/api/track", `{"events":[`+view+`,`+event(513)+`]}`).is(200).says(`"accepted":1`, `"index":1`,
		"Metadata must be at most 512 characters")
}
