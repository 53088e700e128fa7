// The commands on API keys.

package commands

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

// NewKey is a key just handed out; Plain is nowhere else and never again.
type NewKey struct {
	Result
	Name        string
	Plain       string
	Hint        string
	Permissions []string
	ExpiresAt   *time.Time
	CreatedAt   time.Time
}

// CreateKey hands out a key. Errors: Invalid, Unavailable.
func (h *Handler) CreateKey(ctx context.Context, by Caller, in KeyInput) (NewKey, error) {
	if errs := in.tidy(); len(errs) > 0 {
		return NewKey{}, invalid(errs...)
	}
	by.IdempotencyKey = "" // a retry could not be told the same key
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

// DeactivateKey refuses a key from now on, for ever. Errors: NotFound, Unavailable.
func (h *Handler) DeactivateKey(ctx context.Context, by Caller, id events.KeyID) (Result, error) {
	return h.changeKey(ctx, by, id, deactivateKey{id: id, at: h.at(by)})
}

// DeleteKey takes a key off the list; it is refused from now on. Errors: NotFound, Unavailable.
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

// UseKey counts requests made with a key; cost is how many, a bulk's items. They are recorded once a minute, by [Handler.Close] and
// by [Handler.TellUse]. It returns how many the other instances have not been told of; 0 while the log is away.
func (h *Handler) UseKey(id events.KeyID, cost int) (untold int) {
	if id <= 0 || cost <= 0 {
		return 0
	}
	return h.usage.add(id, cost, h.now())
}

// Untold is how many counted requests of a key the other instances have not been told of.
func (h *Handler) Untold(id events.KeyID) int {
	h.usage.mu.Lock()
	defer h.usage.mu.Unlock()
	return h.usage.pending[id].requests
}

// LastUse returns when a key was last used at this instance; zero if it was not used since the start. The log learns of it within a minute.
func (h *Handler) LastUse(id events.KeyID) time.Time {
	h.usage.mu.Lock()
	defer h.usage.mu.Unlock()
	return h.usage.last[id]
}

// TellUse records what was counted of a key, and more requests with it, now. With a revision they are
// recorded on top of it alone: Conflict says that more was recorded since, Seen where, and more is not counted. After another error
// (Unavailable) all stays counted, and is recorded later.
func (h *Handler) TellUse(ctx context.Context, id events.KeyID, more int, revision *uint64) (Result, error) {
	return h.usage.tell(context.WithoutCancel(ctx), id, more, h.now(), revision) // others wait for it, too
}

// OwnUse reports whether an ApiKeyUsed or LimitUsed, by its event's id, is one that this process has counted.
func (h *Handler) OwnUse(id uuid.UUID) bool {
	h.usage.mu.Lock()
	defer h.usage.mu.Unlock()
	_, own := h.usage.own[id]
	return own
}

// recordUse appends the use of a key, under an event id that is known before.
func (h *Handler) recordUse(ctx context.Context, c useKey, ifMatch *uint64) (Result, error) {
	by := Caller{Actor: events.System, Via: events.ViaSystem, IdempotencyKey: uuid.NewString()}
	h.usage.recognise(by.eventID(c.id.Stream(), "", 0), h.now())
	result, err := step[apiKey]{stream: c.id.Stream(), ifMatch: ifMatch, load: latest[apiKey], command: c}.run(ctx, h.executor, by)
	if err != nil && KindOf(err) != Conflict {
		h.logger.Warn().Err(err).Str("stream", c.id.Stream()).Msg("key usage not recorded")
	}
	return result, err
}
