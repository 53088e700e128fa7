// Early answers: what the dashboard calls first, answered in its page. Its calls would wait until its code is there.

package httpapi

import (
	"bytes"
	"net/http"
	"strconv"

	"candor/httpapi/pages"
)

// earlyCalls are the calls of every tab.
var earlyCalls = []string{"/api/admin/session", "/api/categories", "/api/admin/overview", "/api/site"}

// earlyListCalls are those of the tabs that list content, as the web app makes them without filters (webapp/src/lib/content-calls.ts).
var earlyListCalls = map[string][]string{
	"/admin/reviews":  {"/api/admin/week", "/api/admin/reviews?limit=10&offset=0&texts=false", "/api/admin/drafts?kind=review"},
	"/admin/articles": {"/api/admin/week", "/api/admin/news?limit=10&offset=0&texts=false", "/api/admin/drafts?kind=article"},
	"/admin/pages":    {"/api/admin/week", "/api/admin/pages?limit=10&offset=0&texts=false", "/api/admin/drafts?kind=page"},
}

// earlyAnswers returns the answers to the calls that the dashboard makes first at an address. Those that fail are left out: the browser
// makes them again, and says why.
func (c *Call) earlyAnswers(path string) map[string]pages.EarlyAnswer {
	if _, ok := c.Session(); !ok || c.Request.Method != http.MethodGet {
		return nil
	}
	calls := earlyCalls
	if path == "/admin" {
		path = "/admin/reviews" // where it leads
	}
	if c.Request.URL.RawQuery == "" {
		calls = append(calls[:len(calls):len(calls)], earlyListCalls[path]...)
	}
	all := map[string]pages.EarlyAnswer{}
	for _, call := range calls {
		if a, ok := c.earlyAnswer(call); ok {
			all[call] = a
		}
	}
	return all
}

// earlyAnswer returns what the same caller is answered at an address of the API; false if that is no success.
func (c *Call) earlyAnswer(address string) (a pages.EarlyAnswer, ok bool) {
	r, err := http.NewRequestWithContext(c.Request.Context(), http.MethodGet, address, nil)
	if err != nil {
		return a, false
	}
	r.Header["Cookie"], r.RemoteAddr = c.Request.Header["Cookie"], c.Request.RemoteAddr
	w := &memory{header: http.Header{}}
	inner := &Call{ResponseWriter: w, Server: c.Server, Request: r, began: c.began, ID: c.ID}
	defer inner.leave()
	inner.match()
	inner.awaitPosition()
	if inner.handle() != nil || inner.status != http.StatusOK {
		return a, false
	}
	a.Body = w.body.Bytes()
	if total, err := strconv.Atoi(w.header.Get("X-Total-Count")); err == nil {
		a.Total = &total
	}
	return a, true
}

// memory is a ResponseWriter that keeps the answer.
type memory struct {
	header http.Header
	body   bytes.Buffer
}

func (m *memory) Header() http.Header         { return m.header }
func (m *memory) WriteHeader(int)             {} // the request notes it
func (m *memory) Write(p []byte) (int, error) { return m.body.Write(p) }
