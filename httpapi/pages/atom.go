// Atom, and the time in it.

package pages

import (
	"encoding/xml"
	"time"

	"github.com/gorilla/feeds"

	"candor/events"
)

// atomFeed is a feed with what the library leaves out: the feed's own address, and what entries are about.
type atomFeed struct {
	*feeds.AtomFeed
	Links   []feeds.AtomLink // to what it is a feed of, and to itself
	Entries []atomEntry      `xml:"entry"`
}

type atomEntry struct {
	*feeds.AtomEntry
	Categories []atomCategory `xml:"category"`
}

type atomCategory struct {
	Term string `xml:"term,attr"`
}

// atom returns a feed of a site, which is at a path, as an Atom document. categories has what each of its items is about, nil for nothing.
// It was updated when the latest of its items was.
func atom(feed *feeds.Feed, categories [][]string, path, origin string, site *events.SiteSettings) ([]byte, error) {
	for _, i := range feed.Items {
		if i.Updated.After(feed.Updated) {
			feed.Updated = i.Updated
		}
	}
	as := (&feeds.Atom{Feed: feed}).AtomFeed()
	as.Link.Rel = "alternate"
	if site.Icon != "" {
		as.Icon = origin + site.Icon
	}
	if site.Logo != "" {
		as.Logo = origin + site.Logo
	}
	if as.Updated == "" { // required, and an empty site has none
		as.Updated = rfc3339(time.Unix(0, 0))
	}
	alternate := *as.Link
	as.Link = nil // else it stands there twice, which RFC 4287 forbids
	document := atomFeed{AtomFeed: as, Links: []feeds.AtomLink{alternate, {Href: origin + path, Rel: "self", Type: "application/atom+xml"}}}
	for i, e := range as.Entries {
		e.Published = rfc3339(feed.Items[i].Created)
		e.Summary.Type = "text"
		entry := atomEntry{AtomEntry: e}
		if categories != nil {
			for _, term := range categories[i] {
				entry.Categories = append(entry.Categories, atomCategory{term})
			}
		}
		document.Entries = append(document.Entries, entry)
	}
	return xmlDocument(document)
}

func xmlDocument(v any) ([]byte, error) {
	body, err := xml.MarshalIndent(v, "", "  ")
	return append(append([]byte(xml.Header), body...), '\n'), err
}

func rfc3339(t time.Time) string { return t.UTC().Format(time.RFC3339) }
