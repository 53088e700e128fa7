// The API's description, and the downloads that are made from it.

package httpapi

import (
	"errors"
	"net/url"
	"sync"

	"candor/httpapi/openapi"
	"candor/httpapi/pages"
	"candor/httpapi/respond"
	"candor/projections"
	"candor/projections/answers"
)

func (t *table) description() {
	described := map[string]description{}
	for _, tag := range append(openapi.Tags(), "") {
		described[tag] = t.describe(func(origin string) []byte { return openapi.Document(origin, tag) })
	}
	t.handle("/api/openapi.json", methods{"GET": {handle: getOpenAPI(described), who: anybody, dependsOn: nothing, class: classReady, asOf: onPastServer, render: readBots}})
	for _, d := range openapi.Downloads() {
		t.handle("/api/docs/"+d.Name, methods{"GET": {handle: getDownload(d, t.describe(d.Make)), who: anybody, dependsOn: nothing, class: classReady, asOf: onPastServer}})
	}
}

// description returns a document that contains the site's origin.
type description func() *pages.Document

// describe makes the document when it is first asked for.
func (t *table) describe(compose func(origin string) []byte) description {
	return sync.OnceValue(func() *pages.Document { return pages.NewDocument(t.SiteURL, compose(t.SiteURL)) })
}

// GET /api/openapi.json?tag=Bots: the whole description, or the part about the calls with a tag.
func getOpenAPI(described map[string]description) handler {
	return func(c *request) error {
		query, err := url.ParseQuery(c.request.URL.RawQuery)
		if err != nil {
			return invalidField("query", "The query string is malformed.")
		}
		d := described[query.Get("tag")]
		if d == nil {
			return invalidField("tag", "Unknown tag.")
		}
		c.Header()["Content-Type"] = jsonType
		return c.described(d)
	}
}

// GET /api/docs/{file}
func getDownload(file openapi.Download, d description) handler {
	disposition := `attachment; filename="` + file.Name + `"`
	return func(c *request) error {
		c.set("Content-Type", file.ContentType)
		c.set("Content-Disposition", disposition)
		return c.described(d)
	}
}

func (c *request) described(d description) error {
	c.Header()["Cache-Control"] = publicCache
	return c.document(200, d())
}

// readBots is the description as the rendered page of the documentation reads it.
func readBots(_ *projections.Models, at pageAddress) (func() (*answers.Answer, error), error) {
	if at.query != "tag=Bots" {
		return nil, errors.New("a page can only read the calls of bots")
	}
	return func() (*answers.Answer, error) { return describedBots(), nil }, nil
}

// describedBots is what the rendered page of the documentation reads: the description of the bots' calls.
var describedBots = sync.OnceValue(func() *answers.Answer {
	body := openapi.Document(pages.OriginMark, "Bots")
	return answers.New(body, `"`+respond.Hash(body)+`"`)
})
