// Texts in Markdown: what single items carry, their preview, feeds and past moments.

package httpapi_test

import (
	"encoding/xml"
	"strings"
	"testing"
	"time"
)

const marked = `{"productName":"Slate 14","productBrand":"Tarnholt","categoryId":1,"title":"A quiet laptop","authorName":"Ada","rating":4.5,"isPublished":true,
	"content":"# Noise\nIt is **quiet** <script>alert(1)</script>.\n[more](/about) ![it](/media/a.webp)","verdict":"Buy *it*.","shopeeLink":"https://shop.example/1"}`

func TestAnswersOfWritesAndSingleItemsCarryRenderedTexts(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	fields := []string{`"contentHtml":"<h2 id=\"text-noise\">Noise</h2>\n<p>It is <strong>quiet</strong> &lt;script&gt;`,
		`"verdictHtml":"<p>Buy <em>it</em>.</p>\n"`, `"contentWords":`, `"contentHeadings":[{"level":2,"id":"text-noise","text":"Noise"}]`}
	s.do("POST", "/api/reviews", marked, admin).is(201).says(fields...)
	s.do("PATCH", "/api/reviews/1", `{"isFeatured":true}`, admin).is(200).says(fields...)
	s.do("GET", "/api/reviews/1", "").is(200).says(fields...)
	s.do("GET", "/api/admin/reviews/1", "", admin).is(200).says(fields...)
	s.do("GET", "/api/reviews", "").is(200).says("**quiet**").lacks("contentHtml")
	s.do("GET", "/api/admin/reviews", "", admin).is(200).lacks("contentHtml")

	s.do("POST", "/api/pages", `{"title":"How we test","slug":"how","content":"With *care*.","isPublished":true}`,
		admin).is(201).says("contentHtml")
	s.do("GET", "/api/pages?slug=how", "").is(200).says(`"contentHtml":"<p>With <em>care</em>.</p>\n"`)
	s.do("GET", "/api/pages", "").is(200).lacks("contentHtml")

	s.do("GET", "/reviews/1", "").is(200).says(`content="Noise It is quiet &lt;script&gt;`).lacks("<script>alert")
}

func TestMarkdownIsPreviewedForTheAdmin(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	const text = `{"content":"# A\n[b](https://shop.example/2) <b>","sponsored":["https://shop.example/1"]}`
	s.do("POST", "/api/admin/markdown", text).problem(401)
	s.records(func() {
		s.do("POST", "/api/admin/markdown", text, admin).is(200).says(`"headings":[{"level":2,"id":"text-a","text":"A"}]`,
			`"words":3`, "sponsored", "lt;b")
	})
	s.do("POST", "/api/admin/markdown", strings.Replace(text, `"sponsored"`, `"other"`, 1), admin).is(200).lacks("sponsored")
	s.do("POST", "/api/admin/markdown", `{"content":""}`, admin).is(200).says(`{"html":"","headings":[],"words":0}`)
	s.do("POST", "/api/admin/markdown", `{"content":1}`, admin).problem(400, "body")
	s.do("POST", "/api/admin/markdown", `{"content":"`+strings.Repeat("a", 200_001)+`"}`, admin).problem(400, "content")
}

func TestTheFeedCarriesWholeTextsAndPlainSummaries(t *testing.T) {
	s := newSite(t)
	s.do("POST", "/api/reviews", marked, s.asAdmin()).is(201)
	var feed struct {
		Entries []struct {
			Summary string `xml:"summary"`
			Content struct {
				Type string `xml:"type,attr"`
				HTML string `xml:",chardata"`
			} `xml:"content"`
		} `xml:"entry"`
	}
	body := s.do("GET", "/feed.xml", "").is(200).body
	if err := xml.Unmarshal([]byte(body), &feed); err != nil || len(feed.Entries) != 1 {
		t.Fatalf("%v: %s", err, body)
	}
	e := feed.Entries[0]
	if e.Summary != "Noise It is quiet <script>alert(1)</script>. more it" || e.Content.Type != "html" {
		t.Errorf("summary %q, content of type %q", e.Summary, e.Content.Type)
	}
	for _, want := range []string{"<strong>quiet</strong> &lt;script&gt;", `href="` + site1 + `/about"`, `src="` + site1 + `/media/a.webp"`,
		"<h2>Final Verdict</h2>\n<p>Buy <em>it</em>.</p>"} {
		if !strings.Contains(e.Content.HTML, want) {
			t.Errorf("no %s in %s", want, e.Content.HTML)
		}
	}
}

func TestThePastShowsTheHTMLOfThen(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", marked, admin).is(201)
	then := s.clock.Now().Add(time.Second).UTC().Format(time.RFC3339)
	s.clock.Add(time.Minute)
	s.do("PATCH", "/api/reviews/1", `{"content":"It is _loud_."}`, admin).is(200).says("<em>loud</em>")
	s.do("GET", "/api/reviews/1?asOf="+then, "", admin).is(200).says("<strong>quiet</strong>").lacks("<em>loud</em>")
}

func TestRenderedPagesAreSentWithoutTheSourceOfTheirTexts(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", marked, admin).is(201)
	s.do("POST", "/api/pages", `{"title":"How we test","slug":"how","content":"With *care*.","isPublished":true}`, admin).is(201)
	page := s.do("GET", "/reviews/1", "").is(200).says("<strong>quiet</strong>", "&lt;script&gt;alert(1)").lacks("<script>alert").body
	_, data, found := strings.Cut(page, `"key":["reviews",1],`)
	data, _, _ = strings.Cut(data, `"key":`) // other lists of the page carry the source
	if !found || !strings.Contains(data, `"contentHtml":`) || strings.Contains(data, `"content":`) || strings.Contains(data, `"verdict":`) {
		t.Errorf("the review's data is %s", data)
	}
	s.do("GET", "/pages/how", "").is(200).says("<em>care</em>", `"contentHtml":`).lacks("*care*")
}
