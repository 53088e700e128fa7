// offer: what a rendered page may read: the public answers of the API, and nothing else. A page
// remembers what it read, so that it is known when it no longer holds.

package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"candor/projections"
)

// reading is one answer that a page was made from.
type reading struct {
	again func() (*projections.Answer, error) // reads it anew
	etag  string                              // what it was; "": it was missing
	item  bool                                // it is no list
}

// holds reports whether the answer is still the same.
func (r *reading) holds() bool {
	a, err := r.again()
	defer a.Release()
	etag, err := tagOf(a, err)
	return err == nil && etag == r.etag
}

// tagOf is an answer's ETag; "" when there is none to be had.
func tagOf(a *projections.Answer, err error) (string, error) {
	switch {
	case errors.Is(err, projections.ErrNotFound):
		return "", nil
	case err != nil:
		return "", err
	}
	return a.ETag, nil
}

// readings answers the calls of one rendering and keeps what it answered.
type readings struct {
	content *projections.Content
	all     []reading
}

// answer answers a GET of an API path, as package render asks for it.
func (r *readings) answer(path string) (status int, body []byte, total int, err error) {
	again, err := offered(r.content, path)
	if err != nil {
		return 0, nil, 0, err
	}
	a, err := again()
	defer a.Release()
	etag, failed := tagOf(a, err)
	if failed != nil {
		return 0, nil, 0, failed
	}
	r.all = append(r.all, reading{again, etag, strings.HasPrefix(path, "/api/reviews/") || strings.HasPrefix(path, "/api/news/")})
	if a == nil || etag == "" {
		return http.StatusNotFound, nil, 0, nil
	}
	return http.StatusOK, a.Body(), a.Total, nil
}

// offered finds the public answer behind an API path. Only what anybody may read is offered.
func offered(content *projections.Content, address string) (func() (*projections.Answer, error), error) {
	if address == "/api/openapi.json?tag=Bots" {
		return func() (*projections.Answer, error) { return describedBots(), nil }, nil
	}
	path, raw, _ := strings.Cut(address, "?")
	q, err := parseQuery(raw)
	if err != nil {
		return nil, fmt.Errorf("a page asks for %s: %w", address, err)
	}
	switch path {
	case "/api/categories":
		return content.CategoriesAnswer, nil
	case "/api/reviews":
		chosen := q.reviews()
		return func() (*projections.Answer, error) { return content.ReviewsAnswer(chosen) }, nil
	case "/api/news":
		chosen := q.articles()
		return func() (*projections.Answer, error) { return content.ArticlesAnswer(chosen) }, nil
	}
	for prefix, one := range map[string]func(int64) (*projections.Answer, error){"/api/reviews/": content.ReviewAnswer, "/api/news/": content.ArticleAnswer} {
		if rest, ok := strings.CutPrefix(path, prefix); ok {
			if id, ok := canonicalID(rest); ok {
				return func() (*projections.Answer, error) { return one(id) }, nil
			}
		}
	}
	return nil, fmt.Errorf("a page asks for %s, which pages are not offered", address)
}
