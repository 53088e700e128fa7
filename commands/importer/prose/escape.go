// Text that means itself in Markdown.

package prose

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// place is where a text stands.
type place struct {
	starts  bool // at the start of a line
	linked  bool // before a link
	cell    bool // in a cell of a table
	link    bool // in the text of a link or of a picture
	heading bool
}

// The converter would write < and > of a text as entities. These take their place until it is done.
const (
	lessThan    = "\uf0f0"
	greaterThan = "\uf0f1"
)

var angles = strings.NewReplacer("<", lessThan, ">", greaterThan)

var (
	bareAddress = regexp.MustCompile(`https?://[^\s<>"|\\` + "`" + `]+`)
	angleLink   = regexp.MustCompile(`^<[^\s<>]*[:@]`)
	entity      = regexp.MustCompile(`^&(?:#[0-9]{1,8}|#[xX][0-9a-fA-F]{1,8}|[A-Za-z][A-Za-z0-9]{0,40});`)
	blockStart  = regexp.MustCompile(`^(?:#{1,6}(?:\s|$)|>|[-+](?:\s|$)|[-:| ]+$)`)
	numbered    = regexp.MustCompile(`^[0-9]{1,9}[.)](?:\s|$)`)
)

// escape returns Markdown that says text.
func escape(text string, at place) string {
	var out strings.Builder
	rest := text
	if at.starts {
		switch {
		case blockStart.MatchString(rest):
			out.WriteString(`\` + rest[:1])
			rest = rest[1:]
		case numbered.MatchString(rest):
			digits := strings.IndexAny(rest, ".)")
			out.WriteString(rest[:digits] + `\` + rest[digits:digits+1])
			rest = rest[digits+1:]
		}
	}
	if at.link {
		escapeWords(&out, rest, "", at)
		return angles.Replace(out.String())
	}
	for rest != "" {
		found := bareAddress.FindStringIndex(rest)
		if found == nil {
			escapeWords(&out, rest, text[:len(text)-len(rest)], at)
			break
		}
		end := found[0] + len(addressIn(rest[found[0]:found[1]]))
		address, earlier := rest[found[0]:end], text[:len(text)-len(rest)]
		escapeWords(&out, rest[:found[0]], earlier, at)
		if canStandAlone(address) {
			out.WriteString("<" + address + ">")
		} else {
			escapeWords(&out, address, text[:len(text)-len(rest)+found[0]], at)
		}
		rest = rest[end:]
	}
	return angles.Replace(out.String())
}

// addressIn returns an address without the punctuation of the sentence that it ends.
func addressIn(found string) string {
	address := strings.TrimRight(found, ".,;:!?'*_~]")
	if strings.HasSuffix(address, ")") && !strings.Contains(address, "(") {
		address = strings.TrimRight(address, ").,;:!?'")
	}
	return address
}

// canStandAlone reports whether an address can be written between < and >.
func canStandAlone(address string) bool {
	return (strings.HasPrefix(address, "http://") || strings.HasPrefix(address, "https://")) && len(address) > len("https://") &&
		!strings.ContainsFunc(address, func(c rune) bool { return c <= ' ' || strings.ContainsRune("<>\\|`", c) || unicode.IsSpace(c) })
}

// escapeWords writes text that holds no address. earlier is the text before it.
func escapeWords(out *strings.Builder, text, earlier string, at place) {
	previous, _ := utf8.DecodeLastRuneInString(earlier)
	if earlier == "" {
		previous = 0
	}
	for i, c := range text {
		size := utf8.RuneLen(c)
		next, _ := utf8.DecodeRuneInString(text[min(i+size, len(text)):])
		last := i+size >= len(text)
		if last {
			next = 0
		}
		if escaped(c, previous, next, last, text[i:], at) {
			out.WriteByte('\\')
		}
		out.WriteRune(c)
		previous = c
	}
}

// escaped reports whether a character would be a mark.
func escaped(c, previous, next rune, last bool, here string, at place) bool {
	switch c {
	case '\\':
		return last || next < utf8.RuneSelf && punctuation(next)
	case '`':
		return true
	case '*', '~':
		return previous != ' ' || next != ' '
	case '_':
		return (previous != ' ' || next != ' ') && (!isWord(previous) || !isWord(next))
	case '[':
		return at.link
	case ']':
		return at.link || last || next == '(' || next == '[' || next == ':'
	case '!':
		return next == '[' || last && at.linked
	case '#':
		return at.heading && last
	case '|':
		return at.cell
	case '<':
		return angleLink.MatchString(here)
	case '&':
		return entity.MatchString(here)
	}
	return false
}

func isWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }
