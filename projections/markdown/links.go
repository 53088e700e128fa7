// Links and images: which addresses are followed, and what links that lead away say.

package markdown

import (
	"bytes"
	"net/url"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxLinkScan is how many bytes may be looked through for the ends of links in one text. The parser looks through the rest of the
// paragraph for each "](" that has no end, so that a long line of them would take time with the square of its length.
const maxLinkScan = 8 << 20

// boundedLinks parses links until maxLinkScan is used up; brackets beyond are shown as typed.
type boundedLinks struct {
	parser.InlineParser
	left int // bytes
}

// Parse parses a bracket.
func (l *boundedLinks) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if line, here := block.PeekLine(); bytes.HasPrefix(line, []byte("](")) {
		end := here.Stop
		if lines := parent.Lines(); lines.Len() > 0 {
			end = max(end, lines.At(lines.Len()-1).Stop)
		}
		if l.left -= end - here.Start; l.left < 0 {
			return nil
		}
	}
	return l.InlineParser.Parse(parent, block, pc)
}

// CloseBlock ends what the paragraph has left open.
func (l *boundedLinks) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if closer, ok := l.InlineParser.(parser.CloseBlocker); ok {
		closer.CloseBlock(parent, block, pc)
	}
}

// links marks the links of one text.
type links struct {
	source    []byte
	sponsored func(host string) bool
}

// mark sets the attributes of all links and images below root, and takes those away that must not be followed.
func (l links) mark(root ast.Node) {
	var unsafe []ast.Node
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			if !l.address(n, string(n.Destination)) {
				unsafe = append(unsafe, n)
			}
		case *ast.AutoLink:
			if n.AutoLinkType == ast.AutoLinkURL && !l.address(n, string(n.URL(l.source))) {
				unsafe = append(unsafe, n)
			}
		case *ast.Image:
			if scheme, _ := target(string(n.Destination)); scheme != "" && scheme != "http" && scheme != "https" {
				unsafe = append(unsafe, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, n := range unsafe {
		unlink(n, l.source)
	}
}

// address sets the rel of a link to an address, and reports whether it may be followed.
func (l links) address(n ast.Node, address string) bool {
	scheme, host := target(address)
	switch scheme {
	case "", "http", "https", "mailto", "tel":
	default:
		return false
	}
	if host == "" {
		return true
	}
	rel := "nofollow noopener"
	if l.sponsored != nil && l.sponsored(host) {
		rel += " sponsored"
	}
	n.SetAttributeString("rel", []byte(rel))
	return true
}

// target returns an address's scheme and its host, in lower case and without a port; both are "" for an address of this site. An
// address that is none has the scheme "?".
func target(address string) (scheme, host string) {
	u, err := url.Parse(string(util.URLEscape([]byte(strings.TrimSpace(address)), true))) // as it is rendered
	if err != nil {
		return "?", ""
	}
	return strings.ToLower(u.Scheme), strings.ToLower(u.Hostname())
}

// unlink puts what a link says in its place.
func unlink(n ast.Node, source []byte) {
	parent := n.Parent()
	if auto, ok := n.(*ast.AutoLink); ok {
		parent.ReplaceChild(parent, n, ast.NewString(auto.Label(source)))
		return
	}
	for child := n.FirstChild(); child != nil; child = n.FirstChild() {
		n.RemoveChild(n, child)
		parent.InsertBefore(parent, n, child)
	}
	parent.RemoveChild(parent, n)
}
