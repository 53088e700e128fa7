// Pages with their heads, true 404s, sitemap, feed and the files of the web app.

package httpapi_test

import (
	"encoding/json"
	"encoding/xml"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// site1 is the public address of the tests' site, which no request names.
const site1 = "http://reviews.example"

func TestEveryPublicRouteHasItsHead(t *testing.T) {
	s := newSite(t)
	for path, title := range map[string]string{
		"/": "Candor: Honest tech reviews", "/reviews": "All Reviews | Candor", "/tech-articles": "Tech Articles | Candor",
		"/office-tools": "Office Tools | Candor",
		"/about":        "About Us | Candor", "/contact": "Contact | Candor", "/corrections": "Corrections | Candor",
		"/privacy": "Privacy Policy | Candor", "/terms": "Terms of Service | Candor",
		"/category/computers": "Computers &amp; Laptops | Candor", "/category/gadgets": "Smart Gadgets | Candor",
	} {
		a := s.do("GET", path, "").is(200).has("Content-Type", "text/html; charset=utf-8").says(
			"<title>"+title+"</title>", `<link rel="canonical" href="`+site1+path+`">`, `<meta name="robots" content="index, follow">`,
			`<meta name="description" content="`, `<meta name="keywords" content="`, `<meta property="og:title" content="`+title+`">`,
			`<meta property="og:url" content="`+site1+path+`">`, `<meta property="og:type" content="website">`,
			`<meta property="og:image" content="`+site1+`/share.png">`, `<meta name="twitter:card" content="summary_large_image">`,
			`<meta name="twitter:title" content="`+title+`">`, `<div id="root"><`, `</h1>`, `<script>theme()</script>`, "application/ld+json")
		s.do("GET", path, "", with("If-None-Match", a.header.Get("ETag"))).is(304)
		s.do("HEAD", path, "").is(200)
	}
	for _, path := range []string{"/admin", "/admin-login", "/admin/reviews/new", "/admin/articles/7/edit", "/admin/pages/999/edit",
		"/admin/media", "/admin/media/" + strings.Repeat("a1", 32), "/admin/settings", "/admin/settings/account"} {
		s.do("GET", path, "").is(200).says(`<meta name="robots" content="noindex, follow">`).has("X-Robots-Tag", "noindex")
	}
}

func TestShellsSayThatTheyNeedJavaScript(t *testing.T) {
	s := newSite(t)
	for path, text := range map[string]string{
		"/admin": "The dashboard needs JavaScript.", "/admin/reviews/new": "The dashboard needs JavaScript.",
		"/admin-login":                        "Signing in needs JavaScript.",
		"/preview/" + strings.Repeat("x", 43): "Previews need JavaScript.",
	} {
		s.do("GET", path, "").says("<noscript>", text, `<a href="/">Back to the site</a>`)
	}
	s.do("GET", "/about", "").is(200).lacks("<noscript>")
}

func TestMissingPagesAre404(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", review, admin).is(201)                                                      // a draft
	s.do("POST", "/api/news", `{"title":"T","content":"C","category":"AI","authorName":"A"}`, admin).is(201) // a draft
	for path, title := range map[string]string{
		"/nowhere": "Page Not Found", "/reviews/1/more": "Page Not Found", "/index.html": "Page Not Found", "/admin/users": "Page Not Found",
		"//evil.example/": "Page Not Found",
		"/reviews/abc":    "Invalid Route", "/reviews/0": "Invalid Route", "/reviews/-1": "Invalid Route",
		"/reviews/99999999999999999999": "Invalid Route",
		"/reviews/1":                    "Review Not Found", "/reviews/77": "Review Not Found",
		"/tech-articles/1": "Tech Article Not Found", "/tech-articles/abc": "Tech Article Not Found", "/category/unknown": "Category Not Found",
	} {
		s.do("GET", path, "", admin).is(404).has("Content-Type", "text/html; charset=utf-8").says("<title>"+title+" | Candor</title>",
			`content="noindex, follow"`, `<div id="root">`)
	}
	// The browser shows the dashboard at such an address: what the server rendered would be thrown away with an error.
	s.do("GET", "/admin/users", "", admin).is(404).lacks("This page could not be found.</p>",
		"data-server-rendered").says(`<div id="root"></div>`)
	for _, path := range []string{"/api", "/api/", "/api/nothing", "/api/reviews/", "/api/reviews/1/x", "/assets/none.js",
		"/assets/", "/media/x"} {
		s.do("GET", path, "").problem(404)
	}
	for path, to := range map[string]string{"/about/": "/about", "/reviews/?search=x": "/reviews?search=x", "/reviews/5/": "/reviews/5"} {
		s.do("GET", path, "").is(301).has("Location", to)
	}
	whole := func(r *http.Request) { r.URL.Opaque = "http://somebody@evil.example/about/" } // as a client asks a proxy
	s.do("GET", "/about/", "", whole).is(301).has("Location", "/about")
}

func TestReviewPageTellsSearchEnginesWhatItIs(t *testing.T) {
	s := newSite(t)
	body := strings.Replace(review, "{", `{"isPublished":true,`, 1)
	body = strings.Replace(body, "A quiet laptop", `Quiet \"</title><script>alert(1)</script>`, 1)
	s.do("POST", "/api/reviews", body, s.asAdmin()).is(201)
	a := s.do("GET", "/reviews/1", "").is(200).
		lacks("<script>alert", `alert(1)</script>`).
		says(`<meta name="description" content="It is quiet. Very.">`, `<meta property="og:type" content="article">`,
			`<meta property="og:image" content="https://img.example/a.webp">`,
			`<meta name="twitter:card" content="summary_large_image">`, `<meta property="article:published_time" content="2026-11-21T12:00:00Z">`)
	data := linkedData(a)
	if len(data) != 2 {
		t.Fatalf("%d JSON-LD scripts, want 2", len(data))
	}
	checkJSON(t, "linkeddata-review", data)
}

func TestArticlePageFallsBackToItsContent(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	long := strings.Repeat("é", 200)
	s.do("POST", "/api/news", `{"title":"Long","content":"`+long+
		`","category":"AI","authorName":"A","isPublished":true,"imageUrl":"https://img.example/x.webp"}`, admin).is(201)
	a := s.do("GET", "/tech-articles/1", "").is(200).says(`<meta name="description" content="` + strings.Repeat("é", 149) + `…">`)
	checkJSON(t, "linkeddata-article", linkedData(a))
	s.do("PATCH", "/api/news/1", `{"excerpt":"In short."}`, admin).is(200)
	s.do("GET", "/tech-articles/1", "").is(200).says(`<meta name="description" content="In short.">`)
	s.do("PATCH", "/api/news/1", `{"isPublished":false}`, admin).is(200)
	s.do("GET", "/tech-articles/1", "").is(404)
}

var ldScript = regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)

