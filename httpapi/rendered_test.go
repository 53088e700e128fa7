// Pages as the web app renders them: whole, exact after every change, and a shell where that fails.

package httpapi_test

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"candor/httpapi"
	"candor/httpapi/render"
	"candor/internal/eventually"
	"candor/webapp"
)

// published is a review that readers see.
func published(title string) string {
	return strings.Replace(strings.Replace(review, "{", `{"isPublished":true,`, 1), "A quiet laptop", title, 1)
}

const town = `{"title":"A town","content":"Its minutes.","category":"AI","authorName":"A","isPublished":true}`

func TestPagesAreServedWhole(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", published("The lamp"), admin).is(201)
	s.do("POST", "/api/news", town, admin).is(201)
	for path, words := range map[string][]string{
		"/":                   {"Honest tech reviews", "Computers &amp; Laptops", "A town", "Just now"},
		"/reviews":            {"All Reviews", "The lamp"},
		"/reviews/1":          {"The lamp", "It is quiet."},
		"/category/computers": {"Machines to work and play on.", "The lamp"},
		"/category/gadgets":   {"No Reviews Yet"},
		"/tech-articles":      {"A town"},
		"/tech-articles/1":    {"Its minutes."},
		"/office-tools": {"QR Code Generator", "Free, unlimited, no registration",
			"unlimited, no registration, and it runs entirely in your browser"},
		"/about":       {"since 2020"},
		"/contact":     {"Full Name", "Send Message"},
		"/corrections": {"No corrections yet"},
		"/privacy":     {"December 2024"},
		"/terms":       {"7 business days"},
	} {
		s.do("GET", path, "").is(200).says(words...).says(`<script type="application/json" id="page-data">`).lacks("skeleton", "invalid")
	}
	for path, words := range map[string]string{
		"/nowhere": "The page may have moved, or the link is mistyped.", "/reviews/77": "It may have been unpublished or removed.",
		"/reviews/abc":    "a valid review link",
		"/category/boats": "The category you&#x27;re looking for doesn&#x27;t exist.", "/tech-articles/77": "could not be found.",
	} {
		s.do("GET", path, "").is(404).says(words)
	}
	for _, path := range []string{"/admin", "/admin-login", "/" + strings.Repeat("x", 300)} {
		s.do("GET", path, "").says(`<div id="root"></div>`).lacks("page-data")
	}
}

func TestASearchIsRenderedOnRequest(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", published("The lamp"), admin).is(201)
	s.do("POST", "/api/reviews", published("The kettle"), admin).is(201)
	for path, words := range map[string]string{
		"/reviews?search=lamp":                         `1 result for “<bdi>lamp</bdi>”`,
		"/reviews?utm_source=letter&search=+Lamp+&x=1": `1 result for “<bdi>Lamp</bdi>”`,
		"/reviews?search=lamp&search=kettle":           `1 result for “<bdi>lamp</bdi>”`,
		"/reviews?search=%3Cb%3E%26%E2%9C%93":          "No reviews found",
	} {
		s.do("GET", path, "").is(200).has("Cache-Control", "no-store").has("X-Robots-Tag", "noindex").
			says(words, `<script type="application/json" id="page-data">`, `content="noindex, follow"`,
				`<link rel="canonical" href="`+site1+`/reviews">`).lacks("skeleton", "<b>")
	}
	// Only a browser reads these searches, so their pages come as shells.
	for _, path := range []string{"/reviews?search=50%", "/reviews?search=%FF", "/reviews?search=" + strings.Repeat("x", 257)} {
		s.do("GET", path, "").is(200).has("X-Robots-Tag", "noindex").says(`<div id="root"></div>`)
	}
}

func TestUnknownParametersChangeNothing(t *testing.T) {
	s := scripted(t, counting)
	for _, path := range []string{"/", "/reviews", "/category/computers"} {
		tag := s.do("GET", path, "").is(200).header.Get("ETag")
		for _, query := range []string{"?utm_source=letter", "?fbclid=1&page", "?search=", "?SEARCH=lamp", "?a=50%;", "?&&"} {
			if got := s.do("GET", path+query, "").is(200).has("Cache-Control", "public, max-age=0, must-revalidate").header.Get("ETag"); got != tag {
				t.Errorf("%s is another page than %s", path+query, path)
			}
		}
	}
	s.do("GET", "/about?utm_source=letter", "").says("made 4") // the others were rendered once
}

