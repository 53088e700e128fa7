// Limits: what is counted for a request, and refused beyond.

package httpapi

import (
	"candor/events"
	"candor/httpapi/limit"
)

// spend takes cost from the limit of the request's key.
func (c *Call) spend(cost int) limit.Allowance {
	return c.Keys.Take(c.Request.Context(), events.KeyID(c.Key.ID), cost, c.accessShows)
}

// LimitWrites counts a public write against its address, and refuses it beyond the limit.
func (c *Call) LimitWrites(w *limit.Writes) error {
	if a := w.Take(c.Request.Context(), c.Clock(), c.ClientAddr(), c.accessShows); !a.OK {
		return c.LimitedTo(w.Name(), "Too many requests from this address. Please try again in a minute.", a.Wait)
	}
	return nil
}

// accessShows waits until the read model of sessions, keys and limits shows a position, and reports whether it does.
func (c *Call) accessShows(p events.Position) bool { return c.Passed(p, c.Models.Access) }
