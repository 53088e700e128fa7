// Load shedding: a bound on how many requests of each class are answered at a time. Beyond it they are refused at once with 503 and
// Retry-After, so that those that are let in are answered soon. A refusal is prepared, is not logged, and costs less than any other answer.

package httpapi

import (
	"net/http"
	"strings"
	"time"

	"candor/httpapi/pages"
)

const shedSilence = 10 * time.Second // between two lines of log about refusals

const overloaded = "This site is overloaded right now. Please try again."

var (
	retryAtOnce  = []string{"1"}
	problemType  = []string{"application/problem+json"}
	overloadHTML = pages.Notice("One moment, please", overloaded, "", "Try again") // the empty address is the page's own
	overloadJSON = overloadOf("")
)

// overloadOf is the problem for a request.
func overloadOf(id string) []byte {
	return []byte(`{"type":"urn:candor:problem:overloaded","title":"Service Unavailable","status":503,"detail":"` + overloaded + `","message":"` + overloaded + `","requestId":"` + id + `"}`)
}

// admitted counts the request as one of a class until it is answered, and reports whether it may go on. The signed-in admin's always may.
func (c *request) admitted(as class) bool {
	if as == classNeeded || c.entered[as] {
		return true
	}
	if c.inFlight.enter(as) {
		c.entered[as] = true
		return true
	}
	if c.request.Header["Cookie"] != nil {
		if _, admin := c.session(); admin {
			return true
		}
	}
	return false
}

// leaveClasses counts the request no more.
func (c *request) leaveClasses() {
	for as, entered := range c.entered {
		if entered {
			c.inFlight.leave(class(as))
		}
	}
}

// shed refuses the request as one of a class: 503, with a moment to come again.
func (c *request) shed(as class) {
	c.refused = true
	c.metrics.Shed.WithLabelValues(classNames[as]).Inc()
	if now, last := c.began.UnixNano(), c.inFlight.warned.Load(); now-last > int64(shedSilence) && c.inFlight.warned.CompareAndSwap(last, now) {
		c.Logger.Warn().Str("class", classNames[as]).Int64("in_flight", maxInFlight[as]).Msg("overloaded: refusing some requests")
	}
	h := c.Header()
	h["Retry-After"] = retryAtOnce
	h["Cache-Control"] = noStore
	var body []byte
	if as == classViews || strings.HasPrefix(c.endpoint.pattern, "/api/") {
		h["Content-Type"], body = problemType, overloadOf(c.id)
	} else {
		h["Content-Type"], body = htmlType, overloadHTML
	}
	c.WriteHeader(http.StatusServiceUnavailable)
	_, _ = c.Write(body)
}
