// What an article's author sends, and the rules for it (spec.md sections 3 and 5).

package commands

var articleFields = fields{
	lineField("title", maxTitle).must(),
	textField("content", MaxContent).must(),
	lineField("category", maxName).must(),
	lineField("authorName", maxName).must(),
	textField("excerpt", maxShortText),
	lineField("videoCredit", maxTitle),
	listField("tags"),
	linkField("videoUrl"),
	imageField("imageUrl").called("Image"),
}
