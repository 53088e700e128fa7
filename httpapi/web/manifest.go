// The manifest, for browsers that put the site on a home screen.

package web

import (
	"candor/httpapi"
	"candor/httpapi/pages"
)

// Manifest registers the manifest's route.
func Manifest(t *httpapi.Table) {
	t.Handle(pages.ManifestPath, httpapi.Methods{"GET": {
		Handle: getManifest, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ContentModel},
		Class: httpapi.ClassDocuments, Cached: true, AsOf: httpapi.AnyMoment,
	}})
}

// GET /site.webmanifest
func getManifest(c *httpapi.Call) error {
	return c.CachedDocument("application/manifest+json", func(string) ([]byte, error) { return pages.Manifest(c.Models.Content) })
}
