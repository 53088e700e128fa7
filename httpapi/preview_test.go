// Preview links: who has one sees the item with its draft, and nobody keeps anything of it.

package httpapi_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// link is a preview link as the admin sees it.
type link struct {
	ID, URL              string
	CreatedAt, ExpiresAt time.Time
}

// preview returns the paths of the API and of the page behind the link.
func (l link) paths() (api, page string) {
	_, token, _ := strings.Cut(l.URL, "/preview/")
	return "/api/preview/" + token, "/preview/" + token
}

// share makes a preview link of an item.
func (s *site) share(item string) (l link) {
	s.Helper()
	s.do("POST", "/api/admin/"+item+"/preview-links", "", s.asAdmin()).is(201).decode(&l)
	return l
}

func TestAPreviewShowsTheItemWithItsDraft(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	for _, kind := range drafted {
		s.do("POST", "/api/"+kind.path, kind.item, admin).is(201)
		var l link
		s.records(func() { l = s.share(kind.path + "/1") }, "PreviewLinkCreated")
		if !strings.HasPrefix(l.URL, site1+"/preview/") || len(l.URL) < len(site1+"/preview/")+22 ||
			l.ExpiresAt.Sub(l.CreatedAt) != 7*24*time.Hour {
			t.Errorf("%+v", l)
		}
		api, page := l.paths()
		show := func() *answer {
			return s.do("GET", api, "").is(200).has("Cache-Control", "no-store").has("X-Robots-Tag", "noindex").has("Referrer-Policy", "no-referrer")
		}
		show().says(`"contentHtml":`, `"expiresAt":"2026-11-28T12:00:00Z"`)
		s.do("PUT", "/api/admin/"+kind.path+"/1/draft", `{"base":0,"fields":{"content":"It is **loud**.","rating":99,"isPublished":true}}`,
			admin).is(200)
		show().says("loud").lacks(`"rating":99`)
		s.do("PUT", "/api/admin/"+kind.path+"/1/draft", `{"base":0,"fields":{"content":"It _hums_."}}`, admin).is(200)
		var seen struct {
			Kind string
			Item struct{ ContentHTML string }
		}
		if show().decode(&seen); seen.Item.ContentHTML != "<p>It <em>hums</em>.</p>\n" || !strings.HasPrefix(kind.path, seen.Kind[:1]) &&
			seen.Kind != "article" {
			t.Errorf("%+v", seen)
		}
		s.do("GET", "/api/"+kind.path+"/1", "").is(404)
		s.do("GET", page, "").is(200).has("Cache-Control", "no-store").has("X-Robots-Tag", "noindex").has("Referrer-Policy", "no-referrer").
			says(`<meta name="robots" content="noindex`).lacks("hums", `<link rel="canonical" href="`+l.URL)
		s.do("DELETE", "/api/admin/"+kind.path+"/1/draft", "", admin).is(204)
		show().lacks("hums")
	}
	s.do("GET", s.shared("reviews/1"), "").is(200).says(`"category":{"id":1,`)
	s.do("GET", "/sitemap.xml", "").is(200).lacks("/preview/")
	if lines := s.lines.String(); strings.Contains(lines, "/preview/G") || !strings.Contains(lines, "/preview/{token}") {
		t.Error("the log's lines should name the route and not the token")
	}
}

// shared is the API's path of a new link.
func (s *site) shared(item string) string {
	s.Helper()
	api, _ := s.share(item).paths()
	return api
}

func TestAPreviewLinkEnds(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", review, admin).is(201)
	const links = "/api/admin/reviews/1/preview-links"
	one := s.share("reviews/1")
	s.clock.Add(time.Hour)
	two := s.share("reviews/1")
	listed := func() (ids string) {
		t.Helper()
		var all []link
		s.do("GET", links, "", admin).is(200).decode(&all)
		for _, l := range all {
			ids += map[string]string{one.ID: "1", two.ID: "2"}[l.ID]
		}
		return ids
	}
	seen := func(l link) int {
		t.Helper()
		api, page := l.paths()
		status := s.do("GET", api, "").status
		s.do("GET", page, "").is(status).has("Cache-Control", "no-store").has("X-Robots-Tag", "noindex")
		return status
	}
	if got := listed(); got != "21" || seen(one) != 200 || seen(two) != 200 {
		t.Errorf("listed: %s", got)
	}
	s.restart()
	admin = s.asAdmin()
	s.do("DELETE", "/api/reviews/1", "", admin).is(204)
	if seen(one) != 404 {
		t.Error("the item is deleted")
	}
	s.do("GET", links, "", admin).problem(404)
	s.do("POST", links, "", admin).problem(404)
	s.do("POST", "/api/admin/reviews/1/restore", "", admin).is(200)
	s.records(func() { s.do("DELETE", links+"/"+two.ID, "", admin).is(204) }, "PreviewLinkWithdrawn")
	s.do("DELETE", links+"/"+two.ID, "", admin).problem(404)
	if got := listed(); got != "1" || seen(one) != 200 || seen(two) != 404 {
		t.Errorf("after two is withdrawn: %s", got)
	}
	s.do("GET", "/api/admin/activity", "", admin).is(200).says(`Created a preview link for review \"A quiet laptop\"`,
		`Withdrew a preview link for review`)
	s.do("GET", "/api/admin/history", "", admin).is(200).says("PreviewLinkWithdrawn").lacks(strings.TrimPrefix(one.URL, site1+"/preview/"))
	s.clock.Add(7*24*time.Hour - time.Hour)
	s.cookie = ""
	admin = s.asAdmin()
	if got := listed(); got != "" || seen(one) != 404 {
		t.Errorf("after a week: %s", got)
	}
	s.do("DELETE", links+"/"+one.ID, "", admin).problem(404)

	for _, path := range []string{"/api/preview/x", "/api/preview/%00", "/preview/x", "/preview/" + strings.Repeat("x", 3000)} {
		s.do("GET", path, "").is(404).has("Cache-Control", "no-store")
	}
	s.do("DELETE", links+"/x", "", admin).problem(404)
	s.do("GET", links, "").problem(401)
	s.do("POST", links, "").problem(401)
	for range 20 {
		s.share("reviews/1")
	}
	s.do("POST", links, "", admin).problem(400, "links")
}

