// request: one request and its answer, with everything that the log line and the metrics tell of it.

package httpapi

import (
	"net/http"
	"net/netip"
	"time"

	"candor/events"
	"candor/httpapi/client"
	"candor/httpapi/limit"
	"candor/projections/access"
)

// request is one request and the ResponseWriter for its answer, which is what handlers get. There is one a request,
// and it is never used again: net/http may read the header values in it after the handler has returned.
type request struct {
	http.ResponseWriter
	*server
	request  *http.Request
	vars     map[string]string // of the path
	endpoint *endpoint
	id       string // the request's, of our making; also the correlation id of the events it causes
	callerID string // how its caller names it; for the log alone
	began    time.Time
	status   int
	bytes    int64
	actor    events.Actor
	via      events.Source // with actor
	signedIn string        // id of the admin's session
	key      *access.Key   // of a bot that has been authenticated
	cause    error         // why the answer is a 5xx; for the log only
	// asOf: the answer is about another moment, for nobody to keep.
	hasAsOf  bool
	incoming limit.Body      // of the request
	taken    [classes]int64  // what it counts as, see class.go
	turn     bool            // it computes
	client   *client.ID      // whose it is; nil: not known yet
	refused  bool            // because there are too many
	staleFor time.Duration   // how long ago the page that is served was certainly up to date; 0: it is
	shown    events.Position // the position that the request asks for, if the read models show it
	unsure   error           // why nobody can tell whether there is a session

	idHeader, etag, length, total [1]string // header values, here to save an allocation each
}

// WriteHeader notes the status.
func (c *request) WriteHeader(status int) {
	if c.status == 0 && status >= 200 {
		c.status = status
		c.computed()
	}
	if c.hasAsOf || !c.AsOf.IsZero() { // search engines keep none of it
		c.set("X-Robots-Tag", "noindex")
	}
	if c.hasAsOf { // and nobody else does
		c.set("Cache-Control", "no-store")
	}
	c.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (c *request) Write(p []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
		c.computed()
	}
	n, err := c.ResponseWriter.Write(p)
	c.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (c *request) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// setDeadlines sets when this request's connection gives up, in place of the server's timeouts; the zero time is never. A deadline for
// reading that passes ends the request, too. The next request of the connection has the server's timeouts again.
func (c *request) setDeadlines(t time.Time) *http.ResponseController {
	connection := http.NewResponseController(c.ResponseWriter)
	_ = connection.SetWriteDeadline(t) // fails on connections that have no deadlines
	_ = connection.SetReadDeadline(t)
	return connection
}

// manyItemsTimeout is how long a call that changes many items may take.
const manyItemsTimeout = 10 * time.Minute

// allowManyItems gives a call that changes up to a thousand items time for them.
func (c *request) allowManyItems() { c.setDeadlines(time.Now().Add(manyItemsTimeout)) }

// set sets a header whose name is in canonical form.
func (c *request) set(name, value string) { c.Header()[name] = []string{value} }

// variable returns a variable of the path, "" for a name that its pattern has not.
func (c *request) variable(name string) string { return c.vars[name] }

// safe reports whether method promises to change nothing.
func safe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}

// clientAddr returns the address of the visitor.
func (c *request) clientAddr() netip.Addr {
	return client.Proxies(c.TrustedProxies).Address(c.request)
}

// downloadTimeout is how long a download waits for a client that takes nothing.
const downloadTimeout = time.Minute

// deadlineWriter moves the deadline of the connection with each write, so that an answer may take as long as the client goes on reading.
type deadlineWriter struct {
	c          *request
	connection *http.ResponseController
}

func (p deadlineWriter) Write(b []byte) (int, error) {
	_ = p.connection.SetWriteDeadline(time.Now().Add(downloadTimeout)) // a connection without deadlines needs none
	return p.c.Write(b)
}
