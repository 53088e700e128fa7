// Limits: what is counted for a request, and refused beyond.

package httpapi

import (
	"candor/events"
	"candor/httpapi/limit"
)

// spend takes cost from the limit of the request's key.
func (c *request) spend(cost int) limit.Allowance {
	return c.keys.Take(c.request.Context(), events.KeyID(c.key.ID), cost, c.accessShows)
}

// limitWrites counts a public write against its address, and refuses it beyond the limit.
func (c *request) limitWrites(w *limit.Writes) error {
	if a := w.Take(c.request.Context(), c.Clock(), c.clientAddr(), c.accessShows); !a.OK {
		return c.limitedTo(w.Name(), "Too many requests from this address. Please try again in a minute.", a.Wait)
	}
	return nil
}

// accessShows waits until the read model of sessions, keys and limits shows a position, and reports whether it does.
func (c *request) accessShows(p events.Position) bool { return c.passed(p, c.Models.Access) }
