// Footnotes and task lists, as GitHub has them.

package markdown

import (
	"bytes"
	"fmt"
	"hash/crc32"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// notes parses the definitions of footnotes, up to a number: finding one takes time with their number.
type notes struct {
	parser.BlockParser
	bounds *bounds
}

// Open opens a footnote, unless there are too many.
func (n notes) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if n.bounds.notes >= maxNotes || parent.Kind() != ast.KindDocument {
		return nil, parser.NoChildren
	}
	node, state := n.BlockParser.Open(parent, reader, pc)
	if node != nil {
		n.bounds.notes++
	}
	return node, state
}

// isNote reports whether a line begins as the definition of a footnote does.
func isNote(line []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("[^")) }

const notePrefix = "notePrefix"

// markNotes gives the ids of a text's footnotes a beginning of their own: a page may show several texts, also of one part.
func markNotes(root ast.Node, source []byte, part string) {
	if d, ok := root.(*ast.Document); ok {
		d.AddMeta(notePrefix, fmt.Sprintf("%s-%08x-", part, crc32.ChecksumIEEE(source)))
	}
}

// newNoteRenderer returns the renderer of footnotes.
func newNoteRenderer() renderer.NodeRenderer {
	return extension.NewFootnoteHTMLRenderer(
		extension.WithFootnoteIDPrefixFunction(func(n ast.Node) []byte {
			prefix, _ := n.OwnerDocument().Meta()[notePrefix].(string)
			return []byte(prefix)
		}),
		extension.WithFootnoteLinkTitle("Note ^^"),
		extension.WithFootnoteBacklinkTitle("Back to the text"),
	)
}

// tasks renders the boxes of task lists.
type tasks struct{}

// RegisterFuncs registers the renderer.
func (tasks) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
	to.Register(extended.KindTaskCheckBox, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		label, checked := "To do", ""
		if n.(*extended.TaskCheckBox).IsChecked {
			label, checked = "Done", " checked"
		}
		_, err := w.WriteString(`<input type="checkbox" disabled` + checked + ` aria-label="` + label + `"> `)
		return ast.WalkContinue, err
	})
}
