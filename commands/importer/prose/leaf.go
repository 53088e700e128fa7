// Leaves: paragraphs, headings, cells and code, with the text that is read into them.

package prose

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// leaf is the block that text is read into.
type leaf struct {
	node      *html.Node // nil: none is open
	cell, pre bool
	last      *html.Node  // the last text
	said      bool        // there is something in it
	gap       bool        // a space is due before the next word
	broken    bool        // the last thing is a line break
	after     bool        // that was a <br>, so that a line end behind it is none
	listed    bool        // a cell's list has begun
	inline    []*openMark // what marks the text that comes next, outermost first
}

// openMark is an element within a paragraph that is open.
type openMark struct {
	name, address string
	node          *html.Node // in the present leaf; nil: not yet
	outer         bool       // it was opened between paragraphs, and marks those that follow
	used          bool       // a link that has text
}

func (l *leaf) code() bool {
	return l.pre || len(l.inline) > 0 && l.inline[len(l.inline)-1].name == "code"
}

// add adds text as it is.
func (l *leaf) add(text string) {
	l.node.AppendChild(&html.Node{Type: html.TextNode, Data: text})
}

// startLeaf begins a leaf in the innermost container.
func (b *builder) startLeaf(n *html.Node) {
	parent := b.top()
	switch parent.DataAtom {
	case atom.Ul, atom.Ol:
		b.push(element("li"))
		b.top().AppendChild(n)
	case atom.Table, atom.Tr: // text between cells: a caption, or a cell of its own
		table := b.open[slices.IndexFunc(b.open, func(c *html.Node) bool { return c.DataAtom == atom.Table })]
		if table.FirstChild != nil && table.FirstChild.FirstChild != nil {
			b.startCell(element("td"))
			return
		}
		table.Parent.InsertBefore(n, table)
	default:
		parent.AppendChild(n)
	}
	b.leaf = leaf{node: n, inline: b.leaf.inline}
}

// endLeaf ends the leaf, if one is open; a cell goes on, with a space, until it is closed itself.
func (b *builder) endLeaf() {
	if b.leaf.cell {
		b.separate(false)
		return
	}
	b.closeLeaf(false)
}

// closeLeaf ends the leaf. keep says that what marks its text goes on in the next one.
func (b *builder) closeLeaf(keep bool) {
	l := &b.leaf
	var inline []*openMark
	for _, m := range l.inline {
		if (m.outer || keep) && (m.name != "a" || !m.used) && m.name != "code" {
			m.node = nil
			inline = append(inline, m)
		}
	}
	if n := l.node; n != nil {
		switch {
		case l.pre:
			finishCode(n)
		case l.cell: // tidyTable finishes it
			tidy(n)
		default:
			b.finish(n)
		}
		if n.FirstChild == nil && n.Parent != nil && n.DataAtom != atom.Td {
			n.Parent.RemoveChild(n)
		}
	}
	b.leaf = leaf{inline: inline}
}

// separate begins another block within a cell. Items of a list are put in a row, with commas.
func (b *builder) separate(item bool) {
	l := &b.leaf
	if item && l.listed && l.last != nil {
		l.last.Data += ","
	}
	l.gap, l.listed = true, l.listed || item
}

// inner returns the node that the next text goes into, with its marks.
func (b *builder) inner() *html.Node {
	if b.leaf.node == nil {
		b.startLeaf(element("p"))
	}
	n := b.leaf.node
	for _, m := range b.leaf.inline {
		if m.node == nil {
			if last := n.LastChild; last != nil && last.Type == html.ElementNode && last.Data == m.name && m.name != "a" {
				m.node = last // goes on at once
			} else {
				m.node = element(m.name)
				if m.name == "a" {
					m.node.Attr = []html.Attribute{{Key: "href", Val: m.address}}
				}
				n.AppendChild(m.node)
			}
		}
		n = m.node
	}
	return n
}

// text reads text; white space becomes one space, and a line end a line break where it is one.
func (b *builder) text(text string) {
	text = cleanText(text)
	switch {
	case b.leaf.pre:
		b.leaf.add(text)
	case b.Breaks && !b.leaf.code():
		for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
			if i > 0 {
				b.lineBreak(false)
			}
			b.words(line)
		}
	default:
		b.words(text)
	}
}

