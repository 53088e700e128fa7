// Tables: their rows and cells, and those that Markdown can't say.

package prose

import (
	"iter"
	"strconv"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	maxColumns = 60 // of a table that readers see as one
	maxSpan    = 20 // columns or rows of one cell
)

// table reads a table. What is in a cell becomes one line; a table of one column, or with headings, quotes or code in it, is the frame of a
// page, and what is in that stays what it is.
func (r *reader) table(n *html.Node) {
	rows := rowsOf(n)
	columns := 0
	for _, row := range rows {
		cells := 0
		for cell := range cellsOf(row) {
			cells += number(cell, "colspan")
		}
		columns = max(columns, cells)
	}
	frame := columns < 2 || find(n, func(inside *html.Node) bool {
		return inside.DataAtom == atom.Pre || inside.DataAtom == atom.Blockquote || headings[inside.DataAtom] != ""
	}) != nil
	if r.line || frame {
		r.block(n)
		return
	}
	r.endLeaf()
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Caption {
			r.block(c)
		}
	}
	table := element("table")
	r.container().AppendChild(table)
	for _, row := range rows {
		if columns > maxColumns {
			r.wideRow(row)
			continue
		}
		into := element("tr")
		for cell := range cellsOf(row) {
			r.leaf = newCell(cell)
			into.AppendChild(r.leaf)
			r.oneLine(cell)
		}
		table.AppendChild(into)
	}
	if table.FirstChild == nil {
		table.Parent.RemoveChild(table)
	}
}

// wideRow reads the row of a table that is too wide as a paragraph.
func (r *reader) wideRow(row *html.Node) {
	r.leaf = element("p")
	r.container().AppendChild(r.leaf)
	r.line = true
	for cell := range cellsOf(row) {
		if r.last != 0 {
			r.words(" | ")
		}
		r.children(cell)
	}
	r.line = false
	r.endLeaf()
}

// rowsOf returns the rows of a table, without those of tables within it.
func rowsOf(n *html.Node) (rows []*html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Tr:
			rows = append(rows, c)
		case atom.Thead, atom.Tbody, atom.Tfoot:
			rows = append(rows, rowsOf(c)...)
		}
	}
	return rows
}

// cellsOf yields the cells of a row.
func cellsOf(row *html.Node) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for c := range row.ChildNodes() {
			if (c.DataAtom == atom.Td || c.DataAtom == atom.Th) && !yield(c) {
				return
			}
		}
	}
}

// newCell returns a cell of the tree for one of the HTML.
func newCell(from *html.Node) *html.Node {
	cell := element("td")
	for _, name := range []string{"colspan", "rowspan"} {
		if n := number(from, name); n > 1 {
			cell.Attr = append(cell.Attr, html.Attribute{Key: name, Val: strconv.Itoa(n)})
		}
	}
	if align := Attribute(from, "align", "data-align"); align == "left" || align == "center" || align == "right" {
		cell.Attr = append(cell.Attr, html.Attribute{Key: "align", Val: align})
	}
	return cell
}

// number returns over how many columns or rows a cell goes.
func number(cell *html.Node, name string) int {
	n, err := strconv.Atoi(Attribute(cell, name))
	if err != nil {
		return 1
	}
	return min(max(n, 1), maxSpan)
}
