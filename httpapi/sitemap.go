// Sitemap and robots.txt, for search engines.

package httpapi

import (
	"strconv"

	"candor/httpapi/pages"
)

const sitemapType = "application/xml; charset=utf-8"

func (t *table) sitemap() {
	t.handle("/sitemap.xml", methods{"GET": inTime(getSitemap)})
	t.handle("/sitemap-{n:[1-9][0-9]{0,5}}.xml", methods{"GET": getSitemapPart})
	t.handle("/robots.txt", methods{"GET": getRobots})
}

// GET /sitemap.xml: all addresses, or where their parts are when they are too many for one file.
func getSitemap(x *exchange) error {
	return x.cachedDocument(sitemapType, func(origin string) ([]byte, error) { return pages.Sitemap(x.Models.Content, origin) })
}

// GET /sitemap-{n}.xml: the n-th part, from 1.
func getSitemapPart(x *exchange) error {
	n, err := strconv.Atoi(x.variable("n"))
	if err != nil {
		return notFound("Sitemap")
	}
	return named(x.cachedDocument(sitemapType, func(origin string) ([]byte, error) {
		return pages.SitemapPart(x.Models.Content, origin, n)
	}), "Sitemap")
}

// GET /robots.txt
func getRobots(x *exchange) error {
	return x.text("text/plain; charset=utf-8", pages.Robots(x.SiteURL, !x.AsOf.IsZero()))
}
