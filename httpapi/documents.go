// Documents: pages, feeds and sitemaps as responses.

package httpapi

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"time"

	"candor/httpapi/pages"
	"candor/httpapi/respond"
)

// Document answers with d, whose type and caching are in the header: 304 where the client has it, compressed where that is accepted.
func (c *Call) Document(status int, d *pages.Document) error {
	header := c.Header()
	header["Vary"] = VaryEncoding
	c.SetAge()
	coding := c.Coding(respond.Brotli, respond.Gzip)
	if status == http.StatusOK {
		etag := d.ETag(coding)
		c.etag[0] = etag
		header["Etag"] = c.etag[:]
		if respond.MatchesTag(c.Request.Header["If-None-Match"], etag) {
			delete(header, "Content-Encoding")
			c.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	body := d.Body(coding)
	c.length[0] = strconv.Itoa(len(body))
	header["Content-Length"] = c.length[:]
	c.send(status, body)
	return nil
}

// CachedDocument answers with the document that compose returns for the site's origin, or with the cached one. It is made from content.
// compose is called only where none is cached, and always for another moment.
func (c *Call) CachedDocument(contentType string, compose func(origin string) ([]byte, error)) error {
	return c.cachedDocument(contentType, pages.Edition{}, compose)
}

// CachedCorrections is CachedDocument for a document that is also made from the list of corrections.
func (c *Call) CachedCorrections(contentType string, compose func(origin string) ([]byte, error)) error {
	edition, err := c.Models.Versions.Edition() // before anything is read
	if err != nil {
		return err
	}
	return c.cachedDocument(contentType, pages.Edition{Corrections: edition}, compose)
}

// NewDocument answers with the document that compose returns for the site's origin: one of too many to be cached.
func (c *Call) NewDocument(contentType string, compose func(origin string) ([]byte, error)) error {
	if err := c.Compute(); err != nil {
		return err
	}
	body, err := compose(c.SiteURL)
	if err != nil {
		return err
	}
	return c.composed(contentType, pages.NewDocument(c.SiteURL, body))
}

func (c *Call) cachedDocument(contentType string, edition pages.Edition, compose func(origin string) ([]byte, error)) (err error) {
	if c.HasAsOf {
		return c.NewDocument(contentType, compose)
	}
	if edition.Content, err = c.Models.Content.Edition(); err != nil {
		return err
	}
	if !c.documents.Has(c.Request.URL.Path, edition) {
		if err := c.Compute(); err != nil {
			return err
		}
	}
	d, err := c.documents.Get(c.Request.URL.Path, c.SiteURL, edition, compose)
	if err != nil {
		return err
	}
	return c.composed(contentType, d)
}

// composed answers with a document that is the same for all readers.
func (c *Call) composed(contentType string, d *pages.Document) error {
	c.Set("Content-Type", contentType)
	c.Header()["Cache-Control"] = PublicCache
	return c.Document(http.StatusOK, d)
}

// Text answers a GET with body and a validator.
func (c *Call) Text(contentType string, body []byte) error {
	c.Set("Content-Type", contentType)
	c.Set("Etag", `"`+respond.Hash(body)+`"`)
	c.Header()["Cache-Control"] = PublicCache
	c.SetAge()
	http.ServeContent(c, c.Request, "", time.Time{}, bytes.NewReader(body))
	return nil
}

// Notice answers with a page that says one thing, and leads to the home page.
func (c *Call) Notice(status int, title, detail string) error {
	h := c.Header()
	h["Content-Type"] = HTMLType
	h["Cache-Control"] = NoStore
	c.Set("X-Robots-Tag", "noindex")
	c.WriteHeader(status)
	_, _ = c.Write(pages.Notice(c.shownSite().Name, title, detail, "/", "Home page"))
	return nil
}

// FormFailed answers a browser without a script whose message was not received.
func (c *Call) FormFailed(err error) error {
	p, retryAfter := c.Problem(err)
	if p.Status >= http.StatusInternalServerError {
		c.Cause = err
	}
	if retryAfter > 0 {
		c.Set("Retry-After", seconds(retryAfter))
	}
	title, said := "Your message wasn't sent", []string{p.Detail}
	if len(p.Errors) > 0 {
		title, said = "Invalid Form Data", nil
		for _, field := range p.Errors {
			said = append(said, field.Message)
		}
	}
	return c.Notice(p.Status, title,
		strings.TrimSuffix(strings.Join(said, ". "), ".")+". Go back in your browser: the form still has what you typed.")
}
