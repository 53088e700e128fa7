// Load shedding: what a request costs is counted, and it is refused beyond the bound of its class, or of its client's share of it. Refusals
// are 503 with Retry-After, at once, so that those that are let in are answered soon. A refusal is prepared, is not logged, and costs less
// than any other answer.

package httpapi

import (
	"context"
	"net/http"
	"strings"
	"time"

	"candor/httpapi/pages"
)

const shedSilence = 10 * time.Second // between two lines of log about refusals

// maxTurnWait is how long a computation waits for its turn: as long as the page that is being rendered before it may take.
const maxTurnWait = renderTimeout

const overloadedText = "This site is overloaded right now. Please try again."

var (
	retryAtOnce  = []string{"1"}
	problemType  = []string{"application/problem+json"}
	overloadHTML = pages.Notice("", "One moment, please", overloadedText, "", "Try again") // the empty address is the page's own
	overloadJSON = overloadOf(overloadedText, "")
)

// overloadOf is the problem for a request.
func overloadOf(text, id string) []byte {
	return []byte(`{"type":"urn:candor:problem:overloaded","title":"Service Unavailable","status":503,"detail":"` + text + `","message":"` +
		text + `","requestId":"` + id + `"}`)
}

// overload is the error of a request beyond the bound of a class.
type overload struct{ class Class }

func (o *overload) Error() string { return "too many requests: " + bounds[o.class].name }

// enter counts a request before anything is read of it. Its error is an overload.
func (c *Call) enter() error {
	as := c.endpoint.Class
	switch {
	case c.endpoint.Who.admit != nil, as == ClassNeeded:
		return nil
	case as.read():
		as = ClassReady
	}
	err := c.Take(as, 1)
	if err != nil && c.asAdmin() {
		return c.Take(ClassAdmin, 1)
	}
	return err
}

// asAdmin reports whether the admin has sent the request, who isn't refused because of strangers.
func (c *Call) asAdmin() bool {
	if c.HasAsOf { // only the admin sees other moments
		return true
	}
	if c.Request.Header["Cookie"] == nil {
		return false
	}
	_, ok, _ := c.findSession()
	return ok
}

// Compute counts the request as one whose answer has to be computed, and waits for its turn. Both end when the answer begins. Its error is
// an overload.
func (c *Call) Compute() error {
	as := c.endpoint.Class
	if as.read() && c.asAdmin() {
		as = ClassAdmin
	}
	if as <= ClassReady || c.taken[as] > 0 {
		return nil
	}
	if err := c.Take(as, 1); err != nil || !bounds[as].turns {
		return err
	}
	if err := c.BeginTurn(as); err != nil {
		return err
	}
	if as == ClassLists && c.load.shares[classListBytes].Full(c.asker()) {
		return &overload{classListBytes}
	}
	return nil
}

// computed ends what compute has begun. [request.WriteHeader] calls it, so that a slow reader blocks no other request.
func (c *Call) computed() {
	c.EndTurn()
	for as := range c.taken {
		if !bounds[as].lasts {
			c.give(Class(as))
		}
	}
}

// BeginTurn waits for the request's turn to compute, which EndTurn ends. Its error is an overload.
func (c *Call) BeginTurn(as Class) error {
	ctx, cancel := context.WithTimeout(c.Request.Context(), maxTurnWait)
	defer cancel()
	if c.load.turns.Begin(ctx, c.asker()) != nil {
		return &overload{as}
	}
	c.turn = true
	return nil
}

// EndTurn ends the turn that BeginTurn took.
func (c *Call) EndTurn() {
	if c.turn {
		c.turn = false
		c.load.turns.End()
	}
}

// leave ends all counts of the request.
func (c *Call) leave() {
	c.EndTurn()
	for as := range c.taken {
		c.give(Class(as))
	}
}

// shed refuses the request as one of a class: 503, with a moment to come again.
func (c *Call) shed(as Class) {
	c.refused = true
	b := &bounds[as]
	c.Metrics.Shed.WithLabelValues(b.name).Inc()
	if now, last := c.began.UnixNano(), c.load.warned.Load(); now-last > int64(shedSilence) && c.load.warned.CompareAndSwap(last, now) {
		c.Logger.Warn().Str("class", b.name).Int64("in_use", c.load.shares[as].Used()).Int64("max", b.max).Int64("client_max",
			b.share).Msg("overloaded: refusing some requests")
	}
	h := c.Header()
	for _, name := range answerHeaders {
		delete(h, name)
	}
	h["Retry-After"] = retryAtOnce
	if b.retry != "" {
		c.Set("Retry-After", b.retry)
	}
	text := overloadedText
	if b.text != "" {
		text = b.text
	}
	h["Cache-Control"] = NoStore
	var body []byte
	if as == ClassViews || strings.HasPrefix(c.endpoint.pattern, "/api/") {
		h["Content-Type"], body = problemType, overloadOf(text, c.ID)
	} else {
		h["Content-Type"], body = HTMLType, overloadHTML
	}
	c.WriteHeader(http.StatusServiceUnavailable)
	_, _ = c.Write(body)
}
