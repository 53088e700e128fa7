// Package ratings finds what makes a review of a post, in the words of the plugins that people write reviews with.
//
// Where a post has several, the first of these counts:
//
//	linked data of schema.org in the body: a Review, or the review of a Product, with a reviewRating
//	WP Review              wp_review_total of wp_review_type (star 5, point 10, percentage or circle 100)
//	Taqyeem                taq_review_score (of 100)
//	Yet Another Stars      yasr_overall_rating (of 5)
//	All in One Schema      _bsf_rating (of 5), with _bsf_item_name
//	Rank Math              rank_math_snippet_review_rating_value of rank_math_snippet_review_best_rating
//	Let's Review           _lets_review_final_score_100 (of 100)
//	anything else          rating, _rating, review_rating, review_score, score, and the same with an underscore in front; of 5, 10 or
//	                       100, whichever the file's highest value of that field needs
//
// Visitors' own ratings are no review of the editor's, and are not looked at.
package ratings

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"candor/commands/importer/prose"
)

// Rating makes an item a review.
type Rating struct {
	Stars          float64 // 1 to 5
	Product, Brand string
	Verdict        string // Markdown
	Pros, Cons     []string
	Price          float64 // US dollars; 0: none
}

// stars turns a value between worst and best into 1 to 5 stars; ok is false when it is none.
func stars(value, worst, best float64) (float64, bool) {
	if math.IsNaN(value) || math.IsInf(value, 0) || best <= worst || value <= 0 || value > best || value < worst {
		return 0, false
	}
	return max(1, math.Round(value/best*50)/10), true
}

// number reads a value such as "4.5", "4,5", "90%" or "8/10"; of is the number after the slash, 100 for a percent sign, 0 for neither.
func number(text string) (value, of float64, ok bool) {
	text = strings.TrimSpace(text)
	if before, ok := strings.CutSuffix(text, "%"); ok {
		text, of = before, 100
	}
	if before, after, ok := strings.Cut(text, "/"); ok {
		best, err := strconv.ParseFloat(strings.TrimSpace(after), 64)
		if err != nil {
			return 0, 0, false
		}
		text, of = before, best
	}
	value, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), ",", ".", 1), 64)
	return value, of, err == nil && !math.IsNaN(value) && !math.IsInf(value, 0)
}

// plugins are the fields of the plugins that have a scale of their own.
var plugins = []string{
	"wp_review_total", "wp_review_type", "wp_review_heading", "wp_review_desc", "wp_review_pros", "wp_review_cons",
	"taq_review_score", "taq_review_title", "taq_review_summary", "yasr_overall_rating", "_bsf_rating", "_bsf_item_name",
	"rank_math_snippet_review_rating_value", "rank_math_snippet_review_best_rating", "rank_math_snippet_name",
	"_lets_review_final_score_100",
}

// looseFields are the fields whose scale follows only from the whole file.
var looseFields = []string{"rating", "review_rating", "review_score", "score", "_rating", "_review_rating", "_review_score", "_score"}

// Fields returns the names of all fields that [Of] looks at.
func Fields() []string { return slices.Concat(plugins, looseFields) }

// Scales is the highest value of each field whose scale follows only from the whole file.
type Scales map[string]float64

// See takes the values of a post.
func (s Scales) See(meta map[string]string) {
	for _, field := range looseFields {
		if value, _, ok := number(meta[field]); ok {
			s[field] = max(s[field], value)
		}
	}
}

// best is the highest value that a loose field can have.
func (s Scales) best(field string) float64 {
	switch highest := s[field]; {
	case highest <= 5:
		return 5
	case highest <= 10:
		return 10
	}
	return 100
}

// Of finds the rating of a post in its fields; nil when there is none.
func Of(meta map[string]string, s Scales) *Rating {
	try := func(field string, best float64) *Rating {
		value, of, ok := number(meta[field])
		if !ok {
			return nil
		}
		if of > 0 {
			best = of
		}
		n, ok := stars(value, 0, best)
		if !ok {
			return nil
		}
		return &Rating{Stars: n}
	}
	best := map[string]float64{"point": 10, "percentage": 100, "circle": 100}[meta["wp_review_type"]]
	if best == 0 {
		best = 5
	}
	if r := try("wp_review_total", best); r != nil {
		r.Product, r.Verdict = prose.Unescaped(meta["wp_review_heading"]), marked(meta["wp_review_desc"])
		r.Pros, r.Cons = lines(meta["wp_review_pros"]), lines(meta["wp_review_cons"])
		return r
	}
	if r := try("taq_review_score", 100); r != nil {
		r.Product, r.Verdict = prose.Unescaped(meta["taq_review_title"]), marked(meta["taq_review_summary"])
		return r
	}
	if r := try("yasr_overall_rating", 5); r != nil {
		return r
	}
	if r := try("_bsf_rating", 5); r != nil {
		r.Product = prose.Unescaped(meta["_bsf_item_name"])
		return r
	}
	best, _, ok := number(meta["rank_math_snippet_review_best_rating"])
	if !ok || best <= 0 {
		best = 5
	}
	if r := try("rank_math_snippet_review_rating_value", best); r != nil {
		r.Product = prose.Unescaped(meta["rank_math_snippet_name"])
		return r
	}
	if r := try("_lets_review_final_score_100", 100); r != nil {
		return r
	}
	for _, field := range looseFields {
		if r := try(field, s.best(field)); r != nil {
			return r
		}
	}
	return nil
}

