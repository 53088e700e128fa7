// The API's description, and the downloads that are made from it.

package web

import (
	"errors"
	"net/url"
	"sync"

	"candor/httpapi"
	"candor/httpapi/openapi"
	"candor/httpapi/pages"
	"candor/httpapi/respond"
	"candor/projections"
	"candor/projections/answers"
)

// Description registers the routes of the API's description and its downloads.
func Description(t *httpapi.Table) {
	described := sync.OnceValue(func() map[string]description { // at a start its parts needn't be read
		all := map[string]description{}
		for _, tag := range append(openapi.Tags(), "") {
			all[tag] = describe(t, func(origin string) []byte { return openapi.Document(origin, tag) })
		}
		return all
	})
	t.Handle("/api/openapi.json", httpapi.Methods{"GET": {
		Handle: getOpenAPI(described), Who: httpapi.Anybody, DependsOn: httpapi.Nothing,
		Class: httpapi.ClassReady, AsOf: httpapi.OnPastServer, Render: readBots,
	}})
	for _, d := range openapi.Downloads() {
		t.Handle("/api/docs/"+d.Name, httpapi.Methods{"GET": {
			Handle: getDownload(d, describe(t, d.Make)), Who: httpapi.Anybody, DependsOn: httpapi.Nothing,
			Class: httpapi.ClassReady, AsOf: httpapi.OnPastServer,
		}})
	}
}

// description returns a document that contains the site's origin.
type description func() *pages.Document

// describe makes the document when it is first asked for.
func describe(t *httpapi.Table, compose func(origin string) []byte) description {
	return sync.OnceValue(func() *pages.Document { return pages.NewDocument(t.SiteURL, compose(t.SiteURL)) })
}

// GET /api/openapi.json?tag=Bots: the whole description, or the part about the calls with a tag.
func getOpenAPI(described func() map[string]description) httpapi.Handler {
	return func(c *httpapi.Call) error {
		query, err := url.ParseQuery(c.Request.URL.RawQuery)
		if err != nil {
			return httpapi.InvalidField("query", "The query string is malformed.")
		}
		d := described()[query.Get("tag")]
		if d == nil {
			return httpapi.InvalidField("tag", "Unknown tag.")
		}
		c.Header()["Content-Type"] = httpapi.JSONType
		return sendDescription(c, d)
	}
}

// GET /api/docs/{file}
func getDownload(file openapi.Download, d description) httpapi.Handler {
	disposition := `attachment; filename="` + file.Name + `"`
	return func(c *httpapi.Call) error {
		c.Set("Content-Type", file.ContentType)
		c.Set("Content-Disposition", disposition)
		return sendDescription(c, d)
	}
}

func sendDescription(c *httpapi.Call, d description) error {
	c.Header()["Cache-Control"] = httpapi.PublicCache
	return c.Document(200, d())
}

// readBots is the description as the rendered page of the documentation reads it.
func readBots(_ *projections.Models, at httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	if at.Query != "tag=Bots" {
		return nil, errors.New("a page can only read the calls of bots")
	}
	return func() (*answers.Answer, error) { return describedBots(), nil }, nil
}

// describedBots is what the rendered page of the documentation reads: the description of the bots' calls.
var describedBots = sync.OnceValue(func() *answers.Answer {
	body := openapi.Document(pages.OriginMark, "Bots")
	return answers.New(body, `"`+respond.Hash(body)+`"`)
})
