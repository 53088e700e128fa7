// Snippets: passages of texts with what was found in them marked.

package search

import (
	"html"
	"strings"
	"unicode/utf8"

	"candor/events/characters"
)

const (
	snippetLength = 160      // characters
	beforeMatch   = 40       // characters of a snippet before its first mark
	longestBody   = 64 << 10 // bytes of a text that are looked through for marks
)

// marker tells which words of a text are to be marked.
type marker struct {
	words   []queryWord
	root    func(word string) string
	roots   [][]string     // by word, the stems of its parts and of what they make together
	letters string         // that these begin with, those without marks
	infix   string         // a query of one word without anything else: words that contain it are marked
	typos   bool           // words with a typo are marked
	known   map[string]int // by folded word: the word of the query that it is marked for, or -1
}

func (f *finder) marker() *marker {
	m := &marker{words: f.words, root: f.root, typos: f.near != nil, known: map[string]int{}}
	for _, word := range f.words {
		var roots []string
		for _, part := range word.all() {
			root := f.root(part)
			roots = append(roots, root)
			m.letters += root[:min(1, len(root))]
		}
		m.roots = append(m.roots, roots)
	}
	text := characters.Bare(strings.TrimSpace(f.query.Text))
	if one := spans(text); len(one) == 1 && one[0] == (span{0, len(text)}) {
		m.infix = text
	}
	return m
}

// all returns the word's parts, and what they make together.
func (w queryWord) all() []string {
	if w.joined == "" {
		return w.parts
	}
	return append(w.parts[:len(w.parts):len(w.parts)], w.joined)
}

// marks returns the word of the query that a word is marked for, -1 for none.
func (m *marker) marks(word string) int {
	begins := m.typos || m.begins(word)
	if !begins && m.infix == "" { // as nearly all
		return -1
	}
	word = characters.Bare(word)
	if !begins && !strings.Contains(word, m.infix) {
		return -1
	}
	found, known := m.known[word]
	if !known {
		found = m.look(word)
		m.known[word] = found
	}
	return found
}

// begins reports whether a word may begin with one of the query's or have its stem, by its first letter, which is the one of its stem.
func (m *marker) begins(word string) bool {
	const small = 'a' - 'A' // a digit has this bit, too
	return word[0] >= utf8.RuneSelf || strings.IndexByte(m.letters, word[0]|small) >= 0
}

func (m *marker) look(word string) int {
	root := ""
	if m.begins(word) {
		root = m.root(word)
	}
	for i, of := range m.words {
		for j, part := range of.all() {
			last := i == len(m.words)-1
			switch {
			case part == word, root != "" && m.roots[i][j] == root:
				return i
			case strings.HasPrefix(word, part) && (letters(part) >= prefixLetters || last && letters(part) >= prefixLetters-1):
				return i
			case m.typos && letters(part) >= typoLetters && !isNumber(part) && typos(part, word, 1) == 1:
				return i
			}
		}
	}
	if m.infix != "" && strings.Contains(word, m.infix) {
		return 0
	}
	return -1
}

// mark is a word of a text that is marked.
type mark struct {
	span
	word int // of the query
}

// snippet returns the passage of a text, which is on one line, that has most of the query's words: HTML with <mark> around them, and no
// other markup.
func (m *marker) snippet(text string) string {
	looked := text
	if len(looked) > longestBody {
		looked = strings.ToValidUTF8(looked[:longestBody], "")
	}
	var all []mark
	for _, s := range spans(looked) {
		if i := m.marks(looked[s.start:s.end]); i >= 0 {
			all = append(all, mark{s, i})
		}
	}
	start := 0
	if len(all) > 0 {
		start = startBefore(text, all[densest(all, len(m.words))].start)
	}
	if strings.HasPrefix(text[start:], "· ") { // it would begin between two lines
		start += len("· ")
	}
	end := start + len(strings.TrimSuffix(text[start:endAfter(text, start)], " ·"))
	var b strings.Builder
	if start > 0 {
		b.WriteString("…")
	}
	at := start
	for _, one := range all {
		if one.start < start || one.end > end {
			continue
		}
		b.WriteString(html.EscapeString(text[at:one.start]))
		b.WriteString("<mark>" + html.EscapeString(text[one.start:one.end]) + "</mark>")
		at = one.end
	}
	b.WriteString(html.EscapeString(text[at:end]))
	if end < len(text) {
		b.WriteString("…")
	}
	return b.String()
}

// densest returns the first mark of the passage with most words of the query, then with most marks. words is how many the query has.
func densest(all []mark, words int) int {
	best, bestScore := 0, 0
	seen := make([]bool, words)
	for i := range all {
		clear(seen)
		score := 0
		for _, one := range all[i:] {
			if one.end-all[i].start > snippetLength-beforeMatch {
				break
			}
			score++
			if !seen[one.word] {
				seen[one.word] = true
				score += 1000
			}
		}
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

// startBefore returns where a passage begins for a mark: some characters before it, at a word.
func startBefore(text string, at int) int {
	start := at
	for range beforeMatch {
		if start == 0 {
			return 0
		}
		_, size := utf8.DecodeLastRuneInString(text[:start])
		start -= size
	}
	if start == 0 {
		return 0
	}
	if space := strings.IndexByte(text[start:at], ' '); space >= 0 {
		return start + space + 1
	}
	return at
}

// endAfter returns where a passage ends that begins at start: after a word.
func endAfter(text string, start int) int {
	end := start
	for range snippetLength {
		if end == len(text) {
			return end
		}
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	if end == len(text) || text[end] == ' ' {
		return end
	}
	if space := strings.LastIndexByte(text[start:end], ' '); space > 0 {
		return start + space
	}
	return end
}
