// What readers don't see of a text: where its links lead, and what is said of its pictures to those who hear them.

package difference

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
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
)

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
			all = append(all, unseen{seen: described.ReplaceAllLiteralString(t.text, ""), rest: said, end: i})
			continue
		}
		href := address(t)
		if href == "" {
			i++
			continue
		}
		var seen strings.Builder
		for ; i < len(text) && address(text[i]) == href; i++ {
			seen.WriteString(text[i].text)
		}
		all = append(all, unseen{seen: "a " + seen.String(), rest: href, end: i})
	}
	return all
}

// leadsElsewhere reports whether a link leads out of its text. What it leads to within the text isn't where its difference is shown, and a
// footnote's address changes with every word of the text.
func leadsElsewhere(link *html.Node) bool {
	return !slices.ContainsFunc(link.Attr, func(a html.Attribute) bool { return a.Key == "href" && strings.HasPrefix(a.Val, "#") })
}
