// Feeds: the newest reviews and articles, and the latest corrections and other changes, as Atom.

package web

import (
	"candor/httpapi"
	"candor/httpapi/editorial"
	"candor/httpapi/pages"
)

const atomType = "application/atom+xml; charset=utf-8"

// Feed registers the routes of the feeds.
func Feed(t *httpapi.Table) {
	t.Handle("/feed.xml", httpapi.Methods{"GET": {
		Handle: getFeed, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ContentModel},
		Class: httpapi.ClassDocuments, Cached: true, AsOf: httpapi.AnyMoment,
	}})
	t.Handle("/corrections.xml", httpapi.Methods{"GET": {
		Handle: getCorrections, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ContentModel, httpapi.VersionsModel},
		Class: httpapi.ClassDocuments, Cached: true, AsOf: httpapi.OnPastServer,
	}})
}

// GET /feed.xml
func getFeed(c *httpapi.Call) error {
	return c.CachedDocument(atomType, func(origin string) ([]byte, error) { return pages.Feed(c.Models.Content, origin) })
}

// GET /corrections.xml?type=update&category=laptops: the list that the API has with the same parameters.
func getCorrections(c *httpapi.Call) error {
	q, err := editorial.ParseCorrections(c.Models, c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	compose := func(origin string) ([]byte, error) { return pages.Corrections(c.Models, q.Of, origin) }
	if q.Whole() {
		return c.CachedCorrections(atomType, compose)
	}
	return c.NewDocument(atomType, compose)
}
