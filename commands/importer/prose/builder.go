// The tree: what Markdown can say, read from tokens. Blocks lie in containers (quotes, lists and their items, tables); text and what marks it
// lies in leaves (paragraphs, headings, cells), see leaf.go.

package prose

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxDepth is how many quotes, lists and items may lie in each other; what is deeper loses the mark and keeps its text.
const maxDepth = 12

// builder reads tokens into a tree.
type builder struct {
	Options
	root    *html.Node
	open    []*html.Node      // containers, root first
	ignored map[atom.Atom]int // starts of containers that were too deep or in a cell, whose ends are still to come
	leaf    leaf
	videos  map[string]bool // that were shown
	here    map[string]bool // addresses to which pictures have moved

	silent atom.Atom // inside an element that says nothing to readers
	depth  int       // of elements of that name
}

// silentElements are the elements whose content is not shown.
var silentElements = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Head: true, atom.Title: true, atom.Svg: true,
	atom.Select: true, atom.Textarea: true, atom.Button: true, atom.Noembed: true, atom.Noframes: true, atom.Canvas: true, atom.Object: true, atom.Iframe: true,
}

// blocks are the elements that begin and end a paragraph and are nothing else.
var blocks = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.Section: true, atom.Article: true, atom.Header: true, atom.Footer: true, atom.Figure: true,
	atom.Figcaption: true, atom.Dl: true, atom.Dt: true, atom.Dd: true, atom.Address: true, atom.Aside: true, atom.Nav: true, atom.Center: true,
	atom.Main: true, atom.Form: true, atom.Fieldset: true, atom.Legend: true, atom.Details: true, atom.Summary: true, atom.Caption: true, atom.Body: true, atom.Html: true,
}

// headings are the marks of headings. The title is the page's only h1, and # is shown as an h2.
var headings = map[atom.Atom]string{atom.H1: "h1", atom.H2: "h1", atom.H3: "h2", atom.H4: "h3", atom.H5: "h4", atom.H6: "h5"}

// marks are the elements that mark text within a paragraph.
var marks = map[atom.Atom]string{
	atom.B: "strong", atom.Strong: "strong", atom.I: "em", atom.Em: "em", atom.Cite: "em", atom.Del: "del", atom.S: "del", atom.Strike: "del",
	atom.Code: "code", atom.Kbd: "code", atom.Samp: "code", atom.Tt: "code",
}

// tree returns what text says.
func tree(text string, o Options) *html.Node {
	b := &builder{Options: o, root: element("div"), ignored: map[atom.Atom]int{}, videos: map[string]bool{}, here: map[string]bool{}}
	b.open = []*html.Node{b.root}
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			b.closeLeaf(false)
			for len(b.open) > 1 {
				b.pop()
			}
			return b.root
		case html.TextToken:
			if b.silent == 0 {
				b.text(string(z.Text()))
			}
		case html.StartTagToken:
			b.start(z.Token(), false)
		case html.SelfClosingTagToken:
			b.start(z.Token(), true)
		case html.EndTagToken:
			b.end(z.Token().DataAtom)
		}
	}
}

func element(name string, attributes ...html.Attribute) *html.Node {
	return &html.Node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name)), Attr: attributes}
}

func (b *builder) top() *html.Node { return b.open[len(b.open)-1] }

func (b *builder) push(n *html.Node) {
	b.top().AppendChild(n)
	b.open = append(b.open, n)
}

// pop ends the innermost container.
func (b *builder) pop() {
	n := b.top()
	b.open = b.open[:len(b.open)-1]
	switch {
	case n.DataAtom == atom.Table:
		tidyTable(n)
	case n.DataAtom == atom.Td:
		clear(b.ignored)
	case n.FirstChild == nil:
		n.Parent.RemoveChild(n)
	}
}

