// Inline markup: emphasis, links, code spans and addresses, parsed until a bound is reached.

package markdown

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// inline parses a kind of inline markup until a bound is reached; what is beyond is shown as typed.
type inline struct {
	parser.InlineParser
	bounds *bounds
}

// Parse parses what begins here.
func (p inline) Parse(block ast.Node, reader text.Reader, pc parser.Context) ast.Node {
	if p.bounds.spent(block) {
		return nil
	}
	line, _ := reader.PeekLine()
	if line[0] == '~' && reader.PrecendingCharacter() == '~' {
		return nil // the parser of strikethrough would count the same tildes again at each of them
	}
	number, start := reader.Position()
	node := p.InlineParser.Parse(block, reader, pc)
	switch n := node.(type) {
	case nil:
	case *parser.Delimiter:
		p.bounds.mark(n.OriginalLength)
	default:
		p.bounds.mark(1)
	}
	if looksAhead(line) {
		lines := block.Lines()
		last := lines.At(lines.Len() - 1)
		if _, end := reader.Position(); node != nil && end.Start > start.Start+1 && node.Kind() != ast.KindText {
			p.bounds.look(end.Start-start.Start, 0)
		} else { // in vain, to the end of the block
			p.bounds.look(last.Stop-start.Start, lines.Len()-number)
		}
	}
	return node
}

// looksAhead reports whether the parser looks for the end of what begins here in all of the block.
func looksAhead(line []byte) bool {
	return line[0] == '`' || line[0] == ']' && len(line) > 1 && (line[1] == '(' || line[1] == '[')
}

// brackets parses links and images.
type brackets struct {
	inline
	closer parser.CloseBlocker
}

// newBrackets returns a parser of links and images.
func newBrackets(b *bounds) brackets {
	links := parser.NewLinkParser()
	closer, _ := links.(parser.CloseBlocker)
	return brackets{inline{links, b}, closer}
}

// CloseBlock ends what the block has left open.
func (b brackets) CloseBlock(block ast.Node, reader text.Reader, pc parser.Context) {
	b.closer.CloseBlock(block, reader, pc)
}

// addresses parses web and mail addresses that become links by themselves.
type addresses struct{ inline }

// linkify parses addresses. Its own expressions limit the host to maxHost bytes in a way that costs time with the square of that; here
// addresses checks the host first.
var linkify = extension.NewLinkifyParser(
	extension.WithLinkifyURLRegexp(regexp.MustCompile(`^(?:http|https|ftp)://[-a-zA-Z0-9@:%._\+~#=]+\.[a-z]+(?::\d+)?(?:[/#?][-a-zA-Z0-9@:%_+.~#$!?&/=\(\);,'">\^{}\[\]`+"`"+`]*)?`)),
	extension.WithLinkifyWWWRegexp(regexp.MustCompile(`^www\.[-a-zA-Z0-9@:%._\+~#=]+\.[a-z]+(?:[/#?][-a-zA-Z0-9@:%_\+.~#!?&/=\(\);,'">\^{}\[\]`+"`"+`]*)?`)),
)

// Parse parses the address that begins here, or after the space or mark here.
func (a addresses) Parse(block ast.Node, reader text.Reader, pc parser.Context) ast.Node {
	if line, _ := reader.PeekLine(); a.bounds.spent(block) || !linkable(line) {
		return nil
	}
	return a.inline.Parse(block, reader, pc)
}

// linkable returns false for a web address whose host is too long, or has no dot before a letter. It begins the line, or follows the line's
// first character.
func linkable(line []byte) bool {
	if strings.IndexByte(" *_~(", line[0]) >= 0 {
		line = line[1:]
	}
	for _, start := range []string{"http://", "https://", "ftp://", "www."} {
		host, ok := bytes.CutPrefix(line, []byte(start))
		if !ok {
			continue
		}
		end, dotted := 0, false
		for ; end < len(host) && end <= maxHost && inHost(host[end]); end++ {
			dotted = dotted || end > 0 && host[end-1] == '.' && 'a' <= host[end] && host[end] <= 'z'
		}
		return dotted && end <= maxHost
	}
	return true
}

// inHost reports whether the host of an address may have a character, by the expressions of linkify.
func inHost(c byte) bool {
	return util.IsAlphaNumeric(c) || strings.IndexByte("-@:%._+~#=", c) >= 0
}
