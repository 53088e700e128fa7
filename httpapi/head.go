// Heads: what the shell of a page says of itself. A rendered page has the whole head from the web app
// (webapp/src/lib/seo.ts), which puts this one right, too, once it runs in the browser.

package httpapi

import (
	"bytes"
	"encoding/json"
	"html"
	"strings"
	"unicode"

	"candor/projections"
)

// What the publication says of itself (webapp/src/lib/site.ts).
const (
	siteName        = "Candor"
	siteTagline     = "honest tech reviews"
	siteDescription = "In-depth, honest expert reviews of computers, automotive tech, industrial machines and smart gadgets, and the news around them."
)

// descriptionLength is the most characters of a description taken from a content (spec section 2).
const descriptionLength = 150

// head is what the shell of one page says.
type head struct {
	title       string // without the site's name; "": the home page's, or what from says
	description string
	path        string              // canonical, without query
	from        *projections.Answer // a review or an article: its title and description
	noIndex     bool                // errors and the admin's screens
	private     bool                // the admin's screens
}

func (h *head) fullTitle() string {
	if h.title == "" {
		return siteName + ": " + siteTagline
	}
	return h.title + " | " + siteName
}

// entry is what a head takes from a review or an article.
type entry struct {
	Title, Content string
	Excerpt        *string
}

// write appends the head's elements to b. Every value is escaped here and nowhere else.
func (h *head) write(b *bytes.Buffer, origin string) {
	if h.from != nil {
		var e entry
		if json.Unmarshal(h.from.Body(), &e) == nil { // the read model made it
			h.title, h.description = e.Title, descriptionOf(e.Excerpt, e.Content)
		}
	}
	description, robots := h.description, "index, follow"
	if description == "" {
		description = siteDescription
	}
	if h.noIndex {
		robots = "noindex, follow"
	}
	b.WriteString("<title>" + html.EscapeString(h.fullTitle()) + "</title>\n")
	b.WriteString(`    <meta name="description" content="` + html.EscapeString(description) + "\">\n")
	b.WriteString(`    <meta name="robots" content="` + robots + "\">\n")
	b.WriteString(`    <link rel="canonical" href="` + html.EscapeString(origin+h.path) + "\">\n")
	b.WriteString(`    <link rel="alternate" type="application/atom+xml" title="` + siteName + `" href="/feed.xml">` + "\n")
	b.WriteString(`    <link rel="alternate" type="application/atom+xml" title="` + siteName + `: corrections" href="/corrections.xml">` + "\n")
}

// descriptionOf is the excerpt, or else the first 150 characters of the content, on one line.
func descriptionOf(excerpt *string, content string) string {
	if excerpt != nil {
		if text := oneLine(*excerpt, len(*excerpt)); text != "" {
			return text
		}
	}
	return oneLine(content, descriptionLength)
}

// oneLine folds white space and keeps at most so many characters.
func oneLine(text string, most int) string {
	var b strings.Builder
	kept, space := 0, false
	for _, c := range text {
		if unicode.IsSpace(c) {
			space = b.Len() > 0
			continue
		}
		if space {
			if kept+1 >= most {
				break
			}
			b.WriteByte(' ')
			kept++
			space = false
		}
		if kept >= most {
			break
		}
		b.WriteRune(c)
		kept++
	}
	return b.String()
}
