// Package access answers who may sign in or call the API: it holds the API keys, the admin's password and sessions, and the counts for
// limits.
package access

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections/projector"
)

// Version is the version of what Access makes of the log.
//
//	1: first
//	2: where sign-ins came from, for the audit log; failed ones are a visitor's, whose address is in a stream that can be erased
//	3: uses of keys have their event's id, by which an instance recognises its own; limits of public calls
const Version = 3

func init() { projector.Register("access", define) }

func define(projector.Config) projector.ReadModel {
	return projector.ReadModel{Definition: projector.Definition{
		Version:     Version,
		Prefixes:    []string{events.KeyPrefix, events.AdminStream, events.LimitsStream},
		CommitDelay: 25 * time.Millisecond,
		Personal:    true,
		New:         func() projector.Model { return newAccess() },
	}, Reader: func(p *projector.Projector) any { return &Reader{projector.NewView[*access](p)} }}
}

// Reader answers with keys and sessions. They are also in memory, as every request needs them.
type Reader struct{ projector.View[*access] }

// Key is an API key as the server checks it.
type Key struct {
	ID          int64      `json:"id"`
	Name        string     `json:"name"`
	Hash        string     `json:"hash"` // lower-case hex SHA-256 of the key's text
	Hint        string     `json:"hint"` // the prefix and the last characters, for lists
	Permissions []string   `json:"permissions"`
	IsActive    bool       `json:"isActive"`
	ExpiresAt   *time.Time `json:"expiresAt"` // the first moment at which it is refused; nil: never
	LastUsed    *time.Time `json:"lastUsed"`
	CreatedAt   time.Time  `json:"createdAt"`
	Revision    uint64     `json:"revision"`
}

// Session is a signed-in admin.
type Session struct {
	ID        string    `json:"id"` // lower-case hex SHA-256 of the cookie's token
	Username  string    `json:"username"`
	CreatedAt time.Time `json:"createdAt"`
	ExpiresAt time.Time `json:"expiresAt"` // the first moment at which it is refused
}

// KeyUse counts requests made with a key or, in LimitCalls, from an address, in the limit's unit. At is the time of the last one.
type KeyUse struct {
	ID   uuid.UUID `json:"id"` // of the event
	At   time.Time `json:"at"`
	Cost int       `json:"cost"`
}

