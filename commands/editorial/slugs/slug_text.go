// How a slug is made from a title.

package slugs

import (
	"candor/commands/input"
	"candor/events/characters"
)

// Of returns the slug that a title suggests; "" if it has no letter or digit.
func Of(title string) string { return characters.Slug(title, input.MaxSlug) }
