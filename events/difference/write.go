// Writing: a difference as HTML.

package difference

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// What is said to those who hear a page, before what went and what came.
var saidRemoved, saidAdded = Said("removed: "), Said("added: ")

// Said returns text for those who hear a page alone. Its direction keeps it out of that of the text around it (dir="auto").
func Said(text string) string {
	return `<span class="sr-only" dir="ltr">` + html.EscapeString(text) + `</span>`
}

var heard = regexp.MustCompile(`<span class="sr-only" dir="ltr">[^<]*</span>`)

// Seen returns a fragment without what is only said, for where that would be seen: in feeds. What is hidden beside it is heard then.
func Seen(fragment string) string {
	return strings.ReplaceAll(heard.ReplaceAllLiteralString(fragment, ""), ` aria-hidden="true"`, "")
}

// leftOut stands for what stayed, or for the rest of what is too long.
const leftOut = "…"

// writer writes blocks.
type writer struct {
	strings.Builder
	most  int  // bytes; 0: all there are
	short bool // without what stayed, but for what is around changes
	gaps  bool // something was left out
	full  bool // the rest was
}

// room reports whether more may be written.
func (w *writer) room() bool {
	w.full = w.full || w.most > 0 && w.Len() >= w.most
	return !w.full
}

// blocks writes the blocks below another: those that changed with what is around them, and … for the others.
func (w *writer) blocks(of block) {
	parent, all := of.tag, of.below
	shown := w.shown(len(all), func(i int) bool { return all[i].state != stayed || i == 0 && of.isReshaped() })
	gap, number := false, of.start
	for i, b := range all {
		if parent == "ol" && b.state != removed {
			number++
		}
		switch {
		case (shown(i) || parent == "table" && b.isHeader) && w.room():
			gap = false
			w.block(b, number)
		case !gap:
			gap = true
			w.gap(parent, all)
		}
	}
}

// shown returns which of n elements are shown: all, or those that changed with those around them. A single one isn't worth being left out.
func (w *writer) shown(n int, isChanged func(int) bool) func(int) bool {
	if !w.short {
		return func(int) bool { return true }
	}
	near := make([]bool, n)
	for i := range n {
		if isChanged(i) {
			for k := max(0, i-around); k <= min(n-1, i+around); k++ {
				near[k] = true
			}
		}
	}
	for i := range n {
		if (i == 0 || near[i-1]) && (i == n-1 || near[i+1]) {
			near[i] = true
		}
	}
	return func(i int) bool { return near[i] }
}

// gap writes that something is left out.
func (w *writer) gap(parent string, all []block) {
	w.gaps = true
	switch parent {
	case "ul", "ol":
		w.WriteString(`<li class="diff-gap">` + leftOut + "</li>")
	case "table":
		w.WriteString(`<tr class="diff-gap"><td colspan="` + strconv.Itoa(max(1, widest(all))) + `">` + leftOut + "</td></tr>")
	default:
		w.WriteString(`<p class="diff-gap">` + leftOut + "</p>")
	}
}

// widest returns how many cells the longest row has.
func widest(rows []block) (n int) {
	for _, r := range rows {
		n = max(n, len(r.below), len(r.node.blocks))
	}
	return n
}

// block writes a block. An item of a numbered list has a number, in the new list; 0: none.
func (w *writer) block(b block, number int) {
	switch {
	case b.state != changed:
		if b.state == removed {
			number = 0
		}
		w.node(b.node, b.state, number)
	case b.tag == "figure" || isPicture(b.node) && isPicture(b.was):
		w.WriteString(`<div class="diff-pictures">`)
		was, is := *b.was, *b.node
		was.text, is.text = withUnseen(was.text, is.text)
		w.node(&was, removed, 0)
		w.node(&is, added, 0)
		w.WriteString("</div>")
	case b.isText:
		if b.tag != "th" {
			w.form("p", b)
		}
		w.open(b.node, "", 0)
		if b.tag == "th" {
			w.form("span", b)
		}
		w.parts(b)
		w.close(b.node)
	case b.tag == "tr":
		w.open(b.node, "", 0)
		for _, cell := range b.below {
			w.block(cell, 0)
		}
		w.close(b.node)
	default:
		w.form("p", b)
		w.open(b.node, "", number)
		w.blocks(b)
		w.close(b.node)
	}
}

