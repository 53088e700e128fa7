// The rule for slugs.

package input

import "candor/events/characters"

// IsSlug reports whether a text is a slug as [characters.Slug] makes it.
func IsSlug(text string) bool { return text != "" && characters.Slug(text, MaxSlug) == text }

// slug refuses what is no slug; an empty one passes.
func (r *Rules) slug(field string, value *string) {
	if value == nil || *value == "" || IsSlug(*value) || characters.Count(*value) > MaxSlug { // another rule refuses what is too long
		return
	}
	const rule = "%s must consist of lower-case letters, digits and single hyphens between them"
	if suggested := characters.Slug(*value, MaxSlug); suggested != "" {
		r.Fail(field, rule+", such as “%s”", Label(field), suggested)
		return
	}
	r.Fail(field, rule, Label(field))
}
