// keptFile: the feed and the sitemaps, made of content and kept as ready bytes until some content changes.
//
// A sitemap names every review and article, and search engines ask for it again and again: making that of three thousand
// took 20 ms of a processor each time, which all who read meanwhile could feel.

package httpapi

import (
	"encoding/xml"
	"net/http"
	"strconv"
	"sync"

	"golang.org/x/sync/singleflight"
)

// keptFilesBytes bounds all kept files, which are compressed: a sitemap of 50,000 addresses is some 500 KB.
const keptFilesBytes = 2 << 20

// keptFiles are files by their path. The zero value is ready, and safe for concurrent use.
type keptFiles struct {
	flights singleflight.Group

	mu    sync.Mutex
	kept  map[string]*keptFile
	bytes int
}

// keptFile is one file as it was in one edition of the content.
type keptFile struct {
	edition  uint64
	document *document
}

// at returns the file at a path in an edition; made first where it isn't kept. Its error is compose's.
func (k *keptFiles) at(path string, edition uint64, compose func() (*document, error)) (*document, error) {
	k.mu.Lock()
	f := k.kept[path]
	k.mu.Unlock()
	if f == nil || f.edition != edition {
		made, err, _ := k.flights.Do(strconv.FormatUint(edition, 10)+path, func() (any, error) {
			d, err := compose()
			return &keptFile{edition, d}, err
		})
		if err != nil {
			return nil, err
		}
		f = made.(*keptFile)
		k.keep(path, f)
	}
	return f.document, nil
}

// keep puts a file in the place of what was at its path. That may be of a later edition, and is made again then.
func (k *keptFiles) keep(path string, f *keptFile) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.kept[path] != nil {
		k.drop(path)
	}
	size := len(f.document.packed)
	if size > keptFilesBytes {
		return
	}
	for other := range k.kept { // in no order, which is as good as any
		if k.bytes+size <= keptFilesBytes {
			break
		}
		k.drop(other)
	}
	if k.kept == nil {
		k.kept = map[string]*keptFile{}
	}
	k.kept[path] = f
	k.bytes += size
}

func (k *keptFiles) drop(path string) {
	k.bytes -= len(k.kept[path].document.packed)
	delete(k.kept, path)
}

// keptFile answers with the XML document that compose returns for an origin, or with what is kept of it. compose is called only while nothing is.
func (x *exchange) keptFile(kind string, compose func(origin string) (any, error)) error {
	text := func(origin string) ([]byte, error) {
		v, err := compose(origin)
		if err != nil {
			return nil, err
		}
		body, err := xml.MarshalIndent(v, "", "  ")
		return append(append([]byte(xml.Header), body...), '\n'), err
	}
	d, err := x.fileOf(text)
	if err != nil {
		return err
	}
	x.set("Content-Type", kind)
	x.Header()["Cache-Control"] = publicCache
	return x.document(http.StatusOK, d)
}

// fileOf is the document that is made, or kept, for the request. What another moment's content is made into is not kept.
func (x *exchange) fileOf(compose func(origin string) ([]byte, error)) (*document, error) {
	origin := x.SiteURL
	if x.travelling {
		body, err := compose(origin)
		if err != nil {
			return nil, err
		}
		return newDocument(origin, body), nil
	}
	edition, err := x.Models.Content.Edition() // before anything is read
	if err != nil {
		return nil, err
	}
	return x.keptFiles.at(x.request.URL.Path, edition, func() (*document, error) {
		marked, err := compose(originMark)
		if err != nil {
			return nil, err
		}
		return folded(origin, string(marked)), nil
	})
}
