// What stands within or between paragraphs: links, pictures, captions, players, code, and what is raised or lowered.

package prose

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// link reads a link. It becomes a link around its text; around a picture only if there is no text in it.
func (r *reader) link(n *html.Node) {
	whole := Absolute(Attribute(n, "href"), r.base)
	if IsPicture(whole) {
		r.doc.Enlarged = append(r.doc.Enlarged, whole)
	}
	if strings.HasPrefix(whole, "http") {
		r.doc.Links = append(r.doc.Links, whole)
	}
	text := strings.TrimSpace(textOf(n))
	note := r.leadsToPlace(n)
	if note && text != "" && strings.Trim(text, "↩↑↲⏎⤴^\ufe0e\ufe0f ") == "" { // back from a note to its mark
		return
	}
	address := linkAddress(Attribute(n, "href"), r.base)
	if address == "" || note && find(n, isA(atom.Sup)) != nil {
		r.children(n)
		return
	}
	alone := text == "" && !r.line && find(n, isA(atom.Img)) != nil
	if alone {
		r.endLeaf()
	}
	r.marked(n, mark{name: "a", address: address, pictures: alone})
	if alone {
		r.endLeaf()
	}
}

// image reads a picture, which stands in a line of its own unless everything is one line.
func (r *reader) image(n *html.Node) {
	if hasClass("emoji", "wp-smiley")(n) {
		r.text(Attribute(n, "alt"))
		return
	}
	address := ImageAddress(n, r.base)
	if address == "" {
		return
	}
	alt := OneLine(cleanText(Attribute(n, "alt")))
	r.doc.Images = append(r.doc.Images, Image{Address: address, Alt: alt})
	if strings.HasPrefix(address, "data:") {
		return
	}
	picture := element("img", html.Attribute{Key: "src", Val: address}, html.Attribute{Key: "alt", Val: alt})
	outer := r.marks
	if !r.line { // it is neither bold, nor what a text leads from
		r.endLeaf()
		r.marks = slices.DeleteFunc(slices.Clone(outer), func(m *mark) bool { return !m.pictures })
	}
	r.inner().AppendChild(picture)
	r.marks = outer
	r.last, r.broken = '!', false
	if !r.line {
		r.endLeaf()
	}
}

// caption reads the caption of a figure, which belongs to its picture if it has one.
func (r *reader) caption(n *html.Node) {
	if r.line {
		r.block(n)
		return
	}
	r.endLeaf()
	into, links := r.container(), len(r.doc.Links)
	before := into.LastChild
	r.children(n)
	r.endLeaf()
	if len(r.doc.Images) != r.figure+1 || before == nil {
		return
	}
	of := &r.doc.Images[r.figure]
	var text []string
	for c := before.NextSibling; c != nil; c = c.NextSibling {
		c.Attr = append(c.Attr, html.Attribute{Key: "of", Val: of.Address})
		text = append(text, strings.Fields(textOf(c))...)
	}
	of.Caption, of.Linked = strings.Join(text, " "), len(r.doc.Links) > links
}

// player reads a video, a recording, or another page shown within this one, which becomes a link.
func (r *reader) player(n *html.Node) {
	from := find(n, isA(atom.Iframe, atom.Embed, atom.Object, atom.Video, atom.Audio))
	if from == nil {
		return
	}
	address := Attribute(from, "src", "data-src", "data")
	for _, a := range []atom.Atom{atom.Source, atom.Embed} {
		if inside := find(from, isA(a)); address == "" && inside != nil {
			address = Attribute(inside, "src", "data-src")
		}
	}
	title := ""
	if t := find(n, hasClass("kg-audio-title")); t != nil {
		title = OneLine(cleanText(textOf(t)))
	}
	r.embed(address, title, from.DataAtom == atom.Video || IsVideo(Absolute(address, r.base)))
}

// embed writes a link to what was shown, once.
func (r *reader) embed(address, title string, video bool) {
	address = linkAddress(address, r.base)
	if r.separate(); !strings.HasPrefix(address, "http") || r.videos[address] {
		return
	}
	r.videos[address] = true
	link := element("a", html.Attribute{Key: "href", Val: address})
	if title == "" {
		title = address
	}
	link.AppendChild(textNode(title))
	outer := r.marks
	r.marks = nil
	r.inner().AppendChild(link)
	if r.last = 'x'; video {
		r.doc.Videos = append(r.doc.Videos, address)
		if !r.line {
			r.leaf.Attr = append(r.leaf.Attr, html.Attribute{Key: "video", Val: address})
		}
	}
	if r.marks = outer; r.line {
		r.words(" ")
		return
	}
	r.leaf = nil // it was looked at
	r.endLeaf()
}

// languages are the ways in which the language of code is named in a class.
var languages = regexp.MustCompile(`(?:^|\s)(?:language-|lang-|lang:|brush:\s*)([A-Za-z0-9+#_.-]{1,30})`)

// code reads a block of code, without the blank lines around it. In a line it is code within it.
func (r *reader) code(n *html.Node) {
	if r.line {
		r.separate()
		r.marked(n, mark{name: "code"})
		r.separate()
		return
	}
	r.endLeaf()
	lines := strings.Split(strings.ReplaceAll(cleanText(textOf(n)), "\r", ""), "\n")
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	text := strings.TrimRight(strings.Join(lines, "\n"), " \t\n")
	if text == "" {
		return
	}
	pre := element("pre")
	for _, from := range []*html.Node{find(n, isA(atom.Code)), n} {
		if from == nil {
			continue
		}
		if m := languages.FindStringSubmatch(Attribute(from, "class")); m != nil {
			pre.Attr = []html.Attribute{{Key: "class", Val: "language-" + m[1]}}
		} else if m := languages.FindStringSubmatch("lang-" + Attribute(from, "data-enlighter-language", "data-lang")); m != nil {
			pre.Attr = []html.Attribute{{Key: "class", Val: "language-" + m[1]}}
		}
	}
	pre.AppendChild(textNode(text))
	r.container().AppendChild(pre)
}