// marked is a piece of HTML as Markdown.
func marked(text string) string { return prose.Markdown(text, nil, true) }

// lines is the text of a list, however it was written, as its items.
func lines(text string) []string {
	var out []string
	for line := range strings.SplitSeq(prose.Plain(text), "\n") {
		if line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "•-–*·")); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// Linked finds a review in linked data of schema.org; nil when there is none.
func Linked(texts []string) *Rating {
	for _, text := range texts {
		var data any
		if json.Unmarshal([]byte(strings.TrimSpace(text)), &data) == nil {
			if r := linkedReview(data, 0); r != nil {
				return r
			}
		}
	}
	return nil
}

// deepest is how far linked data is followed inwards.
const deepest = 8

func linkedReview(data any, depth int) *Rating {
	if depth > deepest {
		return nil
	}
	switch data := data.(type) {
	case []any:
		for _, one := range data {
			if r := linkedReview(one, depth+1); r != nil {
				return r
			}
		}
	case map[string]any:
		if isA(data, "Review") {
			if r := fromReview(data); r != nil {
				return r
			}
		}
		if r := linkedReview(data["@graph"], depth+1); r != nil {
			return r
		}
		r := linkedReview(data["review"], depth+1)
		if r != nil && r.Product == "" && isA(data, "Product") {
			r.about(data)
		}
		return r
	}
	return nil
}

func isA(data map[string]any, name string) bool {
	switch t := data["@type"].(type) {
	case string:
		return strings.HasSuffix(t, name)
	case []any:
		for _, one := range t {
			if s, ok := one.(string); ok && strings.HasSuffix(s, name) {
				return true
			}
		}
	}
	return false
}

func fromReview(data map[string]any) *Rating {
	of, ok := data["reviewRating"].(map[string]any)
	if !ok {
		return nil
	}
	value, behind, ok := number(word(of["ratingValue"]))
	if !ok {
		return nil
	}
	best, worst := 5.0, 0.0
	if behind > 0 {
		best = behind
	}
	if b, _, ok := number(word(of["bestRating"])); ok {
		best = b
	}
	if w, _, ok := number(word(of["worstRating"])); ok && w >= 0 {
		worst = w
	}
	n, ok := stars(value, worst, best)
	if !ok {
		return nil
	}
	r := &Rating{Stars: n, Verdict: marked(word(data["reviewBody"])), Pros: notes(data["positiveNotes"]),
		Cons: notes(data["negativeNotes"])}
	if item, ok := data["itemReviewed"].(map[string]any); ok {
		r.about(item)
	}
	return r
}

// about takes what linked data says of the product.
func (r *Rating) about(item map[string]any) {
	r.Product = prose.Unescaped(word(item["name"])) // plugins write it as they find it in WordPress
	switch brand := item["brand"].(type) {
	case map[string]any:
		r.Brand = prose.Unescaped(word(brand["name"]))
	default:
		r.Brand = prose.Unescaped(word(brand))
	}
	offers, _ := item["offers"].(map[string]any)
	if currency := word(offers["priceCurrency"]); currency == "" || currency == "USD" { // prices are in dollars here
		price, _, ok := number(prose.Or(word(offers["price"]), word(offers["lowPrice"])))
		if ok && price > 0 && price < 1e9 {
			r.Price = price
		}
	}
}

// notes reads an ItemList of positiveNotes or negativeNotes.
func notes(data any) []string {
	list, ok := data.(map[string]any)
	if ok {
		data = list["itemListElement"]
	}
	many, _ := data.([]any)
	var out []string
	for _, one := range many {
		text := word(one)
		if object, ok := one.(map[string]any); ok {
			text = word(object["name"])
		}
		if text = prose.Unescaped(text); text != "" {
			out = append(out, text)
		}
	}
	return out
}

// word is a text or number of linked data as text.
func word(data any) string {
	switch data := data.(type) {
	case string:
		return data
	case float64:
		return strconv.FormatFloat(data, 'f', -1, 64)
	}
	return ""
}
