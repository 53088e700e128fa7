// Fields: their names for readers, and what they hold.

package difference

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"candor/events/difference"
)

// field is what is known of a field.
type field struct {
	name string
	show show
}

// show returns the HTML of a change that has both sides; "" if they look the same.
type show func(s Style, from, to json.RawMessage, o Options) string

// Options says how much is shown.
type Options = difference.Options

// fields are the fields of all kinds, by their names in the API. Those of different kinds that share a name hold alike things.
var fields = map[string]field{
	"rating":             {"Rating", figures(score)},
	"scoreReason":        {"Reason for the score", paragraphs},
	"subScores":          {"Scores", subScores},
	"productPrice":       {"Price", figures(price)},
	"productPriceMax":    {"Highest price", figures(price)},
	"verdict":            {"Verdict", markup},
	"productName":        {"Product", paragraphs},
	"productBrand":       {"Brand", paragraphs},
	"productDescription": {"Product description", paragraphs},
	"title":              {"Title", paragraphs},
	"content":            {"Text", markup},
	"excerpt":            {"Summary", paragraphs},
	"pros":               {"Pros", list},
	"cons":               {"Cons", list},
	"features":           {"Key features", list},
	"specifications":     {"Specifications", specifications},
	"tags":               {"Tags", list},
	"categoryId":         {"Category", categories},
	"category":           {"Category", paragraphs},
	"authorName":         {"Author", paragraphs},
	"productImageUrl":    {"Product picture", pictures},
	"imageUrl":           {"Picture", pictures},
	"imageUrls":          {"Pictures", pictures},
	"videoUrl":           {"Video", paragraphs},
	"videoCredit":        {"Video credit", paragraphs},
	"aliexpressLink":     {"AliExpress link", paragraphs},
	"shopeeLink":         {"Shopee link", paragraphs},
	"shops":              {"Shops", shops},
	"slug":               {"Slug", paragraphs},
	"name":               {"Name", paragraphs},
	"description":        {"Description", paragraphs},
	"icon":               {"Icon", paragraphs},
	"color":              {"Color", paragraphs},
	"order":              {"Order", figures(plain)},
	"criteria":           {"Criteria", criteria},
	"pictureUrl":         {"Picture", pictures},
	"text":               {"Text", markup},
	"links":              {"Links", links},
	"disclosure":         {"Disclosure", paragraphs},
	"isPublished":        {"Published", flags},
	"isFeatured":         {"Featured", flags},
	"isDeleted":          {"Deleted", flags},
	"publishAt":          {"Publish on", moments},
	"unpublishAt":        {"Unpublish on", moments},
	"draftPublishAt":     {"Publish changes on", moments},
	"withheldVersions":   {"Withheld versions", paragraphs},
}

// Name returns the name of a field for readers: "Highest price".
func Name(name string) string {
	if f, ok := fields[name]; ok {
		return f.name
	}
	var words strings.Builder // of a field that is newer than this table
	for i, r := range name {
		switch {
		case i == 0:
			words.WriteString(strings.ToUpper(string(r)))
		case 'A' <= r && r <= 'Z':
			words.WriteString(" " + strings.ToLower(string(r)))
		default:
			words.WriteRune(r)
		}
	}
	return words.String()
}

// IsFigure reports whether a field holds one short value, of which one takes the place of the other.
func IsFigure(name string) bool {
	return name == "rating" || name == "productPrice" || name == "productPriceMax"
}

// HTML returns what a change made of a field. A side that is nil is withheld: then the other one is shown if it is a figure. It returns
// "" if both look the same.
func (s Style) HTML(name string, from, to json.RawMessage, o Options) string {
	if from == nil || to == nil {
		return s.withheld(name, from, to)
	}
	show := paragraphs
	if f, ok := fields[name]; ok {
		show = f.show
	}
	return show(s, from, to, o)
}

// withheld returns what is left of a change of which at least one side is withheld.
func (s Style) withheld(name string, from, to json.RawMessage) string {
	const hidden = `<em class="diff-withheld">withheld</em>`
	write := map[string]func(Style, json.RawMessage) string{"rating": score, "productPrice": price, "productPriceMax": price}[name]
	switch {
	case write != nil && from != nil:
		return wrapped(`<p class="diff-figure"><del>` + said("removed: ") + escape(orNone(write(s, from))) +
			`</del>` + arrow + hidden + `</p>`)
	case write != nil && to != nil:
		return wrapped(`<p class="diff-figure">` + hidden + arrow + `<ins>` + said("added: ") + escape(orNone(write(s, to))) + `</ins></p>`)
	}
	return wrapped(`<p>` + hidden + `</p>`)
}

// Fields returns the names of all fields in the API, sorted.
func Fields() []string { return slices.Sorted(maps.Keys(fields)) }
