// Finished leaves: trimmed, and with their text escaped.

package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"candor/events/characters"
)

// finish makes a tree ready to be written: its leaves, and without what is empty.
func finish(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch c.DataAtom {
		case atom.Hr, atom.Pre:
		case atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.Td:
			tidy(c)
			escapeLeaf(c)
		default:
			finish(c)
		}
		if c.FirstChild == nil && c.DataAtom != atom.Hr && c.DataAtom != atom.Td || c.DataAtom == atom.Tr && !says(c) {
			n.RemoveChild(c)
		}
		c = next
	}
}

// says reports whether a row has a cell with something in it.
func says(row *html.Node) bool {
	for cell := range row.ChildNodes() {
		if cell.FirstChild != nil {
			return true
		}
	}
	return false
}

// tidy makes one of texts and spaces that follow each other, and removes what says nothing.
func tidy(leaf *html.Node) {
	mergeTexts(leaf)
	moveSpaces(leaf)
	mergeTexts(leaf)
	trim(leaf)
}

// escapeLeaf makes text and marks of a tidy leaf mean themselves.
func escapeLeaf(leaf *html.Node) {
	plainMarks(leaf)
	mergeTexts(leaf)
	escapeTexts(leaf, leaf, leaf.DataAtom == atom.Td, false)
}

// mergeTexts makes one of texts that follow each other, and removes what marks nothing.
func mergeTexts(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch {
		case c.Type == html.TextNode:
			var text strings.Builder
			for ; next != nil && next.Type == html.TextNode; next = c.NextSibling {
				text.WriteString(next.Data)
				n.RemoveChild(next)
			}
			if c.Data += text.String(); c.Data == "" {
				n.RemoveChild(c)
			}
		case c.DataAtom != atom.Br && c.DataAtom != atom.Img:
			if mergeTexts(c); c.FirstChild == nil {
				n.RemoveChild(c)
			}
		}
		c = next
	}
}

// moveChildren moves the children of one node into another, before a child of that; nil: at its end.
func moveChildren(from, to, before *html.Node) {
	for c := from.FirstChild; c != nil; c = from.FirstChild {
		from.RemoveChild(c)
		to.InsertBefore(c, before)
	}
}

// moveSpaces moves the spaces and line breaks at the ends of marked text and of links to their outside.
func moveSpaces(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.FirstChild == nil || c.DataAtom == atom.Code {
			continue
		}
		moveSpaces(c)
		first := func() *html.Node { return takeSpace(c.FirstChild, strings.HasPrefix, strings.TrimPrefix) }
		last := func() *html.Node { return takeSpace(c.LastChild, strings.HasSuffix, strings.TrimSuffix) }
		for moved := first(); moved != nil; moved = first() {
			n.InsertBefore(moved, c)
		}
		behind := c.NextSibling
		for moved := last(); moved != nil; moved = last() {
			n.InsertBefore(moved, behind)
			behind = moved
		}
	}
}

// takeSpace takes a line break, or the space at an end of a text, away from where it is; nil: there is none.
func takeSpace(n *html.Node, has func(s, space string) bool, without func(s, space string) string) *html.Node {
	switch {
	case n == nil:
	case n.DataAtom == atom.Br:
		n.Parent.RemoveChild(n)
		return n
	case n.Type == html.TextNode && has(n.Data, " "):
		if n.Data = without(n.Data, " "); n.Data == "" {
			n.Parent.RemoveChild(n)
		}
		return &html.Node{Type: html.TextNode, Data: " "}
	}
	return nil
}

// trim removes spaces and line breaks from the ends of a leaf, and from the ends of its lines.
func trim(leaf *html.Node) {
	for last := leaf.LastChild; last != nil; last = leaf.LastChild {
		for last.LastChild != nil {
			last = last.LastChild
		}
		if last.Type == html.TextNode {
			if last.Data = strings.TrimRight(last.Data, " "); last.Data != "" {
				return
			}
		} else if last.DataAtom == atom.Img {
			return
		}
		for last != leaf && last.FirstChild == nil {
			parent := last.Parent
			parent.RemoveChild(last)
			last = parent
		}
	}
}

