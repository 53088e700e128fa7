// Text: what a document says, without markup, and its headings.

package markdown

import (
	"bufio"
	"bytes"
	"html"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	extended "github.com/yuin/goldmark/extension/ast"
	renderer "github.com/yuin/goldmark/renderer/html"

	"candor/events/characters"
)

// plainText returns the text below a node, a block a line.
func plainText(root ast.Node, source []byte) string {
	var out strings.Builder
	entities := bufio.NewWriterSize(nil, 256)
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			switch {
			case n.Kind() == extended.KindTableCell:
				out.WriteByte(' ')
			case n.Type() == ast.TypeBlock && n != root:
				out.WriteByte('\n')
			}
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			out.WriteString(textValue(n, source, entities))
			if n.SoftLineBreak() || n.HardLineBreak() {
				out.WriteByte(' ')
			}
		case *ast.String:
			out.Write(n.Value)
		case *extended.TaskCheckBox:
			if n.IsChecked {
				out.WriteString("☑ ")
			} else {
				out.WriteString("☐ ")
			}
		case *ast.AutoLink:
			out.Write(n.Label(source))
		case *ast.FencedCodeBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				out.Write(line.Value(source))
			}
		}
		return ast.WalkContinue, nil
	})
	var lines []string
	for line := range strings.Lines(out.String()) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// textValue returns what a text says: its escaped characters and entities as readers see them. It writes through the given writer.
func textValue(n *ast.Text, source []byte, to *bufio.Writer) string {
	value := n.Value(source)
	if n.IsRaw() || !bytes.ContainsAny(value, `\&`) {
		return string(value)
	}
	var out strings.Builder
	to.Reset(&out)
	renderer.DefaultWriter.Write(to, value)
	_ = to.Flush() // a strings.Builder takes everything
	return html.UnescapeString(out.String())
}

// numberHeadings gives each heading below root its level and an id, which begins with the text's part of the page.
func numberHeadings(root ast.Node, source []byte, part string) (found []Heading) {
	var levels outline
	taken := map[string]int{} // by id, the number of the last one that begins so
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		h, ok := n.(*ast.Heading)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		h.Level = levels.next(h.Level)
		title := strings.ReplaceAll(plainText(h, source), "\n", " ")
		base := headingID(part, title)
		id := base
		for n := max(taken[base], 1) + 1; taken[id] > 0; n++ {
			id = base + "-" + strconv.Itoa(n)
			taken[base] = n
		}
		taken[id] = 1
		h.SetAttributeString("id", []byte(id))
		found = append(found, Heading{Level: h.Level, ID: id, Text: title})
		return ast.WalkSkipChildren, nil
	})
	return found
}

// outline holds the typed levels of the headings that the last one is nested in, and its own, each deeper than the one before.
type outline []int

// next returns the level at which the next heading is shown: one more than the heading that it is nested in, whatever was typed, and
// 2 outside of all others, since h1 is the page's title. So no level is skipped, also in texts from elsewhere, which may begin with ##.
func (o *outline) next(typed int) int {
	for len(*o) > 0 && (*o)[len(*o)-1] >= typed {
		*o = (*o)[:len(*o)-1]
	}
	*o = append(*o, typed)
	return min(len(*o)+1, 6)
}

// maxID is the most characters of a heading's id before its number.
const maxID = 60

// headingID returns the id of a heading: "text-battery-life". The part keeps it apart from the page's own ids.
func headingID(part, title string) string {
	words := strings.FieldsFunc(characters.Fold(title), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.IsMark(c)
	})
	if len(words) == 0 {
		words = []string{"section"}
	}
	return strings.TrimRight(characters.Cut(part+"-"+strings.Join(words, "-"), maxID), "-")
}
