// Kinds of content, over which the source files range.

package openapi

import (
	"strings"

	"candor/events"
)

// kind is a kind of content, with what templates ask of it.
type kind struct{ events.Kind }

// kinds are those of [events.Kinds].
func kinds() (all []kind) {
	for _, k := range events.Kinds {
		all = append(all, kind{k})
	}
	return all
}

// paths returns what the kinds are called in the API.
func paths() (all []string) {
	for _, k := range events.Kinds {
		all = append(all, k.Path)
	}
	return all
}

// Schema returns the name of the kind's schema: "Review".
func (k kind) Schema() string { return strings.ToUpper(k.Name[:1]) + k.Name[1:] }

// InActions returns what the names of the admin's actions call an item: "REVIEW".
func (k kind) InActions() string {
	if k.Name == events.ArticleKind {
		return "NEWS"
	}
	return strings.ToUpper(k.Name)
}

// Noun returns what a sentence calls an item, after "a": "tech article".
func (k kind) Noun() string { return strings.ToLower(k.Kind.Noun) }
