// Sitemap and robots.txt, for search engines.

package httpapi

import (
	"strconv"

	"candor/httpapi/pages"
)

const sitemapType = "application/xml; charset=utf-8"

func (t *table) sitemap() {
	t.handle("/sitemap.xml", methods{"GET": {handle: getSitemap, who: anybody, dependsOn: models{contentModel}, class: classDocuments, cached: true, asOf: anyMoment}})
	t.handle("/sitemap-{list:[a-z]+}-{n:[1-9][0-9]{0,5}}.xml", methods{"GET": {handle: getSitemapFile, who: anybody, dependsOn: models{contentModel}, class: classDocuments, cached: true, asOf: onPastServer}})
	t.handle("/robots.txt", methods{"GET": {handle: getRobots, who: anybody, dependsOn: nothing, class: classNeeded, asOf: onPastServer}})
}

// GET /sitemap.xml: all addresses, or where the files with them are when they are too many for one.
func getSitemap(c *request) error {
	return c.cachedDocument(sitemapType, func(origin string) ([]byte, error) { return pages.Sitemap(c.Models.Content, origin) })
}

// GET /sitemap-{list}-{n}.xml: the n-th file of a list, from 1.
func getSitemapFile(c *request) error {
	n, err := strconv.Atoi(c.variable("n"))
	if err != nil {
		return notFound("Sitemap")
	}
	return named(c.cachedDocument(sitemapType, func(origin string) ([]byte, error) {
		return pages.SitemapFile(c.Models.Content, origin, c.variable("list"), n)
	}), "Sitemap")
}

// GET /robots.txt
func getRobots(c *request) error {
	return c.text("text/plain; charset=utf-8", pages.Robots(c.SiteURL, !c.AsOf.IsZero()))
}
