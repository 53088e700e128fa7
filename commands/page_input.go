// What a page's author sends, and the rules for it.

package commands

var pageFields = fields{
	lineField("title", maxTitle).must(),
	slugTextField("slug").kept("Slug is required"),
	textField("content", MaxContent).must(),
}
