// What an article's author sends, and the rules for it (spec.md sections 3 and 5).

package editorial

import "candor/commands/input"

var articleFields = input.Fields{
	input.Line("title", input.MaxTitle).Must(),
	input.Text("content", input.MaxContent).Must(),
	input.Line("category", input.MaxName).Must(),
	input.Line("authorName", input.MaxName).Must(),
	input.Text("excerpt", input.MaxShortText),
	input.Line("videoCredit", input.MaxTitle),
	input.List("tags"),
	input.Link("videoUrl"),
	input.Image("imageUrl").Called("Image"),
}
