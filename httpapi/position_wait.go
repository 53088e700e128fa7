// Waiting for the position that a request asks for.

package httpapi

import (
	"context"
	"errors"
	"strconv"

	"candor/commands/access"
	"candor/events"
)

// askedPosition is the position that the request wants to see, 0 without one. What is no number is none: a client may have it from
// another log.
func (c *Call) askedPosition() events.Position {
	h := c.Request.Header
	if h[positionHeader] == nil && h["Cookie"] == nil {
		return 0
	}
	text := h.Get(positionHeader)
	if text == "" {
		cookie, err := c.Request.Cookie(c.Cookies.Position)
		if err != nil {
			return 0
		}
		text = cookie.Value
	}
	p, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0
	}
	return events.Position(p)
}

// awaitPosition lets the read models that the request is about come to the position that it asks for. When they don't in time, or the
// log is away, it is answered with what is there, and told where that is.
func (c *Call) awaitPosition() {
	asked := c.askedPosition()
	if asked == 0 || len(c.endpoint.reads) == 0 || !c.AsOf.IsZero() {
		return
	}
	models := append(c.endpoint.reads[:len(c.endpoint.reads):len(c.endpoint.reads)], c.Models.Access)
	ok, err := c.authenticated()
	if ok {
		err = c.waitFor(asked, models)
	}
	switch {
	case errors.Is(err, errBeyondHead):
	case err != nil:
		c.Set(positionHeader, strconv.FormatUint(uint64(reachedBy(models)), 10))
	case ok:
		c.shown = asked
	}
}

// authenticated reports whether the request carries a valid session or key. It leaves it to the handler to note whose. Its error says
// why nobody can tell now.
func (c *Call) authenticated() (bool, error) {
	_, ok, err := c.findSession()
	if ok || err != nil {
		return ok, err
	}
	plain, err := c.plainKey()
	if err != nil || !access.ValidKeyFormat(plain) {
		return false, nil // for the handler to refuse, if it wants a key
	}
	key, ok, err := c.findKey(plain)
	return ok && key.IsActive && !expired(key, c.Clock()), err
}

var (
	errBeyondHead  = errors.New("the log does not reach the position")
	errManyWaiting = errors.New("too many requests wait for a position")
)

// waitFor returns when the read models show everything up to p. Errors: errBeyondHead, errManyWaiting, the log's, the models'.
func (c *Call) waitFor(p events.Position, models []Positioned) error {
	if reachedBy(models) >= p {
		return nil
	}
	select {
	case c.awaiting <- struct{}{}:
		defer func() { <-c.awaiting }()
	default:
		return errManyWaiting
	}
	if err := c.Log.Available(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), PositionWait)
	defer cancel()
	head, err := c.Log.Head(ctx)
	if err != nil {
		return err
	}
	if p > head {
		return errBeyondHead
	}
	for _, m := range models {
		if err := m.WaitFor(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// reachedBy is the position up to which all of the models show the log; there is one at least.
func reachedBy(models []Positioned) events.Position {
	reached := models[0].Position()
	for _, m := range models[1:] {
		reached = min(reached, m.Position())
	}
	return reached
}