// linkedData parses the JSON-LD of a page.
func linkedData(a *answer) []any {
	a.Helper()
	var all []any
	for _, m := range ldScript.FindAllStringSubmatch(a.body, -1) {
		var v any
		if err := json.Unmarshal([]byte(m[1]), &v); err != nil {
			a.Fatalf("JSON-LD %s: %v", m[1], err)
		}
		all = append(all, v)
	}
	return all
}

func checkJSON(t *testing.T, name string, v any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	(&answer{TB: t, what: name, body: string(text)}).golden(name)
}

func TestSitemapFeedAndRobots(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	feed := s.do("GET", "/feed.xml", "").is(200).has("Content-Type", "application/atom+xml; charset=utf-8")
	var empty struct {
		Updated string `xml:"updated"`
	}
	if err := xml.Unmarshal([]byte(feed.body), &empty); err != nil || empty.Updated == "" {
		t.Errorf("feed of an empty site: %v\n%s", err, feed.body)
	}
	s.do("POST", "/api/reviews", strings.Replace(review, "{", `{"isPublished":true,`, 1), admin).is(201)
	s.do("POST", "/api/reviews", review, admin).is(201) // a draft
	s.clock.Add(time.Hour)
	s.do("POST", "/api/news", `{"title":"Cut & <b>dried</b>","content":"C","category":"AI","authorName":"A","isPublished":true}`,
		admin).is(201)

	a := s.do("GET", "/sitemap.xml", "").is(200).has("Content-Type", "application/xml; charset=utf-8")
	var set struct {
		URLs []struct {
			Loc     string `xml:"loc"`
			LastMod string `xml:"lastmod"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal([]byte(a.body), &set); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, u := range set.URLs {
		found[u.Loc] = u.LastMod
	}
	for path, modified := range map[string]string{"/": "", "/reviews": "", "/about": "", "/category/computers": "2026-11-21T12:00:00Z",
		"/reviews/1": "2026-11-21T12:00:00Z", "/tech-articles/1": "2026-11-21T13:00:00Z"} {
		if got, ok := found[site1+path]; !ok || got != modified {
			t.Errorf("sitemap: %s is there: %v, lastmod %q, want %q", path, ok, got, modified)
		}
	}
	for _, path := range []string{"/reviews/2", "/admin", "/admin-login"} {
		if _, ok := found[site1+path]; ok {
			t.Errorf("sitemap lists %s", path)
		}
	}
	s.do("GET", "/sitemap.xml", "", with("If-None-Match", a.header.Get("ETag"))).is(304)
	for _, path := range []string{"/sitemap-reviews-2.xml", "/sitemap-names-2.xml", "/sitemap-site-2.xml", "/sitemap-drafts-1.xml"} {
		s.do("GET", path, "").problem(404)
	}
	s.do("GET", "/robots.txt", "").is(200).says("User-agent: *", "Disallow: /admin", "Sitemap: "+site1+"/sitemap.xml")

	var atom struct {
		Entries []struct {
			ID    string `xml:"id"`
			Title string `xml:"title"`
		} `xml:"entry"`
	}
	a = s.do("GET", "/feed.xml", "").is(200)
	if err := xml.Unmarshal([]byte(a.body), &atom); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range atom.Entries {
		got = append(got, e.ID+" "+e.Title)
	}
	if want := []string{site1 + "/tech-articles/1 Cut & <b>dried</b>", site1 + "/reviews/1 A quiet laptop"}; !slices.Equal(got, want) {
		t.Errorf("feed entries %q, want %q", got, want)
	}
}

func TestFilesOfTheWebApp(t *testing.T) {
	s := newSite(t)
	a := s.do("GET", "/assets/app-1a2b.js", "").is(200).has("Content-Type", "text/javascript; charset=utf-8").has("Cache-Control",
		"public, max-age=31536000, immutable").has("X-Content-Type-Options", "nosniff")
	for coding, accepted := range map[string]string{"gzip": "gzip", "br": "gzip, br"} {
		compressed := s.do("GET", "/assets/app-1a2b.js", "", with("Accept-Encoding", accepted)).is(200).has("Content-Encoding",
			coding).has("Vary", "Accept-Encoding")
		tag := compressed.header.Get("ETag")
		compressed.has("Content-Length", strconv.Itoa(len(compressed.body)))
		if decoded(t, coding, compressed.body) != a.body || tag == a.header.Get("ETag") {
			t.Errorf("%s: file of %d bytes, %s; plain %d", coding, len(compressed.body), tag, len(a.body))
		}
		s.do("GET", "/assets/app-1a2b.js", "", with("Accept-Encoding", accepted), with("If-None-Match", tag)).is(304)
	}
	s.do("GET", "/assets/app-1a2b.js", "", with("If-None-Match", a.header.Get("ETag"))).is(304)
	s.do("GET", "/assets/app-1a2b.js", "", with("Range", "bytes=0-6")).is(206)
	s.do("GET", "/assets/app-1a2b.js", "", with("Range", "bytes=0-0"+strings.Repeat(",2-2", 15))).is(206)
	if all := s.do("GET", "/assets/app-1a2b.js", "", with("Range", "bytes=0-0"+strings.Repeat(",2-2", 16))).is(200); all.body != a.body {
		t.Errorf("17 parts are answered %q", all.body)
	}
	s.do("GET", "/assets/font-3c.woff", "").is(200).has("Content-Type", "font/woff")
	s.do("GET", "/favicon.svg", "").is(200).has("Content-Type", "image/svg+xml").has("Cache-Control", "public, max-age=0, must-revalidate")
	s.do("POST", "/favicon.svg", "").problem(405)
	for _, path := range []string{"/assets/", "/assets/../index.html", "/assets/%2e%2e/index.html", "/assets/app"} {
		s.do("GET", path, "").problem(404)
	}
}
