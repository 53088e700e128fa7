// Replaced and removed pictures in the public history.

package httpapi_test

import (
	"regexp"
	"strings"
	"testing"

	"candor/events"
	"candor/projections/versions"
)

// historyOf is what readers get of a review's history.
type historyOf struct {
	Versions []struct {
		Type, Label        string
		From, To           *string
		FromAlt, ToAlt     string
		FromRemovedAt      *string
		Position, Revision int64
		RemovedPictures    map[string]string
		Withheld           *struct{ Reason string }
		Title              string
		Note               *string
		Rating             *float64
		Changes            []any
		At                 string
		IsCurrent          bool
		ToRemovedAt        *string
	}
}

func (s *site) historyOf(review string) (h historyOf) {
	s.Helper()
	s.do("GET", "/api/reviews/"+review+"/history", "").is(200).decode(&h)
	return h
}

func TestAReplacedPictureIsInTheHistory(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	old, now := s.store(widePicture(t, 1)), s.store(widePicture(t, 2))
	alt := "A closed lid"
	s.describe(old, events.MediaChanges{Alt: &alt})
	s.do("POST", "/api/reviews", strings.Replace(illustrated(true, old, old), "It is quiet.", `See.\n\n![](`+old+`)`, 1), admin).is(201)
	bytes := s.do("GET", old, "").is(200).body
	before := s.do("GET", "/api/reviews/1", "").is(200)
	var was, is struct {
		Revision  int64
		UpdatedAt string
	}
	before.decode(&was)

	replace := "/api/admin/media/" + events.PictureIn(old) + "/replace"
	s.do("POST", replace, `{"by":"`+events.PictureIn(now)+`","oldPicture":"gone"}`, admin).problem(400, "oldPicture")
	s.do("POST", replace, `{"by":"`+events.PictureIn(now)+`"}`, admin).is(200)
	one := s.historyOf("1").Versions[0]
	if one.Type != "picture" || one.Label != "Picture replaced" || *one.From != old || *one.To != now || one.FromAlt != alt ||
		one.ToAlt != alt || one.Title != "A quiet laptop" {
		t.Fatalf("%+v", one)
	}
	if s.do("GET", "/api/reviews/1", "").is(200).decode(&is); is != was {
		t.Errorf("it was %+v and is %+v", was, is)
	}
	if got := s.do("GET", old, "").is(200).body; string(got) != string(bytes) {
		t.Error("the old address has other bytes")
	}
	s.do("GET", events.RenditionAddress(events.PictureIn(old), 480), "").is(200)
	s.do("GET", "/reviews/1/history", "").is(200).says("Picture replaced", old, now, alt)
	s.do("GET", "/reviews/1", "").is(200).lacks(events.PictureIn(old))

	// The version of before shows the old one, today's the new one.
	s.do("GET", "/api/reviews/1/history/1", "").is(200).says(`"productImageUrl":"` + now).lacks(events.PictureIn(old))
	s.do("PATCH", "/api/reviews/1", `{"verdict":"Buy it."}`, admin).is(200)
	s.do("GET", "/api/reviews/1/history/1", "").is(200).says(`"productImageUrl":"`+old, `img src=\"`+old).lacks(events.PictureIn(now))
	s.do("GET", "/api/reviews/1/history/2", "").is(200).says(`"item":{`, `"productImageUrl":"`+now)

	// Hidden later: the address leads to the new one, and no answer names the old one.
	s.do("POST", replace, `{"by":"`+events.PictureIn(now)+`","oldPicture":"hidden"}`, admin).is(200)
	if one := s.historyOf("1").Versions[1]; one.Type != "picture" || one.From != nil || *one.To != now || one.FromAlt != "" {
		t.Errorf("%+v", one)
	}
	s.do("GET", old, "").is(302).has("Location", now)
	for _, path := range []string{"/api/reviews/1/history", "/api/reviews/1/history/1", "/api/reviews/1/history/2", "/reviews/1/history",
		"/reviews/1/history/1"} {
		s.do("GET", path, "").is(200).lacks(events.PictureIn(old))
	}
}

