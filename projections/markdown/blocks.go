// Blocks: where the desk's rules for lines, quotes and lists differ from CommonMark's.

package markdown

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// containers counts the quotes and list items that the present line continues.
type containers struct {
	bounds    *bounds
	line      int
	continued int
}

// of returns p, a parser of quotes, lists or list items, with its lines counted.
func (c *containers) of(p parser.BlockParser) parser.BlockParser { return container{p, c} }

// container is a parser of quotes, lists or list items.
type container struct {
	parser.BlockParser
	counted *containers
}

// Open opens a container, unless it would be too deep. A list isn't opened either where its first item would be: there is no list without
// one.
func (p container) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if depth(parent) >= maxDepth {
		return nil, parser.NoChildren
	}
	node, state := p.BlockParser.Open(parent, reader, pc)
	if node != nil {
		p.counted.bounds.contain()
	}
	return node, state
}

// Continue counts the line if the container goes on with it.
func (p container) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	line, _ := reader.Position()
	state := p.BlockParser.Continue(node, reader, pc)
	if state&parser.Continue != 0 {
		p.counted.bounds.proceed()
		if line != p.counted.line {
			p.counted.line, p.counted.continued = line, 0
		}
		if node.Kind() != ast.KindList {
			p.counted.continued++
		}
	}
	return state
}

// depth returns how many quotes and list items a node lies in, itself included.
func depth(n ast.Node) (d int) {
	for ; n != nil; n = n.Parent() {
		if k := n.Kind(); k == ast.KindBlockquote || k == ast.KindListItem || k == extended.KindFootnote {
			d++
		}
	}
	return d
}

// paragraphs parses paragraphs without lazy continuation: a line belongs to a quote or a list item only if it is marked so. An indented
// line is an ordinary one.
type paragraphs struct {
	parser.BlockParser
	counted *containers
}

// Open opens a paragraph unless the line continues the last one.
func (p paragraphs) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if last := pc.LastOpenedBlock().Node; last != nil && ast.IsParagraph(last) && p.continues(last, reader) {
		return nil, parser.NoChildren
	}
	return p.BlockParser.Open(parent, reader, pc)
}

// Continue takes the line if the paragraph's containers take it, too.
func (p paragraphs) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	if !p.continues(node, reader) {
		return parser.Close
	}
	return p.BlockParser.Continue(node, reader, pc)
}

// continues reports whether all containers of a paragraph go on with the present line.
func (p paragraphs) continues(node ast.Node, reader text.Reader) bool {
	continued := 0
	if line, _ := reader.Position(); line == p.counted.line {
		continued = p.counted.continued
	}
	return continued >= depth(node)
}

// CanInterruptParagraph returns true: Open looks for itself whether the last paragraph goes on.
func (paragraphs) CanInterruptParagraph() bool { return true }

// CanAcceptIndentedLine returns true, as there is no indented code.
func (paragraphs) CanAcceptIndentedLine() bool { return true }

// lineParagraphs makes a paragraph of each line outside of quotes and lists (spec.md: the content is split by line). A line that
// ends with two spaces or a backslash goes on in the next one after a break, and one within emphasis, a link or code that one of the next
// lines ends.
type lineParagraphs struct{}

// Transform splits a paragraph.
func (lineParagraphs) Transform(node *ast.Paragraph, reader text.Reader, _ parser.Context) {
	if node.Parent() == nil || node.Parent().Kind() != ast.KindDocument {
		return
	}
	lines, source := slices.Clone(node.Lines().Sliced(0, node.Lines().Len())), reader.Source()
	last, current := ast.Node(node), text.NewSegments()
	first := true
	flush := func() {
		if current.Len() == 0 {
			return
		}
		end := current.At(current.Len() - 1)
		current.Set(current.Len()-1, end.TrimRightSpace(source))
		if first {
			node.SetLines(current)
		} else {
			p := ast.NewParagraph()
			p.SetLines(current)
			node.Parent().InsertAfter(node.Parent(), last, p)
			last = p
		}
		first, current = false, text.NewSegments()
	}
	for i := 0; i < len(lines); i++ {
		current.Append(lines[i])
		for range spanned(lines[i:], source) {
			i++
			current.Append(lines[i])
		}
		if typed := bytes.TrimRight(lines[i].Value(source), "\r\n"); !bytes.HasSuffix(typed, []byte("  ")) &&
			!bytes.HasSuffix(typed, []byte(`\`)) {
			flush()
		}
	}
	flush()
}

// fewReferences takes the definitions of reference links out of a paragraph, unless it is too long, which is shown as typed.
type fewReferences struct {
	parser.ParagraphTransformer
	bounds *bounds
}

// Transform takes out the definitions that the paragraph begins with.
func (f fewReferences) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, source := node.Lines(), reader.Source()
	if first := lines.At(0); lines.Len() > maxReferences || !bytes.HasPrefix(bytes.TrimLeft(first.Value(source), " \t"), []byte("[")) ||
		isNote(first.Value(source)) {
		return
	}
	length := lines.At(lines.Len()-1).Stop - lines.At(0).Start
	for i := range lines.Len() { // the parser looks for the end of a title in all of the paragraph
		line := lines.At(i)
		if typed := bytes.TrimLeft(line.Value(source), " \t"); len(typed) > 0 && strings.IndexByte(`"'(`, typed[0]) >= 0 &&
			!f.bounds.look(length, lines.Len()) {
			return
		}
	}
	f.ParagraphTransformer.Transform(node, reader, pc)
}

// smallTables makes tables of paragraphs unless they are too large, which are shown as typed.
type smallTables struct {
	parser.ParagraphTransformer
	bounds *bounds
}

// Transform makes a table of the paragraph if it is one.
func (t smallTables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, source := node.Lines(), reader.Source()
	pipes, escaped, ruled := 0, 0, false
	for i := range lines.Len() {
		line := lines.At(i)
		typed := line.Value(source)
		pipes = max(pipes, bytes.Count(typed, []byte("|")))
		escaped += bytes.Count(typed, []byte(`\|`))
		ruled = ruled || i > 0 && len(bytes.Trim(typed, "-|: \t\r\n")) == 0
	}
	if !ruled || pipes > maxColumns || !t.bounds.table((pipes+1)*lines.Len(), escaped) {
		return
	}
	after := node.NextSibling()
	parent := node.Parent()
	t.ParagraphTransformer.Transform(node, reader, pc)
	made := parent.LastChild()
	if after != nil {
		made = after.PreviousSibling()
	}
	if table, ok := made.(*extended.Table); ok {
		keepExcess(table, source)
	}
}

// keepExcess puts what a table's rows have beyond the last column into the last cell, as typed. The parser would leave it out.
func keepExcess(table *extended.Table, source []byte) {
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		cell := row.LastChild().Lines()
		if cell.Len() == 0 { // the row has fewer cells
			continue
		}
		typed := cell.At(0)
		rest, _, _ := bytes.Cut(source[typed.Stop:], []byte("\n"))
		if len(bytes.Trim(rest, " \t\r|")) > 0 {
			typed.Stop += len(bytes.TrimRight(rest, " \t\r|"))
			cell.Set(0, typed)
		}
	}
}
