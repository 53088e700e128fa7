// Heads: the head of a page's shell. A rendered page has its whole head from the web app (webapp/src/lib/seo.ts), which also completes
// this one once it runs in the browser.

package pages

import (
	"bytes"
	"encoding/json"
	"html"

	"candor/projections/answers"
)

// The texts of the publication (webapp/src/lib/site.ts).
const (
	siteName        = "Candor"
	siteTagline     = "honest tech reviews"
	siteDescription = "In-depth, honest expert reviews of computers, automotive tech, industrial machines and smart gadgets, and the news around them."
)

// Head is the head of one page's shell.
type Head struct {
	Title       string // without the site's name; "": the home page's, or From's
	Description string
	Path        string                 // canonical, without query
	Canonical   string                 // with its query, where that makes a page of its own; "": Path
	Slug        string                 // of the page that every site has there; "": the page is no item
	From        *answers.Answer        // the item whose title and description it has
	Parameters  []string               // of the address's query that change the page
	NoIndex     bool                   // errors, searches, filtered lists and the admin's screens
	Shell       bool                   // the server doesn't render it
	Part        Part                   // of the web app
	Answers     map[string]EarlyAnswer // of the dashboard, by the addresses of the calls
}

// Part is a part of the web app: which of its code a page begins with, and whether the server renders it.
type Part int

// The parts. Only the site's own pages are rendered by the server.
const (
	SitePart Part = iota
	PreviewPart
	SignInPart
	DashboardPart
)

// Private reports whether the page is not for all readers. The server doesn't render it.
func (h *Head) Private() bool { return h.Part != SitePart }

func (h *Head) fullTitle() string {
	if h.Title == "" {
		return siteName + ": " + siteTagline
	}
	return h.Title + " | " + siteName
}

// write appends the head's elements to b. Every value is escaped here and nowhere else.
func (h *Head) write(b *bytes.Buffer, origin string) {
	if h.From != nil {
		var item struct {
			Title, ContentText string
			Excerpt            *string
		}
		if json.Unmarshal(h.From.Body(), &item) == nil { // the read model made it
			h.Title, h.Description = item.Title, Describe(item.Excerpt, item.ContentText)
		}
	}
	description, robots := h.Description, "index, follow"
	if description == "" {
		description = siteDescription
	}
	if h.NoIndex {
		robots = "noindex, follow"
	}
	canonical := h.Canonical
	if canonical == "" {
		canonical = h.Path
	}
	b.WriteString("<title>" + html.EscapeString(h.fullTitle()) + "</title>\n")
	b.WriteString(`    <meta name="description" content="` + html.EscapeString(description) + "\">\n")
	b.WriteString(`    <meta name="robots" content="` + robots + "\">\n")
	b.WriteString(`    <link rel="canonical" href="` + html.EscapeString(origin+canonical) + "\">\n")
	b.WriteString(`    <link rel="alternate" type="application/atom+xml" title="` + siteName + `" href="/feed.xml">` + "\n")
	b.WriteString(`    <link rel="alternate" type="application/atom+xml" title="` + siteName + `: corrections" href="/corrections.xml">` +
		"\n")
}
