// Old addresses: where readers are sent who follow a link to the site that this one was before.

package httpapi

import (
	"net/url"
	"regexp"
	"strings"

	"candor/events"
	"candor/httpapi/pages"
	"candor/projections/content"
	"candor/projections/content/names"
)

// feedAddresses are the addresses of the feed that every WordPress or Ghost site has, without their slashes at the end.
var feedAddresses = map[string]bool{"/feed": true, "/feed/atom": true, "/feed/rdf": true, "/feed/rss": true, "/feed/rss2": true,
	"/rss": true}

// sitemapAddresses are those of their sitemaps: WordPress's own, Yoast's and Ghost's. The files that these had are now named by ours.
var sitemapAddresses = regexp.MustCompile(
	`^/(?:wp-sitemap(?:-[a-z0-9_-]+)?|sitemap_index|[a-z0-9_]+-sitemap[0-9]*|sitemap-(?:posts|pages|tags|authors))\.xml$`)

// oldAddress returns where a path leads at which nothing is: to what was imported from there, or to our feed or sitemap. ok is false for
// any other, and while content can't be read.
func (c *Call) oldAddress() (path, query string, ok bool) {
	query = c.Request.URL.RawQuery
	if to, err := c.Models.Content.OldAddress(c.Request.URL.Path); err == nil {
		path, chosen := destinationPath(to)
		return path, strings.Trim(chosen+"&"+query, "&"), true
	}
	old := events.OldPath(c.Request.URL.Path)
	switch {
	case feedAddresses[old]:
		return "/feed.xml", query, true
	case sitemapAddresses.MatchString(old):
		return "/sitemap.xml", query, true
	}
	return "", "", false
}

// destinationPath returns the address of what an old one leads to.
func destinationPath(to content.Destination) (path, query string) {
	switch to.Kind {
	case events.CategoryKind:
		return pages.CategoryPath(to.Slug), ""
	case events.TagKind:
		return pages.NamePath(names.Tags, to.Slug), ""
	case events.AuthorKind:
		return pages.NamePath(names.Authors, to.Slug), ""
	case events.TopicKind:
		return "/tech-articles", url.Values{"category": {to.Name}}.Encode()
	case events.PictureKind:
		return to.Address, ""
	}
	return pages.ItemPath(to.Kind, to.ID, to.Slug), ""
}
