// What a page's author sends, and the rules for it.

package editorial

import "candor/commands/input"

var pageFields = input.Fields{
	input.Line("title", input.MaxTitle).Must(),
	input.Slug("slug").Kept("Slug is required"),
	input.Text("content", input.MaxContent).Must(),
}
