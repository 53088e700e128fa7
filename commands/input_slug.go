// The rule for slugs.

package commands

import "regexp"

var slugPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// slug refuses a slug of other characters; an empty one passes.
func (r *rules) slug(field string, value *string) {
	if value != nil && *value != "" && !slugPattern.MatchString(*value) {
		r.fail(field, "%s must consist of lower-case letters, digits and single hyphens between them", label(field))
	}
}
