// The sitemap and robots.txt: what search engines may read, and when it last changed.

package pages

import (
	"encoding/xml"
	"net/url"
	"strconv"

	"candor/events"
	"candor/projections/content"
	"candor/projections/projector"
)

// maxSitemap is how many addresses one file may list (sitemaps.org).
const maxSitemap = 50_000

type sitemapEntry struct {
	Location string `xml:"loc"`
	Modified string `xml:"lastmod,omitempty"`
}

type urlSet struct {
	XMLName xml.Name       `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []sitemapEntry `xml:"url"`
}

type sitemapIndex struct {
	XMLName  xml.Name       `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Sitemaps []sitemapEntry `xml:"sitemap"`
}

// Sitemap returns all addresses, or an index of the sitemap's parts when they are too many for one file.
func Sitemap(c *content.Reader, origin string) ([]byte, error) {
	all, err := addresses(c, origin)
	if err != nil {
		return nil, err
	}
	parts := sitemapParts(len(all))
	if parts == 1 {
		return xmlDocument(urlSet{URLs: all})
	}
	var index sitemapIndex
	for n := 1; n <= parts; n++ {
		index.Sitemaps = append(index.Sitemaps, sitemapEntry{Location: origin + "/sitemap-" + strconv.Itoa(n) + ".xml"})
	}
	return xmlDocument(index)
}

// SitemapPart returns the n-th part of the sitemap, from 1. Its error is [projector.ErrNotFound] where there is no such part.
func SitemapPart(c *content.Reader, origin string, n int) ([]byte, error) {
	all, err := addresses(c, origin)
	if err != nil {
		return nil, err
	}
	from, to, ok := sitemapPart(n, len(all))
	if !ok {
		return nil, projector.ErrNotFound
	}
	return xmlDocument(urlSet{URLs: all[from:to]})
}

// sitemapParts returns how many files so many addresses need, at least one.
func sitemapParts(total int) int { return max(1, (total+maxSitemap-1)/maxSitemap) }

// sitemapPart returns which addresses the n-th of several files lists; false when there is no such file.
func sitemapPart(n, total int) (from, to int, ok bool) {
	parts := sitemapParts(total)
	if parts == 1 || n > parts {
		return 0, 0, false
	}
	from = (n - 1) * maxSitemap
	return from, min(from+maxSitemap, total), true
}

// addresses lists the fixed pages, the categories, the names and the published items.
func addresses(c *content.Reader, origin string) ([]sitemapEntry, error) {
	var all []sitemapEntry
	for _, h := range Fixed {
		if !h.NoIndex {
			all = append(all, sitemapEntry{Location: origin + h.Path})
		}
	}
	categories, err := c.Categories()
	if err != nil {
		return nil, err
	}
	for _, one := range categories {
		all = append(all, sitemapEntry{origin + "/category/" + one.Slug, rfc3339(one.UpdatedAt)})
	}
	names, err := c.PublishedNames()
	if err != nil {
		return nil, err
	}
	for _, one := range names {
		path := url.URL{Path: NamePath(one.Of, one.Slug)}
		all = append(all, sitemapEntry{origin + path.EscapedPath(), rfc3339(one.Updated)})
	}
	err = c.VisitPublished(func(item content.PublishedItem) error {
		path := ItemPath(item.Kind, item.ID)
		if item.Kind == events.PageKind {
			path = PagePath(item.Slug)
		}
		all = append(all, sitemapEntry{origin + path, rfc3339(item.Updated)})
		return nil
	})
	return all, err
}

// Robots returns robots.txt. A site of an earlier time is not for search engines.
func Robots(origin string, past bool) []byte {
	if past {
		return []byte("User-agent: *\nDisallow: /\n")
	}
	return []byte("User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: " + origin + "/sitemap.xml\n")
}
