// A text that names the site by its origin.

package pages

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"weak"

	"github.com/klauspost/compress/gzip"

	"candor/httpapi/respond"
	"candor/projections/answers"
)

// OriginMark stands for the site's origin in the text of a cached document, so that one serves every name of the site.
const OriginMark = "https://origin.mark.invalid"

// Document is a text for visitors of one origin, plain and compressed, with an entity tag for each. A cached one ([newCached]) keeps only
// its compressed forms, which are a fifth of the size.
type Document struct {
	origin               string
	etag                 string // of the body
	gzipETag, brotliETag string
	gzipOnce, brotliOnce sync.Once
	gzipBody, brotliBody []byte // made when they are first needed

	body  []byte // nil: cached
	marks []int  // of a cached one: the offsets of origin in the body

	mu       sync.Mutex
	unpacked weak.Pointer[[]byte] // the body, until the garbage collector removes it
}

// NewDocument returns the document of a text.
func NewDocument(origin string, body []byte) *Document {
	d := &Document{origin: origin, body: body}
	d.tag(body)
	return d
}

func (d *Document) tag(body []byte) {
	hash := respond.Hash(body)
	d.etag = `"` + hash + `"`
	d.gzipETag, d.brotliETag = respond.Gzip.Tag(d.etag), respond.Brotli.Tag(d.etag)
}

// newCached returns a document for an origin, to be kept in memory; marked contains OriginMark in its place.
func newCached(origin, marked string) *Document {
	var body bytes.Buffer
	body.Grow(len(marked))
	d := &Document{origin: origin}
	for {
		before, after, found := strings.Cut(marked, OriginMark)
		body.WriteString(before)
		if !found {
			break
		}
		d.marks = append(d.marks, body.Len())
		body.WriteString(origin)
		marked = after
	}
	d.pack(body.Bytes())
	return d
}

// pack keeps only compressed forms of body: gzip's, from which it can be had again, and brotli's once it has been asked for.
func (d *Document) pack(body []byte) {
	d.tag(body)
	d.gzipBody = answers.Gzip(body)
	d.gzipOnce.Do(func() {})
	d.unpacked = weak.Make(&body)
}

// size returns how much memory a cached document takes at most, in bytes. Brotli's form is hardly ever larger than gzip's.
func (d *Document) size() int { return 2 * len(d.gzipBody) }

// withOrigin returns a cached document for another origin.
func (d *Document) withOrigin(origin string) *Document {
	old := d.plain()
	other := &Document{origin: origin}
	body := make([]byte, 0, len(old)+len(d.marks)*(len(origin)-len(d.origin)))
	from := 0
	for _, mark := range d.marks {
		body = append(body, old[from:mark]...)
		other.marks = append(other.marks, len(body))
		body = append(body, origin...)
		from = mark + len(d.origin)
	}
	other.pack(append(body, old[from:]...))
	return other
}

// ETag returns the entity tag of the text in a coding.
func (d *Document) ETag(coding respond.Coding) string {
	switch coding {
	case respond.Gzip:
		return d.gzipETag
	case respond.Brotli:
		return d.brotliETag
	}
	return d.etag
}

// Body returns the text in a coding. It must not be modified.
func (d *Document) Body(coding respond.Coding) []byte {
	switch coding {
	case respond.Gzip:
		d.gzipOnce.Do(func() { d.gzipBody = answers.Gzip(d.body) })
		return d.gzipBody
	case respond.Brotli:
		d.brotliOnce.Do(func() { d.brotliBody = answers.Brotli(d.plain()) })
		return d.brotliBody
	}
	return d.plain()
}

func (d *Document) plain() []byte {
	if d.body != nil {
		return d.body
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if body := d.unpacked.Value(); body != nil {
		return *body
	}
	body := unpack(d.gzipBody)
	d.unpacked = weak.Make(&body)
	return body
}

// unpack reverses [answers.Gzip].
func unpack(compressed []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		panic(err) // we compressed it ourselves
	}
	body, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return body
}
