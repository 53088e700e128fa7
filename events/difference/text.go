// Text: sentences with words that changed, or whole ones.

package difference

import (
	"hash/maphash"
	"slices"
	"strings"
)

// part is a piece of a text that stayed, went or came.
type part struct {
	state
	text  []token
	whole bool // a sentence
	last  bool // of a sentence
}

// mostChanged is how much of a sentence's words may have changed for these to be marked: of more, the sentence is shown whole, as it was
// and as it is.
const mostChanged = 0.3

// sentence is what of a block's text is compared first.
type sentence struct {
	text  []token
	key   uint64
	words []uint64
}

func (s *sentence) id() uint64 { return s.key }

func sentencesOf(text []token, asTyped bool) (all []*sentence) {
	for _, one := range sentences(text, asTyped) {
		s := &sentence{text: one}
		var key strings.Builder
		for _, t := range trimmed(one) {
			key.WriteString(t.key())
			if t.isWord {
				s.words = append(s.words, maphash.String(seed, t.text))
			}
		}
		s.key = maphash.String(seed, key.String())
		slices.Sort(s.words)
		all = append(all, s)
	}
	return all
}

// parts returns the difference between two texts.
func (c *comparer) parts(old, new []token, asTyped bool) []part {
	var all []part
	likeness := func(a, b *sentence) float64 {
		if len(a.words)+len(b.words) == 0 || !c.spend(len(a.words)+len(b.words)) {
			return 0
		}
		return shared(a.words, b.words)
	}
	align(c, sentencesOf(old, asTyped), sentencesOf(new, asTyped), (*sentence).id, likeness, func(was, is *sentence, s state) {
		switch s {
		case removed:
			all = append(all, part{state: s, text: was.text, whole: true, last: true})
		case changed:
			all = append(all, c.words(was.text, is.text)...)
		default:
			all = append(all, part{state: s, text: is.text, whole: true, last: true})
		}
	})
	return gathered(all)
}

// words returns the difference between two sentences word by word, or both of them whole.
func (c *comparer) words(old, new []token) (all []part) {
	keys := func(text []token) []string {
		ids := make([]string, len(text))
		for i, t := range text {
			ids[i] = t.key()
		}
		return ids
	}
	i, j, stays := 0, 0, 0
	for _, same := range append(common(c, keys(old), keys(new)), pair{len(old), len(new)}) {
		all = append(all, part{state: removed, text: old[i:same.old]}, part{state: added, text: new[j:same.new]})
		if i, j = same.old+1, same.new+1; same.new < len(new) {
			all = append(all, part{state: stayed, text: new[same.new:j]})
			if new[same.new].isWord {
				stays++
			}
		}
	}
	most := max(countWords(old), countWords(new))
	if float64(most-stays) > mostChanged*float64(most) {
		return []part{{removed, old, true, true}, {added, new, true, true}}
	}
	all = joined(all)
	all[len(all)-1].last = true
	return all
}

func countWords(text []token) (n int) {
	for _, t := range text {
		if t.isWord {
			n++
		}
	}
	return n
}

// joined puts spaces and signs that stayed between two changes into both, so that each change is read in one piece.
func joined(all []part) []part {
	all = slices.DeleteFunc(all, func(p part) bool { return len(p.text) == 0 })
	for i := 1; i < len(all); i++ {
		if all[i].state != stayed || countWords(all[i].text) > 0 {
			continue
		}
		until := i
		for until+1 < len(all) && all[until+1].state == stayed && countWords(all[until+1].text) == 0 {
			until++
		}
		if until+1 < len(all) && all[i-1].state != stayed && all[until+1].state != stayed && !onlyHTML(all[i:until+1]) {
			for k := i; k <= until; k++ {
				all[k].state = changed // on both sides
			}
		}
		i = until
	}
	var out []part
	for i := 0; i < len(all); {
		if all[i].state == stayed {
			out, i = append(out, all[i]), i+1
			continue
		}
		went, came := part{state: removed}, part{state: added}
		for ; i < len(all) && all[i].state != stayed; i++ {
			if all[i].state != added {
				went.text = append(went.text, all[i].text...)
			}
			if all[i].state != removed {
				came.text = append(came.text, all[i].text...)
			}
		}
		for _, p := range []part{went, came} {
			if len(p.text) > 0 {
				if len(trimmed(p.text)) == 0 && len(went.text) > 0 && len(came.text) > 0 {
					p.state = stayed // nothing but a space is beside what changed
				}
				out = append(out, p)
			}
		}
	}
	return out
}

// onlyHTML reports whether parts hold a picture or a line break.
func onlyHTML(all []part) bool {
	return slices.ContainsFunc(all, func(p part) bool { return slices.ContainsFunc(p.text, func(t token) bool { return t.isHTML }) })
}

// gathered puts whole sentences that went one after the other, each followed by another in its place, before those that came: a passage is
// read in one piece.
func gathered(all []part) (out []part) {
	for i := 0; i < len(all); {
		if all[i].state == stayed || !all[i].whole {
			out, i = append(out, all[i]), i+1
			continue
		}
		var went, came []part
		for ; i < len(all) && all[i].state != stayed && all[i].whole; i++ {
			if all[i].state == removed {
				went = append(went, all[i])
			} else {
				came = append(came, all[i])
			}
		}
		out = append(append(out, went...), came...)
	}
	return out
}
