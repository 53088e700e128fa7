// Sitemap and robots.txt, for search engines.

package httpapi

import (
	"strconv"

	"candor/httpapi/pages"
)

const sitemapType = "application/xml; charset=utf-8"

func (t *table) sitemap() {
	t.handle("/sitemap.xml", methods{"GET": {handle: getSitemap, who: anybody, dependsOn: models{contentModel}, class: classDocuments, cached: true, asOf: anyMoment}})
	t.handle("/sitemap-{n:[1-9][0-9]{0,5}}.xml", methods{"GET": {handle: getSitemapPart, who: anybody, dependsOn: models{contentModel}, class: classDocuments, cached: true, asOf: onPastServer}})
	t.handle("/robots.txt", methods{"GET": {handle: getRobots, who: anybody, dependsOn: nothing, class: classNeeded, asOf: onPastServer}})
}

// GET /sitemap.xml: all addresses, or where their parts are when they are too many for one file.
func getSitemap(c *request) error {
	return c.cachedDocument(sitemapType, func(origin string) ([]byte, error) { return pages.Sitemap(c.Models.Content, origin) })
}

// GET /sitemap-{n}.xml: the n-th part, from 1.
func getSitemapPart(c *request) error {
	n, err := strconv.Atoi(c.variable("n"))
	if err != nil {
		return notFound("Sitemap")
	}
	return named(c.cachedDocument(sitemapType, func(origin string) ([]byte, error) {
		return pages.SitemapPart(c.Models.Content, origin, n)
	}), "Sitemap")
}

// GET /robots.txt
func getRobots(c *request) error {
	return c.text("text/plain; charset=utf-8", pages.Robots(c.SiteURL, !c.AsOf.IsZero()))
}
