package httpapi_test

import (
	"bytes"
	"encoding/json"
	"image/png"
	"net/url"
	"strings"
	"testing"
	"time"
)

// encoded returns a path as a link has it.
func encoded(path string) string { return (&url.URL{Path: path}).EscapedPath() }

func TestTheOwnerDescribesTagsAndBrands(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", `{"title":"A router","content":"Text.","authorName":"Ada","productName":"R1","productBrand":"Pellaq","categoryId":1,"rating":4,"tags":["Wi-Fi 7"],"isPublished":true}`, admin).is(201)
	before := s.clock.Now().Add(time.Second).UTC().Format(time.RFC3339)
	s.clock.Add(time.Minute)

	s.do("GET", "/api/tags/wi-fi-7", "").is(200).says(`"description":null`, `"revision":0`)
	s.do("PATCH", "/api/admin/tags/wi-fi-7", `{"description":"Routers & laptops.\nWith 802.11be."}`).is(401)
	s.do("PATCH", "/api/admin/tags/wi-fi-7", `{"description":" Routers & laptops.\nWith 802.11be. "}`, admin, with("If-Match", `"0"`)).is(200).
		says(`"description":"Routers \u0026 laptops.\nWith 802.11be."`, `"revision":1`)
	s.do("PATCH", "/api/admin/tags/WI-FI%207", `{"description":"Stale."}`, admin, with("If-Match", `"0"`)).is(412).says(`"currentRevision":1`)
	s.do("PATCH", "/api/admin/tags/wi-fi-7", `{"description":"`+strings.Repeat("é", 501)+`"}`, admin).is(400).says(`"field":"description"`,
		"at most 500 characters")
	s.do("PATCH", "/api/admin/tags/nobody", `{"description":"x"}`, admin).is(404).says("Tag not found")
	s.do("PATCH", "/api/admin/brands/pellaq", `{"description":"Makes routers."}`, admin).is(200).says(`"name":"Pellaq"`,
		`"description":"Makes routers."`)
	s.do("PATCH", "/api/admin/authors/ada", `{"description":"x"}`, admin).is(404)

	s.do("GET", "/api/tags", "").is(200).says(`"description":"Routers \u0026 laptops.\nWith 802.11be."`)
	s.do("GET", "/api/authors", "").is(200).lacks("description")
	s.do("GET", "/tags/wi-fi-7", "").is(200).says(`<title>Reviews tagged “Wi-Fi 7” | Candor</title>`,
		`<meta name="description" content="Routers &amp; laptops. With 802.11be.">`,
		"Reviews tagged “Wi-Fi 7”</h1>", "Routers &amp; laptops.\nWith 802.11be.</p>", `href="/reviews?category=computers&amp;tag=wi-fi-7"`)
	s.do("GET", "/brands/pellaq", "").is(200).says("Reviews of Pellaq products</h1>", "Makes routers.</p>",
		`href="/reviews?category=computers&amp;brand=pellaq"`)
	s.do("GET", "/api/tags/wi-fi-7?asOf="+before, "", admin).is(200).says(`"description":null`)

	s.do("PATCH", "/api/admin/tags/wi-fi-7", `{"description":null}`, admin).is(200).says(`"description":null`, `"revision":2`)
	s.do("GET", "/api/admin/tags/wi-fi-7/history", "").is(401)
	s.do("GET", "/api/admin/tags/nobody/history", "", admin).is(404).says("Tag not found")
	newest := s.do("GET", "/api/admin/tags/WI-FI%207/history?limit=1", "", admin).is(200).
		says(`[{"revision":2,`, `"changes":[{"field":"description","old":"Routers \u0026 laptops.\nWith 802.11be.","new":null,"name":"Description"`).lacks(`"revision":1`)
	newest.has("Link", `</api/admin/tags/WI-FI%207/history?limit=1&before=2>; rel="next"`)
	s.do("GET", "/api/admin/tags/WI-FI%207/history?limit=1&before=2", "", admin).is(200).
		says(`[{"revision":1,`, `"changes":[{"field":"description","old":null,"new":"Routers`)
	s.do("GET", "/api/admin/history?kind=tag", "", admin).is(200).says(`"type":"NameDescribed"`, `"title":"Wi-Fi 7"`,
		`"changes":[{"field":"description","old":"Routers \u0026 laptops.\nWith 802.11be.","new":null}]`,
		`"changes":[{"field":"description","old":null,"new":"Routers`)
	s.do("GET", "/api/admin/activity", "", admin).is(200).says(`"details":"Changed the description of tag \"Wi-Fi 7\""`)
}

