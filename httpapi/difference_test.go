package httpapi_test

import (
	"regexp"
	"strings"
	"testing"

	"candor/projections/difference"
)

// A change is shown alike to readers in the history and the corrections, to the admin in the history, and in the question before saving;
// the feed has what is seen of it. None of it names a side that is withheld.
func TestDifferencesAreTheSameEverywhere(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Phone", `,"rating":4.6,"isPublished":true`)
	type change struct{ Field, Name, HTML string }
	var asked struct{ Changes []change }
	s.do("POST", "/api/admin/reviews/1/change", `{"changes":{"rating":4,"verdict":"It is **quiet**.","categoryId":2}}`,
		admin).is(200).decode(&asked)
	s.do("PATCH", "/api/reviews/1", `{"rating":4,"verdict":"It is **quiet**.","categoryId":2,"correction":"We were wrong."}`, admin).is(200)
	html := func(all []change, field string) string {
		t.Helper()
		for _, one := range all {
			if one.Field == field {
				if one.Name == "" || one.HTML == "" {
					t.Errorf("%+v", one)
				}
				return one.HTML
			}
		}
		t.Fatalf("%s is none of %+v", field, all)
		return ""
	}
	var public struct{ Versions []struct{ Changes []change } }
	s.do("GET", "/api/reviews/1/history", "").is(200).decode(&public)
	var version struct{ Changes []change }
	s.do("GET", "/api/reviews/1/history/3", "").is(200).decode(&version)
	var listed []struct{ Changes []change }
	s.do("GET", "/api/corrections", "").is(200).decode(&listed)
	var item struct{ Corrections []struct{ Changes []change } }
	s.do("GET", "/api/reviews/1", "").is(200).decode(&item)
	var revisions []struct {
		Type    string
		Changes []change
	}
	s.do("GET", "/api/admin/reviews/1/history", "", admin).is(200).decode(&revisions)

	for field, want := range map[string]string{
		"rating":     `<div class="diff"><p class="diff-figure"><span class="sr-only" dir="ltr">down from 4.6 to 4.0</span><bdi aria-hidden="true"><del>4.6</del> → <ins>4.0</ins> <span class="diff-down">▼</span></bdi></p></div>`,
		"verdict":    `<div class="diff"><p dir="auto" class="diff-added"><ins><span class="sr-only" dir="ltr">added: </span>It is <strong>quiet</strong>.</ins></p></div>`,
		"categoryId": `<del>Computers &amp; Laptops</del> → <ins>Automotive Tech</ins>`,
	} {
		places := map[string][]change{"the history": public.Versions[0].Changes, "a version": version.Changes, "the question": asked.Changes}
		for _, one := range revisions {
			if strings.HasSuffix(one.Type, "Corrected") {
				places["the dashboard"] = one.Changes
			}
		}
		if field != "categoryId" {
			places["the corrections"], places["the item"] = listed[0].Changes, item.Corrections[0].Changes
			s.do("GET", "/corrections.xml", "").is(200).says(strings.NewReplacer("<", "&lt;", ">", "&gt;", `"`,
				"&#34;").Replace(difference.Seen(want)))
		}
		for place, all := range places {
			if got := html(all, field); !strings.Contains(got, want) {
				t.Errorf("%s in %s:\n got %s\nwant %s", field, place, got, want)
			}
		}
	}

	s.do("PATCH", "/api/reviews/1", `{"rating":3,"verdict":"It is loud."}`, admin).is(200)
	s.do("POST", "/api/admin/reviews/1/history/3/withhold", `{"reason":"A court."}`, admin).is(200)
	for _, path := range []string{"/api/reviews/1/history", "/api/reviews/1/history/4", "/api/corrections", "/corrections.xml"} {
		s.do("GET", path, "").is(200).says("withheld").lacks("quiet")
	}
	s.do("GET", "/api/reviews/1", "").is(200).lacks("quiet")
}

// Search engines are told of a correction in its editor's words while its version is shown, and of none of it once that is withheld.
func TestLinkedDataNamesNothingThatIsWithheld(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", published("The lamp"), admin).is(201)
	s.do("POST", "/api/news", town, admin).is(201)
	linked := regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)
	for _, item := range []struct{ api, page string }{{"reviews", "/reviews/1"}, {"news", "/tech-articles/1"}} {
		data := func(who ...option) (all string) {
			t.Helper()
			for _, one := range linked.FindAllStringSubmatch(s.do("GET", item.page, "", who...).is(200).body, -1) {
				all += one[1]
			}
			return all
		}
		s.do("PATCH", "/api/"+item.api+"/1", `{"content":"A secret text.","correction":"A secret note."}`, admin).is(200)
		if got := data(); !strings.Contains(got, `"@type":"CorrectionComment","text":"A secret note."`) {
			t.Errorf("%s: %s", item.page, got)
		}
		s.do("PATCH", "/api/"+item.api+"/1", `{"content":"Its hours.","correction":"It is open again."}`, admin).is(200)
		s.do("POST", "/api/admin/"+item.api+"/1/history/3/withhold", `{"reason":"A court order."}`, admin).is(200)
		for who, got := range map[string]string{"a reader": data(), "the admin": data(admin)} {
			if strings.Contains(got, "ecret") || !strings.Contains(got, "It is open again.") {
				t.Errorf("%s, %s: %s", item.page, who, got)
			}
		}
	}
}
