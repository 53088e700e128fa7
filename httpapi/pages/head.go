// Heads: the head of a page's shell. A rendered page has its whole head from the web app (webapp/src/lib/seo.ts), which also completes
// this one once it runs in the browser.

package pages

import (
	"bytes"
	"encoding/json"
	"html"
	"strings"

	"candor/events"
	"candor/projections/answers"
)

// Head is the head of one page's shell.
type Head struct {
	Title       string                 // without the site's name; "": the home page's, or From's
	Description string                 // with {{name}} for the site's; "": the site's own
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

// fullTitle returns the page's title with the site's name, as far as that is known.
func (h *Head) fullTitle(site *events.SiteSettings) string {
	switch {
	case h.Title == "":
		return homeTitle(site)
	case site.Name == "":
		return h.Title
	}
	return h.Title + " | " + site.Name
}

// homeTitle returns the title of the home page and of the site's feed.
func homeTitle(site *events.SiteSettings) string {
	if site.Tagline == "" {
		return site.Name
	}
	return site.Name + ": " + site.Tagline
}

// write appends the head's elements to b. Every value is escaped here and nowhere else.
func (h *Head) write(b *bytes.Buffer, origin string, site *events.SiteSettings) {
	if h.From != nil {
		var item struct {
			Title, ContentText string
			Excerpt            *string
		}
		if json.Unmarshal(h.From.Body(), &item) == nil { // the read model made it
			h.Title, h.Description = item.Title, Describe(item.Excerpt, item.ContentText)
		}
	}
	description, robots := strings.ReplaceAll(h.Description, "{{name}}", site.Name), "index, follow"
	if description == "" {
		description = site.Description
	}
	if h.NoIndex {
		robots = "noindex, follow"
	}
	canonical := h.Canonical
	if canonical == "" {
		canonical = h.Path
	}
	b.WriteString("<title>" + html.EscapeString(h.fullTitle(site)) + "</title>\n")
	b.WriteString(`    <meta name="description" content="` + html.EscapeString(description) + "\">\n")
	b.WriteString(`    <meta name="robots" content="` + robots + "\">\n")
	b.WriteString(`    <link rel="canonical" href="` + html.EscapeString(origin+canonical) + "\">\n")
	name := html.EscapeString(site.Name)
	b.WriteString(`    <link rel="alternate" type="application/atom+xml" title="` + name + `" href="/feed.xml">` + "\n")
	b.WriteString(`    <link rel="alternate" type="application/atom+xml" title="` + name + `: corrections" href="/corrections.xml">` + "\n")
	if site.Icon == "" {
		b.WriteString(`    <link rel="icon" href="/favicon.svg" type="image/svg+xml">` + "\n")
	} else {
		icon := html.EscapeString(site.Icon)
		b.WriteString(`    <link rel="icon" href="` + icon + `">` + "\n" + `    <link rel="apple-touch-icon" href="` + icon + `">` + "\n")
	}
	b.WriteString(`    <link rel="manifest" href="` + ManifestPath + `">` + "\n")
}