func TestTheOldPictureIsPublicOnlyWhileTheHistoryShowsIt(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	old, now := s.store(widePicture(t, 1)), s.store(widePicture(t, 2))
	s.do("POST", "/api/reviews", illustrated(true, old, old), admin).is(201)
	s.do("POST", "/api/admin/media/"+events.PictureIn(old)+"/replace", `{"by":"`+events.PictureIn(now)+`"}`, admin).is(200)
	s.do("PATCH", "/api/reviews/1", `{"isPublished":false}`, admin).is(200)
	s.do("GET", old, "").problem(404)
	s.do("PATCH", "/api/reviews/1", `{"isPublished":true}`, admin).is(200)
	s.do("GET", old, "").is(200)

	s.do("POST", "/api/admin/reviews/1/history/1/withhold", `{"reason":"A face."}`, admin).is(200)
	if one := s.historyOf("1").Versions[1]; one.Type != "picture" || one.From != nil || one.To != nil || one.Withheld == nil ||
		one.Withheld.Reason != "A face." {
		t.Errorf("%+v", one)
	}
	s.do("GET", old, "").is(302).has("Location", now)
	s.do("DELETE", "/api/admin/reviews/1/history/1/withhold", "", admin).is(204)
	s.do("GET", old, "").is(200)
	s.history = versions.Corrections
	s.restart()
	if h := s.historyOf("1"); len(h.Versions) != 1 {
		t.Errorf("%+v", h)
	}
	s.do("GET", old, "").is(200) // the first version shows it
	s.history = versions.Off
	s.restart()
	s.do("GET", old, "").is(302).has("Location", now)
}

func TestARemovedPictureLeavesItsDateInEarlierVersions(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	old, other := s.store(widePicture(t, 1)), s.store(widePicture(t, 2))
	s.do("POST", "/api/reviews", strings.Replace(illustrated(true, old, other), "It is quiet.", `See.\n\n![A lid](`+old+`)`, 1), admin).is(201)
	s.do("PATCH", "/api/reviews/1", `{"content":"Nothing to see.","productImageUrl":"`+other+`"}`, admin).is(200)
	s.removePicture(old)
	s.do("GET", "/api/reviews/1/history/1", "").is(200).says(`"productImageUrl":"`+old+`"`, `"`+old+`":{"width":0,"height":0,"removedAt":"`,
		`\u003cspan class=\"removed\"\u003ePicture removed, November 21, 2026\u003c/span\u003e`)
	s.do("GET", "/reviews/1/history/1", "").is(200).says("Picture removed, November 21, 2026")
	if got := s.historyOf("1").Versions[0].RemovedPictures; len(got) != 1 || got[old] == "" {
		t.Errorf("%v", got)
	}
	s.do("GET", "/api/reviews/1", "").is(200).lacks("removed")
	s.do("GET", old, "").problem(410)
}

// What tells of a change says of a picture that was removed since that it was, and when; nothing leads to the picture.
func TestARemovedPictureLeavesItsDateInDifferences(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	old, other := s.store(widePicture(t, 1)), s.store(widePicture(t, 2))
	s.do("POST", "/api/reviews", strings.Replace(illustrated(true, old, other), "It is quiet.", `See.\n\n![A lid](`+old+`)`, 1), admin).is(201)
	s.do("PATCH", "/api/reviews/1", `{"content":"See.\n\n![A lid](`+other+`)","productImageUrl":"`+other+
		`","correction":"It was another one."}`, admin).is(200)
	told := []string{"/api/reviews/1", "/api/reviews/1/history", "/api/reviews/1/history/3", "/api/corrections", "/corrections.xml",
		"/reviews/1", "/reviews/1/history", "/corrections", "/api/admin/reviews/1/history"}
	shows := regexp.MustCompile(`<img [^>]*` + regexp.QuoteMeta(old))
	body := func(path string) string {
		return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\"`, `"`, "&lt;", "<", "&gt;",
			">").Replace(s.do("GET", path, "", admin).is(200).body)
	}
	for _, path := range told {
		if got := body(path); !shows.MatchString(got) || strings.Contains(got, "Picture removed") {
			t.Errorf("before, %s: %s", path, got)
		}
	}
	s.removePicture(old)
	for _, path := range told {
		if got := body(path); shows.MatchString(got) || !strings.Contains(got, "Picture removed, November 21, 2026") {
			t.Errorf("%s: %s", path, got)
		}
	}
	s.do("PUT", "/api/admin/settings/site", `{"language":"de"}`, admin, with("If-Match", "*")).is(200)
	s.do("GET", "/api/reviews/1", "").is(200).says("Picture removed, 21. November 2026")
}
