// A post of WordPress as HTML.

package markup

import (
	"candor/commands/importer/prose"
)

// Post is the text of a post as WordPress stores it.
type Post struct {
	Content   string
	Footnotes string                           // of the Footnotes block: the post's field of that name, JSON
	Gallery   func(ids []string) []prose.Image // the pictures with these attachment ids; of the whole post for none
}

// HTML returns a post as HTML, with its blocks and shortcodes carried out. withoutCode is the original post with marks in place of its
// code samples, so that a shortcode of a membership plugin in it is in use and not an example.
func (r *Reusable) HTML(p Post, lost *LeftOut) (text, withoutCode string) {
	room := maxReusable
	text = r.blocks(p.Content, lost, &room)
	var code verbatim
	text = code.takeShortcodes(text)
	withoutCode = text
	text = code.takeElements(text)
	text = footnotes(writtenNotes(text), p.Footnotes, lost)
	text = expandShortcodes(text, p.Gallery, lost)
	return code.back(text), withoutCode
}
