// Limits of public calls: an instance reports addresses that make many calls to the other instances.

package access

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/netip"
	"time"

	"candor/commands"
	"candor/commands/traffic"
	"candor/events"
)

// limitsKept is how long LimitUsed is kept; no limit that uses it looks further back.
const limitsKept = time.Hour

// LimitSubject returns the name of an address by which instances report it to each other; "" where no addresses are kept: each
// instance then counts by itself. Error: Unavailable.
func (h *Handler) LimitSubject(ctx context.Context, addr netip.Addr) (string, error) {
	if h.StoresNoAddresses() {
		return "", nil
	}
	salt, err := h.traffic.Visitors.Salt.Now(ctx)
	if err != nil {
		return "", commands.Typed(err)
	}
	sum := hmac.New(sha256.New, salt)
	sum.Write([]byte("limits\x00" + traffic.Network(addr).String()))
	return base64.RawURLEncoding.EncodeToString(sum.Sum(nil)[:16]), nil
}

// TellLimit reports calls of a limited kind to the other instances. Error: Unavailable.
func (h *Handler) TellLimit(ctx context.Context, limit, from string, calls int) (commands.Result, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), usageTimeout)
	defer cancel()
	if !h.limitsExpire.Load() {
		if _, err := h.Log.SetMaxAge(ctx, events.LimitsStream, limitsKept); err != nil {
			return commands.Result{}, commands.Typed(err)
		}
		h.limitsExpire.Store(true)
	}
	now := h.Now()
	e := events.Envelope{ID: events.NewID(), Event: events.LimitUsed{Limit: limit, From: from, Calls: calls, At: now},
		Metadata: events.Metadata{At: now, Actor: events.System, Via: events.ViaSystem}}
	p, err := events.Encode(e)
	if err != nil {
		return commands.Result{}, err
	}
	h.usage.recognise(e.ID, now)
	w, err := h.Log.Append(ctx, events.LimitsStream, events.Any, p)
	return commands.Result{Revision: w.Revision, Position: w.Position}, commands.Typed(err)
}