func TestSlugsKeepTheLettersOfTheirScript(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	for title, slug := range map[string]string{"静かなガジェット": "静かなガジェット", "Über uns": "uber-uns", "О нас": "о-нас"} {
		var made struct{ Slug string }
		s.do("POST", "/api/pages", `{"title":"`+title+`","content":"Text.","isPublished":true}`, admin).is(201).decode(&made)
		if made.Slug != slug {
			t.Errorf("%s: slug %q, want %q", title, made.Slug, slug)
		}
		path := encoded("/pages/" + slug)
		s.do("GET", path, "").is(200).says(`<link rel="canonical" href="`+site1+path+`">`, title+"</h1>")
		s.do("GET", "/sitemap.xml", "").says("<loc>" + site1 + path + "</loc>")
	}
	s.do("GET", encoded("/pages/Über uns"), "").is(301).has("Location", "/pages/uber-uns")
	s.do("GET", encoded("/pages/О Нас"), "").is(301).has("Location", encoded("/pages/о-нас"))
	s.do("GET", "/pages/nothing%20here", "").is(404)
	s.do("GET", "/api/search?q="+url.QueryEscape("静かな"), "").is(200).says(`"url":"` + encoded("/pages/静かなガジェット") + `"`)

	var made struct{ ID json.Number }
	s.do("POST", "/api/admin/categories", `{"name":"Телефоны","slug":"телефоны"}`, admin).is(201).decode(&made)
	path := encoded("/category/телефоны")
	s.do("GET", path, "").is(200).says(`<link rel="canonical" href="`+site1+path+`">`, `href="`+path+`"`)
	s.do("GET", "/sitemap.xml", "").says("<loc>" + site1 + path + "</loc>")
	s.do("GET", encoded("/category/Телефоны"), "").is(301).has("Location", path)
	s.do("PATCH", "/api/admin/categories/"+made.ID.String(), `{"slug":"смартфоны"}`, admin).is(200)
	s.do("GET", path+"?page=2", "").is(301).has("Location", encoded("/category/смартфоны")+"?page=2")
	s.do("GET", "/api/categories/"+encoded("телефоны"), "").is(200).says(`"slug":"смартфоны"`)
	s.do("POST", "/api/admin/categories", `{"name":"Phones","slug":"телефоны"}`, admin).is(201) // the slug is free, and its own again
	s.do("GET", path, "").is(200).says("Phones")
	s.do("POST", "/api/admin/categories", `{"name":"Phones","slug":"Телефоны"}`, admin).is(400).says("such as “телефоны”")
}

func TestTheFeedLeadsOnceToTheSite(t *testing.T) {
	s := newSite(t)
	feed := s.do("GET", "/feed.xml", "").is(200).body
	head, _, _ := strings.Cut(feed, "<entry>")
	if n := strings.Count(head, `rel="alternate"`); n != 1 {
		t.Errorf("the feed has %d links to the site:\n%s", n, head)
	}
	if !strings.Contains(head, `href="`+site1+`/feed.xml" rel="self"`) {
		t.Errorf("the feed doesn't name its own address:\n%s", head)
	}
}

func TestPagesAreSharedWithAPictureOfTheSite(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	first := s.do("GET", "/share.png", "").is(200).has("Content-Type", "image/png").body
	picture, err := png.Decode(strings.NewReader(first))
	if err != nil || picture.Bounds().Dx() != 1200 || picture.Bounds().Dy() != 630 {
		t.Fatalf("no picture of 1200 x 630: %v", err)
	}
	s.do("PUT", "/api/admin/settings/site", `{"name":"Kettle Weekly"}`, admin, with("If-Match", `"0"`)).is(200)
	if renamed := s.do("GET", "/share.png", "").is(200).body; bytes.Equal([]byte(renamed), []byte(first)) {
		t.Error("the picture of a renamed site has its former name")
	}
	s.do("GET", "/", "").is(200).says(`<meta property="og:image" content="`+site1+`/share.png">`,
		`<meta property="og:image:alt" content="Kettle Weekly">`)
}
