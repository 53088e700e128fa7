// The reader: walks HTML and builds a tree of what Markdown can say. Blocks lie in containers (quotes, lists and their items, tables); text
// and what marks it lies in leaves (paragraphs, headings, cells, code).

package prose

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxDepth is how many quotes, lists and items may lie in each other; what is deeper loses the mark and keeps its text.
const maxDepth = 12

// reader walks a document.
type reader struct {
	doc    *Document
	base   *url.URL
	breaks bool // a line end is a line break

	into  *html.Node // the container of the next block
	depth int        // of containers
	leaf  *html.Node // that text is read into; nil: none is open
	line  bool       // the leaf is a cell or a heading: one line, whatever is in it
	marks []*mark    // what marks the text that comes next, outermost first

	last   rune // of the leaf's text, 0: there is none
	broken bool // the last thing in the leaf is a line break
	tag    bool // that was a <br>, so that a line end behind it is none

	figure int             // how many pictures there were before the present figure
	videos map[string]bool // that were shown
}

// mark is an element within a paragraph that is open.
type mark struct {
	name, address string
	node          *html.Node // in the present leaf; nil: not yet
	used          bool       // it has text
	done          bool       // a link whose paragraph has ended: one is enough
	pictures      bool       // a link without text
}

// silent are the elements whose content is not shown.
var silent = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Head: true, atom.Title: true, atom.Svg: true,
	atom.Select: true, atom.Textarea: true, atom.Button: true, atom.Noembed: true, atom.Noframes: true, atom.Canvas: true,
}

// silentParts are parts of Ghost's cards that only scripts fill, or that repeat what the card says.
var silentParts = hasClass("kg-audio-thumbnail", "kg-audio-player", "kg-video-overlay", "kg-video-player-container", "kg-video-player",
	"kg-bookmark-metadata", "kg-bookmark-thumbnail", "kg-file-card-icon", "kg-toggle-card-icon")

// callouts are cards of Ghost's that stand out as quotes do. Their parts, an emoji and a text, are one paragraph.
var (
	callouts     = hasClass("kg-callout-card")
	calloutParts = hasClass("kg-callout-emoji", "kg-callout-text")
)

// blocks are the elements that begin and end a paragraph and are nothing else.
var blocks = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.Section: true, atom.Article: true, atom.Header: true, atom.Footer: true, atom.Figure: true,
	atom.Figcaption: true, atom.Dl: true, atom.Dt: true, atom.Dd: true, atom.Address: true, atom.Aside: true,
	atom.Nav: true, atom.Center: true,
	atom.Main: true, atom.Form: true, atom.Fieldset: true, atom.Legend: true, atom.Details: true, atom.Summary: true, atom.Caption: true,
	atom.Tr: true, atom.Td: true, atom.Th: true, atom.Table: true,
}

// headings are the marks of headings. The title is the page's only h1, and # is shown as an h2.
var headings = map[atom.Atom]string{atom.H1: "h1", atom.H2: "h1", atom.H3: "h2", atom.H4: "h3", atom.H5: "h4", atom.H6: "h5"}

// marks are the elements that mark text within a paragraph.
var marks = map[atom.Atom]string{
	atom.B: "strong", atom.Strong: "strong", atom.I: "em", atom.Em: "em", atom.Cite: "em", atom.Del: "del",
	atom.S: "del", atom.Strike: "del",
	atom.Code: "code", atom.Kbd: "code", atom.Samp: "code", atom.Tt: "code",
}

// node reads a node and what is below it.
func (r *reader) node(n *html.Node) {
	if n.Type == html.TextNode {
		r.text(n.Data)
		return
	}
	if n.Type != html.ElementNode {
		return
	}
	r.background(n)
	switch a := n.DataAtom; {
	case silent[a] || silentParts(n) || secondButton(n):
		r.leftOut(n)
	// code holds text only
	case r.coded() && (a == atom.A || a == atom.Img || a == atom.Sup || a == atom.Sub || align(n) != "" || marks[a] != ""):
		r.children(n)
	case a == atom.Br:
		r.lineBreak(true)
	case a == atom.Img:
		r.image(n)
	case a == atom.Hr:
		if r.separate(); r.leaf == nil && (r.into.DataAtom == atom.Div || r.into.DataAtom == atom.Blockquote) {
			r.into.AppendChild(element("hr"))
		}
	case a == atom.Iframe || a == atom.Embed || a == atom.Object || a == atom.Video || a == atom.Audio || hasClass("kg-audio-card")(n):
		r.player(n)
	case a == atom.Pre:
		r.code(n)
	case a == atom.A:
		r.link(n)
	case a == atom.Sup || a == atom.Sub || align(n) != "":
		r.raised(n)
	case a == atom.Q:
		r.words("“")
		r.children(n)
		r.words("”")
	case marks[a] != "" && find(n, isA(atom.Pre)) == nil:
		r.marked(n, mark{name: marks[a]})
	case headings[a] != "" && !r.line && len(leavesIn(n)) <= 1:
		r.heading(n)
	case a == atom.Ul || a == atom.Ol || a == atom.Menu:
		r.list(n)
	case a == atom.Li:
		r.item(n)
	case calloutParts(n):
		r.children(n)
		r.words(" ")
	case (a == atom.Blockquote || callouts(n)) && !r.line && r.depth < maxDepth:
		r.endLeaf()
		r.within(element("blockquote"), n)
	case a == atom.Table:
		r.table(n)
	case a == atom.Figure:
		r.figure = len(r.doc.Images)
		r.block(n)
	case a == atom.Figcaption:
		r.caption(n)
	case blocks[a] || headings[a] != "" || a == atom.Blockquote:
		r.block(n)
	default:
		r.children(n)
	}
}

