// The commands on API keys.

package access

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/events"
)

// NewKey is a key that was just issued. Plain is its text, which is stored nowhere.
type NewKey struct {
	commands.Result
	Name        string
	Plain       string
	Hint        string
	Permissions []string
	ExpiresAt   *time.Time
	CreatedAt   time.Time
}

// CreateKey issues a key. Errors: Invalid, Unavailable.
func (h *Handler) CreateKey(ctx context.Context, by commands.Caller, in KeyInput) (NewKey, error) {
	if errs := in.tidy(); len(errs) > 0 {
		return NewKey{}, commands.Refuse(errs...)
	}
	by.IdempotencyKey = "" // a retry could not return the same key
	plain := newKeyText()
	c := createKey{in: in, hash: HashKey(plain), hint: keyHint(plain), at: h.At(by)}
	if _, err := c.Decide(apiKey{}); err != nil {
		return NewKey{}, err // before a number is spent on it
	}
	ids, err := h.Reserve(ctx, by, keyKind, 1)
	if err != nil {
		return NewKey{}, err
	}
	c.id = events.KeyID(ids[0])
	evs, err := c.Decide(apiKey{})
	if err != nil {
		return NewKey{}, err
	}
	result, err := h.Create(ctx, by, c.id.Stream(), evs...)
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
func (h *Handler) DeactivateKey(ctx context.Context, by commands.Caller, id events.KeyID) (commands.Result, error) {
	return h.changeKey(ctx, by, id, deactivateKey{id: id, at: h.At(by)})
}

// DeleteKey removes a key from the list; it is invalid from now on. Errors: NotFound, Unavailable.
func (h *Handler) DeleteKey(ctx context.Context, by commands.Caller, id events.KeyID) (commands.Result, error) {
	return h.changeKey(ctx, by, id, deleteKey{id: id, at: h.At(by)})
}

func (h *Handler) changeKey(ctx context.Context, by commands.Caller, id events.KeyID, c commands.Decider[apiKey]) (commands.Result, error) {
	if id <= 0 {
		return commands.Result{}, commands.Missing("API key")
	}
	result, err := commands.Step[apiKey]{Stream: id.Stream(), Load: commands.Latest[apiKey], Command: c}.Run(ctx, h.Executor, by)
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
	return h.usage.add(id, cost, h.Now())
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
func (h *Handler) TellUse(ctx context.Context, id events.KeyID, more int, revision *uint64) (commands.Result, error) {
	return h.usage.tell(context.WithoutCancel(ctx), id, more, h.Now(), revision) // other requests wait for it, too
}

// OwnUse reports whether this process has counted an ApiKeyUsed or LimitUsed, by its event's id.
func (h *Handler) OwnUse(id uuid.UUID) bool {
	h.usage.mu.Lock()
	defer h.usage.mu.Unlock()
	_, own := h.usage.own[id]
	return own
}

// recordUse appends the use of a key, under an event id that this process remembers.
func (h *Handler) recordUse(ctx context.Context, c useKey, ifMatch *uint64) (commands.Result, error) {
	by := commands.Caller{Actor: events.System, Via: events.ViaSystem, IdempotencyKey: uuid.NewString()}
	h.usage.recognise(by.EventID(c.id.Stream(), "", 0), h.Now())
	result, err := commands.Step[apiKey]{Stream: c.id.Stream(), IfMatch: ifMatch, Load: commands.Latest[apiKey], Command: c}.Run(ctx,
		h.Executor, by)
	if err != nil && commands.KindOf(err) != commands.Conflict {
		h.Logger.Warn().Err(err).Str("stream", c.id.Stream()).Msg("key usage not recorded")
	}
	return result, err
}
