// A post of WordPress as HTML.

package markup

import (
	"candor/commands/importer/prose"
	"strings"
)

// Post is the text of a post as WordPress stores it.
type Post struct {
	Content   string
	Footnotes string                             // of the Footnotes block: the post's field of that name, JSON
	Gallery   func(ids []string) []prose.Image   // the pictures with these attachment ids; of the whole post for none
	Tags      func(text string) (changed string) // changes tags of the HTML, but not what is in code
}

// HTML returns a post as HTML with what its blocks and shortcodes show. open is the same with marks in place of code, for those who look for a
// part that isn't for everybody.
func (r *Reusable) HTML(p Post, lost *LeftOut) (text, open string) {
	room := maxReusable
	text = r.blocks(p.Content, lost, &room)
	var code verbatim
	text = code.takeShortcodes(text)
	open = text
	text = code.takeElements(text)
	text = footnotes(writtenNotes(text), p.Footnotes, lost)
	text = expandShortcodes(text, p.Gallery, lost)
	return code.back(p.Tags(text)), open
}

// or returns text, or otherwise if it is empty.
func or(text, otherwise string) string {
	if text = strings.TrimSpace(text); text != "" {
		return text
	}
	return otherwise
}
