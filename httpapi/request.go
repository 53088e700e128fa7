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

// Call is one request and the ResponseWriter for its answer, which is what handlers get. There is one a request,
// and it is never used again: net/http may read the header values in it after the handler has returned.
type Call struct {
	http.ResponseWriter
	*Server
	Request  *http.Request
	vars     map[string]string // of the path
	endpoint *endpoint
	ID       string // the request's, of our making; also the correlation id of the events it causes
	callerID string // how its caller names it; for the log alone
	began    time.Time
	status   int
	Bytes    int64
	Actor    events.Actor
	via      events.Source // with actor
	SignedIn string        // id of the admin's session
	Key      *access.Key   // of a bot that has been authenticated
	Cause    error         // why the answer is a 5xx; for the log only
	// asOf: the answer is about another moment, for nobody to keep.
	HasAsOf  bool
	Incoming limit.Body      // of the request
	taken    [classes]int64  // what it counts as, see class.go
	turn     bool            // it computes
	client   *client.ID      // whose it is; nil: not known yet
	refused  bool            // because there are too many
	staleFor time.Duration   // how long ago the page that is served was certainly up to date; 0: it is
	shown    events.Position // the position that the request asks for, if the read models show it
	Unsure   error           // why nobody can tell whether there is a session

	idHeader, etag, length, total [1]string // header values, here to save an allocation each
}

// WriteHeader notes the status.
func (c *Call) WriteHeader(status int) {
	if c.status == 0 && status >= 200 {
		c.status = status
		c.computed()
	}
	if c.HasAsOf || !c.AsOf.IsZero() { // search engines keep none of it
		c.Set("X-Robots-Tag", "noindex")
	}
	if c.HasAsOf { // and nobody else does
		c.Set("Cache-Control", "no-store")
	}
	c.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (c *Call) Write(p []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
		c.computed()
	}
	n, err := c.ResponseWriter.Write(p)
	c.Bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (c *Call) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// SetDeadlines sets when this request's connection gives up, in place of the server's timeouts; the zero time is never. A deadline for
// reading that passes ends the request, too. The next request of the connection has the server's timeouts again.
func (c *Call) SetDeadlines(t time.Time) *http.ResponseController {
	connection := http.NewResponseController(c.ResponseWriter)
	_ = connection.SetWriteDeadline(t) // fails on connections that have no deadlines
	_ = connection.SetReadDeadline(t)
	return connection
}

// manyItemsTimeout is how long a call that changes many items may take.
const manyItemsTimeout = 10 * time.Minute

// AllowManyItems gives a call that changes up to a thousand items time for them.
func (c *Call) AllowManyItems() { c.SetDeadlines(time.Now().Add(manyItemsTimeout)) }

// Set sets a header whose name is in canonical form.
func (c *Call) Set(name, value string) { c.Header()[name] = []string{value} }

// Variable returns a variable of the path, "" for a name that its pattern has not.
func (c *Call) Variable(name string) string { return c.vars[name] }

// safe reports whether method promises to change nothing.
func safe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}

// ClientAddr returns the address of the visitor.
func (c *Call) ClientAddr() netip.Addr {
	return client.Proxies(c.TrustedProxies).Address(c.Request)
}

// downloadTimeout is how long a download waits for a client that takes nothing.
const downloadTimeout = time.Minute

// DeadlineWriter moves the deadline of the connection with each write, so that an answer may take as long as the client goes on reading.
type DeadlineWriter struct {
	c          *Call
	connection *http.ResponseController
}

// DownloadWriter returns a writer of the answer that may take as long as the client goes on reading.
func (c *Call) DownloadWriter(connection *http.ResponseController) DeadlineWriter {
	return DeadlineWriter{c, connection}
}

func (p DeadlineWriter) Write(b []byte) (int, error) {
	_ = p.connection.SetWriteDeadline(time.Now().Add(downloadTimeout)) // a connection without deadlines needs none
	return p.c.Write(b)
}
