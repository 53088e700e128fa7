// Answers: ready bytes from the read models, with validators, variants and the wait for one's
// own writes.

package httpapi

import (
	"encoding/json"
	"net/http"
	"strconv"

	"candor/httpapi/respond"
	"candor/projections/answers"
	"candor/projections/content"
)

// Answer writes a as JSON with its validator: 304 if the caller has it, compressed where that is
// welcome and worth it. A HEAD request compresses nothing: the length of what nobody has compressed yet is left out.
func (c *Call) Answer(status int, a *answers.Answer, cache []string) error {
	h := c.Header()
	h["Content-Type"] = JSONType
	h["Cache-Control"] = cache
	h["Vary"] = VaryEncoding
	coding := respond.Plain
	switch {
	case a.HasBrotli():
		coding = c.Coding(respond.Brotli, respond.Gzip)
	case a.Compressible():
		coding = c.Coding(respond.Gzip)
	}
	etag := coding.Tag(a.ETag)
	c.etag[0] = etag
	h["Etag"] = c.etag[:]
	c.SetAge()
	if status == http.StatusOK && safe(c.Request.Method) && respond.MatchesTag(c.Request.Header["If-None-Match"], etag) {
		delete(h, "Content-Type")
		delete(h, "Content-Encoding")
		c.WriteHeader(http.StatusNotModified)
		return nil
	}
	head := c.Request.Method == http.MethodHead
	size, known := a.Size(), true
	switch coding {
	case respond.Gzip:
		if !head {
			a.Gzip()
		}
		size, known = a.CompressedSize()
	case respond.Brotli:
		if !head {
			a.Brotli()
		}
		size, known = a.BrotliSize()
	}
	if known {
		c.length[0] = strconv.Itoa(size)
		h["Content-Length"] = c.length[:]
	}
	switch {
	case head:
		c.WriteHeader(status)
	case coding == respond.Gzip:
		c.send(status, a.Gzip()...)
	case coding == respond.Brotli:
		c.send(status, a.Brotli())
	case a.Plain() != nil:
		c.send(status, a.Plain())
	default:
		c.WriteHeader(status)
		_, _ = a.WriteTo(c) // a client that has gone is no error of ours
	}
	return nil
}

// Coding returns the first of the offered codings that the client accepts, Plain without any, and names it in the header.
func (c *Call) Coding(offered ...respond.Coding) respond.Coding {
	accepted := c.Request.Header["Accept-Encoding"]
	for _, coding := range offered {
		if respond.Accepts(accepted, coding) {
			c.Header()["Content-Encoding"] = contentEncodings[coding]
			return coding
		}
	}
	return respond.Plain
}

// Public answers a public read. It takes what the read model returned as it is.
func (c *Call) Public(a *answers.Answer, err error) error {
	if err != nil {
		return err
	}
	return c.Counted(a, PublicCache)
}

// Private answers an admin's read.
func (c *Call) Private(a *answers.Answer, err error) error {
	if err != nil {
		return err
	}
	return c.Counted(a, PrivateCache)
}

// List answers with a list, which it releases: the total before limit and offset, and its neighbours in Link.
func (c *Call) List(a *answers.Answer, q ListQuery, cache []string) error {
	h := c.Header()
	c.total[0] = strconv.Itoa(a.Total)
	h["X-Total-Count"] = c.total[:]
	if q.Limit > 0 {
		if links := neighbours(c.Request.URL.Path, c.Request.URL.RawQuery, q, a.Total); links != "" {
			c.Set("Link", links)
		}
	}
	return c.Counted(a, cache)
}

// Counted answers with what takes of the lists' memory, which it releases once it is sent. Its error is an overload: the client is
// receiving as much as it may.
func (c *Call) Counted(a *answers.Answer, cache []string) error {
	defer a.Release()
	if a.Memory() > 0 {
		by := c.asker()
		if !c.load.hold(by, a) {
			return &overload{classListBytes}
		}
		defer c.load.letGo(by, a)
	}
	return c.Answer(http.StatusOK, a, cache)
}

// Content returns what a list is answered from: for a HEAD request, content whose large lists needn't be compressed.
func (c *Call) Content() *content.Reader {
	if c.Request.Method == http.MethodHead {
		return c.Models.Content.HeadOnly()
	}
	return c.Models.Content
}

// send answers with a body, in pieces.
func (c *Call) send(status int, body ...[]byte) {
	c.WriteHeader(status)
	for _, piece := range body {
		if _, err := c.Write(piece); err != nil {
			return // a client that has gone is no error of ours
		}
	}
}

// JSON answers with v, which must encode.
func (c *Call) JSON(status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	h := c.Header()
	h["Content-Type"] = JSONType
	if h["Cache-Control"] == nil {
		h["Cache-Control"] = NoStore
	}
	c.SetAge()
	c.Set("Content-Length", strconv.Itoa(len(body)))
	c.send(status, body)
	return nil
}

// NoContent answers 204.
func (c *Call) NoContent() error {
	c.Header()["Cache-Control"] = NoStore
	c.WriteHeader(http.StatusNoContent)
	return nil
}

// Accepted answers a write whose result the read models can't show yet: 202 with what is known.
func (c *Call) Accepted(id int64, revision uint64) error {
	c.Set("Etag", `"`+strconv.FormatUint(revision, 10)+`"`)
	return c.JSON(http.StatusAccepted, struct {
		ID       int64  `json:"id"`
		Revision uint64 `json:"revision"`
	}{id, revision})
}

// Thanks is the answer to a public write.
type Thanks struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
}
