// Kinds of content, over which the source files range.

package openapi

import "strings"

// kind is a kind of content, with what not all kinds have.
type kind struct {
	Name string // in events and answers: "review"
	Noun string // in a sentence, after "a": "tech article"
	Path string // in the API: "reviews", of /api/reviews

	Corrects, Versioned, Featured, Slugged, Listed bool
}

var kinds = []kind{
	{Name: "review", Noun: "review", Path: "reviews", Corrects: true, Versioned: true, Featured: true, Listed: true},
	{Name: "article", Noun: "tech article", Path: "news", Corrects: true, Versioned: true, Listed: true},
	{Name: "page", Noun: "page", Path: "pages", Slugged: true},
}

// Schema returns the name of the kind's schema: "Review".
func (k kind) Schema() string { return strings.ToUpper(k.Name[:1]) + k.Name[1:] }
