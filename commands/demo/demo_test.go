// Tests of what a reader of the demonstration site relies on: enough to read, honestly
// marked, complete, and with a picture that loads for everything that names one.

package demo_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/webp"

	"candor/commands/demo"
)

const (
	minWords         = 300
	maxDrawnBytes    = 40 << 10
	maxRenderedBytes = 90 << 10
	maxAllImages     = 1200 << 10
	mark             = "This is demo content"
)

// rendered lists the pictures that were rendered; the others were drawn, and compress better.
var rendered = []string{
	"slate-14-front.webp", "slate-14-keyboard.webp",
	"monolith-mini-front.webp", "monolith-mini-back.webp",
	"vellum-25-front.webp", "vellum-25-side.webp",
	"wallport-11-front.webp", "wallport-11-plug.webp",
	"halo-ring.webp", "halo-case.webp",
	"ember-wall.webp", "ember-dial.webp",
}

func load(t *testing.T) demo.Content {
	t.Helper()
	c, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestFourCategoriesWithThreeReviewsEach(t *testing.T) {
	c := load(t)
	want := []struct{ name, slug string }{
		{"Computers & Laptops", "computers"},
		{"Automotive Tech", "automotive"},
		{"Industrial Machines", "industrial"},
		{"Smart Gadgets", "gadgets"},
	}
	if len(c.Categories) != len(want) {
		t.Fatalf("got %d categories, want %d", len(c.Categories), len(want))
	}
	reviews := map[int]int{}
	for _, r := range c.Reviews {
		reviews[r.CategoryID]++
	}
	color := regexp.MustCompile(`^#[0-9a-f]{6}$`)
	for i, w := range want {
		got := c.Categories[i]
		if got.ID != i+1 || got.Name != w.name || got.Slug != w.slug {
			t.Errorf("category %d: got %d %q %q, want %d %q %q", i, got.ID, got.Name, got.Slug, i+1, w.name, w.slug)
		}
		if got.Description == "" || got.Icon == "" || !color.MatchString(got.Color) {
			t.Errorf("category %s: description %q, icon %q, color %q", got.Slug, got.Description, got.Icon, got.Color)
		}
		if reviews[got.ID] < 3 {
			t.Errorf("category %s: %d reviews, want at least 3", got.Slug, reviews[got.ID])
		}
		delete(reviews, got.ID)
	}
	if len(reviews) != 0 {
		t.Errorf("reviews in unknown categories: %v", reviews)
	}
	if len(c.Reviews) < 12 || len(c.Articles) < 8 {
		t.Errorf("got %d reviews and %d articles, want at least 12 and 8", len(c.Reviews), len(c.Articles))
	}
}

func TestReviewsAreComplete(t *testing.T) {
	c := load(t)
	titles, products := map[string]bool{}, map[string]bool{}
	featured, longTitle, unpriced, fiveDigits := 0, false, false, false
	for _, r := range c.Reviews {
		if !r.IsPublished {
			continue // readers don't see it yet
		}
		t.Run(r.ProductName, func(t *testing.T) {
			checkFilled(t, map[string]string{
				"productName": r.ProductName, "productBrand": r.ProductBrand, "title": r.Title,
				"authorName": r.AuthorName, "productDescription": r.ProductDescription, "verdict": r.Verdict,
			})
			checkText(t, r.Content)
			checkCount(t, "pros", r.Pros, 3, 5)
			checkCount(t, "cons", r.Cons, 2, 4)
			checkCount(t, "specifications", r.Specifications, 5, 9)
			checkCount(t, "features", r.Features, 3, 5)
			checkCount(t, "images", r.Images, 2, 4)
			for _, s := range r.Specifications {
				if name, value, ok := strings.Cut(s, ": "); !ok || name == "" || value == "" {
					t.Errorf("specification %q is not 'Name: value'", s)
				}
			}
			if r.Rating < 1 || r.Rating > 5 || math.Abs(r.Rating*10-math.Round(r.Rating*10)) > 1e-9 {
				t.Errorf("rating %v is not within 1 to 5 with one decimal", r.Rating)
			}
			if r.ProductPrice != nil && *r.ProductPrice <= 0 {
				t.Errorf("price %v", *r.ProductPrice)
			}
			if r.ProductPriceMax != nil && (r.ProductPrice == nil || *r.ProductPriceMax <= *r.ProductPrice) {
				t.Errorf("price maximum %v is not above the price", *r.ProductPriceMax)
			}
			for _, link := range []string{r.AliexpressLink, r.ShopeeLink} {
				if !strings.HasPrefix(link, "https://example.com/") {
					t.Errorf("link %q leads to a real host", link)
				}
			}
			if titles[r.Title] || products[r.ProductBrand+r.ProductName] {
				t.Errorf("%q appears twice", r.Title)
			}
			checkAge(t, r.DaysAgo)
		})
		titles[r.Title], products[r.ProductBrand+r.ProductName] = true, true
		if r.IsFeatured {
			featured++
		}
		longTitle = longTitle || len(r.Title) > 110
		unpriced = unpriced || r.ProductPrice == nil
		fiveDigits = fiveDigits || (r.ProductPrice != nil && *r.ProductPrice >= 10_000)
	}
	if featured < 2 || featured > 3 {
		t.Errorf("%d reviews are featured, want 2 or 3", featured)
	}
	if !longTitle || !unpriced || !fiveDigits {
		t.Errorf("screens need a long title (%v), a product without a price (%v) and a five-digit price (%v)", longTitle, unpriced, fiveDigits)
	}
}

func TestSixReviewsAreLong(t *testing.T) {
	var long []string
	for _, r := range load(t).Reviews {
		words := len(strings.Fields(r.Content))
		if words < 900 {
			continue
		}
		long = append(long, r.ProductName)
		if words > 1600 {
			t.Errorf("%s has %d words, want at most 1600", r.ProductName, words)
		}
		if n := strings.Count(r.Content, "\n# "); n < 5 {
			t.Errorf("%s has %d headings, want at least 5", r.ProductName, n)
		}
		if n := strings.Count(r.Content, "\n| --- |"); n == 0 {
			t.Errorf("%s has no table", r.ProductName)
		}
		if n := len(inText.FindAllString(r.Content, -1)); n < 2 {
			t.Errorf("%s has %d pictures in its text, want at least 2", r.ProductName, n)
		}
	}
	if len(long) != 6 {
		t.Errorf("%d long reviews, want 6: %v", len(long), long)
	}
}

// inText is a picture in a text: its alt text and its file.
var inText = regexp.MustCompile(`!\[(.*?)\]\((.*?)\)`)

func TestPicturesInTextsAreTheReviews(t *testing.T) {
	for _, r := range load(t).Reviews {
		for _, picture := range inText.FindAllStringSubmatch(r.Content, -1) {
			if !slices.Contains(r.Images, picture[2]) || len(picture[1]) < 10 {
				t.Errorf("%s shows %q as %q", r.ProductName, picture[2], picture[1])
			}
		}
	}
}

func TestArticlesAreComplete(t *testing.T) {
	titles := map[string]bool{}
	for _, a := range load(t).Articles {
		t.Run(a.Category, func(t *testing.T) {
			checkFilled(t, map[string]string{
				"title": a.Title, "excerpt": a.Excerpt, "category": a.Category, "authorName": a.AuthorName, "image": a.Image,
			})
			checkText(t, a.Content)
			checkAge(t, a.DaysAgo)
			if titles[a.Title] {
				t.Errorf("%q appears twice", a.Title)
			}
			if !a.IsPublished {
				t.Error("is a draft")
			}
		})
		titles[a.Title] = true
	}
}

func TestEveryImageIsARealLightPictureInUse(t *testing.T) {
	c := load(t)
	used := map[string]int{}
	for _, r := range c.Reviews {
		for _, name := range r.Images {
			used[name]++
		}
	}
	for _, a := range c.Articles {
		used[a.Image]++
	}
	total := 0
	for name, times := range used {
		if times > 1 {
			t.Errorf("%s is used %d times", name, times)
		}
		data, contentType, err := c.Image(name)
		if err != nil {
			t.Error(err)
			continue
		}
		total += len(data)
		limit := maxDrawnBytes
		if slices.Contains(rendered, name) {
			limit = maxRenderedBytes
		}
		if len(data) > limit {
			t.Errorf("%s has %d bytes, want at most %d", name, len(data), limit)
		}
		if contentType != "image/webp" {
			t.Errorf("%s is said to be %q", name, contentType)
		}
		picture, err := webp.Decode(bytes.NewReader(data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if size := picture.Bounds().Size(); size.X != 1200 || size.Y != 800 {
			t.Errorf("%s is %v, want 1200 by 800", name, size)
		}
	}
	if total > maxAllImages {
		t.Errorf("all pictures have %d bytes, want at most %d", total, maxAllImages)
	}
	entries, err := os.ReadDir("content/images")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if used[e.Name()] == 0 {
			t.Errorf("%s is used by nothing", e.Name())
		}
		if alt := c.Alts[e.Name()]; len(alt) < 10 || len(alt) > 150 {
			t.Errorf("%s has the alt text %q", e.Name(), alt)
		}
	}
	if len(c.Alts) != len(entries) {
		t.Errorf("%d alt texts for %d pictures", len(c.Alts), len(entries))
	}
}

func TestImageRefusesWhatIsNotAPicture(t *testing.T) {
	c := load(t)
	for _, name := range []string{"", ".", "absent.webp", "../categories.json", "../images/slate-14-front.webp",
		"/slate-14-front.webp", "a\x00.webp"} {
		if _, _, err := c.Image(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Image(%q): got %v, want an error that wraps fs.ErrNotExist", name, err)
		}
	}
}

func checkFilled(t *testing.T, fields map[string]string) {
	t.Helper()
	for field, value := range fields {
		if strings.TrimSpace(value) == "" {
			t.Errorf("%s is empty", field)
		}
	}
}

// checkText says whether the text is long enough, in paragraphs with headings, and marked as demo content.
func checkText(t *testing.T, text string) {
	t.Helper()
	if n := len(strings.Fields(text)); n < minWords {
		t.Errorf("content has %d words, want at least %d", n, minWords)
	}
	if !strings.Contains(text, mark) {
		t.Errorf("content does not say %q", mark)
	}
	if n := strings.Count(text, "\n\n"); n < 4 {
		t.Errorf("content has %d paragraphs, want at least 5", n+1)
	}
	if n := strings.Count(text, "\n# "); n < 3 {
		t.Errorf("content has %d headings, want at least 3", n)
	}
}

func checkCount(t *testing.T, field string, list []string, low, high int) {
	t.Helper()
	if len(list) < low || len(list) > high {
		t.Errorf("%s has %d entries, want %d to %d", field, len(list), low, high)
	}
	for _, s := range list {
		if strings.TrimSpace(s) == "" {
			t.Errorf("%s has an empty entry", field)
		}
	}
}

func checkAge(t *testing.T, days float64) {
	t.Helper()
	if days < 0 || days > 42 {
		t.Errorf("came out %v days ago, want 0 to 42", days)
	}
}
