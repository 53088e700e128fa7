// The checklist of a new site: each step is ticked by what the log says.

package httpapi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"candor/commands"
	"candor/events"
)

// checklist returns the steps that are done, and "dismissed".
func (s *site) checklist() string {
	s.Helper()
	var list struct {
		Items []struct {
			Key  string
			Done bool
		}
		Dismissed bool
	}
	if err := json.Unmarshal([]byte(s.do("GET", "/api/admin/checklist", "", s.asAdmin()).is(200).body), &list); err != nil {
		s.Fatal(err)
	}
	var keys, done []string
	for _, item := range list.Items {
		keys = append(keys, item.Key)
		if item.Done {
			done = append(done, item.Key)
		}
	}
	if got := fmt.Sprint(keys); got != "[name pages author review navigation backup]" {
		s.Errorf("the steps are %s", got)
	}
	if list.Dismissed {
		done = append(done, "dismissed")
	}
	return strings.Join(done, " ")
}

func TestTheChecklistIsTickedByWhatTheOwnerDoes(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("GET", "/api/admin/checklist", "").is(401)
	done := func(want string) {
		t.Helper()
		if got := s.checklist(); got != want {
			t.Errorf("done is %q, want %q", got, want)
		}
	}
	done("")
	anything := with("If-Match", "*")
	s.do("PUT", "/api/admin/settings/site", `{"tagline":"Coffee, measured"}`, admin, anything).is(200)
	s.do("POST", "/api/reviews", `{"productName":"Kettle","productBrand":"Acme","categoryId":1,"title":"It boils","content":"Quickly.","rating":4,"authorName":"Ada"}`, admin).is(201)
	done("")
	s.do("PUT", "/api/admin/settings/site", `{"name":"Noisy Kitchen"}`, admin, anything).is(200)
	done("name")
	s.do("PUT", "/api/admin/settings/navigation", `{"social":[]}`, admin, anything).is(200)
	s.do("POST", "/api/admin/authors", `{"name":"Ada"}`, admin).is(201)
	s.do("PATCH", "/api/reviews/1", `{"isPublished":true}`, admin).is(200)
	done("name author review navigation")
	if _, err := s.commands.Operations.RecordBackup(t.Context(), commands.SystemCaller("test"), 7, 4096); err != nil {
		t.Fatal(err)
	}
	s.caughtUp()
	done("name author review navigation backup")
}

func TestThePagesOfEverySiteAreReadOnceAllAreChanged(t *testing.T) {
	changes := func(s *site, slugs ...string) {
		s.Helper()
		for _, slug := range slugs {
			var found []struct{ ID int64 }
			if err := json.Unmarshal([]byte(s.do("GET", "/api/pages?slug="+slug, "").is(200).body), &found); err != nil || len(found) != 1 {
				s.Fatal(err, found)
			}
			s.do("PATCH", fmt.Sprint("/api/pages/", found[0].ID), `{"content":"Ours."}`, s.asAdmin()).is(200)
		}
	}
	s := newSite(t)
	if err := s.commands.Editorial.CreateFixedPages(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	s.caughtUp()
	changes(s, "about", "privacy")
	if got := s.checklist(); got != "" {
		t.Errorf("done is %q although the terms were not changed", got)
	}
	changes(s, "terms")
	if got := s.checklist(); got != "pages" {
		t.Errorf("done is %q", got)
	}
}

func TestTheOwnerMayLeaveThePagesOfEverySiteAsTheyAre(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.records(func() {
		for range 2 {
			s.do("PUT", "/api/admin/checklist/pages", "", admin).is(204)
		}
	}, events.ChecklistPagesRead{}.EventType())
	if got := s.checklist(); got != "pages" {
		t.Errorf("done is %q although the owner has read them", got)
	}
}

func TestTheChecklistIsPutAwayForGood(t *testing.T) {
	s := newSite(t)
	s.do("POST", "/api/admin/checklist/dismiss", "").is(401)
	admin := s.asAdmin()
	s.records(func() {
		for range 2 {
			s.do("POST", "/api/admin/checklist/dismiss", "", admin).is(204)
		}
	}, events.ChecklistDismissed{}.EventType())
	s.restart()
	if got := s.checklist(); got != "dismissed" {
		t.Errorf("done is %q", got)
	}
	s.do("GET", "/api/admin/activity", "", s.asAdmin()).is(200).says("Dismissed the checklist")
}