func (b *builder) words(text string) {
	fields := strings.FieldsFunc(text, isSpace)
	l := &b.leaf
	if len(fields) == 0 {
		l.gap = l.gap || text != ""
		return
	}
	first, _ := utf8.DecodeRuneInString(text)
	l.gap = l.gap || isSpace(first)
	if l.node == nil || !l.said || l.broken {
		l.gap = false
	}
	into := &html.Node{Type: html.TextNode, Data: strings.Join(fields, " ")}
	if l.gap {
		into.Data = " " + into.Data
	}
	b.inner().AppendChild(into)
	last, _ := utf8.DecodeLastRuneInString(text)
	l.last, l.said, l.broken, l.after, l.gap = into, true, false, false, isSpace(last)
	b.useLinks()
}

// useLinks notes that the links that are open have something to click on.
func (b *builder) useLinks() {
	for _, m := range b.leaf.inline {
		m.used = true
	}
}

func isSpace(c rune) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\u00a0' || c == '\u2028' || c == '\u2029'
}

// lineBreak reads a <br>, or the end of a line of text. Two begin another paragraph.
func (b *builder) lineBreak(tag bool) {
	l := &b.leaf
	switch {
	case l.pre:
		l.add("\n")
	case l.code() || l.cell || l.node != nil && headings[l.node.DataAtom] != "":
		l.gap = true
	case l.node == nil || !l.said:
	case !tag && l.after:
		l.after = false
	case l.broken:
		b.closeLeaf(true)
	default:
		b.inner().AppendChild(element("br"))
		l.broken, l.after, l.gap = true, tag, false
	}
}

// mark begins to mark text.
func (b *builder) mark(name string, t html.Token) {
	for _, m := range b.leaf.inline {
		if m.name == name {
			return
		}
	}
	b.spaceBefore()
	b.leaf.inline = append(b.leaf.inline, &openMark{name: name, outer: b.leaf.node == nil})
}

// spaceBefore writes the space that is due before what begins now, rather than inside it.
func (b *builder) spaceBefore() {
	if l := &b.leaf; l.gap && l.said && !l.broken && l.node != nil {
		b.inner().AppendChild(&html.Node{Type: html.TextNode, Data: " "})
		l.gap = false
	}
}

// unmark ends a mark; those that were begun within it go on behind it.
func (b *builder) unmark(name string) {
	for i, m := range b.leaf.inline {
		if m.name == name {
			for _, later := range b.leaf.inline[i:] {
				later.node = nil
			}
			b.leaf.inline = append(b.leaf.inline[:i:i], b.leaf.inline[i+1:]...)
			return
		}
	}
}

// startLink begins a link; one within another ends that.
func (b *builder) startLink(address string) {
	b.endLink()
	if address != "" {
		b.spaceBefore()
		b.leaf.inline = append([]*openMark{{name: "a", address: address, outer: b.leaf.node == nil}}, b.leaf.inline...)
		for _, m := range b.leaf.inline {
			m.node = nil
		}
	}
}

// endLink ends the link. A picture that it leads from stands alone; one that it enlarges needs no link once it has moved.
func (b *builder) endLink() {
	var link *html.Node
	for _, m := range b.leaf.inline {
		if m.name == "a" {
			link = m.node
		}
	}
	b.unmark("a")
	if link == nil || link.FirstChild == nil || link.FirstChild != link.LastChild || link.FirstChild.DataAtom != atom.Img {
		return
	}
	alone := link
	if picture := link.FirstChild; picture.Attr[0].Val == link.Attr[0].Val && b.here[link.Attr[0].Val] {
		link.RemoveChild(picture)
		link.Parent.InsertBefore(picture, link)
		link.Parent.RemoveChild(link)
		alone = picture
	}
	if b.standsAlone(alone) {
		b.closeLeaf(true)
	}
}

// standsAlone reports whether n is all that the paragraph holds.
func (b *builder) standsAlone(n *html.Node) bool {
	l := &b.leaf
	return l.node != nil && l.node.DataAtom == atom.P && !l.cell && l.node.FirstChild == n && l.node.LastChild == n
}

// cleanText returns text without what means something to the machinery: control characters and the private characters of the converter.
func cleanText(text string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c < ' ' && c != '\n' && c != '\t' && c != '\r' || c == 0x7f:
			return ' '
		case c >= '\uf000' && c <= '\uf0ff':
			return -1
		}
		return c
	}, strings.ToValidUTF8(text, "\ufffd"))
}
