// Links and images: which addresses are followed, and what links that lead away say.

package markdown

import (
	"bytes"
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// links marks the links of one text.
type links struct {
	source    []byte
	sponsored func(host string) bool
	left      int // bytes of addresses and titles; the HTML holds no more
}

// mark sets the attributes of all links and images below root, and takes those away that must not be followed.
func (l *links) mark(root ast.Node) {
	var unsafe []ast.Node
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			l.count(len(n.Title))
			n.Destination = completed(n.Destination)
			if !l.address(n, string(n.Destination)) {
				unsafe = append(unsafe, n)
			}
		case *ast.AutoLink:
			if n.AutoLinkType == ast.AutoLinkURL && !l.address(n, string(n.URL(l.source))) {
				unsafe = append(unsafe, n)
			}
		case *ast.Image:
			l.count(len(n.Title))
			n.Destination = completed(n.Destination)
			if scheme, _ := l.target(string(n.Destination)); scheme != "" && scheme != "http" && scheme != "https" {
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
func (l *links) address(n ast.Node, address string) bool {
	scheme, host := l.target(address)
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

// target is the function target for an address of the text.
func (l *links) target(address string) (scheme, host string) {
	l.count(len(address))
	return target(address)
}

// count counts bytes of addresses and titles. It panics with errTooLarge where these alone are too long, as of a definition that many links
// use.
func (l *links) count(bytes int) {
	if l.left -= bytes; l.left < 0 {
		panic(errTooLarge)
	}
}

// target returns an address's scheme and its host, in lower case and without a port; both are "" for an address of this site. An
// address that is none has the scheme "?".
func target(address string) (scheme, host string) {
	u, err := url.Parse(string(util.URLEscape([]byte(address), true))) // as it is rendered
	if err != nil {
		return "?", ""
	}
	return strings.ToLower(u.Scheme), strings.ToLower(u.Hostname())
}

// bareHost is an address that begins with a host, and bareMail one that is an e-mail address: without a scheme both would lead to the site.
var (
	bareHost = regexp.MustCompile(`^(?i)([\pL\pM\pN-]{1,63}(?:\.[\pL\pM\pN-]{1,63}){1,10})\.?(?::\d{1,5})?(?:[/?#]|$)`)
	bareMail = regexp.MustCompile(`^[^\s@/:?#]{1,64}@[\pL\pM\pN.-]{1,190}\.[\pL\pM]{2,24}(?:\?\S*)?$`)
)

// completed returns an address without the spaces around it, and with the scheme that was left out: of www.example.org, shop.example.com/a
// a@example.org and 192.0.2.1. A name with a known top-level domain is taken for a host, as texts have no files beside them.
func completed(address []byte) []byte {
	address = bytes.TrimSpace(address)
	if bareMail.Match(address) {
		return append([]byte("mailto:"), address...)
	}
	found := bareHost.FindSubmatch(address)
	if found == nil {
		return address
	}
	host, err := idna.Lookup.ToASCII(string(found[1]))
	if err != nil {
		return address
	}
	suffix, icann := publicsuffix.PublicSuffix(host)
	isKnown := icann || strings.Contains(suffix, ".") // one without a dot that isn't ICANN's is none
	_, notIP := netip.ParseAddr(host)
	if isKnown && suffix != host || strings.HasPrefix(host, "www.") || notIP == nil {
		return append([]byte("https://"), address...)
	}
	return address
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
