// Tokens: the words of a block's text, with what lies between them and how they are marked.

package difference

import (
	"strings"

	"github.com/rivo/uniseg"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// token is a word, or what lies between two, or a picture or a line break, which is HTML.
type token struct {
	text   string
	marks  string // the elements around it, as they are opened: `<strong><a href="…">`
	isWord bool
	isHTML bool
}

// key is equal for equal tokens. A space that keeps words on one line looks like any other.
func (t token) key() string {
	text := t.text
	if strings.ContainsAny(text, unbreakable) && t.isSpace() {
		text = " "
	}
	return t.marks + "\x00" + text + "\x01"
}

// unbreakable are the spaces that keep what is around them on one line, as in "149 €".
const unbreakable = "\u00a0\u202f"

func (t token) isSpace() bool { return !t.isHTML && strings.TrimSpace(t.text) == "" }

// markTags are the elements that mark text, by what they are written as: what an author struck through is no removal.
var markTags = map[atom.Atom]string{atom.A: "a", atom.Strong: "strong", atom.B: "strong", atom.Em: "em", atom.I: "em", atom.Code: "code",
	atom.Del: "s", atom.S: "s", atom.Sup: "sup", atom.Sub: "sub", atom.Mark: "mark"}

// tokensOf returns the tokens of HTML that holds no blocks, or whose blocks don't count. Spaces are as readers see them, unless asTyped.
func tokensOf(all []*html.Node, asTyped bool) []token {
	var r reader
	for _, h := range all {
		r.read(h, "")
	}
	if asTyped {
		return r.tokens(func(s string) string { return s })
	}
	tokens := r.tokens(func(s string) string {
		if strings.ContainsAny(s, unbreakable) {
			return s
		}
		return " "
	})
	return trimmed(tokens)
}

// reader gathers text in pieces that are marked alike.
type reader struct{ pieces []token }

func (r *reader) read(h *html.Node, marks string) {
	switch {
	case h.Type == html.TextNode:
		r.pieces = append(r.pieces, token{text: h.Data, marks: marks})
		return
	case h.Type != html.ElementNode:
		return
	case h.DataAtom == atom.Img:
		r.pieces = append(r.pieces, token{text: "<img" + attributes(h, "src", "width", "height", "alt", "title", "loading",
			"decoding") + ">", marks: marks, isHTML: true})
		return
	case h.DataAtom == atom.Input: // of a list of tasks
		r.pieces = append(r.pieces, token{text: "<input" + attributes(h, "type", "disabled", "checked", "aria-label") + ">", isHTML: true})
		return
	case h.DataAtom == atom.Br:
		r.pieces = append(r.pieces, token{text: "<br>", isHTML: true})
		return
	}
	if tag, ok := markTags[h.DataAtom]; ok && (h.DataAtom != atom.A || leadsElsewhere(h)) {
		marks += "<" + tag + attributes(h, "href", "rel", "title") + ">"
	}
	for c := range h.ChildNodes() {
		r.read(c, marks)
	}
}

// tokens cuts what was read into words. A mark that begins within one cuts it.
func (r *reader) tokens(between func(string) string) (all []token) {
	for _, p := range r.pieces {
		if p.isHTML {
			all = append(all, p)
			continue
		}
		rest := p.text
		for state := -1; rest != ""; {
			var text string
			text, rest, state = uniseg.FirstWordInString(rest, state)
			t := token{text: text, marks: p.marks, isWord: isWord(text)}
			if t.isSpace() {
				t.text = between(text)
				if n := len(all); n > 0 && t.text == " " && all[n-1].text == " " {
					continue
				}
			}
			all = append(all, t)
		}
	}
	return all
}

// trimmed returns tokens without spaces at both ends.
func trimmed(all []token) []token {
	for len(all) > 0 && all[0].isSpace() {
		all = all[1:]
	}
	for len(all) > 0 && all[len(all)-1].isSpace() {
		all = all[:len(all)-1]
	}
	return all
}

// sentences cuts a text into sentences, or where it is shown as typed into lines. The spaces behind one belong to it.
func sentences(all []token, lines bool) (cut [][]token) {
	start := 0
	end := func(at int) {
		if at > start {
			cut = append(cut, all[start:at])
			start = at
		}
	}
	if lines {
		for i, t := range all {
			if strings.Contains(t.text, "\n") {
				end(i + 1)
			}
		}
		end(len(all))
		return cut
	}
	var text strings.Builder
	for _, t := range all {
		switch {
		case t.text == "<br>":
			text.WriteString("\u2028")
		case t.isHTML:
			text.WriteString("\ufffc")
		default:
			text.WriteString(t.text)
		}
	}
	rest, state, until, at := text.String(), -1, 0, 0
	for i, t := range all {
		for until <= at && rest != "" {
			var one string
			one, rest, state = uniseg.FirstSentenceInString(rest, state)
			if at > 0 && until == at {
				end(i)
			}
			until += len(one)
		}
		at += len(t.text)
		if t.isHTML {
			at += len("\u2028") - len(t.text) // as long as the picture's sign
		}
	}
	end(len(all))
	return cut
}
