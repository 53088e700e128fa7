// Corrections of reviews and articles: how readers learn of changes to what they had seen. Buckets
//
//	review-correction    00…0c (id) ff…fa (revision inverted) → JSON of Correction; article-correction likewise
//	correction           00…2a (position) 'r' or 'a' → 00…0c ff…fa, the key above: all of them, in the log's order
//
// Whether readers may see them is asked of the item: an unpublished one shows none, and shows them again later.

package content

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"candor/events"
	"candor/projections/projector"
)

// Correction is one correction as answers show it.
type Correction struct {
	Revision uint64           `json:"revision"` // of the item's stream; tells corrections of one item apart
	At       time.Time        `json:"at"`
	Note     string           `json:"note"`
	Changes  []CorrectedField `json:"changes"`
}

// CorrectedField is what a correction changed, by the field's name in the API. A text or a price that is not there
// is null. Of a text of several lines only those that changed are stored, with … where others were left out.
type CorrectedField struct {
	Field string `json:"field"`
	From  any    `json:"from"`
	To    any    `json:"to"`
}

// ItemCorrection is a correction and what it is of.
type ItemCorrection struct {
	Kind  string // "review" or "article"
	ID    int64
	Title string // today's
	Correction
}

// correct stores a correction.
func (c *collection) correct(t *projector.Tx, event *projector.Event, id int64, one Correction) {
	key := append(projector.Number(id), projector.Number(^event.Revision)...)
	t.Bucket(c.kind+"-correction").Put(key, projector.Encode(one))
	t.Bucket("correction").Put(append(projector.Number(uint64(event.Position)), c.kind[0]), key)
}

// storedCorrections returns an item's corrections as JSON, newest first.
func (c *collection) storedCorrections(t *projector.Tx, id int64) (all []string) {
	t.Bucket(c.kind+"-correction").Scan(projector.Number(id), nil, func(_, payload []byte) bool {
		all = append(all, string(payload))
		return true
	})
	return all
}

// ReviewCorrections returns the corrections of a review, newest first, whoever may see it. Its error is ErrNotReady.
func (c *Reader) ReviewCorrections(id int64) ([]Correction, error) {
	return c.correctionsOf(func(m *content) *collection { return m.reviews }, id)
}

// ArticleCorrections is [Reader.ReviewCorrections] for articles.
func (c *Reader) ArticleCorrections(id int64) ([]Correction, error) {
	return c.correctionsOf(func(m *content) *collection { return m.articles }, id)
}

func (c *Reader) correctionsOf(of func(*content) *collection, id int64) (all []Correction, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		return json.Unmarshal([]byte("["+strings.Join(of(m).storedCorrections(t, id), ",")+"]"), &all)
	})
	return all, err
}

// LatestCorrections returns the newest n corrections of what is public now, newest first. Its error is ErrNotReady.
func (c *Reader) LatestCorrections(n int) ([]ItemCorrection, error) {
	latest := []ItemCorrection{}
	err := c.Read(func(m *content, t *projector.Tx) error {
		t.Bucket("correction").ScanBack(nil, func(position, key []byte) bool {
			of := m.reviews
			if position[8] == m.articles.kind[0] {
				of = m.articles
			}
			one := ItemCorrection{Kind: of.kind, ID: int64(projector.ParseNumber(key[:8]))}
			h, _ := of.row(t, one.ID)
			if h == nil || h.deleted || !h.published {
				return true
			}
			one.Title = h.title
			if json.Unmarshal(t.Bucket(of.kind+"-correction").Get(key), &one.Correction) != nil {
				panic(projector.Damage("a correction is no JSON"))
			}
			latest = append(latest, one)
			return len(latest) < n
		})
		return nil
	})
	return latest, err
}

// correctedReview lists what a correction changed, in the order of the page.
func correctedReview(was events.ReviewChanges, is events.ReviewContent) []CorrectedField {
	all := []CorrectedField{}
	all = corrected(all, "rating", was.Rating, is.Rating)
	all = corrected(all, "productPrice", was.ProductPrice, is.ProductPrice)
	all = corrected(all, "productPriceMax", was.ProductPriceMax, is.ProductPriceMax)
	all = corrected(all, "verdict", was.Verdict, is.Verdict)
	all = corrected(all, "title", was.Title, is.Title)
	return corrected(all, "content", was.Content, is.Content)
}

// correctedArticle is the same for an article.
func correctedArticle(was events.ArticleChanges, is events.ArticleContent) []CorrectedField {
	all := []CorrectedField{}
	all = corrected(all, "title", was.Title, is.Title)
	all = corrected(all, "excerpt", was.Excerpt, is.Excerpt)
	return corrected(all, "content", was.Content, is.Content)
}

// corrected adds a field that a correction changed.
func corrected[T string | float64](all []CorrectedField, field string, was *T, is T) []CorrectedField {
	if was == nil || *was == is {
		return all
	}
	from, to := any(*was), any(is)
	if text, ok := from.(string); ok {
		from, to = changedLines(text, to.(string))
	}
	return append(all, CorrectedField{field, present(from), present(to)})
}

// present is null for a text or a price that is not there.
func present(v any) any {
	if v == "" || v == 0.0 {
		return nil
	}
	return v
}

// leftOut stands for lines that both texts have.
const leftOut = "…"

// changedLines shortens two texts to the lines between the first and the last that differ.
func changedLines(from, to string) (shortFrom, shortTo string) {
	a, b := strings.Split(from, "\n"), strings.Split(to, "\n")
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	short := func(lines []string) string {
		rest := slices.Clone(lines[start : len(lines)-end])
		if start > 0 {
			rest = slices.Insert(rest, 0, leftOut)
		}
		if end > 0 {
			rest = append(rest, leftOut)
		}
		return strings.Join(rest, "\n")
	}
	return short(a), short(b)
}
