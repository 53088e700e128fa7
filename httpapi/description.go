// Description: the API told to programs and people, and what is made from that to take away.

package httpapi

import (
	"net/url"
	"sync"

	"candor/httpapi/openapi"
	"candor/httpapi/respond"
	"candor/projections"
)

func (t *table) description() {
	described := map[string]description{}
	for _, tag := range append(openapi.Tags(), "") {
		described[tag] = t.describe(func(origin string) []byte { return openapi.Document(origin, tag) })
	}
	t.handle("/api/openapi.json", methods{"GET": getOpenAPI(described)})
	for _, d := range openapi.Downloads() {
		t.handle("/api/docs/"+d.Name, methods{"GET": getDownload(d, t.describe(d.Make))})
	}
}

// description returns a document that names the site by its origin.
type description func() *document

// describe makes the document when it is asked for first.
func (t *table) describe(compose func(origin string) []byte) description {
	return sync.OnceValue(func() *document { return newDocument(t.SiteURL, compose(t.SiteURL)) })
}

// GET /api/openapi.json?tag=Bots: the whole description, or the calls with a tag.
func getOpenAPI(described map[string]description) handler {
	return func(x *exchange) error {
		query, err := url.ParseQuery(x.request.URL.RawQuery)
		if err != nil {
			return invalidField("query", "The query string is malformed.")
		}
		d := described[query.Get("tag")]
		if d == nil {
			return invalidField("tag", "Unknown tag.")
		}
		x.Header()["Content-Type"] = jsonType
		return x.described(d)
	}
}

// GET /api/docs/{file}
func getDownload(file openapi.Download, d description) handler {
	disposition := `attachment; filename="` + file.Name + `"`
	return func(x *exchange) error {
		x.set("Content-Type", file.ContentType)
		x.set("Content-Disposition", disposition)
		return x.described(d)
	}
}

func (x *exchange) described(d description) error {
	x.Header()["Cache-Control"] = publicCache
	return x.document(200, d())
}

// describedBots is what the rendered page of the documentation reads: the description of the bots' calls.
var describedBots = sync.OnceValue(func() *projections.Answer {
	body := openapi.Document(originMark, "Bots")
	return projections.NewAnswer(body, `"`+respond.Hash(body)+`"`)
})