// plainMarks removes the marks that Markdown wouldn't see as such where they stand, as in "foo**(bar)**baz": bold and the like begin and
// end beside a word, with white space, punctuation or a character of Chinese or Japanese on their other side.
func plainMarks(n *html.Node) {
	several := isMark(n) && marksIn(n) > 1
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		plainMarks(c)
		if c.DataAtom == atom.Strong || c.DataAtom == atom.Em || c.DataAtom == atom.Del {
			first, last := edge(c, true), edge(c, false)
			if isMark(c.PrevSibling) || several && sameMark(n, c) || c.DataAtom == atom.Del &&
				(before(c) == '~' || strings.Contains(textOf(c), "~")) || punctuation(first) && !apart(c, before(c)) ||
				punctuation(last) && !apart(c, after(c)) {
				if c.FirstChild != nil { // what it held has other neighbours now
					next = c.FirstChild
				}
				moveChildren(c, n, c)
				n.RemoveChild(c)
			}
		}
		c = next
	}
}

// marksIn returns how many marks lie directly in n.
func marksIn(n *html.Node) (count int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if isMark(c) {
			count++
		}
	}
	return count
}

func isMark(n *html.Node) bool {
	return n != nil && (n.DataAtom == atom.Strong || n.DataAtom == atom.Em || n.DataAtom == atom.Del)
}

// edge returns the first or the last character of marked text; a mark or a link counts as punctuation.
func edge(n *html.Node, first bool) rune {
	c := n.LastChild
	if first {
		c = n.FirstChild
	}
	switch {
	case c == nil:
		return ' '
	case isMark(c) && sameMark(c, n):
		return edge(c, first)
	case c.Type != html.TextNode:
		return '['
	}
	r, _ := utf8.DecodeLastRuneInString(c.Data)
	if first {
		r, _ = utf8.DecodeRuneInString(c.Data)
	}
	return r
}

// before and after return the characters around an element of a leaf; a space stands for the ends of the leaf.
func before(n *html.Node) rune {
	if n.PrevSibling == nil && isMark(n.Parent) && sameMark(n, n.Parent) {
		return before(n.Parent)
	}
	return beside(n.PrevSibling, n.Parent, false)
}

func after(n *html.Node) rune {
	if n.NextSibling == nil && isMark(n.Parent) && sameMark(n, n.Parent) {
		return after(n.Parent)
	}
	return beside(n.NextSibling, n.Parent, true)
}

// sameMark reports whether two marks are made of the same character, so that they look like one where they meet.
func sameMark(a, b *html.Node) bool { return (a.DataAtom == atom.Del) == (b.DataAtom == atom.Del) }

func beside(c, parent *html.Node, first bool) rune {
	switch {
	case c == nil && isMark(parent):
		return '*'
	case c == nil || c.DataAtom == atom.Br:
		return ' '
	case isMark(c) && first: // it will be plain
		return edge(c, true)
	case c.Type != html.TextNode:
		return '['
	case first:
		r, _ := utf8.DecodeRuneInString(c.Data)
		return r
	default:
		r, _ := utf8.DecodeLastRuneInString(c.Data)
		return r
	}
}

func punctuation(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

// apart reports whether r may stand beside a mark whose text has punctuation at that end. projections/markdown bounds bold and italic text,
// but nothing struck through, by the characters of scripts without spaces, too.
func apart(mark *html.Node, r rune) bool {
	return unicode.IsSpace(r) || punctuation(r) || mark.DataAtom != atom.Del && characters.IsEastAsian(r)
}

// escapeTexts escapes the texts below n, a part of a leaf.
func escapeTexts(n, leaf *html.Node, cell, link bool) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			starts := leaf.DataAtom == atom.P &&
				(n == leaf && c.PrevSibling == nil || !isMark(n) && c.PrevSibling != nil && c.PrevSibling.DataAtom == atom.Br)
			if starts {
				c.Data = strings.TrimLeft(c.Data, " ")
			}
			c.Data = escape(c.Data, place{starts: starts, linked: c.NextSibling != nil &&
				c.NextSibling.DataAtom == atom.A, cell: cell, link: link,
				heading: headings[leaf.DataAtom] != ""})
		case c.DataAtom == atom.Code:
			if cell {
				c.FirstChild.Data = strings.ReplaceAll(c.FirstChild.Data, "|", `\|`)
			}
		case c.DataAtom == atom.A:
			if address := c.Attr[0].Val; c.FirstChild == c.LastChild && c.FirstChild.Type == html.TextNode &&
				c.FirstChild.Data == address &&
				canStandAlone(address) {
				c.Attr = append(c.Attr, html.Attribute{Key: "alone"})
				continue
			}
			escapeTexts(c, leaf, cell, true)
		case c.DataAtom == atom.Img:
			c.Attr[1].Val = escape(c.Attr[1].Val, place{cell: cell, link: true})
		default:
			escapeTexts(c, leaf, cell, link)
		}
	}
}