// Keys returns all keys that are not deleted, including deactivated ones, newest first.
func (a *Reader) Keys() ([]Key, error) {
	m, err := a.Model()
	if err != nil {
		return nil, err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	keys := make([]Key, 0, len(m.keys))
	for _, id := range slices.Backward(slices.Sorted(maps.Keys(m.keys))) {
		keys = append(keys, m.keys[id])
	}
	return keys, nil
}

// Key returns one key. Its error is ErrNotFound or ErrNotReady.
func (a *Reader) Key(id int64) (Key, error) {
	m, err := a.Model()
	if err != nil {
		return Key{}, err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	k, ok := m.keys[id]
	if !ok {
		return Key{}, projector.ErrNotFound
	}
	return k, nil
}

// KeyByHash returns the key whose text has this hash, also a deactivated or expired one; false
// also while the model is not ready. Compare the hash once more in constant time.
func (a *Reader) KeyByHash(hash string) (Key, bool) {
	m, err := a.Model()
	if err != nil {
		return Key{}, false
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	id, ok := m.byHash[hash]
	return m.keys[id], ok
}

// Session returns a session that has neither ended nor expired at now. One that begins further in the future than it lasts
// isn't valid: the clock was wrong when it began, and the session would last that much longer.
func (a *Reader) Session(id string, now time.Time) (Session, bool) {
	m, err := a.Model()
	if err != nil {
		return Session{}, false
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	s, ok := m.sessions[id]
	return s, ok && s.valid(now)
}

func (s Session) valid(now time.Time) bool {
	length := s.ExpiresAt.Sub(s.CreatedAt)
	return now.Before(s.ExpiresAt) && s.CreatedAt.Sub(now) < length
}

// Sessions returns the sessions that have neither ended nor expired at now, newest first. Its error is ErrNotReady.
func (a *Reader) Sessions(now time.Time) ([]Session, error) {
	m, err := a.Model()
	if err != nil {
		return nil, err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	var open []Session
	for _, s := range m.sessions {
		if s.valid(now) {
			open = append(open, s)
		}
	}
	slices.SortFunc(open, func(a, b Session) int { return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(a.ID, b.ID)) })
	return open, nil
}

// SignIn holds where somebody signed in from, or tried to.
type SignIn struct {
	Address   string    `json:"address"`
	UserAgent string    `json:"userAgent,omitempty"`
	Visitor   uuid.UUID `json:"visitor,omitzero"` // of a failure: the visitor, whose stream holds address and browser until it is erased
}

// SignInOf returns where a session was begun, even if it ended long ago; false also while the model is not ready.
func (a *Reader) SignInOf(session string) (SignIn, bool) { return a.signIn(signInKey(session)) }

// FailedSignIn returns the origin of the failed sign-in at a position of the log.
func (a *Reader) FailedSignIn(at events.Position) (SignIn, bool) { return a.signIn(failedKey(at)) }

func (a *Reader) signIn(key []byte) (s SignIn, ok bool) {
	err := a.Read(func(m *access, t *projector.Tx) error {
		stored := m.rows(t).Get(key)
		if ok = stored != nil; ok && json.Unmarshal(stored, &s) != nil {
			panic(projector.Damage("a sign-in is no JSON"))
		}
		return nil
	})
	return s, ok && err == nil
}

// PasswordHash returns the admin's password hash, "" when none is set or the model is not ready.
func (a *Reader) PasswordHash() string {
	m, err := a.Model()
	if err != nil {
		return ""
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.password
}

// KeyUses returns the uses of a key after since, in the log's order, and the revision of the key's stream that they reach. It goes back
// to an hour before the key's last use.
func (a *Reader) KeyUses(id int64, since time.Time) (uses []KeyUse, revision uint64) {
	m, err := a.Model()
	if err != nil {
		return nil, 0
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, use := range m.uses[id] {
		if use.At.After(since) {
			uses = append(uses, use)
		}
	}
	return uses, m.keys[id].Revision
}

// LimitCalls returns the calls of a limited kind by one client after since, in the log's order. It goes back to a minute before the latest
// call by anyone.
func (a *Reader) LimitCalls(limit, from string, since time.Time) (calls []KeyUse) {
	m, err := a.Model()
	if err != nil {
		return nil
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, c := range m.calls {
		if c.Limit == limit && c.From == from && c.At.After(since) {
			calls = append(calls, c.KeyUse)
		}
	}
	return calls
}

// LoginFailures returns how often a visitor failed to sign in after since and after the visitor's last success, and when the first of these
// failures was. It goes back to 15 minutes before the last failure by anyone.
func (a *Reader) LoginFailures(visitor uuid.UUID, since time.Time) (n int, oldest time.Time) {
	m, err := a.Model()
	if err != nil {
		return 0, time.Time{}
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, f := range m.failures {
		if f.Visitor == visitor && f.At.After(since) {
			if n == 0 {
				oldest = f.At
			}
			n++
		}
	}
	return n, oldest
}

// KeyCounts returns how many API keys aren't deleted, and how many of them are accepted at now. Its error is ErrNotReady.
func (a *Reader) KeyCounts(now time.Time) (active, total int, err error) {
	m, err := a.Model()
	if err != nil {
		return 0, 0, err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, k := range m.keys {
		if k.IsActive && (k.ExpiresAt == nil || now.Before(*k.ExpiresAt)) {
			active++
		}
	}
	return active, len(m.keys), nil
}