// raised reads what is raised or lowered: marks of footnotes, powers, formulas and ordinal numbers.
func (r *reader) raised(n *html.Node) {
	text := OneLine(cleanText(textOf(n)))
	link := find(n, isA(atom.A))
	switch {
	case n.DataAtom != atom.Sub && align(n) != "sub" && (r.leadsToPlace(n.Parent) || link != nil && r.leadsToPlace(link)):
		if text != "" {
			r.words("[" + strings.Trim(text, "[]() ") + "]")
		}
	case link != nil || find(n, isA(atom.Img)) != nil:
		r.children(n)
	case n.DataAtom == atom.Sub || align(n) == "sub":
		r.words(lowered(text))
	case unicode.IsDigit(r.last) && strings.IndexFunc(text, func(c rune) bool { return !unicode.IsLetter(c) }) < 0: // 1st, 2e
		r.words(text)
	default:
		r.words(raised(text))
	}
}

var verticalAlign = regexp.MustCompile(`(?i)(?:^|[;\s])vertical-align\s*:\s*(super|sub)\b`)

// align returns "super" or "sub" for a text that its style raises or lowers, as that of pasted documents does.
func align(n *html.Node) string {
	if m := verticalAlign.FindStringSubmatch(Attribute(n, "style")); n.DataAtom == atom.Span && m != nil {
		return strings.ToLower(m[1])
	}
	return ""
}

// leadsToPlace reports whether a link leads to a place on its own page, as those between a note and its mark do.
func (r *reader) leadsToPlace(n *html.Node) bool {
	if n == nil || n.DataAtom != atom.A {
		return false
	}
	before, place, found := strings.Cut(Attribute(n, "href"), "#")
	return found && place != "" && (before == "" || r.base != nil && strings.HasPrefix(before, r.base.String()))
}

const (
	plainDigits = "0123456789+-−=()"
	above       = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾"
	below       = "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎"
	plainAbove  = "abcdefghijklmnoprstuvwxyz"
	lettersUp   = "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
	plainBelow  = "aehijklmnoprstuvx"
	lettersDown = "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"
)

var (
	toAbove = pairs(plainDigits+plainAbove, above+lettersUp)
	toBelow = pairs(plainDigits+plainBelow, below+lettersDown)
)

func pairs(from, to string) map[rune]rune {
	all, into := map[rune]rune{}, []rune(to)
	for i, c := range []rune(from) {
		all[c] = into[i]
	}
	return all
}

// raised returns raised text in Unicode's raised characters, or between ^ where there are none.
func raised(text string) string {
	switch strings.ToUpper(text) {
	case "TM":
		return "™"
	case "SM":
		return "℠"
	case "®", "™", "©", "º", "ª", "*", "":
		return text
	}
	if out, ok := mapped(text, toAbove); ok {
		return out
	}
	return "^" + text + "^"
}

// lowered returns lowered text in Unicode's lowered characters, or behind _ where there are none.
func lowered(text string) string {
	if out, ok := mapped(text, toBelow); ok {
		return out
	}
	return "_" + text
}

func mapped(text string, to map[rune]rune) (string, bool) {
	ok := true
	out := strings.Map(func(c rune) rune {
		ok = ok && to[c] != 0
		return to[c]
	}, text)
	return out, ok
}

// behind are the attributes in which an element, or a script that loads it later, has the address of the picture behind the text.
var behind = []string{"background", "data-bg", "data-bg-image", "data-background", "data-background-image"}

var backgroundPicture = regexp.MustCompile(`(?i)background(?:-image)?\s*:[^;]*url\(\s*['"]?([^'")]+)`)

// background notes a picture behind the text.
func (r *reader) background(n *html.Node) {
	address := Attribute(n, behind...)
	if m := backgroundPicture.FindStringSubmatch(Attribute(n, "style")); m != nil {
		address = m[1]
	} else if m := backgroundPicture.FindStringSubmatch("background:" + address); m != nil {
		address = m[1]
	}
	if strings.ContainsAny(address, "/.") && !strings.HasPrefix(address, "data:") { // it may be a color
		r.doc.leaveOut("background picture " + Absolute(address, r.base))
	}
	if n.DataAtom == atom.Form {
		r.doc.leaveOut("a form")
	}
}

// leftOut notes what readers don't see of the text, except for what is known to be nothing.
func (r *reader) leftOut(n *html.Node) {
	switch kind := Attribute(n, "type"); {
	case n.DataAtom != atom.Script:
	case strings.EqualFold(kind, "application/ld+json"):
		r.doc.LinkedData = append(r.doc.LinkedData, textOf(n))
	default:
		r.doc.leaveOut("a script")
	}
}

// secondButton reports whether n is the button beside the name of a file in WordPress, which leads to the same address.
func secondButton(n *html.Node) bool {
	before := n.PrevSibling
	return before != nil && before.DataAtom == atom.A && hasClass("wp-block-file__button")(n) && Attribute(before, "href") == Attribute(n, "href")
}
