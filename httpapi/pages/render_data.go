// What a rendered page may read: public answers of the API, and nothing else. A page remembers what it was made from, its dependencies,
// so that it is known when it is no longer up to date.

package pages

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"

	"candor/projections/answers"
	"candor/projections/projector"
)

// SiteAddress is the address of the answer with the site's settings, which every page is made from.
const SiteAddress = "/api/site"

// Data finds the public answer at an API path, with its query. read returns it as it is at the time of the call; item says that it is one
// item and no list. Its error says that pages may not read the path.
type Data func(path string) (read func() (*answers.Answer, error), item bool, err error)

// dependency is one answer that a page was made from.
type dependency struct {
	read func() (*answers.Answer, error)
	etag string // when the page was made; "": there was no answer
	item bool
}

// unchanged reports whether the answer is still the same.
func (d *dependency) unchanged() bool {
	a, err := d.read()
	defer a.Release()
	etag, err := etagOf(a, err)
	return err == nil && etag == d.etag
}

// etagOf returns an answer's entity tag; "" where it does not exist.
func etagOf(a *answers.Answer, err error) (string, error) {
	switch {
	case errors.Is(err, projector.ErrNotFound):
		return "", nil
	case err != nil:
		return "", err
	}
	return a.ETag, nil
}

// dependencies answers the calls of one rendering and records them.
type dependencies struct {
	data Data
	all  []dependency
}

// answer answers a GET of an API path, as package render asks for it.
func (d *dependencies) answer(path string) (status int, body []byte, total int, err error) {
	read, item, err := d.data(path)
	if err != nil {
		return 0, nil, 0, err
	}
	a, err := read()
	defer a.Release()
	etag, failed := etagOf(a, err)
	if failed != nil {
		return 0, nil, 0, failed
	}
	d.all = append(d.all, dependency{read, etag, item})
	if a == nil || etag == "" {
		return http.StatusNotFound, nil, 0, nil
	}
	body, err = withoutSource(a.Body())
	return http.StatusOK, body, a.Total, err
}

// withoutSource removes the source of texts from an answer that carries them rendered: pages show these, and their data is sent with them.
func withoutSource(body []byte) ([]byte, error) {
	if !bytes.Contains(body, []byte(`"contentHtml":`)) { // which no text contains, as its quotes are escaped
		return body, nil
	}
	items := []map[string]json.RawMessage{nil}
	var answer any = &items[0]
	if body[0] == '[' {
		answer = &items
	}
	if err := json.Unmarshal(body, answer); err != nil {
		return nil, err
	}
	for _, one := range items {
		delete(one, "content")
		delete(one, "verdict")
	}
	return json.Marshal(answer)
}
