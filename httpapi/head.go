// Heads: what a page says of itself to search engines and to those who share it. The web app
// changes the same elements on navigation (webapp/src/lib/seo.ts), so the two must agree.

package httpapi

import (
	"bytes"
	"encoding/json"
	"html"
	"strings"
	"time"
	"unicode"
)

// What the publication says of itself (webapp/src/lib/site.ts).
const (
	siteName        = "Candor"
	siteTagline     = "honest tech reviews"
	siteDescription = "In-depth, honest expert reviews of computers, automotive tech, industrial machines and smart gadgets, and the news around them."
	siteKeywords    = "tech reviews, honest reviews, comparisons, tech news"
)

// descriptionLength is the most characters of a description taken from a content (spec section 2).
const descriptionLength = 150

// head is the head of one page.
type head struct {
	title       string // without the site's name; "": the home page's
	description string
	keywords    string // "": the site's
	path        string // canonical, without query
	image       string // absolute; "": none
	article     bool   // Open Graph type article, with its times
	published   time.Time
	modified    time.Time
	noIndex     bool  // errors and the admin's screens
	data        []any // JSON-LD, one script each
}

func (h *head) fullTitle() string {
	if h.title == "" {
		return siteName + ": " + siteTagline
	}
	return h.title + " | " + siteName
}

// write appends the head's elements to b. Every value is escaped here and nowhere else.
func (h *head) write(b *bytes.Buffer, origin string) {
	title, address := h.fullTitle(), origin+h.path
	description, keywords := h.description, h.keywords
	if description == "" {
		description = siteDescription
	}
	if keywords == "" {
		keywords = siteKeywords
	}
	robots, kind, card := "index, follow", "website", "summary"
	if h.noIndex {
		robots = "noindex, follow"
	}
	if h.article {
		kind = "article"
	}
	if h.image != "" {
		card = "summary_large_image"
	}
	b.WriteString("<title>" + html.EscapeString(title) + "</title>\n")
	meta := func(attribute, name, content string) {
		if content != "" {
			b.WriteString(`    <meta ` + attribute + `="` + name + `" content="` + html.EscapeString(content) + "\">\n")
		}
	}
	meta("name", "description", description)
	meta("name", "keywords", keywords)
	meta("name", "robots", robots)
	b.WriteString(`    <link rel="canonical" href="` + html.EscapeString(address) + "\">\n")
	b.WriteString(`    <link rel="alternate" type="application/atom+xml" title="` + siteName + `" href="/feed.xml">` + "\n")
	meta("property", "og:site_name", siteName)
	meta("property", "og:type", kind)
	meta("property", "og:title", title)
	meta("property", "og:description", description)
	meta("property", "og:url", address)
	meta("property", "og:image", h.image)
	if h.article {
		meta("property", "article:published_time", rfc3339(h.published))
		meta("property", "article:modified_time", rfc3339(h.modified))
	}
	meta("name", "twitter:card", card)
	meta("name", "twitter:title", title)
	meta("name", "twitter:description", description)
	meta("name", "twitter:image", h.image)
	for _, d := range h.data {
		if text, err := json.Marshal(d); err == nil { // json.Marshal escapes <, > and &, so the script can't be closed from inside
			b.WriteString(`    <script type="application/ld+json">`)
			b.Write(text)
			b.WriteString("</script>\n")
		}
	}
}

func rfc3339(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
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
