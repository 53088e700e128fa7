// The document: what a piece of HTML says.

package prose

import (
	"net/url"
	"slices"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/collapse"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Document holds the text of a piece of HTML, and lists what it shows and where it leads.
type Document struct {
	Images     []Image
	Videos     []string // their addresses, each once
	Links      []string // addresses of all links
	Enlarged   []string // addresses of picture files to which links lead
	LinkedData []string // the JSON of each application/ld+json script
	LeftOut    []string // what Markdown can't say, each once: "a form", "background picture https://…"

	root *html.Node // see reader
}

// Image is a picture of a document.
type Image struct {
	Address, Alt string
	Caption      string // without markup
	Linked       bool   // the caption has links, which are lost in Caption
}

// Read returns what HTML says. Any text is HTML of some kind: it never fails. Relative addresses are relative to base; nil: unknown. Where
// breaks is true, a line end is a line break, and a blank line begins a paragraph.
func Read(text string, base *url.URL, breaks bool) *Document {
	d := &Document{root: element("div")}
	r := &reader{doc: d, base: base, breaks: breaks, into: d.root, videos: map[string]bool{}}
	text = strings.ToValidUTF8(text, "\uFFFD")
	nodes, err := parse(text)
	if err != nil { // it is nested too deeply
		d.leaveOut("the layout, whose tags are nested more than 500 deep")
		if nodes, err = parse(flat(text)); err != nil {
			panic(err)
		}
	}
	for _, n := range nodes {
		r.node(n)
	}
	r.endLeaf()
	return d
}

func parse(text string) ([]*html.Node, error) {
	return html.ParseFragment(strings.NewReader(text), element("body"))
}

// flat returns HTML without the tags that may hold others.
func flat(text string) string {
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return out.String()
		case html.TextToken:
			out.Write(z.Raw())
		case html.StartTagToken, html.SelfClosingTagToken:
			switch t := z.Token(); {
			case t.DataAtom == atom.Img:
				out.WriteString(t.String())
			case t.DataAtom == atom.Br || blocks[t.DataAtom] || headings[t.DataAtom] != "":
				out.WriteString("<br>")
			}
		}
	}
}

// Describe gives pictures without an alternative text the one that alt returns for their address.
func (d *Document) Describe(alt func(address string) string) {
	for i := range d.Images {
		if one := &d.Images[i]; one.Alt == "" {
			one.Alt = alt(one.Address)
		}
	}
	for n := range d.root.Descendants() {
		if n.DataAtom == atom.Img && n.Attr[1].Val == "" {
			n.Attr[1].Val = alt(n.Attr[0].Val)
		}
	}
}

// leaveOut notes what can't be said.
func (d *Document) leaveOut(what string) {
	if !slices.Contains(d.LeftOut, what) {
		d.LeftOut = append(d.LeftOut, what)
	}
}

// Text returns the document without markup: paragraphs with blank lines between them, the items of a list line by line.
func (d *Document) Text() string {
	root := clone(d.root)
	collapseSpaces(root)
	var out strings.Builder
	writeText(&out, root, "\n\n")
	return out.String()
}

// writeText writes the leaves of a container.
func writeText(out *strings.Builder, n *html.Node, between string) {
	if n.DataAtom == atom.Li {
		between = "\n"
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Div, atom.Ul, atom.Ol, atom.Li, atom.Blockquote, atom.Table, atom.Tr:
			writeText(out, c, between)
			continue
		}
		text := strings.TrimSpace(textOf(c))
		if text != "" && out.Len() > 0 {
			out.WriteString(between)
		}
		out.WriteString(text)
	}
}

// clone returns a copy of a tree.
func clone(n *html.Node) *html.Node {
	out := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Attr: slices.Clone(n.Attr)}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		out.AppendChild(clone(c))
	}
	return out
}

// inline are the elements of a tree that lie in leaves.
var inline = map[atom.Atom]bool{atom.A: true, atom.Strong: true, atom.Em: true, atom.Del: true, atom.Code: true, atom.Img: true,
	atom.Br: true}

// collapseSpaces makes one space of white space, and none at the ends of blocks.
func collapseSpaces(root *html.Node) {
	collapse.Collapse(root, &collapse.DomFuncs{
		IsBlockNode:        func(n *html.Node) bool { return !inline[n.DataAtom] },
		IsPreformattedNode: func(n *html.Node) bool { return n.DataAtom == atom.Pre },
	})
}

func element(name string, attributes ...html.Attribute) *html.Node {
	return &html.Node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name)), Attr: attributes}
}

func textNode(text string) *html.Node { return &html.Node{Type: html.TextNode, Data: text} }

// textOf returns the text below a node, with a line end for each <br>.
func textOf(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var out strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Br {
			out.WriteByte('\n')
		} else {
			out.WriteString(textOf(c))
		}
	}
	return out.String()
}

// find returns the first element below a node, or the node itself, for which wanted is true; nil: there is none.
func find(n *html.Node, wanted func(*html.Node) bool) *html.Node {
	if n.Type == html.ElementNode && wanted(n) {
		return n
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if found := find(c, wanted); found != nil {
			return found
		}
	}
	return nil
}

// isA returns a function for find.
func isA(atoms ...atom.Atom) func(*html.Node) bool {
	return func(n *html.Node) bool { return slices.Contains(atoms, n.DataAtom) }
}

// hasClass returns a function for find.
func hasClass(names ...string) func(*html.Node) bool {
	return func(n *html.Node) bool {
		return slices.ContainsFunc(strings.Fields(Attribute(n, "class")), func(c string) bool { return slices.Contains(names, c) })
	}
}
