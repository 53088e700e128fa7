// What a reader without JavaScript gets: whole pages, whose lists, links and forms do without.

package httpapi_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"golang.org/x/net/html/atom"
)

func TestPagesAreWholeWithoutAScript(t *testing.T) {
	s := newSite(t)
	first := s.publish("/api/reviews",
		"The lamp", `"imageUrls":["https://img.example/a.webp","https://img.example/b.webp"],"productPrice":84500,"shopeeLink":"https://shop.example/lamp","verdict":"Buy it.","pros":["Bright"],"tags":["quiet"]`)
	for i := range 9 {
		s.publish("/api/reviews", fmt.Sprintf("Lamp %d", i), `"tags":["quiet"]`)
	}
	article := s.publish("/api/news", "A town", "")
	for i := range 4 {
		s.publish("/api/news", fmt.Sprintf("Town %d", i), "")
	}

	review := s.do("GET", "/reviews/"+first, "").is(200).page().shows("Product Details", "$84,500", "Where to Buy", "Final Verdict",
		"Image used for illustration purposes only.")
	for _, image := range review.all(atom.Img) {
		if attribute(image, "width") == "" || attribute(image, "height") == "" {
			t.Errorf("a picture without its size: %v", image.Attr)
		}
	}
	pictures := 0
	for _, link := range review.all(atom.A) {
		if strings.HasPrefix(attribute(link, "aria-label")+text(link), "Image ") && attribute(link, "target") == "_blank" {
			pictures++
		}
	}
	if pictures != 1 {
		t.Errorf("%d links open a picture below the first one, want 1", pictures)
	}
	related := 0
	for _, card := range review.all(atom.Article) {
		if heading := text(card); strings.Contains(heading, "Lamp ") && !strings.Contains(heading, "The lamp") {
			related++
		}
	}
	if related == 0 || related > 6 {
		t.Errorf("the review leads to %d others, want 1 to 6", related)
	}
	if first, sponsored := strings.Index(review.body, "earn us a commission"),
		strings.Index(review.body, `rel="sponsored noopener"`); first < 0 || sponsored < first {
		t.Errorf("the disclosure stands at %d, the first link that earns money at %d", first, sponsored)
	}

	town := s.do("GET", "/tech-articles/"+article, "").is(200).page().shows("min read", "Back to Tech Articles")
	if to := town.links("Back to Tech Articles"); len(to) == 0 || to[0] != "/tech-articles" {
		t.Errorf("the way back leads to %v", to)
	}
	if others := town.links("Town "); len(others) < 3 {
		t.Errorf("the article leads to %v alone", others)
	}
	home := s.do("GET", "/", "").is(200).page()
	social := home.all(atom.Ul, having("aria-label", "Follow us"))
	if len(social) != 1 || text(social[0]) != "MastodonBlueskyYouTubeFeed" {
		t.Errorf("the social links are %v", social)
	}
	s.do("GET", "/category/computers", "").is(200).page().shows("Computers & Laptops", "Reviews (10)")
	s.do("GET", "/reviews?search=QUIET+nothing", "").is(200).page().shows("Nothing matches all of “QUIET nothing”.")
	if marks := s.do("GET", "/reviews?search=LAMP", "").is(200).page().all(atom.Mark); len(marks) == 0 ||
		!strings.EqualFold(text(marks[0]), "lamp") {
		t.Errorf("a search marks %v", marks)
	}
	s.do("GET", "/reviews?search=ada", "").is(200).page().shows("15 results for “ada”") // their author
}

func TestListsAreNarrowedAndPagedByTheirAddress(t *testing.T) {
	s := newSite(t)
	for i := range 30 {
		brand := "Bolt"
		if i%5 == 0 {
			brand = "Acme"
		}
		s.publish("/api/reviews", fmt.Sprintf("Review %d", i), fmt.Sprintf(`"productBrand":%q,"tags":["quiet"],"rating":%d`, brand, 3+i%2))
	}
	for i := range 26 {
		s.publish("/api/news", fmt.Sprintf("Article %d", i), fmt.Sprintf(`"category":%q`, []string{"AI", "Startup"}[i%2]))
	}
	for path, head := range map[string]string{
		"/reviews": "30 reviews", "/reviews?page=2": "30 reviews, page 2 of 2", "/reviews?brand=acme&minScore=4": "3 reviews",
		"/category/computers?brand=acme": "Reviews (6)",
		"/tech-articles":                 "26 tech articles", "/tech-articles?category=AI": "13 tech articles",
		"/tech-articles?page=2": "26 tech articles, page 2 of 2", "/category/gadgets?brand=acme": "No reviews match these filters",
	} {
		s.do("GET", path, "").is(200).lacks("skeleton").page().shows(head)
	}
	for _, path := range []string{"/reviews?page=3", "/reviews?brand=acme&page=2", "/category/computers?page=3", "/tech-articles?page=3"} {
		s.do("GET", path, "").is(404).page().shows("Page Not Found")
	}
	for _, path := range []string{"/reviews?page=0", "/tech-articles?page=x"} {
		s.do("GET", path, "").is(404)
	}
	if to := s.do("GET", "/reviews?brand=acme&page=2", "").is(404).says(`content="noindex, follow"`).page().
		links("Back to the first page"); len(to) != 1 || to[0] != "/reviews?brand=acme" {
		t.Errorf("beyond the end of a list, the way back leads to %v", to)
	}
}

