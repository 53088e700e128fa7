// Sitemap and robots.txt, for search engines.

package web

import (
	"strconv"

	"candor/httpapi"
	"candor/httpapi/pages"
)

const sitemapType = "application/xml; charset=utf-8"

// Sitemap registers the routes of the sitemap.
func Sitemap(t *httpapi.Table) {
	t.Handle("/sitemap.xml", httpapi.Methods{"GET": {
		Handle: getSitemap, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ContentModel},
		Class: httpapi.ClassDocuments, Cached: true, AsOf: httpapi.AnyMoment,
	}})
	t.Handle("/sitemap-{list:[a-z]+}-{n:[1-9][0-9]{0,5}}.xml", httpapi.Methods{"GET": {
		Handle: getSitemapFile, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ContentModel},
		Class: httpapi.ClassDocuments, Cached: true, AsOf: httpapi.OnPastServer,
	}})
	t.Handle("/robots.txt", httpapi.Methods{"GET": {
		Handle: getRobots, Who: httpapi.Anybody, DependsOn: httpapi.Nothing, Class: httpapi.ClassNeeded, AsOf: httpapi.OnPastServer,
	}})
}

// GET /sitemap.xml: all addresses, or where the files with them are when they are too many for one.
func getSitemap(c *httpapi.Call) error {
	return c.CachedDocument(sitemapType, func(origin string) ([]byte, error) { return pages.Sitemap(c.Models.Content, origin) })
}

// GET /sitemap-{list}-{n}.xml: the n-th file of a list, from 1.
func getSitemapFile(c *httpapi.Call) error {
	n, err := strconv.Atoi(c.Variable("n"))
	if err != nil {
		return httpapi.NotFound("Sitemap")
	}
	return httpapi.Named(c.CachedDocument(sitemapType, func(origin string) ([]byte, error) {
		return pages.SitemapFile(c.Models.Content, origin, c.Variable("list"), n)
	}), "Sitemap")
}

// GET /robots.txt
func getRobots(c *httpapi.Call) error {
	return c.Text("text/plain; charset=utf-8", pages.Robots(c.SiteURL, !c.AsOf.IsZero()))
}
