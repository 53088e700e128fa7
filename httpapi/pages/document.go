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
// its compressed form, which is a fifth of the size.
type Document struct {
	ETag, GzipETag string

	origin       string
	compressOnce sync.Once
	compressed   []byte

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
	d.ETag, d.GzipETag = `"`+hash+`"`, `"`+hash+`-gzip"`
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

// pack keeps only the compressed form of body.
func (d *Document) pack(body []byte) {
	d.tag(body)
	d.compressed = answers.Gzip(body)
	d.compressOnce.Do(func() {})
	d.unpacked = weak.Make(&body)
}

// withOrigin returns a cached document for another origin.
func (d *Document) withOrigin(origin string) *Document {
	old := d.Plain()
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

// Plain returns the text. It must not be modified.
func (d *Document) Plain() []byte {
	if d.body != nil {
		return d.body
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if body := d.unpacked.Value(); body != nil {
		return *body
	}
	body := unpack(d.compressed)
	d.unpacked = weak.Make(&body)
	return body
}

// Gzip returns the compressed text. It must not be modified.
func (d *Document) Gzip() []byte {
	d.compressOnce.Do(func() { d.compressed = answers.Gzip(d.body) })
	return d.compressed
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
