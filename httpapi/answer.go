// Answers: ready bytes from the read models, with validators, variants and the wait for one's
// own writes.

package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"candor/events"
	"candor/httpapi/respond"
	"candor/projections"
)

// waitForReaders is how long a write waits for the read models (design.md: bounded).
const waitForReaders = 5 * time.Second

// answer writes a as JSON with its validator: 304 if the caller has it, compressed where that is
// welcome and worth it. A HEAD request compresses nothing: the length of what nobody has compressed yet is left out.
func (x *exchange) answer(status int, a *projections.Answer, cache []string) error {
	h := x.Header()
	h["Content-Type"] = jsonType
	h["Cache-Control"] = cache
	h["Vary"] = varyEncoding
	etag := a.ETag
	compressed := a.Compressible() && respond.AcceptsGzip(x.request.Header["Accept-Encoding"])
	if compressed {
		etag = etag[:len(etag)-1] + `-gzip"`
		h["Content-Encoding"] = gzipEncoding
	}
	x.etag[0] = etag
	h["Etag"] = x.etag[:]
	x.tellAge()
	if status == http.StatusOK && safe(x.request.Method) && respond.MatchesTag(x.request.Header["If-None-Match"], etag) {
		delete(h, "Content-Type")
		delete(h, "Content-Encoding")
		x.WriteHeader(http.StatusNotModified)
		return nil
	}
	head := x.request.Method == http.MethodHead
	if compressed && !head {
		a.Gzip()
	}
	size, known := a.Size(), true
	if compressed {
		size, known = a.CompressedSize()
	}
	if known {
		x.length[0] = strconv.Itoa(size)
		h["Content-Length"] = x.length[:]
	}
	switch {
	case head:
		x.WriteHeader(status)
	case compressed:
		x.send(status, a.Gzip()...)
	case a.Plain() != nil:
		x.send(status, a.Plain())
	default:
		x.WriteHeader(status)
		_, _ = a.WriteTo(x) // a client that has gone is no error of ours
	}
	return nil
}

// public answers a public read. It takes what the read model returned as it is.
func (x *exchange) public(a *projections.Answer, err error) error {
	if err != nil {
		return err
	}
	return x.answer(http.StatusOK, a, publicCache)
}

// private answers an admin's read.
func (x *exchange) private(a *projections.Answer, err error) error {
	if err != nil {
		return err
	}
	return x.answer(http.StatusOK, a, privateCache)
}

// list answers with a list, which it releases: the total before limit and offset, and its neighbours in Link.
func (x *exchange) list(a *projections.Answer, q listQuery, cache []string) error {
	defer a.Release()
	h := x.Header()
	x.total[0] = strconv.Itoa(a.Total)
	h["X-Total-Count"] = x.total[:]
	if q.limit > 0 {
		if links := neighbours(x.request.URL.Path, x.request.URL.RawQuery, q, a.Total); links != "" {
			x.set("Link", links)
		}
	}
	return x.answer(http.StatusOK, a, cache)
}

// content returns what a list is answered from: for a HEAD request, content whose large lists needn't be compressed.
func (x *exchange) content() *projections.Content {
	if x.request.Method == http.MethodHead {
		return x.Models.Content.HeadOnly()
	}
	return x.Models.Content
}

// send answers with a body, in pieces.
func (x *exchange) send(status int, body ...[]byte) {
	x.WriteHeader(status)
	for _, piece := range body {
		if _, err := x.Write(piece); err != nil {
			return // a client that has gone is no error of ours
		}
	}
}

// json answers with v, which must encode.
func (x *exchange) json(status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	h := x.Header()
	h["Content-Type"] = jsonType
	if h["Cache-Control"] == nil {
		h["Cache-Control"] = noStore
	}
	x.tellAge()
	x.set("Content-Length", strconv.Itoa(len(body)))
	x.send(status, body)
	return nil
}

// noContent answers 204.
func (x *exchange) noContent() error {
	x.Header()["Cache-Control"] = noStore
	x.WriteHeader(http.StatusNoContent)
	return nil
}

// readModel is something that will have passed a position.
type readModel interface {
	WaitFor(ctx context.Context, p events.Position) error
}

// passed waits until the read models have applied p, and reports whether they did in time. The
// write itself is durable either way.
func (x *exchange) passed(p events.Position, models ...readModel) bool {
	if p == 0 {
		return true
	}
	ctx, cancel := context.WithTimeout(x.request.Context(), waitForReaders)
	defer cancel()
	for _, m := range models {
		if err := m.WaitFor(ctx, p); err != nil {
			x.Logger.Warn().Err(err).Str("request_id", x.id).Uint64("position", uint64(p)).Msg("a read model lags behind a write")
			return false
		}
	}
	return true
}

// accepted answers a write whose result the read models can't show yet: 202 with what is known.
func (x *exchange) accepted(id int64, revision uint64) error {
	x.set("Etag", `"`+strconv.FormatUint(revision, 10)+`"`)
	return x.json(http.StatusAccepted, struct {
		ID       int64  `json:"id"`
		Revision uint64 `json:"revision"`
	}{id, revision})
}