func (r *reader) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.node(c)
	}
}

// leavesIn returns the elements below a heading that hold text of their own.
func leavesIn(n *html.Node) (all []*html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch a := c.DataAtom; {
		case a == atom.P || a == atom.Li || a == atom.Pre || a == atom.Table || a == atom.Figure || headings[a] != "":
			all = append(all, c)
		default:
			all = append(all, leavesIn(c)...)
		}
	}
	return all
}

// block reads an element that stands in lines of its own.
func (r *reader) block(n *html.Node) {
	r.separate()
	r.children(n)
	r.separate()
}

// separate ends the paragraph; where everything is one line, it is a space.
func (r *reader) separate() {
	if r.line {
		r.words(" ")
	} else {
		r.endLeaf()
	}
}

// container returns the node that the next block goes into: of a list, its last item.
func (r *reader) container() *html.Node {
	if r.into.DataAtom != atom.Ul && r.into.DataAtom != atom.Ol {
		return r.into
	}
	if r.into.LastChild == nil {
		r.into.AppendChild(element("li"))
	}
	return r.into.LastChild
}

// within reads the children of n into a new container.
func (r *reader) within(container, n *html.Node) {
	outer, parent := r.into, r.container()
	if container.DataAtom == atom.Li {
		parent = r.into
	}
	parent.AppendChild(container)
	r.into = container
	r.depth++
	r.children(n)
	r.endLeaf()
	r.depth--
	if r.into = outer; container.FirstChild == nil {
		parent.RemoveChild(container)
	}
}

// heading reads a heading, which is one line.
func (r *reader) heading(n *html.Node) {
	r.endLeaf()
	r.leaf = element(headings[n.DataAtom])
	r.container().AppendChild(r.leaf)
	r.oneLine(n)
}

// oneLine reads the children of n into the leaf, and ends it.
func (r *reader) oneLine(n *html.Node) {
	r.line = true
	r.children(n)
	r.line = false
	r.endLeaf()
}

// endLeaf ends the leaf, if one is open.
func (r *reader) endLeaf() {
	if n := r.leaf; n != nil {
		if address := strings.TrimSpace(textOf(n)); n.DataAtom == atom.P && IsVideo(address) && !strings.Contains(address, "\n") {
			n.Parent.RemoveChild(n)
			r.leaf = nil
			r.embed(address, "", true)
		} else if n.FirstChild == nil && n.DataAtom != atom.Td {
			n.Parent.RemoveChild(n)
		}
	}
	for _, m := range r.marks {
		m.node, m.done = nil, m.done || m.used && m.name == "a"
	}
	r.leaf, r.last, r.broken, r.tag = nil, 0, false, false
}

// inner returns the node that the next text goes into, with its marks.
func (r *reader) inner() *html.Node {
	if r.leaf == nil {
		r.leaf = element("p")
		r.container().AppendChild(r.leaf)
	}
	n := r.leaf
	for _, m := range r.marks {
		switch last := n.LastChild; {
		case m.done:
			continue
		case m.node != nil:
		case last != nil && last.Data == m.name && last.Type == html.ElementNode && m.name != "a":
			m.node = last // goes on at once
		default:
			m.node = element(m.name)
			if m.name == "a" {
				m.node.Attr = []html.Attribute{{Key: "href", Val: m.address}}
			}
			n.AppendChild(m.node)
		}
		n = m.node
	}
	return n
}

// coded reports whether the next text is code within a line.
func (r *reader) coded() bool { return len(r.marks) > 0 && r.marks[len(r.marks)-1].name == "code" }

// marked reads text with a mark. One within the same mark is none.
func (r *reader) marked(n *html.Node, one mark) {
	for _, m := range r.marks {
		if m.name == one.name {
			r.children(n)
			return
		}
	}
	outer := r.marks
	if r.marks = append(slices.Clone(outer), &one); one.name == "a" { // a link holds its marks: they may end with the line, and it may not
		r.marks = append([]*mark{&one}, outer...)
		r.unmark()
	}
	r.children(n)
	if r.marks = outer; one.name == "a" {
		r.unmark()
	}
}

// unmark has the marks begin anew with the next text.
func (r *reader) unmark() {
	for _, m := range r.marks {
		m.node = nil
	}
}

// text reads text; a line end is a line break where it is one.
func (r *reader) text(text string) {
	text = cleanText(text)
	if !r.breaks || r.line || r.coded() {
		r.words(text)
		return
	}
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if i > 0 {
			r.lineBreak(false)
		}
		r.words(line)
	}
}

// words reads text within a line. White space is left as it is, see collapseSpaces.
func (r *reader) words(text string) {
	said := strings.TrimSpace(text)
	if text == "" || said == "" && r.last == 0 {
		return
	}
	r.inner().AppendChild(textNode(text))
	if said == "" {
		return
	}
	r.last, _ = utf8.DecodeLastRuneInString(text)
	r.broken, r.tag = false, false
	for _, m := range r.marks {
		m.used = true
	}
}

// lineBreak reads a <br>, or the end of a line of text. Two begin another paragraph.
func (r *reader) lineBreak(tag bool) {
	switch {
	case r.line || r.coded():
		r.words(" ")
	case r.last == 0:
	case !tag && r.tag:
		r.tag = false
	case r.broken:
		r.endLeaf()
	default:
		r.inner().AppendChild(element("br"))
		r.broken, r.tag = true, tag
	}
}
