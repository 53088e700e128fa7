// What vanishes from a text, by name.

package importer

import (
	"fmt"
	"strings"
)

// leftOut gathers the names of what is left out of a text, such as "shortcode contact-form-7".
type leftOut struct {
	first []string
	known names
}

// mostLeftOut is how many things are named for an item.
const mostLeftOut = 20

func (l *leftOut) add(format string, args ...any) {
	name := firstLine(fmt.Sprintf(format, args...))
	if l.known[name] {
		return
	}
	l.known.add(name)
	if len(l.first) < mostLeftOut {
		l.first = append(l.first, name)
	}
}

func (l *leftOut) addAll(names []string) {
	for _, name := range names {
		l.add("%s", name)
	}
}

// note names on an item what was left out of it.
func (l *leftOut) note(i *item) {
	if len(l.first) == 0 {
		return
	}
	more := ""
	if n := len(l.known) - len(l.first); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	i.note("left out: %s%s", strings.Join(l.first, ", "), more)
}
