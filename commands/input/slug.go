// The rule for slugs.

package input

import "regexp"

var SlugPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// slug refuses a slug of other characters; an empty one passes.
func (r *Rules) slug(field string, value *string) {
	if value != nil && *value != "" && !SlugPattern.MatchString(*value) {
		r.Fail(field, "%s must consist of lower-case letters, digits and single hyphens between them", Label(field))
	}
}
