// What vanishes from a text, by name.

package markup

import (
	"fmt"
	"strings"

	"candor/commands/importer/prose"
	"candor/events/characters"
)

// LeftOut gathers the names of what is left out of a text, such as "shortcode contact-form-7".
type LeftOut struct {
	first []string
	known map[string]bool
}

// mostLeftOut is how many things are named for an item.
const mostLeftOut = 20

// mostNamed is how many characters name a thing: the addresses of pictures differ at their ends.
const mostNamed = 300

// Add adds a name, once.
func (l *LeftOut) Add(format string, args ...any) {
	name := prose.OneLine(fmt.Sprintf(format, args...))
	if characters.Count(name) > mostNamed {
		name = characters.Cut(name, mostNamed-1) + "…"
	}
	if l.known[name] {
		return
	}
	if l.known == nil {
		l.known = map[string]bool{}
	}
	l.known[name] = true
	if len(l.first) < mostLeftOut {
		l.first = append(l.first, name)
	}
}

// AddAll adds names.
func (l *LeftOut) AddAll(names []string) {
	for _, name := range names {
		l.Add("%s", name)
	}
}

// String returns the names in one line; "" without any.
func (l *LeftOut) String() string {
	text := strings.Join(l.first, ", ")
	if n := len(l.known) - len(l.first); n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}