func TestAComparisonSaysWhatItLeavesOut(t *testing.T) {
	s := newSite(t)
	for i := range 5 {
		s.publish("/api/reviews", fmt.Sprintf("Lamp %d", i), fmt.Sprintf(`"productName":"Lamp %d","specifications":["Weight: %d kg"]`, i, i+1))
	}
	s.do("GET", "/compare?reviews=1,99999,2,1", "").is(200).has("Cache-Control", "no-store").has("X-Robots-Tag", "noindex").
		page().shows("2 entries were left out: only published reviews are compared, each once.", "1 kg", "2 kg", "Show differences only")
	s.do("GET", "/compare?reviews=1,2&only=differences", "").is(200).page().shows("Show all", "1 kg")
	s.do("GET", "/compare?reviews=1,2,3,4,5", "").is(200).page().shows("Only the first 4 products are shown.")
	s.do("GET", "/compare", "").is(200).page().shows("Nothing to compare yet")
}

func TestTheDocumentationIsAPage(t *testing.T) {
	s := newSite(t)
	p := s.do("GET", "/docs", "").is(200).says("<title>API Documentation | Candor</title>").page().shows(
		"API Documentation", `curl -s `+site1+`/api/bot/status -H "X-API-Key: $CANDOR_API_KEY"`, "Authorization: Bearer", "RateLimit-Remaining",
		"Idempotency-Key",
		"application/problem+json", "POST /api/bot/reviews/bulk", "POST /api/bot/news", "POST /api/bot/categories", "GET /api/bot/status",
		"Example response")
	contents, downloads := 0, 0
	for _, nav := range p.all(atom.Nav, having("aria-label", "On this page")) {
		for link := range nav.Descendants() {
			to := attribute(link, "href")
			if id, inside := strings.CutPrefix(to, "#"); inside {
				contents++
				target := ""
				for n := range p.root.Descendants() {
					if attribute(n, "id") == id {
						target = text(n)
					}
				}
				if !strings.HasPrefix(target, text(link)) {
					t.Errorf("“%s” leads to %q", text(link), target)
				}
			} else if strings.HasPrefix(to, "/api/") {
				downloads++
				s.do("GET", to, "").is(200)
			}
		}
	}
	if contents < 10 || downloads < 4 {
		t.Errorf("the contents have %d parts and %d downloads", contents, downloads)
	}
}

func TestAWithheldVersionIsNowhere(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.publish("/api/reviews", "The kettle", `"content":"It boils in seventeen minutes."`)
	s.do("PATCH", "/api/reviews/1", `{"content":"It boils in three minutes.","rating":4,"correction":"We had timed another."}`, admin).is(200)
	var history struct{ Versions []struct{ Revision int } }
	s.do("GET", "/api/reviews/1/history", "").is(200).decode(&history)
	first := fmt.Sprint(history.Versions[len(history.Versions)-1].Revision)
	s.do("GET", "/reviews/1/history/"+first, "").is(200).page().shows("seventeen")
	s.do("POST", "/api/admin/reviews/1/history/"+first+"/withhold", `{"reason":"It named somebody."}`, admin).is(200)
	for _, path := range []string{"/reviews/1", "/reviews/1/history", "/reviews/1/history/" + first, "/corrections", "/corrections.xml"} {
		s.do("GET", path, "").is(200).lacks("seventeen")
	}
	s.do("GET", "/reviews/1/history", "").page().shows("Withheld", "It named somebody.", "withheld →", "4.0")
	s.do("GET", "/reviews/1/history/"+first, "").page().shows("Withheld version")
	s.do("PATCH", "/api/reviews/1", `{"isPublished":false}`, admin).is(200) // hides all of it
	for _, path := range []string{"/reviews/1/history", "/reviews/1/history/" + first} {
		s.do("GET", path, "").is(404).page().shows("History Not Found")
	}
}

// hostile is text that breaks out of markup that isn't escaped.
const hostile = "\u202EX </script><script>window.__xss=1</script>\"><img src=x onerror=window.__xss=1>"

var longHostile = strings.Join([]string{
	hostile, "<svg onload=window.__xss=2>", "</title></textarea></style></noscript><script>window.__xss=3</script>",
	"' autofocus onfocus=window.__xss=4 tabindex=1 x='",
	`<a href="javascript:window.__xss=5">press</a> [press](javascript:window.__xss=5)`, `<iframe srcdoc="<script>parent.__xss=6</script>">`,
	"<!--<script>", // would swallow the rest of a page whose data stands in a script element
	"]]>--><script>window.__xss=7</script>", `{{constructor.constructor("window.__xss=8")()}} ${window.__xss=8} <%= 8 %>`,
	"\u2028window.__xss=9\u2029//",
	"&lt;script&gt;window.__xss=10&lt;/script&gt;", "\u2066\u202Eevil\u2069 \u202Btxet\u202C",
}, "\n")

