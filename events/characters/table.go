package characters

import (
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

// Table is a text of rows, for a terminal. The columns stand two spaces apart, each as wide on the screen as its widest cell: a Japanese
// character takes two places, a mark none.
type Table struct {
	rows   [][]string
	widths []int
}

// Row adds a row.
func (t *Table) Row(cells ...string) {
	t.rows = append(t.rows, cells)
	for i, cell := range cells {
		if i == len(t.widths) {
			t.widths = append(t.widths, 0)
		}
		t.widths[i] = max(t.widths[i], uniseg.StringWidth(cell))
	}
}

// WriteTo writes the rows, a line each.
func (t *Table) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	for _, cells := range t.rows {
		for i, cell := range cells {
			b.WriteString(cell)
			if i < len(cells)-1 {
				b.WriteString(strings.Repeat(" ", t.widths[i]-uniseg.StringWidth(cell)+2))
			}
		}
		b.WriteByte('\n')
	}
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}
