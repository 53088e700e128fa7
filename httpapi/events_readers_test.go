// What an analyst's key reads without read_unpublished: what readers may see, and nothing that they may not.

package httpapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// eventsOf lists the types of an answer's events, by stream.
func (a *answer) eventsOf(stream string) (types []string) {
	for _, line := range strings.Split(a.body, "\n") {
		if strings.Contains(line, `"subject":"`+stream+`"`) {
			_, after, _ := strings.Cut(line, `"type":"`)
			name, _, _ := strings.Cut(after, `"`)
			types = append(types, name)
		}
	}
	return types
}

func TestAnalystsReadWhatReadersMaySee(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	plain, _ := s.newKey("analyst", "read_analytics")
	trusted, _ := s.newKey("editor", "read_analytics", "read_unpublished")
	create := func(path, more string) {
		s.Helper()
		body := `{"productName":"P","productBrand":"B","categoryId":1,"title":"T","authorName":"A",` + more + `}`
		switch path {
		case "news":
			body = `{"title":"T","category":"AI","authorName":"A",` + more + `}`
		case "pages":
			body = `{"title":"T",` + more + `}`
		}
		s.do("POST", "/api/"+path, body, admin).is(201)
	}
	change := func(path, body string) {
		s.Helper()
		s.do("PATCH", "/api/"+path, body, admin).is(200)
	}
	publish, unpublish := `{"isPublished":true}`, `{"isPublished":false}`

	create("reviews", `"content":"SECRET draft"`)                             // 1: never published
	create("reviews", `"content":"SECRET first thoughts"`)                    // 2: published after a change
	change("reviews/2", `{"content":"What readers got"}`)                     //
	change("reviews/2", publish)                                              //
	change("reviews/2", `{"verdict":"PUBLIC verdict"}`)                       //
	create("reviews", `"content":"PUBLIC from the start","isPublished":true`) // 3: away for a time
	change("reviews/3", unpublish)                                            //
	change("reviews/3", `{"title":"SECRET while away"}`)                      //
	change("reviews/3", `{"title":"PUBLIC again","isPublished":true}`)        //
	change("reviews/3", `{"unpublishAt":"2099-01-31T09:30:00Z"}`)             //
	create("reviews", `"content":"SECRET taken back","isPublished":true`)     // 4: unpublished now
	change("reviews/4", unpublish)                                            //
	create("reviews", `"content":"SECRET deleted","isPublished":true`)        // 5: deleted now
	s.do("DELETE", "/api/reviews/5", "", admin).is(204)
	create("reviews", `"content":"SECRET Ann Private stole it","isPublished":true`) // 6: withheld, then corrected
	change("reviews/6", `{"content":"PUBLIC it broke","correction":"A name was wrong."}`)
	s.do("POST", "/api/admin/reviews/6/history/1/withhold", `{"reason":"Privacy"}`, admin).is(200)
	create("reviews", `"content":"PUBLIC right","isPublished":true`) // 7: a version between was withheld
	change("reviews/7", `{"content":"SECRET wrong","update":"SECRET note"}`)
	change("reviews/7", `{"content":"PUBLIC right again","update":"PUBLIC note"}`)
	s.do("POST", "/api/admin/reviews/7/history/3/withhold", `{"reason":"Privacy"}`, admin).is(200)
	change("reviews/2", `{"title":"SECRET last words","isPublished":false}`) // changed and unpublished at once
	change("reviews/2", `{"title":"T2","isPublished":true}`)
	create("news", `"content":"SECRET news"`)
	create("news", `"content":"PUBLIC news","isPublished":true`)
	create("pages", `"content":"SECRET page"`)
	create("pages", `"content":"PUBLIC page","isPublished":true`)
	s.do("POST", "/api/track", view).is(204)

	a := s.do("GET", "/api/analytics/events", "", key(plain)).is(200).
		says("PUBLIC verdict", "PUBLIC from the start", "PUBLIC again", "PUBLIC it broke", "A name was wrong.", "PUBLIC right",
			"PUBLIC right again", "PUBLIC note", "PUBLIC news", "PUBLIC page", "PageViewed")
	for stream, want := range map[string]string{
		"review-1": "", "review-4": "", "review-5": "", "article-1": "", "page-1": "",
		"review-2":   "ReviewPublished ReviewUpdated ReviewUnpublished ReviewUpdated ReviewPublished",
		"review-3":   "ReviewCreated ReviewPublished ReviewUnpublished ReviewUpdated ReviewPublished",
		"review-6":   "ReviewPublished ReviewUpdated ReviewCorrected ReviewVersionWithheld",
		"review-7":   "ReviewCreated ReviewPublished ReviewUpdated ReviewUpdateNoted ReviewVersionWithheld",
		"article-2":  "ArticleCreated ArticlePublished",
		"page-2":     "PageCreated PagePublished",
		"category-1": "CategoryCreated",
	} {
		if diff := cmp.Diff(want, strings.Join(a.eventsOf(stream), " ")); diff != "" {
			t.Errorf("%s: %s\n%s", stream, diff, strings.Join(a.eventsOf(stream), " "))
		}
	}
	for _, query := range []string{"", "?format=csv", "?stream=review-6", "?prefix=review-", "?prefix=re&format=csv",
		"?type=ReviewCreated&format=csv", "?type=ReviewCorrected&format=csv",
		"?type=ReviewUpdateNoted&type=ArticleCreated", "?type=ReviewUpdated&stream=review-2", "?type=ReviewScheduled", "?type=PageCreated",
		"?from=2026-01-01"} {
		for _, secret := range []string{"SECRET draft", "SECRET first", "SECRET while", "SECRET taken", "SECRET deleted", "SECRET Ann",
			"SECRET wrong", "SECRET note", "SECRET last", "SECRET news", "SECRET page", "2099-01-31"} {
			s.do("GET", "/api/analytics/events"+query, "", key(plain)).is(200).lacks(secret)
		}
	}
	everything := s.do("GET", "/api/analytics/events", "", key(trusted)).is(200).says("SECRET draft", "SECRET first", "SECRET while",
		"SECRET taken", "SECRET deleted", "SECRET Ann", "SECRET wrong", "SECRET note", "SECRET last", "2099-01-31")
	if own := s.do("GET", "/api/analytics/events", "", admin).is(200); own.body != everything.body {
		t.Error("the admin reads something else than a key that may read everything")
	}
	s.do("DELETE", "/api/admin/reviews/6/history/1/withhold", "", admin).is(204)
	s.do("GET", "/api/analytics/events?stream=review-6", "", key(plain)).is(200).says("Ann Private")
	only, _ := s.newKey("only", "read_unpublished")
	s.do("GET", "/api/analytics/events", "", key(only)).problem(403).says("read_analytics")
}

