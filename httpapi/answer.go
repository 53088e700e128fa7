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

// answer writes a as JSON with its validator: 304 if the caller has it, compressed where that is
// welcome and worth it. A HEAD request compresses nothing: the length of what nobody has compressed yet is left out.
func (c *request) answer(status int, a *answers.Answer, cache []string) error {
	h := c.Header()
	h["Content-Type"] = jsonType
	h["Cache-Control"] = cache
	h["Vary"] = varyEncoding
	coding := respond.Plain
	switch {
	case a.HasBrotli():
		coding = c.coding(respond.Brotli, respond.Gzip)
	case a.Compressible():
		coding = c.coding(respond.Gzip)
	}
	etag := coding.Tag(a.ETag)
	c.etag[0] = etag
	h["Etag"] = c.etag[:]
	c.tellAge()
	if status == http.StatusOK && safe(c.request.Method) && respond.MatchesTag(c.request.Header["If-None-Match"], etag) {
		delete(h, "Content-Type")
		delete(h, "Content-Encoding")
		c.WriteHeader(http.StatusNotModified)
		return nil
	}
	head := c.request.Method == http.MethodHead
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

// coding returns the first of the offered codings that the client accepts, Plain without any, and names it in the header.
func (c *request) coding(offered ...respond.Coding) respond.Coding {
	accepted := c.request.Header["Accept-Encoding"]
	for _, coding := range offered {
		if respond.Accepts(accepted, coding) {
			c.Header()["Content-Encoding"] = contentEncodings[coding]
			return coding
		}
	}
	return respond.Plain
}

// public answers a public read. It takes what the read model returned as it is.
func (c *request) public(a *answers.Answer, err error) error {
	if err != nil {
		return err
	}
	return c.counted(a, publicCache)
}

// private answers an admin's read.
func (c *request) private(a *answers.Answer, err error) error {
	if err != nil {
		return err
	}
	return c.counted(a, privateCache)
}

// list answers with a list, which it releases: the total before limit and offset, and its neighbours in Link.
func (c *request) list(a *answers.Answer, q listQuery, cache []string) error {
	h := c.Header()
	c.total[0] = strconv.Itoa(a.Total)
	h["X-Total-Count"] = c.total[:]
	if q.limit > 0 {
		if links := neighbours(c.request.URL.Path, c.request.URL.RawQuery, q, a.Total); links != "" {
			c.set("Link", links)
		}
	}
	return c.counted(a, cache)
}

// counted answers with what takes of the lists' memory, which it releases once it is sent. Its error is an overload: the client is receiving as
// much as it may.
func (c *request) counted(a *answers.Answer, cache []string) error {
	defer a.Release()
	if a.Memory() > 0 {
		by := c.asker()
		if !c.load.hold(by, a) {
			return &overload{classListBytes}
		}
		defer c.load.letGo(by, a)
	}
	return c.answer(http.StatusOK, a, cache)
}

// content returns what a list is answered from: for a HEAD request, content whose large lists needn't be compressed.
func (c *request) content() *content.Reader {
	if c.request.Method == http.MethodHead {
		return c.Models.Content.HeadOnly()
	}
	return c.Models.Content
}

// send answers with a body, in pieces.
func (c *request) send(status int, body ...[]byte) {
	c.WriteHeader(status)
	for _, piece := range body {
		if _, err := c.Write(piece); err != nil {
			return // a client that has gone is no error of ours
		}
	}
}

// json answers with v, which must encode.
func (c *request) json(status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	h := c.Header()
	h["Content-Type"] = jsonType
	if h["Cache-Control"] == nil {
		h["Cache-Control"] = noStore
	}
	c.tellAge()
	c.set("Content-Length", strconv.Itoa(len(body)))
	c.send(status, body)
	return nil
}

// noContent answers 204.
func (c *request) noContent() error {
	c.Header()["Cache-Control"] = noStore
	c.WriteHeader(http.StatusNoContent)
	return nil
}

// accepted answers a write whose result the read models can't show yet: 202 with what is known.
func (c *request) accepted(id int64, revision uint64) error {
	c.set("Etag", `"`+strconv.FormatUint(revision, 10)+`"`)
	return c.json(http.StatusAccepted, struct {
		ID       int64  `json:"id"`
		Revision uint64 `json:"revision"`
	}{id, revision})
}

// thanks is the answer to a public write.
type thanks struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
}
