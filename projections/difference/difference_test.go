package difference_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"candor/events"
	"candor/projections/difference"
)

type named map[int64]string

func (n named) NameOf(id int64) string { return n[id] }

func style(language, currency string) difference.Style {
	s := difference.Of(events.SiteSettings{Language: language, TimeZone: "Asia/Tokyo", Currency: currency})
	s.Categories = named{1: "Phones", 2: "Laptops"}
	return s
}

// Every field of everything that has a history has a name for readers, and is shown when it changes.
func TestEveryFieldHasAName(t *testing.T) {
	marks := []string{"isPublished", "isFeatured", "isDeleted", "publishAt", "unpublishAt", "draftPublishAt", "withheldVersions"}
	for _, content := range []any{&events.ReviewContent{}, &events.ArticleContent{}, &events.PageContent{}, &events.CategoryContent{},
		&events.AuthorContent{}} {
		for _, field := range append(events.FieldNames(content), marks...) {
			if !slices.Contains(difference.Fields(), field) {
				t.Errorf("%T: %s has no name", content, field)
			}
		}
	}
	for _, field := range difference.Fields() {
		if html := style("en", "USD").HTML(field, json.RawMessage("null"), json.RawMessage("null"), difference.Options{}); html != "" {
			t.Errorf("%s: nothing changed, and %s is shown", field, html)
		}
	}
	if name := difference.Name("somethingNew"); name != "Something new" {
		t.Error(name)
	}
}

// Each field is shown as what it is.
func TestFields(t *testing.T) {
	for _, test := range []struct {
		name, field, from, to, want string
	}{
		{"a score that fell", "rating", `4.6`, `4`,
			`<p class="diff-figure"><bdi><del>4.6</del> → <ins>4.0</ins> <span class="diff-down">▼</span></bdi></p>`},
		{"a price that came", "productPrice", `null`, `1299`, `<p class="diff-figure"><bdi><del>none</del> → <ins>$1,299</ins></bdi></p>`},
		{"a category", "categoryId", `1`, `2`, `<p class="diff-figure"><bdi><del>Phones</del> → <ins>Laptops</ins></bdi></p>`},
		{"scores with their names", "subScores",
			`[{"criterionId":"b","name":"Battery","score":4,"weight":50},{"criterionId":"v","name":"Value","score":2.7,"weight":50}]`,
			`[{"criterionId":"b","name":"Battery","score":4,"weight":50},{"criterionId":"v","name":"Value","score":3.9,"weight":50}]`,
			`<ul dir="auto" class="diff-scores"><li>Value <bdi><del>2.7</del> → <ins>3.9</ins> <span class="diff-up">▲</span></bdi></li></ul>`},
		{"specifications as a table", "specifications", `["Weight: 1.2 kg","Ports: 4"]`, `["Weight: 1.3 kg","Ports: 4"]`,
			`<table dir="auto"><tr><td>Weight</td><td><del>1.2 kg</del> <ins>1.3 kg</ins></td></tr><tr><td>Ports</td><td>4</td></tr></table>`},
		{"pros as a list", "pros", `["Light"]`, `["Light","Quiet"]`,
			`<ul dir="auto"><li>Light</li><li class="diff-added"><ins>Quiet</ins></li></ul>`},
		{"Markdown as readers see it", "content", `"It is **good** and light."`, `"It is **good** and quiet."`,
			`<p dir="auto">It is <strong>good</strong> and <del>light</del> <ins>quiet</ins>.</p>`},
		{"plain text as it is", "productDescription", `"5 < 6 and *so* on it goes."`, `"5 < 7 and *so* on it goes."`,
			`<p dir="auto">5 &lt; <del>6</del> <ins>7</ins> and *so* on it goes.</p>`},
		{"pictures", "imageUrls", `["/a.png"]`,
			`["/b.png"]`, `<div class="diff-pictures"><p dir="auto" class="diff-removed"><del><img src="/a.png" alt="Picture" loading="lazy" decoding="async"></del></p>` +
				`<p dir="auto" class="diff-added"><ins><img src="/b.png" alt="Picture" loading="lazy" decoding="async"></ins></p></div>`},
		{"a shop's price", "shops", `[{"name":"A","url":"https://a.example/","price":10}]`,
			`[{"name":"A","url":"https://a.example/","price":12,"date":"2026-11-04"}]`,
			`<table dir="auto"><tr><th>Shop</th><th>Address</th><th>Price</th><th>Date</th></tr><tr><td>A</td><td>https://a.example/</td><td><del>$10</del> <ins>$12</ins></td>` +
				`<td><ins>November 4, 2026</ins></td></tr></table>`},
		{"a time, by the site's clocks", "draftPublishAt", `null`, `"2026-11-04T23:30:00Z"`,
			`<p class="diff-figure"><bdi><del>none</del> → <ins>November 5, 2026, 08:30 Asia/Tokyo</ins></bdi></p>`},
		{"a flag", "isFeatured", `false`, `true`, `<p class="diff-figure"><bdi><del>No</del> → <ins>Yes</ins></bdi></p>`},
	} {
		t.Run(test.name, func(t *testing.T) {
			html := style("en", "USD").HTML(test.field, json.RawMessage(test.from), json.RawMessage(test.to), difference.Options{})
			if got := difference.Seen(html); got != `<div class="diff">`+test.want+`</div>` {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
	if html := style("de", "EUR").HTML("productPrice", json.RawMessage(`1999`), json.RawMessage(`1499.4`),
		difference.Options{}); !strings.Contains(html, "down from 1.999\u00a0€ to 1.499\u00a0€") {
		t.Errorf("heard: %s", html)
	}
}

// Of a withheld side nothing is shown, and the other one only if it is a figure.
func TestWithheldSides(t *testing.T) {
	for field, values := range map[string][2]string{"rating": {`2.7`, `3.9`}, "content": {`"secret one"`, `"secret two"`},
		"imageUrl": {`"/secret"`, `"/secret"`}} {
		for _, side := range []int{0, 1} {
			sides := [2]json.RawMessage{json.RawMessage(values[0]), json.RawMessage(values[1])}
			sides[side] = nil
			html := style("en", "USD").HTML(field, sides[0], sides[1], difference.Options{})
			if !strings.Contains(html, "withheld") || strings.Contains(html, strings.Trim(values[side], `"`)) || strings.Contains(html, "secret") {
				t.Errorf("%s: %s", field, html)
			}
		}
	}
}