func TestAnalystsReadPicturesThatReadersMaySee(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	plain, _ := s.newKey("analyst", "read_analytics")
	trusted, _ := s.newKey("editor", "read_analytics", "read_unpublished")
	upload := func(shade uint8) (id string) {
		t.Helper()
		var one struct{ ID string }
		s.do("POST", fmt.Sprintf("/api/admin/media?name=%d.png", shade), string(fileOf(t, picture(t, shade))), admin,
			as("image/png")).is(200).decode(&one)
		return one.ID
	}
	public, draft, unused, removed := upload(1), upload(2), upload(3), upload(4)
	body := func(picture string, published bool) string {
		return fmt.Sprintf(`{"title":"T","content":"C","category":"AI","authorName":"A","imageUrl":"/media/%s.png","isPublished":%v}`,
			picture, published)
	}
	s.do("POST", "/api/news", body(public, true), admin).is(201)
	s.do("POST", "/api/news", body(draft, false), admin).is(201)
	s.do("POST", "/api/news", body(removed, true), admin).is(201)
	s.do("DELETE", "/api/admin/media/"+removed, "", admin).is(204)
	sees := func(want ...string) {
		t.Helper()
		got := ""
		for _, query := range []string{"", "?type=MediaStored", "?prefix=media-", "?prefix=picture-", "?type=MediaDescribed&format=csv"} {
			got += s.do("GET", "/api/analytics/events"+query, "", key(plain)).is(200).body
		}
		for _, one := range []string{public, draft, unused, removed} {
			found := strings.Contains(got, "media-"+one) && strings.Contains(got, "picture-"+one)
			if wanted := strings.Contains(strings.Join(want, " "), one); found != wanted || !wanted && (strings.Contains(got, "media-"+one) ||
				strings.Contains(got, "picture-"+one)) {
				t.Errorf("%s is in the events: %v, want %v", one, found, wanted)
			}
		}
	}
	sees(public)
	s.do("GET", "/api/analytics/events?prefix=picture-", "", key(trusted)).is(200).says("picture-"+removed, "MediaRemoved")
	s.do("GET", "/api/analytics/events?type=MediaStored", "", key(trusted)).is(200).says("media-"+public, "media-"+draft, "media-"+unused)
	s.do("PATCH", "/api/news/2", `{"isPublished":true}`, admin).is(200)
	sees(public, draft)
	s.do("PATCH", "/api/news/1", `{"isPublished":false}`, admin).is(200)
	sees(draft)
}
