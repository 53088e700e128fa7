// Limits: what is counted for a request, and refused beyond.

package httpapi

import (
	"candor/events"
	"candor/httpapi/limit"
)

// spend takes cost from the limit of the request's key.
func (x *exchange) spend(cost int) limit.Allowance {
	return x.keys.Take(x.request.Context(), events.KeyID(x.key.ID), cost, x.accessShows)
}

// limitWrites counts a public write against its address, and refuses it beyond the limit.
func (x *exchange) limitWrites(w *limit.Writes) error {
	if a := w.Take(x.request.Context(), x.Clock(), x.clientAddr(), x.accessShows); !a.OK {
		return x.limitedTo(w.Name(), "Too many requests from this address. Please try again in a minute.", a.Wait)
	}
	return nil
}

// accessShows waits until the read model of sessions, keys and limits shows a position, and reports whether it does.
func (x *exchange) accessShows(p events.Position) bool { return x.passed(p, x.Models.Access) }