func TestEveryChangeIsOnItsPagesAtOnce(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", published("First title"), admin).is(201)
	pages := []string{"/reviews/1", "/reviews", "/category/computers"}
	tags := map[string]string{}
	see := func(words string) {
		t.Helper()
		for _, path := range pages {
			a := s.do("GET", path, "").is(200).says(words)
			if tag := a.header.Get("ETag"); tag == tags[path] {
				t.Errorf("%s has the ETag of before", path)
			} else {
				tags[path] = tag
			}
		}
	}
	see("First title")
	about := s.do("GET", "/about", "").is(200).header.Get("ETag")
	for i := range 3 {
		title := "Title number " + strconv.Itoa(i)
		s.do("PATCH", "/api/reviews/1", `{"title":"`+title+`"}`, admin).is(200)
		see(title)
	}
	if tag := s.do("GET", "/about", "").is(200).header.Get("ETag"); tag != about {
		t.Error("the about page differs, though it shows nothing of the review")
	}
	s.do("PATCH", "/api/admin/categories/1", `{"name":"Thinking machines"}`, admin).is(200)
	see("Thinking machines")
	for _, path := range pages {
		s.do("GET", path, "", with("If-None-Match", tags[path])).is(304)
	}
	s.do("DELETE", "/api/reviews/1", "", admin).is(204)
	s.do("GET", "/reviews/1", "").is(404).says("Review Not Found").lacks("Title number")
	s.do("GET", "/reviews", "").is(200).lacks("Title number")
}

// counting renders with a script that counts the renderings and reads what the path says.
const counting = `
var made = 0;
var app = {render: async function (path, origin, now) {
	if (path === "/terms") throw new Error("broken on purpose");
	var reads = {"/": ["/api/reviews?featured=true&limit=3"], "/reviews/1": ["/api/reviews/1"], "/reviews/2": ["/api/reviews/2"], "/privacy": ["/api/contact-messages"]}[path] || [];
	reads.forEach(function (r) { answer(r) });
	made++;
	return {head: "<title>counted</title>", body: "made " + made, data: "{}", until: path === "/tech-articles" ? now + 60000 : 0};
}}`

func scripted(t *testing.T, text string) *site {
	t.Helper()
	t.Parallel()
	s := newSiteLogging(t, nil)
	s.script = func() ([]byte, error) { return render.Compile([]byte(text)) }
	s.restart()
	return s
}

func TestAPageIsKeptUntilWhatItReadChanges(t *testing.T) {
	s := scripted(t, counting)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", published("One"), admin).is(201)
	s.do("POST", "/api/reviews", published("Two"), admin).is(201)
	s.do("GET", "/reviews/1", "").says("made 1")
	s.do("GET", "/reviews/2", "").says("made 2")
	s.do("GET", "/about", "").says("made 3")
	s.do("PATCH", "/api/reviews/2", `{"title":"Deux"}`, admin).is(200)
	s.do("GET", "/reviews/1", "").says("made 1")
	s.do("GET", "/reviews/2", "").says("made 4")
	s.do("GET", "/about", "").says("made 3")
	s.do("GET", "/tech-articles", "").says("made 5")
	s.do("GET", "/tech-articles", "").says("made 5")
	s.clock.Add(2 * time.Minute) // it shows times that age
	s.do("GET", "/tech-articles", "").says("made 6")
	s.do("GET", "/about", "").says("made 3")
	s.do("GET", "/nowhere", "").is(404).says("made 7")
	s.do("GET", "/nowhere", "").is(404).says("made 8") // pages of nothing are not kept
}

func TestManyReadersShareOneRendering(t *testing.T) {
	s := scripted(t, counting)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() { s.do("GET", "/contact", "").says("made 1") })
	}
	group.Wait()
}