func (b *builder) start(t html.Token, closed bool) {
	if b.silent != 0 {
		if t.DataAtom == b.silent && !closed {
			b.depth++
		}
		return
	}
	switch a := t.DataAtom; {
	case b.leaf.pre && a != atom.Br:
		if a == atom.Code {
			setLanguage(b.leaf.node, t)
		}
	case b.leaf.code() && (a == atom.A || a == atom.Img || marks[a] != ""): // code holds text only
	case a == atom.Iframe || a == atom.Embed || a == atom.Video || a == atom.Audio || a == atom.Source && strings.HasPrefix(Attribute(t, "type"), "video/"):
		b.video(Attribute(t, "src", "data-src"))
	case a == atom.Br:
		b.lineBreak(true)
	case a == atom.Img:
		b.image(t)
	case a == atom.Hr:
		if b.endLeaf(); b.top().DataAtom == atom.Div || b.top().DataAtom == atom.Blockquote {
			b.top().AppendChild(element("hr"))
		}
	case a == atom.Pre:
		b.startCode(t)
	case a == atom.A:
		b.startLink(b.moved(linkAddress(Attribute(t, "href"), b.Base)))
	case marks[a] != "":
		b.mark(marks[a], t)
	case headings[a] != "":
		if b.endLeaf(); !b.leaf.cell {
			b.startLeaf(element(headings[a]))
		}
	case a == atom.Ul || a == atom.Ol || a == atom.Blockquote || a == atom.Li:
		b.container(t)
	case a == atom.Table || a == atom.Tr || a == atom.Td || a == atom.Th:
		b.tablePart(t)
	case blocks[a]:
		b.endLeaf()
	}
	if silentElements[t.DataAtom] && !closed {
		b.silent, b.depth = t.DataAtom, 1
	}
}

func (b *builder) end(a atom.Atom) {
	switch {
	case b.silent != 0:
		if a == b.silent {
			if b.depth--; b.depth == 0 {
				b.silent = 0
			}
		}
	case b.leaf.pre:
		if a == atom.Pre {
			b.endLeaf()
		}
	case a == atom.A:
		b.endLink()
	case marks[a] != "":
		b.unmark(marks[a])
	case a == atom.Ul || a == atom.Ol || a == atom.Blockquote || a == atom.Li || a == atom.Table || a == atom.Tr || a == atom.Td || a == atom.Th:
		b.endContainer(a)
	case headings[a] != "" || blocks[a]:
		b.endLeaf()
	}
}

// container begins a quote, a list or an item.
func (b *builder) container(t html.Token) {
	a := t.DataAtom
	if b.leaf.cell { // a cell is one line
		b.separate(a == atom.Li)
		b.ignored[a]++
		return
	}
	b.endLeaf()
	if a == atom.Li {
		for top := b.top().DataAtom; top != atom.Ul && top != atom.Ol && b.within(atom.Li, atom.Ul, atom.Ol); top = b.top().DataAtom {
			b.pop() // an item that was not closed
		}
	}
	if len(b.open) > maxDepth || b.betweenCells() {
		b.ignored[a]++
		return
	}
	inList := b.top().DataAtom == atom.Ul || b.top().DataAtom == atom.Ol
	switch {
	case a == atom.Li && !inList:
		b.push(element("ul"))
	case a != atom.Li && inList:
		b.push(element("li"))
	}
	n := element(a.String())
	if start, err := strconv.Atoi(Attribute(t, "start")); err == nil && a == atom.Ol && start >= 0 && start < 1e6 {
		n.Attr = []html.Attribute{{Key: "start", Val: strconv.Itoa(start)}}
	}
	b.push(n)
}

// within reports whether the innermost of these containers is the first one of them.
func (b *builder) within(wanted atom.Atom, others ...atom.Atom) bool {
	for i := len(b.open) - 1; i > 0; i-- {
		switch a := b.open[i].DataAtom; {
		case a == wanted:
			return true
		case a == atom.Table || a == others[0] || a == others[1]:
			return false
		}
	}
	return false
}

// endContainer ends a container and what was not closed in it.
func (b *builder) endContainer(a atom.Atom) {
	if b.ignored[a] > 0 {
		if b.ignored[a]--; b.leaf.cell {
			b.separate(false)
			b.leaf.listed = b.leaf.listed && a == atom.Li
		} else {
			b.endLeaf()
		}
		return
	}
	if a == atom.Th {
		a = atom.Td
	}
	for i := len(b.open) - 1; i > 0; i-- {
		switch at := b.open[i].DataAtom; {
		case at == a:
			b.closeLeaf(false)
			for len(b.open) > i {
				b.pop()
			}
			return
		case at == atom.Table:
			return
		}
	}
	if !b.leaf.cell {
		b.endLeaf()
	}
}
