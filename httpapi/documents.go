// Documents: pages, feeds and sitemaps as responses.

package httpapi

import (
	"bytes"
	"net/http"
	"strconv"
	"time"

	"candor/httpapi/pages"
	"candor/httpapi/respond"
)

// document answers with d, whose type and caching are in the header: 304 where the client has it, compressed where that is accepted.
func (x *exchange) document(status int, d *pages.Document) error {
	header := x.Header()
	header["Vary"] = varyEncoding
	x.tellAge()
	read, etag := d.Plain, d.ETag
	if respond.AcceptsGzip(x.request.Header["Accept-Encoding"]) {
		read, etag = d.Gzip, d.GzipETag
		header["Content-Encoding"] = gzipEncoding
	}
	if status == http.StatusOK {
		x.etag[0] = etag
		header["Etag"] = x.etag[:]
		if respond.MatchesTag(x.request.Header["If-None-Match"], etag) {
			delete(header, "Content-Encoding")
			x.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	body := read()
	x.length[0] = strconv.Itoa(len(body))
	header["Content-Length"] = x.length[:]
	x.send(status, body)
	return nil
}

// cachedDocument answers with the document that compose returns for the site's origin, or with the cached one. compose is called only
// where none is cached, and always for another moment.
func (x *exchange) cachedDocument(contentType string, compose func(origin string) ([]byte, error)) error {
	d, err := x.composed(compose)
	if err != nil {
		return err
	}
	x.set("Content-Type", contentType)
	x.Header()["Cache-Control"] = publicCache
	return x.document(http.StatusOK, d)
}

func (x *exchange) composed(compose func(origin string) ([]byte, error)) (*pages.Document, error) {
	if x.travelling {
		body, err := compose(x.SiteURL)
		if err != nil {
			return nil, err
		}
		return pages.NewDocument(x.SiteURL, body), nil
	}
	edition, err := x.Models.Content.Edition() // before anything is read
	if err != nil {
		return nil, err
	}
	return x.documents.Get(x.request.URL.Path, x.SiteURL, edition, compose)
}

// text answers a GET with body and a validator.
func (x *exchange) text(contentType string, body []byte) error {
	x.set("Content-Type", contentType)
	x.set("Etag", `"`+respond.Hash(body)+`"`)
	x.Header()["Cache-Control"] = publicCache
	x.tellAge()
	http.ServeContent(x, x.request, "", time.Time{}, bytes.NewReader(body))
	return nil
}

// notice answers with a page that says one thing, and leads to the home page.
func (x *exchange) notice(status int, title, detail string) error {
	h := x.Header()
	h["Content-Type"] = htmlType
	h["Cache-Control"] = noStore
	x.set("X-Robots-Tag", "noindex")
	x.WriteHeader(status)
	_, _ = x.Write(pages.Notice(title, detail, "/", "Home page"))
	return nil
}