// When more pages are asked for than the engines get done, a reader is not kept waiting for the rest: those are shells, which
// the reader's own browser renders.
func TestPagesBeyondTheQueueAreShellsAtOnce(t *testing.T) {
	s := scripted(t, strings.Replace(counting, "made++;", "made++; for (var end = Date.now() + 60; Date.now() < end;) {}", 1))
	admin := s.asAdmin()
	const readers = 2 * httpapi.MaxRenders
	paths := make([]string, readers)
	for i := range paths {
		paths[i] = "/reviews/" + s.do("POST", "/api/reviews", published("Read by one"), admin).is(201).id()
	}
	var whole, shells atomic.Int64
	var group sync.WaitGroup
	for _, path := range paths {
		group.Go(func() {
			if strings.Contains(s.do("GET", path, "").is(200).body, "made ") {
				whole.Add(1)
			} else {
				shells.Add(1)
			}
		})
	}
	group.Wait()
	if whole.Load() < httpapi.LongQueue || shells.Load() == 0 {
		t.Errorf("of %d pages %d were rendered and %d were shells", readers, whole.Load(), shells.Load())
	}
	s.do("GET", "/metrics", "").says(`candor_http_unrendered_pages_total{reason="busy"}`)
	for _, path := range paths { // one after another there is room for all, once the engines are done
		eventually.Holds(t, func() error {
			if !strings.Contains(s.do("GET", path, "").is(200).body, "made ") {
				return fmt.Errorf("%s is a shell, want it rendered", path)
			}
			return nil
		})
	}
}

func TestAPageThatCantBeRenderedIsAShell(t *testing.T) {
	s := scripted(t, counting)
	for _, path := range []string{"/terms", "/privacy"} { // one throws, the other asks for what is not public
		for range 2 {
			s.do("GET", path, "").is(200).says(`<div id="root"></div>`, "<title>", `<link rel="canonical"`, `content="index, follow"`)
		}
	}
	s.do("GET", "/metrics", "").is(200).says(`candor_http_unrendered_pages_total{reason="error"} 2`)
	if log := s.lines.String(); !strings.Contains(log, "broken on purpose") || !strings.Contains(log, "not offered") {
		t.Errorf("the log says nothing of it: %s", log)
	}
	none := scriptless(t)
	none.do("GET", "/", "").is(200).says(`<div id="root"></div>`)
}

func scriptless(t *testing.T) *site {
	t.Helper()
	s := newSiteLogging(t, nil)
	s.script = func() ([]byte, error) { return nil, errors.New("no script") }
	s.restart()
	return s
}

func TestRenderedPagesTravelCompressed(t *testing.T) {
	s := newSite(t)
	plain := s.do("GET", "/about", "").is(200).has("Vary", "Accept-Encoding")
	tags := map[string]bool{plain.header.Get("ETag"): true}
	for coding, accepted := range map[string]string{"gzip": "gzip, deflate", "br": "gzip, deflate, br, zstd"} {
		compressed := s.do("GET", "/about", "", with("Accept-Encoding", accepted)).is(200).has("Content-Encoding", coding).has("Vary",
			"Accept-Encoding")
		if text := decoded(t, coding, compressed.body); text != plain.body {
			t.Errorf("%s: the page differs", coding)
		}
		tag := compressed.header.Get("ETag")
		if tags[tag] {
			t.Errorf("%s: another form has the same ETag", coding)
		}
		tags[tag] = true
		s.do("GET", "/about", "", with("Accept-Encoding", accepted), with("If-None-Match", tag)).is(304)
	}
}

// BenchmarkReadPage reads a rendered list of 24 reviews over 32 connections.
func BenchmarkReadPage(b *testing.B) {
	s := benchSite(b)
	s.compare(b, "/reviews", 2_000)
}

// BenchmarkFirstPage renders a review's page each time, since it is changed before.
func BenchmarkFirstPage(b *testing.B) {
	s := benchSite(b)
	if _, err := webapp.Script(); err != nil {
		b.Fatal(err)
	}
	s.do("GET", "/reviews/1", "").is(http.StatusOK)
	admin := s.asAdmin()
	for n := 0; b.Loop(); n++ {
		b.StopTimer()
		s.do("PATCH", "/api/reviews/1", fmt.Sprintf(`{"title":"T%d"}`, n), admin).is(http.StatusOK)
		b.StartTimer()
		s.do("GET", "/reviews/1", "").is(http.StatusOK)
	}
}
