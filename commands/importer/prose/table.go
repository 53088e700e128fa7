// Tables: their parts, and those that Markdown can't say.

package prose

import (
	"strconv"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	maxColumns = 60 // of a table that readers see as one
	maxSpan    = 20 // columns or rows of one cell
)

// tablePart begins a table, a row or a cell. A table within a cell becomes the cell's text.
func (b *builder) tablePart(t html.Token) {
	a := t.DataAtom
	if b.leaf.cell && (a == atom.Table || b.ignored[atom.Table] > 0) {
		b.separate(false)
		b.ignored[a]++
		return
	}
	b.closeLeaf(false)
	if a == atom.Table {
		if top := b.top().DataAtom; top == atom.Ul || top == atom.Ol {
			b.push(element("li"))
		}
		if b.betweenCells() { // no cell holds it
			b.ignored[a]++
			return
		}
		b.push(element("table"))
		return
	}
	if b.top().DataAtom == atom.Td {
		b.pop()
	}
	if a == atom.Tr && b.top().DataAtom == atom.Tr {
		b.pop()
	}
	if !b.betweenCells() { // a row of no table
		return
	}
	if a == atom.Tr {
		b.push(element("tr"))
		return
	}
	cell := element("td")
	for _, name := range []string{"colspan", "rowspan"} {
		if n, err := strconv.Atoi(Attribute(t, name)); err == nil && n > 1 {
			cell.Attr = append(cell.Attr, html.Attribute{Key: name, Val: strconv.Itoa(min(n, maxSpan))})
		}
	}
	if align := Attribute(t, "align", "data-align"); align == "left" || align == "center" || align == "right" {
		cell.Attr = append(cell.Attr, html.Attribute{Key: "align", Val: align})
	}
	b.startCell(cell)
}

// betweenCells reports whether the next thing is in a table and not in one of its cells.
func (b *builder) betweenCells() bool {
	top := b.top().DataAtom
	return top == atom.Table || top == atom.Tr
}

// startCell begins a cell, in a new row unless one is open.
func (b *builder) startCell(cell *html.Node) {
	if b.top().DataAtom == atom.Table {
		b.push(element("tr"))
	}
	b.push(cell)
	b.leaf = leaf{node: cell, cell: true, inline: b.leaf.inline}
}

// tidyTable removes rows without text. What is left becomes paragraphs, a row each, where it is too wide for a table, or the frame of a page.
func tidyTable(table *html.Node) {
	columns := 0
	for row := table.FirstChild; row != nil; {
		next, said, cells := row.NextSibling, false, 0
		for cell := row.FirstChild; cell != nil; cell = cell.NextSibling {
			said = said || cell.FirstChild != nil
			cells += span(cell)
		}
		if !said {
			table.RemoveChild(row)
		}
		columns, row = max(columns, cells), next
	}
	if table.FirstChild != nil && columns > 1 && columns <= maxColumns {
		for row := table.FirstChild; row != nil; row = row.NextSibling {
			for cell := row.FirstChild; cell != nil; cell = cell.NextSibling {
				escapeLeaf(cell)
			}
		}
		return
	}
	for row := table.FirstChild; row != nil; row = row.NextSibling {
		line := element("p")
		for cell := row.FirstChild; cell != nil; cell = cell.NextSibling {
			if line.FirstChild != nil && cell.FirstChild != nil {
				line.AppendChild(&html.Node{Type: html.TextNode, Data: " | "})
			}
			moveChildren(cell, line, nil)
		}
		tidy(line)
		escapeLeaf(line)
		table.Parent.InsertBefore(line, table)
	}
	table.Parent.RemoveChild(table)
}

func span(cell *html.Node) int {
	for _, a := range cell.Attr {
		if a.Key == "colspan" {
			n, _ := strconv.Atoi(a.Val)
			return n
		}
	}
	return 1
}

// moveChildren moves the children of one node into another, before a child of that; nil: at its end.
func moveChildren(from, to, before *html.Node) {
	for c := from.FirstChild; c != nil; c = from.FirstChild {
		from.RemoveChild(c)
		to.InsertBefore(c, before)
	}
}
