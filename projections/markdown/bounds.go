// Bounds: what one text may cost. They are counted in the text, never by a clock, so that a text is shown the same everywhere and always.

package markdown

import (
	"bytes"
	"errors"

	"github.com/yuin/goldmark/ast"
)

// What is beyond these bounds is shown as typed: of the quotes and lists that are nested too deep, and of the markup, tables and
// definitions beyond, the characters; where the text has too many lines or containers, all of it.
const (
	maxDepth       = 16      // quotes and list items within each other
	maxLines       = 40_000  // of a text
	maxContainers  = 20_000  // quotes and lists with their items
	maxContinued   = 200_000 // containers that a line belongs to, summed over the lines
	maxMarks       = 40_000  // characters of emphasis, brackets, code spans and addresses
	maxBlockMarks  = 2_000   // the same in one paragraph, heading or cell
	maxScan        = 8 << 20 // bytes looked through for the ends of links, code spans and titles
	maxLineScan    = 100     // bytes that a line counts for in maxScan, beside its own
	maxReferences  = 500     // lines of a paragraph looked through for the definitions of reference links
	maxColumns     = 64      // of a table
	maxCells       = 30_000  // of all tables
	maxEscapedPipe = 1_000   // in all tables
	maxNotes       = 300     // footnotes
	maxHost        = 256     // bytes of the host of an address that becomes a link by itself
)

// errTooMuch is what the parser panics with where the whole text must be shown as typed.
var errTooMuch = errors.New("markdown: the text has too many lines, quotes or lists")

// bounds counts what one text has cost.
type bounds struct {
	containers, continued int
	marks, scan           int
	cells, escapedPipes   int
	notes                 int

	block      ast.Node // the paragraph, heading or cell being parsed
	blockMarks int      // its marks
}

// contain counts a quote, list or item that is opened.
func (b *bounds) contain() {
	if b.containers++; b.containers > maxContainers {
		panic(errTooMuch)
	}
}

// proceed counts a container that a line belongs to.
func (b *bounds) proceed() {
	if b.continued++; b.continued > maxContinued {
		panic(errTooMuch)
	}
}

// spent reports whether no more markup is parsed in a block.
func (b *bounds) spent(block ast.Node) bool {
	if b.block != block {
		b.block, b.blockMarks = block, 0
	}
	return b.marks >= maxMarks || b.blockMarks >= maxBlockMarks || b.scan >= maxScan
}

// mark counts characters of markup in the present block.
func (b *bounds) mark(characters int) {
	b.marks += characters
	b.blockMarks += characters
}

// look counts bytes that are looked through, and reports whether more may be.
func (b *bounds) look(bytes, lines int) bool {
	b.scan += bytes + lines*maxLineScan
	return b.scan < maxScan
}

// table reports whether a table of so many cells and escaped pipes may be made.
func (b *bounds) table(cells, escapedPipes int) bool {
	if b.cells+cells > maxCells || b.escapedPipes+escapedPipes > maxEscapedPipe {
		return false
	}
	b.cells += cells
	b.escapedPipes += escapedPipes
	return true
}

// attempt runs f and reports whether it returned. A panic in it is a text that the parser can't cope with.
func attempt(f func()) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	f()
	return true
}

// errTooLarge is the error of a text whose HTML is too long.
var errTooLarge = errors.New("markdown: the rendered text is too large")

// bounded is a buffer that takes a limited number of bytes, and an error beyond.
type bounded struct {
	bytes.Buffer
	left int // bytes
}

// Write fails with errTooLarge where p doesn't fit.
func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errTooLarge
	}
	return b.Buffer.Write(p)
}