func TestHostileTextIsShownAsText(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	const address = `/favicon.svg?"><script>window.__xss=11</script><svg/onload='window.__xss=11'>`
	s.do("POST", "/api/admin/categories", object("name", hostile, "slug", "hostile", "description", longHostile), admin).is(201)
	s.do("POST", "/api/reviews", object("productName", hostile, "productBrand", hostile, "categoryId", 5, "productDescription", longHostile,
		"productPrice", 10, "productImageUrl", address,
		"title", hostile, "content", longHostile, "rating", 4.5, "authorName", hostile, "specifications", []string{hostile}, "features",
		[]string{hostile}, "pros", []string{hostile}, "cons", []string{hostile},
		"verdict", longHostile, "videoUrl", address, "videoCredit", hostile, "imageUrls", []string{address, address + "2"}, "aliexpressLink",
		`https://shop.example/?"><script>window.__xss=13</script>`,
		"isFeatured", true, "isPublished", true), admin).is(201)
	s.do("POST", "/api/news", object("title", hostile, "content", longHostile, "excerpt", longHostile, "category", hostile, "authorName",
		hostile, "imageUrl", address, "videoUrl", address, "videoCredit", hostile, "isPublished", true), admin).is(201)
	s.do("PATCH", "/api/reviews/1", object("content", longHostile+"\nMore.", "correction", longHostile), admin).is(200)
	s.do("PATCH", "/api/reviews/1", object("verdict", longHostile+"\nMore.", "rating", 4, "update", hostile), admin).is(200)
	s.do("PATCH", "/api/news/1", object("title", hostile+"!", "update", hostile), admin).is(200)
	s.do("POST", "/api/admin/reviews/1/history/1/withhold", object("reason", longHostile[:480]), admin).is(200)

	const shown = "<script>window.__xss=1</script>"
	for _, path := range []string{"/", "/reviews", "/reviews/1", "/category/hostile", "/tech-articles", "/tech-articles/1", "/corrections",
		"/reviews/1/history", "/reviews/1/history/1", "/reviews/1/history/4", "/tech-articles/1/history", "/tech-articles/1/history/1"} {
		s.do("GET", path, "").is(200).page().harmless("__xss").shows(shown)
	}
	const search = "%3C%2Fscript%3E%3Cscript%3Ewindow.__xss%3D16%3C%2Fscript%3E%3Cimg%20src%3Dx%20onerror%3Dwindow.__xss%3D16%3E"
	for _, path := range []string{"/reviews?search=" + search, "/" + search, "/reviews/" + search, "/category/" + search,
		"/tech-articles/" + search} {
		s.do("GET", path, "").page().harmless("__xss")
	}
	for path, root := range map[string]string{"/feed.xml": "feed", "/corrections.xml": "feed", "/sitemap.xml": "urlset"} {
		decoder, first := xml.NewDecoder(strings.NewReader(s.do("GET", path, "").is(200).body)), ""
		for {
			token, err := decoder.Token()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if start, ok := token.(xml.StartElement); ok && first == "" {
				first = start.Name.Local
			}
		}
		if first != root {
			t.Errorf("%s: its root is %q, want %q", path, first, root)
		}
	}
}

func TestAddressesThatAreProgramsAreRefusedFieldByField(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	for path, fields := range map[string][]string{"/api/reviews": {"productImageUrl", "videoUrl", "aliexpressLink", "shopeeLink", "imageUrls"},
		"/api/news": {"imageUrl", "videoUrl"}} {
		for _, field := range fields {
			for _, wrong := range []string{"javascript:x", " JavaScript:x", "java\nscript:x", "data:text/html,<script>x</script>", "vbscript:x",
				"//elsewhere.example/x", `/\elsewhere.example/x`} {
				var value any = wrong
				if field == "imageUrls" {
					value = []string{wrong}
				}
				least := []any{"title", "T", "content", "C", "authorName", "A", field, value}
				if path == "/api/reviews" {
					least = append(least, "productName", "P", "productBrand", "B", "categoryId", 1)
				} else {
					least = append(least, "category", "AI")
				}
				s.do("POST", path, object(least...), admin).problem(400, field)
			}
		}
	}
	for _, wrong := range [][2]string{{"slug", `"><script>`}, {"icon", "<svg onload=x>"}, {"color", "red;background:url(javascript:x)"},
		{"color", `"><script>`}} {
		s.do("POST", "/api/admin/categories", object("name", "N", "slug", "n", wrong[0], wrong[1]), admin).problem(400)
	}
}