func TestAPreviewLinkCanBeMadeAgain(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/pages", page, admin).is(201)
	make := func() *answer {
		return s.do("POST", "/api/admin/pages/1/preview-links", "", admin, with("Idempotency-Key", "k")).is(201)
	}
	if one, two := make(), make(); one.body != two.body {
		t.Errorf("%s and %s", one.body, two.body)
	}
}

func TestAPreviewOpensThePicturesOfItsItemAlone(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	var one, other struct{ ProductImageURL string }
	s.do("POST", "/api/reviews", illustrated(false, picture(t, 1)), admin).is(201).decode(&one)
	s.do("POST", "/api/reviews", illustrated(false, picture(t, 2)), admin).is(201).decode(&other)
	fields, err := json.Marshal(map[string]any{"base": 0,
		"fields": map[string]any{"imageUrls": []string{picture(t, 3), "https://elsewhere.example/media/" + strings.Repeat("ab", 32) + ".png"},
			"content": "![It](" + one.ProductImageURL + ")"}})
	if err != nil {
		t.Fatal(err)
	}
	var saved struct {
		Fields struct{ ImageURLs []string }
	}
	s.do("PUT", "/api/admin/reviews/1/draft", string(fields), admin).is(200).decode(&saved)
	l := s.share("reviews/1")
	api, page := l.paths()
	var seen struct {
		Item struct {
			ProductImageURL, Content, ContentHTML string
			ImageURLs                             []string
		}
	}
	s.do("GET", api, "").is(200).decode(&seen)
	if seen.Item.ProductImageURL != page+one.ProductImageURL || seen.Item.ImageURLs[0] != page+saved.Fields.ImageURLs[0] ||
		seen.Item.ImageURLs[1] != "https://elsewhere.example/media/"+strings.Repeat("ab", 32)+".png" ||
		!strings.Contains(seen.Item.ContentHTML, `src="`+page+one.ProductImageURL) ||
		!strings.Contains(seen.Item.Content, "("+page+one.ProductImageURL+")") {
		t.Errorf("%+v", seen)
	}
	for _, address := range []string{one.ProductImageURL, saved.Fields.ImageURLs[0]} {
		s.do("GET", page+address, "").is(200).has("Content-Type", "image/png").has("Cache-Control", "no-store").has("X-Robots-Tag", "noindex")
		s.do("GET", address, "").problem(404)
		s.do("GET", "/preview/x"+address, "").problem(404)
	}
	s.do("GET", page+other.ProductImageURL, "").problem(404)
	s.do("GET", page+strings.Replace(one.ProductImageURL, ".png", ".webp", 1), "").problem(404)
	s.do("GET", page+"/media/"+strings.Repeat("ab", 32)+".png", "").problem(404)
	s.removePicture(one.ProductImageURL)
	s.do("GET", page+one.ProductImageURL, "").is(404)
	s.do("GET", api, "").is(200).lacks(one.ProductImageURL)
	s.do("DELETE", "/api/admin/reviews/1/preview-links/"+l.ID, "", admin).is(204)
	s.do("GET", page+saved.Fields.ImageURLs[0], "").problem(404)
}

func TestAPreviewShowsNothingThatIsWithheld(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", strings.Replace(review, "{", `{"isPublished":true,`, 1), admin).is(201)
	s.do("PATCH", "/api/reviews/1", `{"verdict":"It belongs to Bo.","correction":"Whose it is."}`, admin).is(200)
	s.do("PATCH", "/api/reviews/1", `{"verdict":"It is quiet.","correction":"It is nobody's."}`, admin).is(200)
	api := s.shared("reviews/1")
	s.do("GET", api, "").is(200).says("It belongs to Bo.")
	s.do("POST", "/api/admin/reviews/1/history/3/withhold", `{"reason":"It named a private person."}`, admin).is(200)
	s.do("GET", api, "").is(200).says("It is quiet.").lacks("It belongs to Bo.", `"publishAt"`)
}
