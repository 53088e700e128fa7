// Blocks: the tree that a fragment of HTML is compared as.

package difference

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// node is a block. It has blocks below it, or text.
type node struct {
	tag      string // "p", "ul", "table" …; "" for text beside blocks
	attrs    string // as they are written
	heading  bool   // a paragraph that was a heading
	form     string // what its words don't show of it, in words: "Heading 2", "Code: go", "Numbered from 3"
	start    int    // the number before the first item of a numbered list
	blocks   []*node
	text     []token
	isText   bool
	key      uint64   // equal for equal blocks
	words    []uint64 // hashes of its words, sorted
	isHeader bool     // of a row: its cells name columns
}

// blockTags are the elements that have blocks, or text, of their own.
var blockTags = map[atom.Atom]bool{atom.P: true, atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true,
	atom.Pre: true, atom.Ul: true, atom.Ol: true, atom.Li: true, atom.Blockquote: true, atom.Table: true,
	atom.Thead: true, atom.Tbody: true,
	atom.Tr: true, atom.Th: true, atom.Td: true, atom.Figure: true, atom.Figcaption: true, atom.Hr: true,
	atom.Div: true, atom.Section: true}

// textTags are the blocks that hold text alone.
var textTags = map[string]bool{"p": true, "pre": true, "th": true, "td": true, "figcaption": true, "": true}

// parse returns the blocks of a fragment, nil if it can't be read.
func parse(fragment string) *node {
	found, err := html.ParseFragment(strings.NewReader(fragment), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil {
		return nil
	}
	root := &node{tag: "div"}
	root.take(found)
	root.finish()
	return root
}

// take puts HTML below a block: blocks as blocks, and what stands beside them as blocks without a tag.
func (n *node) take(all []*html.Node) {
	var beside []*html.Node
	flush := func() {
		if text := tokensOf(beside, false); len(text) > 0 {
			n.blocks = append(n.blocks, &node{isText: true, text: text})
		}
		beside = nil
	}
	for _, h := range all {
		if h.Type != html.ElementNode || !blockTags[h.DataAtom] {
			beside = append(beside, h)
			continue
		}
		flush()
		if h.DataAtom == atom.Thead || h.DataAtom == atom.Tbody {
			first := len(n.blocks)
			n.take(children(h))
			for _, row := range n.blocks[first:] {
				row.isHeader = h.DataAtom == atom.Thead
			}
			continue
		}
		n.blocks = append(n.blocks, blockOf(h))
	}
	flush()
}

// blockOf returns the block of an element. Headings are paragraphs in bold: they'd be a part of the outline of the page that shows the
// difference.
func blockOf(h *html.Node) *node {
	b := &node{tag: h.Data, attrs: attributes(h, "style")}
	switch h.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		b.tag, b.heading = "p", true
	case atom.Section:
		b.tag = "div"
	}
	b.form, b.start = formOf(h)
	if b.isText = textTags[b.tag]; b.isText {
		b.text = tokensOf(children(h), b.tag == "pre")
	} else {
		b.take(children(h))
	}
	return b
}

func children(h *html.Node) (all []*html.Node) {
	for c := range h.ChildNodes() {
		all = append(all, c)
	}
	return all
}

// attributes returns those attributes of an element that are among some, as HTML.
func attributes(h *html.Node, names ...string) string {
	var out strings.Builder
	for _, a := range h.Attr {
		if a.Namespace == "" && slices.Contains(names, a.Key) {
			out.WriteString(" " + a.Key + `="` + html.EscapeString(a.Val) + `"`)
		}
	}
	return out.String()
}

var seed = maphash.MakeSeed()

// finish sets the key and the words of a block and of those below it.
func (n *node) finish() {
	var key strings.Builder
	key.WriteString("<" + n.tag + " " + n.form + ">") // alignment is told of the cells that name a column
	for _, t := range trimmed(n.text) {
		key.WriteString(t.key())
		if t.isWord {
			n.words = append(n.words, maphash.String(seed, t.text))
		}
	}
	for _, b := range n.blocks {
		b.finish()
		key.WriteString(strconv.FormatUint(b.key, 36) + " ")
		n.words = append(n.words, b.words...)
	}
	key.WriteString("</>")
	n.key = maphash.String(seed, key.String())
	slices.Sort(n.words)
}

// likeness returns how much of the words of two blocks is the same, from 0 to 1. Blocks of different kinds are never alike.
func (c *comparer) likeness(a, b *node) float64 {
	switch {
	case isPicture(a) && isPicture(b): // one takes the place of the other
		return 0.5
	case a.form != b.form && a.tag == b.tag && a.isText && sameText(a, b): // nothing else has changed
		return 1
	case a.tag != b.tag || a.heading != b.heading || a.isHeader != b.isHeader:
		return 0
	case len(a.words)+len(b.words) == 0:
		return 0
	case !c.spend(len(a.words) + len(b.words)):
		return 0
	}
	like := shared(a.words, b.words)
	if a.tag == "tr" && len(a.blocks) > 0 && len(b.blocks) > 0 && a.blocks[0].key == b.blocks[0].key {
		like = 0.5 + like/2 // the first cell says what the row is about
	}
	return like
}

// shared returns how much of two sorted lists is the same, from 0 to 1.
func shared[T cmp.Ordered](a, b []T) float64 {
	same := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			same, i, j = same+1, i+1, j+1
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return 2 * float64(same) / float64(len(a)+len(b))
}

func (n *node) id() uint64 { return n.key }
