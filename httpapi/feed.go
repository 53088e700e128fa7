// Feeds: the newest reviews and articles, and the latest corrections, as Atom.

package httpapi

import "candor/httpapi/pages"

const atomType = "application/atom+xml; charset=utf-8"

func (t *table) feed() {
	t.handle("/feed.xml", methods{"GET": inTime(getFeed)})
	t.handle("/corrections.xml", methods{"GET": getCorrections})
}

// GET /feed.xml
func getFeed(x *exchange) error {
	return x.cachedDocument(atomType, func(origin string) ([]byte, error) { return pages.Feed(x.Models.Content, origin) })
}

// GET /corrections.xml
func getCorrections(x *exchange) error {
	return x.cachedDocument(atomType, func(origin string) ([]byte, error) { return pages.Corrections(x.Models.Content, origin) })
}
