// Tables: rows that went, came or changed, and of these the cells.

package difference

import "slices"

// column is a column of a table, by its place in the old and in the new one; -1: it isn't there.
type column struct{ old, new int }

// table returns the difference between the rows of two tables.
func (c *comparer) table(old, new *node) (all []block) {
	columns := c.columns(old, new)
	row := func(s state, was, is *node) block {
		b := block{state: s, node: is, was: was}
		if is == nil {
			b.node = was
		}
		b.below = c.cells(columns, s, was, is)
		return b
	}
	align(c, old.blocks, new.blocks, (*node).id, c.likeness, func(was, is *node, s state) {
		if s == stayed && !slices.ContainsFunc(columns, func(c column) bool { return c.old < 0 || c.new < 0 }) {
			all = append(all, block{state: stayed, node: is})
			return
		}
		if s == stayed {
			s = changed
		}
		all = append(all, row(s, was, is))
	})
	return all
}

// columns pairs the columns of two tables by what the rows that name them have in common; by their places where there are as many between
// two that have, or none are named.
func (c *comparer) columns(old, new *node) (all []column) {
	was, is := header(old), header(new)
	if was == nil && is == nil {
		for i := range max(widestRow(old), widestRow(new)) {
			all = append(all, column{i, i})
		}
		return all
	}
	i, j := 0, 0
	for _, same := range append(common(c, was, is), pair{len(was), len(is)}) {
		for renamed := same.old-i == same.new-j; renamed && i < same.old; i, j = i+1, j+1 {
			all = append(all, column{i, j})
		}
		for ; i < same.old; i++ {
			all = append(all, column{i, -1})
		}
		for ; j < same.new; j++ {
			all = append(all, column{-1, j})
		}
		if i < len(was) && j < len(is) {
			all = append(all, column{i, j})
			i, j = i+1, j+1
		}
	}
	return all
}

func widestRow(table *node) (n int) {
	for _, row := range table.blocks {
		n = max(n, len(row.blocks))
	}
	return n
}

// header returns what the cells that name a table's columns say, without their alignment; nil: none do.
func header(table *node) (cells []string) {
	if len(table.blocks) == 0 || !table.blocks[0].isHeader {
		return nil
	}
	for _, cell := range table.blocks[0].blocks {
		said := ""
		for _, t := range cell.text {
			said += t.key()
		}
		cells = append(cells, said)
	}
	return cells
}

// cells returns the difference between the cells of two rows. was or is may be nil.
func (c *comparer) cells(columns []column, s state, was, is *node) (all []block) {
	for _, col := range columns {
		before, now := cellAt(was, col.old), cellAt(is, col.new)
		switch {
		case before == nil && now == nil: // a column that the row's side hasn't
			all = append(all, block{state: stayed, node: &node{tag: "td", isText: true}})
		case s == removed || now == nil:
			all = append(all, block{state: removed, node: before})
		case s == added || before == nil:
			all = append(all, block{state: added, node: now})
		case before.key == now.key:
			all = append(all, block{state: stayed, node: now})
		default:
			all = append(all, c.compare(before, now))
		}
	}
	return all
}

// cellAt returns a cell of a row, nil if it has none there.
func cellAt(row *node, at int) *node {
	if row == nil || at < 0 || at >= len(row.blocks) {
		return nil
	}
	return row.blocks[at]
}
