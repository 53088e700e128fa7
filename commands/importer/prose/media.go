// Pictures, videos and code.

package prose

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// image reads a picture, which stands in a line of its own unless it is in a cell, a heading or the text of a link.
func (b *builder) image(t html.Token) {
	address := b.moved(ImageAddress(t, b.Base))
	if address == "" || strings.HasPrefix(address, "data:") || b.DropImage != nil && b.DropImage(address) {
		return
	}
	n := element("img", html.Attribute{Key: "src", Val: address}, html.Attribute{Key: "alt", Val: strings.Join(strings.Fields(cleanText(Attribute(t, "alt"))), " ")})
	link := len(b.leaf.inline) > 0 && b.leaf.inline[0].name == "a"
	within := b.leaf.cell || b.leaf.node != nil && b.leaf.node.DataAtom != atom.P || link && b.leaf.inline[0].used
	switch {
	case within:
		b.spaceBefore()
	case b.leaf.said:
		b.closeLeaf(true)
	}
	b.inner().AppendChild(n)
	b.leaf.last, b.leaf.said, b.leaf.broken, b.leaf.after, b.leaf.gap = nil, true, false, false, false
	b.useLinks()
	if !within && !link {
		b.closeLeaf(true)
	}
}

// moved returns where the picture with an address is now.
func (b *builder) moved(address string) string {
	if b.Moved == nil {
		return address
	}
	here, ok := b.Moved(address)
	if !ok {
		return address
	}
	b.here[here] = true
	return here
}

// video reads a video, or another page shown within this one, which becomes a link.
func (b *builder) video(address string) {
	address = linkAddress(address, b.Base)
	if b.endLeaf(); !strings.HasPrefix(address, "http") || b.videos[address] {
		return
	}
	b.videos[address] = true
	if b.DropVideo != nil && b.DropVideo(address) {
		return
	}
	b.endLink()
	b.spaceBefore()
	n := element("a", html.Attribute{Key: "href", Val: address})
	n.AppendChild(&html.Node{Type: html.TextNode, Data: address})
	b.inner().AppendChild(n)
	b.leaf.last, b.leaf.said = nil, true
	b.endLeaf()
}

// startCode begins a block of code. In a cell it is text.
func (b *builder) startCode(t html.Token) {
	if b.endLeaf(); b.leaf.cell || b.betweenCells() {
		return
	}
	n := element("pre")
	b.startLeaf(n)
	b.leaf.pre, b.leaf.inline = true, nil
	setLanguage(n, t)
}

// languages are the ways in which the language of code is named in a class.
var languages = regexp.MustCompile(`(?:^|\s)(?:language-|lang-|brush:\s*)([A-Za-z0-9+#_.-]{1,30})`)

// setLanguage takes the language of code from a tag's class, unless it is known.
func setLanguage(pre *html.Node, t html.Token) {
	if m := languages.FindStringSubmatch(Attribute(t, "class")); m != nil && len(pre.Attr) == 0 {
		pre.Attr = []html.Attribute{{Key: "class", Val: "language-" + m[1]}}
	}
}

// finishCode makes one text of a block of code, without the blank lines around it.
func finishCode(pre *html.Node) {
	var b strings.Builder
	for c := pre.FirstChild; c != nil; c = pre.FirstChild {
		b.WriteString(c.Data)
		pre.RemoveChild(c)
	}
	lines := strings.Split(strings.ReplaceAll(b.String(), "\r", ""), "\n")
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	if code := strings.TrimRight(strings.Join(lines, "\n"), " \t\n"); code != "" {
		pre.AppendChild(&html.Node{Type: html.TextNode, Data: code})
	}
}
