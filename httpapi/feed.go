// Feeds: the newest reviews and articles, and the latest corrections and updates, as Atom.

package httpapi

import "candor/httpapi/pages"

const atomType = "application/atom+xml; charset=utf-8"

func (t *table) feed() {
	t.handle("/feed.xml", methods{"GET": {handle: getFeed, who: anybody, dependsOn: models{contentModel}, class: classDocuments, cached: true, asOf: anyMoment}})
	t.handle("/corrections.xml", methods{"GET": {handle: getCorrections, who: anybody, dependsOn: models{contentModel}, class: classDocuments, cached: true, asOf: onPastServer}})
}

// GET /feed.xml
func getFeed(c *request) error {
	return c.cachedDocument(atomType, func(origin string) ([]byte, error) { return pages.Feed(c.Models.Content, origin) })
}

// GET /corrections.xml
func getCorrections(c *request) error {
	return c.cachedDocument(atomType, func(origin string) ([]byte, error) { return pages.Corrections(c.Models.Content, origin) })
}
