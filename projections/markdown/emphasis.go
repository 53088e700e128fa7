// Emphasis beside characters of scripts without spaces.

package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"candor/events/characters"
)

// emphasis parses emphasis. CommonMark tells the beginning from the end by the spaces and punctuation around it, and so takes neither for
// one where punctuation is followed by a letter at once, as in Chinese and Japanese: **「静か」**です.
type emphasis struct{ inline }

// Parse parses what begins here, and lets it begin or end between punctuation and a character of a script without spaces.
func (e emphasis) Parse(block ast.Node, reader text.Reader, pc parser.Context) ast.Node {
	before := reader.PrecendingCharacter()
	line, _ := reader.PeekLine()
	node := e.inline.Parse(block, reader, pc)
	d, ok := node.(*parser.Delimiter)
	if !ok || d.Char == '_' {
		return node
	}
	after := ' '
	if d.OriginalLength < len(line) {
		after = util.ToRune(line, d.OriginalLength)
	}
	d.CanOpen = d.CanOpen || !util.IsSpaceRune(after) && characters.IsEastAsian(before)
	d.CanClose = d.CanClose || !util.IsSpaceRune(before) && characters.IsEastAsian(after)
	return node
}
