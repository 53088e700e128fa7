// The commands on API keys.

package commands

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

// NewKey is a key that was just issued. Plain is its text, which is stored nowhere.
type NewKey struct {
	Result
	Name        string
	Plain       string
	Hint        string
	Permissions []string
	ExpiresAt   *time.Time
	CreatedAt   time.Time
}

// CreateKey issues a key. Errors: Invalid, Unavailable.
func (h *Handler) CreateKey(ctx context.Context, by Caller, in KeyInput) (NewKey, error) {
	if errs := in.tidy(); len(errs) > 0 {
		return NewKey{}, invalid(errs...)
	}
	by.IdempotencyKey = "" // a retry could not return the same key
	plain := newKeyText()
	c := createKey{in: in, hash: HashKey(plain), hint: keyHint(plain), at: h.at(by)}
	if _, err := c.decide(apiKey{}); err != nil {
		return NewKey{}, err // before a number is spent on it
	}
	ids, err := h.reserve(ctx, by, keyKind, 1)
	if err != nil {
		return NewKey{}, err
	}
	c.id = events.KeyID(ids[0])
	evs, err := c.decide(apiKey{})
	if err != nil {
		return NewKey{}, err
	}
	result, err := h.create(ctx, by, c.id.Stream(), evs...)
	if err != nil {
		return NewKey{}, err
	}
	result.ID = ids[0]
	return NewKey{
		Result: result, Name: in.Name, Plain: plain, Hint: c.hint,
		Permissions: slices.Clone(in.Permissions), ExpiresAt: in.ExpiresAt, CreatedAt: c.at,
	}, nil
}

// DeactivateKey makes a key invalid from now on, for ever. Errors: NotFound, Unavailable.
func (h *Handler) DeactivateKey(ctx context.Context, by Caller, id events.KeyID) (Result, error) {
	return h.changeKey(ctx, by, id, deactivateKey{id: id, at: h.at(by)})
}

// DeleteKey removes a key from the list; it is invalid from now on. Errors: NotFound, Unavailable.
func (h *Handler) DeleteKey(ctx context.Context, by Caller, id events.KeyID) (Result, error) {
	return h.changeKey(ctx, by, id, deleteKey{id: id, at: h.at(by)})
}

func (h *Handler) changeKey(ctx context.Context, by Caller, id events.KeyID, c decider[apiKey]) (Result, error) {
	if id <= 0 {
		return Result{}, notFound("API key")
	}
	result, err := step[apiKey]{stream: id.Stream(), load: latest[apiKey], command: c}.run(ctx, h.executor, by)
	result.ID = int64(id)
	return result, err
}

// UseKey counts requests made with a key; cost is their number, as a bulk counts once for each of its items. They are recorded once
// a minute, by [Handler.Close] and by [Handler.TellUse]. It returns how many are not recorded yet, of which the other instances don't
// know; 0 while the log is unavailable.
func (h *Handler) UseKey(id events.KeyID, cost int) (untold int) {
	if id <= 0 || cost <= 0 {
		return 0
	}
	return h.usage.add(id, cost, h.now())
}

// Untold returns how many counted requests of a key are not recorded yet.
func (h *Handler) Untold(id events.KeyID) int {
	h.usage.mu.Lock()
	defer h.usage.mu.Unlock()
	return h.usage.pending[id].requests
}

// LastUse returns when a key was last used at this instance; zero if it was not used since the start. It is recorded within a minute.
func (h *Handler) LastUse(id events.KeyID) time.Time {
	h.usage.mu.Lock()
	defer h.usage.mu.Unlock()
	return h.usage.last[id]
}

// TellUse records the counted requests of a key, and more of them, now. With a revision they are
// recorded only on top of it: a Conflict means that use was recorded since (Seen is where), and more is not counted. After another error
// (Unavailable) all of them stay counted, and are recorded later.
func (h *Handler) TellUse(ctx context.Context, id events.KeyID, more int, revision *uint64) (Result, error) {
	return h.usage.tell(context.WithoutCancel(ctx), id, more, h.now(), revision) // other requests wait for it, too
}

// OwnUse reports whether this process has counted an ApiKeyUsed or LimitUsed, by its event's id.
func (h *Handler) OwnUse(id uuid.UUID) bool {
	h.usage.mu.Lock()
	defer h.usage.mu.Unlock()
	_, own := h.usage.own[id]
	return own
}

// recordUse appends the use of a key, under an event id that this process remembers.
func (h *Handler) recordUse(ctx context.Context, c useKey, ifMatch *uint64) (Result, error) {
	by := Caller{Actor: events.System, Via: events.ViaSystem, IdempotencyKey: uuid.NewString()}
	h.usage.recognise(by.eventID(c.id.Stream(), "", 0), h.now())
	result, err := step[apiKey]{stream: c.id.Stream(), ifMatch: ifMatch, load: latest[apiKey], command: c}.run(ctx, h.executor, by)
	if err != nil && KindOf(err) != Conflict {
		h.logger.Warn().Err(err).Str("stream", c.id.Stream()).Msg("key usage not recorded")
	}
	return result, err
}
