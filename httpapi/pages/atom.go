// Atom, and the time in it.

package pages

import (
	"encoding/xml"
	"time"

	"github.com/gorilla/feeds"

	"candor/events"
)

// atom returns a feed of a site as an Atom document. It was updated when the latest of its items was.
func atom(feed *feeds.Feed, origin string, site *events.SiteSettings) ([]byte, error) {
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
	for i, e := range as.Entries {
		e.Published = rfc3339(feed.Items[i].Created)
		e.Summary.Type = "text"
	}
	return xmlDocument(as)
}

func xmlDocument(v any) ([]byte, error) {
	body, err := xml.MarshalIndent(v, "", "  ")
	return append(append([]byte(xml.Header), body...), '\n'), err
}

func rfc3339(t time.Time) string { return t.UTC().Format(time.RFC3339) }
