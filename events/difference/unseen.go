// What readers don't see of a text: where its links lead, what is said of its pictures to those who hear them, and what its blocks are.

package difference

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// unseen is a link or a picture, with the part that readers don't see.
type unseen struct {
	seen string // the text of the link, or the picture
	rest string // the address, or the description
	end  int    // the index behind its last token
}

// withUnseen returns two texts in which what readers don't see stands behind links and pictures that look the same on the other side and
// aren't: otherwise the difference would show twice the same.
func withUnseen(old, new []token) (was, is []token) {
	before, after := unseenIn(old), unseenIn(new)
	return written(old, before, after), written(new, after, before)
}

// written returns a text with what isn't seen of those of its links and pictures that are others on the other side.
func written(text []token, all, other []unseen) []token {
	out := slices.Clone(text)
	for _, u := range slices.Backward(all) {
		looksSame := func(o unseen) bool { return o.seen == u.seen }
		isSame := func(o unseen) bool { return o.seen == u.seen && o.rest == u.rest }
		if slices.ContainsFunc(other, looksSame) && !slices.ContainsFunc(other, isSame) {
			out = slices.Insert(out, u.end, token{text: `<span class="diff-unseen"> (` + u.rest + `)</span>`, isHTML: true})
		}
	}
	return out
}

var (
	linked    = regexp.MustCompile(`<a href="([^"]*)"`)
	described = regexp.MustCompile(` alt="([^"]*)"`)
	titled    = regexp.MustCompile(` title="([^"]*)"`)
)

// titleIn returns the title in an element's attributes, as what follows what is said of it; "" without one.
func titleIn(attrs string) string {
	if found := titled.FindStringSubmatch(attrs); found != nil {
		return ", title: " + found[1]
	}
	return ""
}

// unseenIn returns the links and the pictures of a text. What they hold is written as HTML.
func unseenIn(text []token) (all []unseen) {
	address := func(t token) string {
		if found := linked.FindStringSubmatch(t.marks); found != nil {
			return found[1]
		}
		return ""
	}
	for i := 0; i < len(text); {
		t := text[i]
		if found := described.FindStringSubmatch(t.text); t.isHTML && found != nil {
			said := "alt text: " + found[1]
			if found[1] == "" {
				said = "no alt text"
			}
			i++
			seen := titled.ReplaceAllLiteralString(described.ReplaceAllLiteralString(t.text, ""), "")
			all = append(all, unseen{seen: seen, rest: said + titleIn(t.text), end: i})
			continue
		}
		href := address(t)
		if href == "" {
			i++
			continue
		}
		var seen strings.Builder
		title := titleIn(t.marks)
		for ; i < len(text) && address(text[i]) == href; i++ {
			seen.WriteString(text[i].text)
		}
		all = append(all, unseen{seen: "a " + seen.String(), rest: href + title, end: i})
	}
	return all
}

// leadsElsewhere reports whether a link leads out of its text. What it leads to within the text isn't where its difference is shown, and a
// footnote's address changes with every word of the text.
func leadsElsewhere(link *html.Node) bool {
	return !slices.ContainsFunc(link.Attr, func(a html.Attribute) bool { return a.Key == "href" && strings.HasPrefix(a.Val, "#") })
}

// formOf returns what a block is where its words don't show it, "" for nothing, and the number before the first item of a numbered list.
func formOf(h *html.Node) (form string, start int) {
	attribute := func(of *html.Node, key string) string {
		for _, a := range of.Attr {
			if a.Namespace == "" && a.Key == key {
				return a.Val
			}
		}
		return ""
	}
	switch h.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return "Heading " + h.Data[1:], 0
	case atom.Pre:
		if code := h.FirstChild; code != nil && code.DataAtom == atom.Code {
			if language, ok := strings.CutPrefix(attribute(code, "class"), "language-"); ok {
				return "Code: " + language, 0
			}
		}
		return "Code without a language", 0
	case atom.Ol:
		if first, err := strconv.Atoi(attribute(h, "start")); err == nil {
			start = first - 1
		}
		return "Numbered from " + strconv.Itoa(start+1), start
	case atom.Th:
		if side, ok := strings.CutPrefix(attribute(h, "style"), "text-align:"); ok {
			return "Aligned " + side, 0
		}
		return "Not aligned", 0
	}
	return "", 0
}

// sameText reports whether two blocks of text say the same.
func sameText(a, b *node) bool {
	return slices.EqualFunc(trimmed(a.text), trimmed(b.text), func(a, b token) bool { return a.key() == b.key() })
}

// isReshaped reports whether a changed block has become another where its words don't show it.
func (b block) isReshaped() bool { return b.was != nil && b.was.form != b.node.form }

// form writes, in an element, what a block was and is if that has changed.
func (w *writer) form(tag string, b block) {
	if !b.isReshaped() {
		return
	}
	said := func(n *node) []token { return []token{{text: cmp.Or(n.form, "Text")}} }
	w.WriteString("<" + tag + ` class="diff-unseen diff-form">`)
	w.tokens(said(b.was), removed)
	w.WriteByte(' ')
	w.tokens(said(b.node), added)
	w.WriteString("</" + tag + ">")
}
