// document: a text that names the site by its origin, as visitors of one origin get it: plain, compressed, and with a tag for each.

package httpapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"sync"
	"weak"

	"github.com/klauspost/compress/gzip"

	"candor/projections"
)

// document is such a text. One that is [document.folded] holds its compressed form alone, which is a fifth.
type document struct {
	origin     string
	etag, gtag string
	once       sync.Once
	packed     []byte

	body  []byte // nil: folded
	marks []int  // of a folded one: where origin stands in the body

	mu       sync.Mutex
	unfolded weak.Pointer[[]byte] // the body, for as long as the collector lets it be
}

func newDocument(origin string, body []byte) *document {
	d := &document{origin: origin, body: body}
	d.tag(body)
	return d
}

func (d *document) tag(body []byte) {
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:8])
	d.etag, d.gtag = `"`+hash+`"`, `"`+hash+`-gzip"`
}

// folded is the document of marked for an origin: marked says originMark where the origin is to stand.
func folded(origin, marked string) *document {
	var body bytes.Buffer
	body.Grow(len(marked))
	d := &document{origin: origin}
	for {
		before, after, found := strings.Cut(marked, originMark)
		body.WriteString(before)
		if !found {
			break
		}
		d.marks = append(d.marks, body.Len())
		body.WriteString(origin)
		marked = after
	}
	d.fold(body.Bytes())
	return d
}

// fold keeps the compressed form of body alone.
func (d *document) fold(body []byte) {
	d.tag(body)
	d.packed = projections.Gzip(body)
	d.once.Do(func() {})
	d.unfolded = weak.Make(&body)
}

// at is a folded document for another origin.
func (d *document) at(origin string) *document {
	was := d.plain()
	other := &document{origin: origin}
	body := make([]byte, 0, len(was)+len(d.marks)*(len(origin)-len(d.origin)))
	from := 0
	for _, mark := range d.marks {
		body = append(body, was[from:mark]...)
		other.marks = append(other.marks, len(body))
		body = append(body, origin...)
		from = mark + len(d.origin)
	}
	other.fold(append(body, was[from:]...))
	return other
}

// plain returns the text. It must not be changed.
func (d *document) plain() []byte {
	if d.body != nil {
		return d.body
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if body := d.unfolded.Value(); body != nil {
		return *body
	}
	body := unpack(d.packed)
	d.unfolded = weak.Make(&body)
	return body
}

// gzip returns the compressed text, made on the first demand.
func (d *document) gzip() []byte {
	d.once.Do(func() { d.packed = projections.Gzip(d.body) })
	return d.packed
}

// unpack is the reverse of [projections.Gzip].
func unpack(packed []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err) // we packed it ourselves
	}
	body, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return body
}
