// Cached documents are made once for each edition of the content, for the site's origin.

package pages_test

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"candor/httpapi/pages"
	"candor/httpapi/respond"
	"candor/projections/answers"
)

const origin = "https://reviews.example"

func TestADocumentIsMadeOnceForAnEdition(t *testing.T) {
	var documents pages.CachedDocuments
	var made atomic.Int64
	compose := func(origin string) ([]byte, error) {
		made.Add(1)
		return []byte("<loc>" + origin + "/reviews/1</loc><loc>" + origin + "</loc>"), nil
	}
	var readers sync.WaitGroup
	for range 8 {
		readers.Go(func() {
			d, err := documents.Get("/sitemap.xml", origin, pages.Edition{Content: 1}, compose)
			if err != nil {
				t.Error(err)
				return
			}
			const want = "<loc>" + origin + "/reviews/1</loc><loc>" + origin + "</loc>"
			if got := string(d.Body(respond.Plain)); got != want {
				t.Errorf("got %s", got)
			}
			if !bytes.Equal(d.Body(respond.Gzip), answers.Gzip([]byte(want))) || !bytes.Equal(d.Body(respond.Brotli), answers.Brotli([]byte(want))) {
				t.Errorf("compressed to %q and %q", d.Body(respond.Gzip), d.Body(respond.Brotli))
			}
			if plain, zipped, smaller := d.ETag(respond.Plain), d.ETag(respond.Gzip), d.ETag(respond.Brotli); plain == zipped || zipped == smaller ||
				plain == smaller {
				t.Errorf("tags %s, %s and %s", plain, zipped, smaller)
			}
		})
	}
	readers.Wait()
	if _, err := documents.Get("/sitemap.xml", origin, pages.Edition{Content: 1}, compose); err != nil || made.Load() != 1 {
		t.Errorf("made %d times (%v)", made.Load(), err)
	}
	if _, err := documents.Get("/sitemap.xml", origin, pages.Edition{Content: 2}, compose); err != nil || made.Load() != 2 {
		t.Errorf("after a change made %d times (%v)", made.Load(), err)
	}
}

func TestADocumentThatCantBeMadeIsTriedAgain(t *testing.T) {
	var documents pages.CachedDocuments
	broken := errors.New("broken")
	if _, err := documents.Get("/feed.xml", origin, pages.Edition{Content: 1},
		func(string) ([]byte, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	d, err := documents.Get("/feed.xml", origin, pages.Edition{Content: 1}, func(string) ([]byte, error) { return []byte("<feed/>"), nil })
	if err != nil || string(d.Body(respond.Plain)) != "<feed/>" {
		t.Errorf("%v, %v", d, err)
	}
}

func TestCachedDocumentsAreBounded(t *testing.T) {
	var documents pages.CachedDocuments
	var made int
	get := func(path string) {
		t.Helper()
		if _, err := documents.Get(path, origin, pages.Edition{Content: 1}, func(string) ([]byte, error) {
			made++
			return noise(path, 900<<10), nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"/a", "/b", "/c", "/a", "/b", "/c"} {
		get(path)
	}
	if made <= 3 { // three of them are more than there is memory for
		t.Errorf("made %d times", made)
	}
	get("/c")
	if made > 6 {
		t.Errorf("the latest was made again: %d times", made)
	}
}

// noise returns bytes that can't be compressed.
func noise(seed string, n int) []byte {
	state := uint64(14695981039346656037)
	for _, c := range []byte(seed) {
		state = (state ^ uint64(c)) * 1099511628211
	}
	var b strings.Builder
	for b.Len() < n {
		state ^= state << 13
		state ^= state >> 7
		state ^= state << 17
		b.WriteByte(byte(state))
	}
	return []byte(b.String())
}