// node writes a block that stayed, went or came, with all below it.
func (w *writer) node(n *node, s state, number int) {
	class := [...]string{"", "diff-removed", "diff-added", ""}[s]
	if !w.room() {
		return
	}
	if n.tag == "hr" {
		w.WriteString(tag(s, false) + "<hr>" + tag(s, true))
		return
	}
	w.open(n, class, number)
	if n.isText && len(n.text) > 0 {
		w.tokens(n.text, s)
	}
	for i, b := range n.blocks {
		number := 0
		if n.tag == "ol" && s != removed {
			number = n.start + i + 1
		}
		w.node(b, s, number)
	}
	w.close(n)
}

// hasDirection are the elements that run as their own text does. Items and cells run as their list and their table do, for which signs and
// columns are on one side.
var hasDirection = map[string]bool{"p": true, "pre": true, "ul": true, "ol": true, "table": true, "figcaption": true}

// open writes the beginning of a block's element, if it has one.
func (w *writer) open(n *node, class string, number int) {
	if n.tag == "" {
		return
	}
	attrs := n.attrs
	if n.tag == "li" && number > 0 {
		attrs += ` value="` + strconv.Itoa(number) + `"`
	}
	if hasDirection[n.tag] {
		attrs += ` dir="auto"`
	}
	if n.heading {
		class = strings.TrimSpace("diff-heading " + class)
	}
	if class != "" {
		attrs += ` class="` + class + `"`
	}
	w.WriteString("<" + n.tag + attrs + ">")
	if n.heading {
		w.WriteString("<strong>")
	}
}

func (w *writer) close(n *node) {
	if n.tag == "" {
		return
	}
	if n.heading {
		w.WriteString("</strong>")
	}
	w.WriteString("</" + n.tag + ">")
}

// tag returns what opens, or closes, the mark of a state.
func tag(s state, end bool) string {
	switch {
	case s == removed && end:
		return "</del>"
	case s == removed:
		return "<del>"
	case s == added && end:
		return "</ins>"
	case s == added:
		return "<ins>"
	}
	return ""
}

// parts writes the text of a block: the sentences that changed with those around them.
func (w *writer) parts(of block) {
	all := of.text
	var sentence []int // of each part
	n, isChanged := 0, map[int]bool{0: of.isReshaped()}
	for _, p := range all {
		sentence = append(sentence, n)
		isChanged[n] = isChanged[n] || p.state != stayed
		if p.last {
			n++
		}
	}
	shown := w.shown(n+1, func(i int) bool { return isChanged[i] })
	gap, before := false, stayed
	for i := 0; i < len(all); {
		p := all[i]
		if !shown(sentence[i]) || !w.room() {
			if !gap {
				w.WriteString(" " + leftOut + " ")
				w.gaps, gap = true, true
			}
			i++
			continue
		}
		gap = false
		text := slices.Clone(p.text)
		for i++; i < len(all) && all[i].state == p.state && shown(sentence[i]); i++ {
			text = append(text, all[i].text...)
		}
		if p.state == added && before == removed {
			w.WriteByte(' ')
		}
		w.tokens(text, p.state)
		before = p.state
	}
}

// tokens writes words of one state, each within what marks it.
func (w *writer) tokens(text []token, s state) {
	if len(text) == 0 {
		return
	}
	w.WriteString(tag(s, false))
	switch s {
	case removed:
		w.WriteString(saidRemoved)
	case added:
		w.WriteString(saidAdded)
	}
	marks := ""
	for _, t := range text {
		if !w.room() {
			w.closeMarks(marks)
			marks = ""
			w.WriteString(leftOut)
			break
		}
		if t.marks != marks {
			w.closeMarks(marks)
			w.WriteString(t.marks)
			marks = t.marks
		}
		if t.isHTML {
			w.WriteString(t.text)
		} else {
			w.WriteString(html.EscapeString(t.text))
		}
	}
	w.closeMarks(marks)
	w.WriteString(tag(s, true))
}

// closeMarks closes the elements that marks open.
func (w *writer) closeMarks(marks string) {
	opened := strings.Split(marks, "<")
	for i := len(opened) - 1; i > 0; i-- {
		name, _, _ := strings.Cut(strings.TrimSuffix(opened[i], ">"), " ")
		w.WriteString("</" + name + ">")
	}
}
