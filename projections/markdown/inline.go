// Inline markup: emphasis, links, code spans and addresses, parsed until a bound is reached.

package markdown

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

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

// A host and the rest of an address have ASCII's characters and the letters of scripts that are written with spaces: where there are none,
// as in Japanese, nothing says where the address ends and the sentence goes on.
const (
	letters    = `\p{Latin}\p{Greek}\p{Cyrillic}\p{Armenian}\p{Georgian}\p{Hebrew}\p{Arabic}\p{Devanagari}\p{Mn}`
	hostPart   = `[-a-zA-Z0-9@:%._\+~#=` + letters + `]+\.[a-z` + letters + `]+`
	restOfPath = `[-a-zA-Z0-9@:%_+.~#$!?&/=\(\);,'">\^{}\[\]` + "`" + letters + `]*`
)

// linkify parses addresses. Its own expressions limit the host to maxHost bytes in a way that costs time with the square of that; here
// addresses checks the host first.
var linkify = extension.NewLinkifyParser(
	extension.WithLinkifyURLRegexp(regexp.MustCompile(`^(?:http|https|ftp)://`+hostPart+`(?::\d+)?(?:[/#?]`+restOfPath+`)?`)),
	extension.WithLinkifyWWWRegexp(regexp.MustCompile(`^www\.`+hostPart+`(?:[/#?]`+restOfPath+`)?`)),
)

// Parse parses the address that begins here, or after the space or mark here. One without a scheme gets https, as in a link's brackets.
func (a addresses) Parse(block ast.Node, reader text.Reader, pc parser.Context) ast.Node {
	if line, _ := reader.PeekLine(); a.bounds.spent(block) || !linkable(line) {
		return nil
	}
	node := a.inline.Parse(block, reader, pc)
	if link, ok := node.(*ast.AutoLink); ok && link.Protocol != nil {
		link.Protocol = []byte("https")
	}
	return node
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
		dotted, last := false, rune(0)
		for end, r := range string(host[:min(len(host), maxHost+utf8.UTFMax)]) {
			if !inHost(r) {
				break
			}
			if end >= maxHost {
				return false
			}
			dotted = dotted || last == '.' && ('a' <= r && r <= 'z' || r >= utf8.RuneSelf)
			last = r
		}
		return dotted
	}
	return true
}

// inHost reports whether the host of an address may have a character, by the expressions of linkify.
func inHost(r rune) bool {
	if r < utf8.RuneSelf {
		return util.IsAlphaNumeric(byte(r)) || strings.ContainsRune("-@:%._+~#=", r)
	}
	return unicode.In(r, alphabets...)
}

// alphabets are the scripts of letters.
var alphabets = []*unicode.RangeTable{
	unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Georgian, unicode.Hebrew, unicode.Arabic, unicode.Devanagari,
	unicode.Mn,
}
