// Package crawlers recognises programs by their user agents: crawlers, monitors, libraries, and whatever else calls a site and is no
// reader's browser. crawlers.json is made by `make crawlers`.
package crawlers

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
)

//go:embed crawlers.json
var list []byte

// Unlisted is the name of a program that the list doesn't have.
const Unlisted = "Other"

// crawler is an entry of the list.
type crawler struct {
	name    string
	text    string         // what its user agents contain; "": pattern says
	begins  bool           // they begin with the text
	pattern *regexp.Regexp // nil for a text
}

var read = sync.OnceValue(func() (all []crawler) {
	var entries [][2]string
	if err := json.Unmarshal(list, &entries); err != nil {
		panic(err)
	}
	for _, entry := range entries {
		one := crawler{name: entry[0]}
		rest, begins := strings.CutPrefix(entry[1], "^")
		pattern := regexp.MustCompile(rest)
		if text, whole := pattern.LiteralPrefix(); whole && text != "" { // most are: looking for a text is much faster
			one.text, one.begins = text, begins
		} else {
			one.pattern = regexp.MustCompile(entry[1])
		}
		all = append(all, one)
	}
	return all
})

// Of returns the name of the program that a user agent is of: that of the first entry of the list that matches, [Unlisted] for one that
// doesn't even claim to be a browser, and "" for a browser.
func Of(userAgent string) string {
	for _, one := range read() {
		if one.matches(userAgent) {
			return one.name
		}
	}
	if !strings.HasPrefix(userAgent, "Mozilla/") && !strings.HasPrefix(userAgent, "Opera/") {
		return Unlisted
	}
	return ""
}

func (c crawler) matches(userAgent string) bool {
	switch {
	case c.pattern != nil:
		return c.pattern.MatchString(userAgent)
	case c.begins:
		return strings.HasPrefix(userAgent, c.text)
	}
	return strings.Contains(userAgent, c.text)
}
