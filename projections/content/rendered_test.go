package content_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/internal/modeltest"
)

// shownTexts is what answers say of rendered texts.
type shownTexts struct {
	ContentHTML     *string           `json:"contentHtml"`
	VerdictHTML     *string           `json:"verdictHtml"`
	ContentHeadings []content.Heading `json:"contentHeadings"`
	ContentWords    *int              `json:"contentWords"`
}

// texts decodes the answer of one item.
func texts(t *testing.T, a *answers.Answer, err error) (one shownTexts) {
	t.Helper()
	if err == nil {
		err = json.Unmarshal(a.Body(), &one)
	}
	if err != nil || one.ContentHTML == nil || one.ContentWords == nil || one.ContentHeadings == nil {
		t.Fatalf("no rendered texts (%v): %s", err, a.Body())
	}
	return one
}

func TestTextAndVerdictHaveNoIDInCommon(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	review := modeltest.Review(1, "One")
	review.Content = "# Sound\n\nQuiet[^1].\n\n[^1]: Measured."
	review.Verdict = review.Content
	modeltest.Seen(t, log.Append(t, "review-1", review, modeltest.Published(1)), m.Content)
	a, err := m.Content.Reviews().One(1)
	got := texts(t, a, err)
	ids := regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(*got.ContentHTML+*got.VerdictHTML, -1)
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id[1]] {
			t.Errorf("two elements of the page have the id %s", id[1])
		}
		seen[id[1]] = true
	}
	if len(ids) != 6 {
		t.Errorf("%d elements have ids, want a heading, a mark and a note in each: %v", len(ids), ids)
	}
}

func TestSingleItemsCarryTheirRenderedTextsAndListsDont(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	review := modeltest.Review(1, "One")
	review.Content = "# How it sounds\n\nIt is **quiet**.\n<script>alert(1)</script>\n[here](https://shop.example/1) [there](https://elsewhere.example/)"
	review.Verdict, review.ShopeeLink = "Buy *it*.", "https://shop.example/2"
	modeltest.Seen(t, log.Append(t, "review-1", review, modeltest.Published(1)), m.Content)
	for name, read := range map[string]func(int64) (*answers.Answer, error){"public": m.Content.Reviews().One,
		"admin": m.Content.Reviews().AdminOne} {
		a, err := read(1)
		got := texts(t, a, err)
		for _, want := range []string{`<h2 id="text-how-it-sounds">`, "<strong>quiet</strong>", "&lt;script&gt;",
			`rel="nofollow noopener sponsored">here`, `rel="nofollow noopener">there`} {
			if !strings.Contains(*got.ContentHTML, want) {
				t.Errorf("%s: no %s in %s", name, want, *got.ContentHTML)
			}
		}
		if strings.Contains(*got.ContentHTML, "<script") || *got.VerdictHTML != "<p>Buy <em>it</em>.</p>\n" {
			t.Errorf("%s: %s, verdict %s", name, *got.ContentHTML, *got.VerdictHTML)
		}
		if len(got.ContentHeadings) != 1 ||
			got.ContentHeadings[0] != (content.Heading{Level: 2, ID: "text-how-it-sounds", Text: "How it sounds"}) || *got.ContentWords != 9 {
			t.Errorf("%s: headings %v, %d words", name, got.ContentHeadings, *got.ContentWords)
		}
	}
	body := modeltest.Body(t)
	list, admins := body(m.Content.Reviews().List(content.Query{})),
		body(m.Content.Reviews().AdminList(content.Query{}, content.Arrangement{Sort: "title"}))
	if strings.Contains(list+admins, "contentHtml") || strings.Contains(list+admins, "contentWords") {
		t.Errorf("lists carry rendered texts: %s\n%s", list, admins)
	}

	quieter := "Quieter."
	modeltest.Seen(t, log.Append(t, "review-1", events.ReviewUpdated{ReviewID: 1, At: modeltest.Day(2),
		Changes: events.ReviewChanges{Content: &quieter}}, events.ReviewFeatured{ReviewID: 1, At: modeltest.Day(2)}), m.Content)
	a, err := m.Content.Reviews().One(1)
	if got := texts(t, a, err); *got.ContentHTML != "<p>Quieter.</p>\n" || *got.ContentWords != 1 || *got.VerdictHTML == "" {
		t.Errorf("after a change: %s", a.Body())
	}
}

// A changed link to a shop changes which links of the text are sponsored.
func TestLinksFollowTheShopLinks(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	review := modeltest.Review(1, "One")
	review.Content = "[here](https://shop.example/1)"
	modeltest.Seen(t, log.Append(t, "review-1", review, modeltest.Published(1)), m.Content)
	shop := "https://shop.example/"
	modeltest.Seen(t, log.Append(t, "review-1", events.ReviewUpdated{ReviewID: 1, At: modeltest.Day(2),
		Changes: events.ReviewChanges{AliexpressLink: &shop}}), m.Content)
	a, err := m.Content.Reviews().One(1)
	if got := texts(t, a, err); !strings.Contains(*got.ContentHTML, "sponsored") {
		t.Errorf("the link is not sponsored: %s", *got.ContentHTML)
	}
}

func TestSearchesLookThroughTheTextWithoutMarkup(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	review := modeltest.Review(1, "One")
	review.Content = "It is **very** quiet. [Measured](https://lab.example/)"
	modeltest.Seen(t, log.Append(t, "review-1", review, modeltest.Published(1)), m.Content)
	for search, found := range map[string]int{"is very quiet": 1, "lab.example": 0, "**": 0} {
		a, err := m.Content.Reviews().List(content.Query{Search: search})
		if err != nil {
			t.Fatal(err)
		}
		if a.Total != found {
			t.Errorf("%q finds %d, want %d", search, a.Total, found)
		}
		a.Release()
	}
}

// A picture that is gone leaves no element behind, however the text names it.
func TestRenderedTextsLeaveOutPicturesThatAreGone(t *testing.T) {
	sha256 := strings.Repeat("ab", 32)
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	address := "/media/" + sha256 + ".webp"
	review := modeltest.Review(1, "One")
	review.Content = "Before.\n![a](" + address + ")\nSee ![b][p].\n\n[p]: " + address
	modeltest.Seen(t, log.Append(t, "review-1", review, modeltest.Published(1)), m.Content)
	a, err := m.Content.Reviews().One(1)
	if got := texts(t, a, err); strings.Count(*got.ContentHTML, "<img") != 2 {
		t.Fatalf("pictures: %s", *got.ContentHTML)
	}
	modeltest.Seen(t, log.Append(t, events.PicturePrefix+sha256, events.MediaRemoved{SHA256: sha256, At: modeltest.Day(2)}), m.Content)
	a, err = m.Content.Reviews().One(1)
	if got := texts(t, a, err); *got.ContentHTML != "<p>Before.</p>\n<p>See .</p>\n" {
		t.Errorf("readers see %s", *got.ContentHTML)
	}
	a, err = m.Content.Reviews().AdminOne(1)
	if got := texts(t, a, err); strings.Count(*got.ContentHTML, "<img") != 2 {
		t.Errorf("the admin sees %s", *got.ContentHTML)
	}
}
