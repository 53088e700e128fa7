// Comparing: which blocks stayed, went, came, or are the same one with other words.

package difference

import "strings"

// Options says how much of two texts is shown.
type Options struct {
	// Whole adds both texts in full behind "Show all", where only what lies around the changes is shown otherwise.
	Whole bool
	// Most is how many bytes of text are shown, after which the rest is left out; 0: as many as there are.
	Most int
}

// around is how many sentences, blocks, items and rows that stayed are shown beside those that changed.
const around = 2

// HTML returns the difference between two fragments of safe HTML as one; "" if they look the same.
func HTML(old, new string, o Options) string {
	a, b := parse(old), parse(new)
	if a == nil || b == nil || a.key == b.key {
		return ""
	}
	root := (&comparer{budget}).compare(a, b)
	short := writer{most: o.Most, short: true}
	short.blocks(root)
	if !o.Whole || !short.gaps {
		return `<div class="diff">` + short.String() + `</div>`
	}
	whole := writer{most: o.Most}
	whole.blocks(root)
	return `<div class="diff"><details class="diff-all"><summary>Show all</summary>` + whole.String() +
		`</details><div class="diff-short">` +
		short.String() + `</div></div>`
}

// state says on which side of a difference something is.
type state int

const (
	stayed state = iota
	removed
	added
	changed // a block: see below it
)

// block is a block of a difference.
type block struct {
	state
	*node         // as it is now, or was
	was   *node   // of a changed one
	below []block // of a changed one with blocks
	text  []part  // of a changed one with text
}

// compare returns the difference between two blocks that aren't equal.
func (c *comparer) compare(old, new *node) block {
	b := block{state: changed, node: new, was: old}
	switch {
	case new.tag == "table":
		b.below = c.table(old, new)
	case new.tag == "figure" || isPicture(old) && isPicture(new):
		// one takes the place of the other
	case new.isText:
		was, is := withUnseen(old.text, new.text)
		b.text = c.parts(was, is, new.tag == "pre")
	default:
		b.below = c.list(old.blocks, new.blocks)
	}
	return b
}

// isPicture reports whether a block is a picture and nothing else.
func isPicture(n *node) bool {
	return n.tag == "figure" || n.isText && len(n.text) == 1 && strings.HasPrefix(n.text[0].text, "<img") && n.text[0].isHTML
}

// list returns the difference between two lists of blocks.
func (c *comparer) list(old, new []*node) (all []block) {
	align(c, old, new, (*node).id, c.likeness, func(was, is *node, s state) {
		switch s {
		case removed:
			all = append(all, block{state: s, node: was})
		case changed:
			all = append(all, c.compare(was, is))
		default:
			all = append(all, block{state: s, node: is})
		}
	})
	return all
}
