// Lists.

package prose

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// list reads a list. One whose numbers go down is read as paragraphs that begin with them, since Markdown's only go up.
func (r *reader) list(n *html.Node) {
	if r.line || r.depth >= maxDepth {
		r.block(n)
		return
	}
	r.endLeaf()
	if n.DataAtom == atom.Ol && slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "reversed" }) {
		numberDown(n)
		r.children(n)
		return
	}
	list := element("ul")
	if n.DataAtom == atom.Ol {
		list = element("ol")
		if start, err := strconv.Atoi(Attribute(n, "start")); err == nil && start >= 0 && start < 1e6 && start != 1 {
			list.Attr = []html.Attribute{{Key: "start", Val: strconv.Itoa(start)}}
		}
	}
	r.within(list, n)
}

// item reads an item of a list. One outside of a list begins one, or goes on with it. In a line, items have commas between them.
func (r *reader) item(n *html.Node) {
	inList := r.into.DataAtom == atom.Ul || r.into.DataAtom == atom.Ol
	switch {
	case r.line:
		for before := n.PrevSibling; before != nil && r.last != 0; before = before.PrevSibling {
			if before.DataAtom == atom.Li {
				r.comma()
				break
			}
		}
		r.block(n)
	case inList:
		r.endLeaf()
		r.within(element("li"), n)
	case r.depth+1 >= maxDepth:
		r.block(n)
	default:
		r.endLeaf()
		list := r.into.LastChild
		if list == nil || list.DataAtom != atom.Ul || len(list.Attr) == 0 {
			list = element("ul", html.Attribute{Key: "implied"})
			r.into.AppendChild(list)
		}
		outer := r.into
		r.into = list
		r.within(element("li"), n)
		if r.into = outer; list.FirstChild == nil {
			outer.RemoveChild(list)
		}
	}
}

// comma writes a comma behind the last word.
func (r *reader) comma() {
	n := r.leaf
	for n.LastChild != nil {
		if n = n.LastChild; n.Type == html.TextNode && strings.TrimSpace(n.Data) == "" {
			parent := n.Parent
			parent.RemoveChild(n)
			n = parent
		}
	}
	if n.Type == html.TextNode {
		n.Data = strings.TrimRight(n.Data, " \n\t\r") + ", "
	}
}

// numberDown makes paragraphs of the items of a list, each with its number before its text.
func numberDown(list *html.Node) {
	var items []*html.Node
	for c := range list.ChildNodes() {
		if c.DataAtom == atom.Li {
			items = append(items, c)
		}
	}
	first, err := strconv.Atoi(Attribute(list, "start"))
	if err != nil {
		first = len(items)
	}
	for i, item := range items {
		item.Data, item.DataAtom = "div", atom.Div
		number := textNode(strconv.Itoa(first-i) + ". ")
		if text := firstText(item); text != nil {
			text.Data = strings.TrimLeft(text.Data, " \n\t\r")
			text.Parent.InsertBefore(number, text)
		} else {
			item.InsertBefore(number, item.FirstChild)
		}
	}
}

// firstText returns the first words that are shown below a node, nil without any.
func firstText(n *html.Node) *html.Node {
	for below := range n.Descendants() {
		if below.Type == html.TextNode && !silent[below.Parent.DataAtom] && strings.TrimSpace(below.Data) != "" {
			return below
		}
	}
	return nil
}
