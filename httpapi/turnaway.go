// Turning away: the answer to a request that is refused because there are too many. It is prepared, is not logged, and costs
// less than any other.

package httpapi

import (
	"net/http"
	"strings"
)

const overloaded = "This site has more visitors than it can serve at the moment. Please try again."

var (
	retryAtOnce  = []string{"1"}
	problemType  = []string{"application/problem+json"}
	overloadHTML = noticePage("One moment, please", overloaded, "", "Try again") // the empty address is the page's own
	overloadJSON = overloadOf("")
)

// overloadOf is the problem for a request.
func overloadOf(id string) []byte {
	return []byte(`{"type":"urn:candor:problem:overloaded","title":"Service Unavailable","status":503,"detail":"` + overloaded + `","message":"` + overloaded + `","requestId":"` + id + `"}`)
}

// classOf is the class of the requests of a method and a pattern, where they are ready.
func (t *table) classOf(method, pattern string) class {
	switch {
	case pattern == "/api/track" && method == http.MethodPost:
		return classViews
	case method != http.MethodGet || !t.AsOf.IsZero():
		return classNeeded
	case pattern == "/feed.xml", pattern == "/corrections.xml", pattern == "/sitemap.xml":
		return classMade
	case pattern == "/api/reviews", pattern == "/api/news", pattern == "/api/products", pattern == "/api/categories",
		strings.HasPrefix(pattern, "/api/reviews/"), strings.HasPrefix(pattern, "/api/news/"), strings.HasPrefix(pattern, "/media/"),
		strings.HasPrefix(pattern, "/category/"), strings.HasPrefix(pattern, "/reviews/"), strings.HasPrefix(pattern, "/tech-articles/"):
		return classReady
	}
	for _, page := range fixedPages {
		if page.path == pattern && !page.private {
			return classReady
		}
	}
	return classNeeded
}

// sheds reports whether the request is to be refused as one of a class. The signed-in admin's never is.
func (x *exchange) sheds(c class) bool {
	if !x.pressure.refuses(c) {
		return false
	}
	if x.request.Header["Cookie"] != nil {
		if _, admin := x.session(); admin {
			return false
		}
	}
	return true
}

// refused is the same, and answers the request where it is refused.
func (x *exchange) refused(c class) bool {
	if !x.sheds(c) {
		return false
	}
	x.turnAway(c)
	return true
}

// turnAway answers 503 at once, with a moment to come again.
func (x *exchange) turnAway(c class) {
	x.turnedAway = true
	x.metrics.shed[c].Inc()
	h := x.Header()
	h["Retry-After"] = retryAtOnce
	h["Cache-Control"] = noStore
	var body []byte
	if c == classViews || strings.HasPrefix(x.endpoint.pattern, "/api/") {
		h["Content-Type"], body = problemType, overloadOf(x.id)
	} else {
		h["Content-Type"], body = htmlType, overloadHTML
	}
	x.WriteHeader(http.StatusServiceUnavailable)
	_, _ = x.Write(body)
}
