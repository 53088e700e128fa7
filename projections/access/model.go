// The model behind Access.

package access

import (
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

const (
	useWindow     = time.Hour        // how far the limiter looks back (spec.md section 9)
	failureWindow = 15 * time.Minute // how far the sign-in limit looks back (design.md)
	maxFailures   = 2048             // remembered; the log has at most 10 for each address in the window
	callWindow    = time.Minute      // how far the limits of public calls look back (design.md)
	maxCalls      = 4096             // remembered; about ten calls each
	maxUses       = 2048             // remembered of one key; each instance writes a few a minute
)

// access is one generation's access. Its rows, in bucket "access":
//
//	"key/"      00…02      → JSON of Key
//	"session/"  "9f86d0…"  → JSON of Session
//	"uses/"     00…02      → JSON of []KeyUse
//	"failures"             → JSON of []loginFailure
//	"calls"                → JSON of []limitedCall
//	"password"             → the hash
//	"sign-in/"  "9f86d0…"  → JSON of SignIn, by session
//	"failed/"   00…2a      → JSON of SignIn, by the failure's position
//
// The last two are in the file only, as their number grows without bound.
// Apply changes the maps under mu, before the commit: what they show is in the log already.
type access struct {
	projector.RowsOnly
	mu       sync.RWMutex
	keys     map[int64]Key
	byHash   map[string]int64
	sessions map[string]Session
	uses     map[int64][]KeyUse
	failures []loginFailure // oldest first
	calls    []limitedCall  // in the log's order
	password string
}

type limitedCall struct {
	Limit string `json:"limit"`
	From  string `json:"from"`
	KeyUse
}

type loginFailure struct {
	Visitor uuid.UUID `json:"visitor"`
	At      time.Time `json:"at"`
}

func newAccess() *access {
	return &access{keys: map[int64]Key{}, byHash: map[string]int64{}, sessions: map[string]Session{}, uses: map[int64][]KeyUse{}}
}

func keyKey(id int64) []byte      { return append([]byte("key/"), projector.Number(id)...) }
func sessionKey(id string) []byte { return []byte("session/" + id) }
func signInKey(id string) []byte  { return []byte("sign-in/" + id) }
func usesKey(id int64) []byte     { return append([]byte("uses/"), projector.Number(id)...) }
func failedKey(at events.Position) []byte {
	return append([]byte("failed/"), projector.Number(uint64(at))...)
}
func (a *access) rows(t *projector.Tx) projector.Bucket { return t.Bucket("access") }

func (a *access) Load(t *projector.Tx) error {
	var err error
	each := func(prefix string, take func(key, payload []byte) error) {
		a.rows(t).Scan([]byte(prefix), nil, func(key, payload []byte) bool {
			err = take(key[len(prefix):], payload)
			return err == nil
		})
	}
	each("key/", func(_, payload []byte) error {
		var k Key
		err := json.Unmarshal(payload, &k)
		a.keys[k.ID], a.byHash[k.Hash] = k, k.ID
		return err
	})
	if err == nil {
		each("session/", func(key, payload []byte) error {
			var s Session
			err := json.Unmarshal(payload, &s)
			a.sessions[string(key)] = s
			return err
		})
	}
	if err == nil {
		each("uses/", func(key, payload []byte) error {
			var uses []KeyUse
			err := json.Unmarshal(payload, &uses)
			a.uses[int64(projector.ParseNumber(key))] = uses
			return err
		})
	}
	if stored := a.rows(t).Get([]byte("failures")); err == nil && stored != nil {
		err = json.Unmarshal(stored, &a.failures)
	}
	if stored := a.rows(t).Get([]byte("calls")); err == nil && stored != nil {
		err = json.Unmarshal(stored, &a.calls)
	}
	a.password = string(a.rows(t).Get([]byte("password")))
	return err
}

func (a *access) Apply(t *projector.Tx, event *projector.Event) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch e := event.Data.(type) {
	case events.ApiKeyCreated:
		k := Key{ID: int64(e.KeyID), Name: e.Name, Hash: e.Hash, Hint: e.Hint, Permissions: answers.List(e.Permissions), IsActive: true,
			ExpiresAt: utc(e.ExpiresAt), CreatedAt: e.At.UTC(), Revision: event.Revision}
		a.byHash[k.Hash] = k.ID
		a.storeKey(t, k)
	case events.ApiKeyUsed:
		k, ok := a.keys[int64(e.KeyID)]
		if !ok {
			return false
		}
		if k.LastUsed == nil || e.At.After(*k.LastUsed) {
			k.LastUsed = utc(&e.At)
		}
		k.Revision = event.Revision
		a.storeKey(t, k)
		a.storeUse(t, k.ID, KeyUse{ID: event.ID, At: e.At.UTC(), Cost: e.Requests})
	case events.ApiKeyDeactivated:
		k, ok := a.keys[int64(e.KeyID)]
		if !ok {
			return false
		}
		k.IsActive, k.Revision = false, event.Revision
		a.storeKey(t, k)
	case events.ApiKeyDeleted:
		k, ok := a.keys[int64(e.KeyID)]
		if !ok {
			return false
		}
		delete(a.byHash, k.Hash)
		delete(a.keys, k.ID)
		delete(a.uses, k.ID)
		a.rows(t).Delete(keyKey(k.ID))
		a.rows(t).Delete(usesKey(k.ID))
	case events.AdminPasswordSet:
		a.password = e.PasswordHash
		a.rows(t).Put([]byte("password"), []byte(e.PasswordHash))
		a.endSessions(t)
	case events.AdminLoggedIn:
		a.startSession(t, e)
	case events.AdminLoggedOut:
		a.endSession(t, e.SessionID)
	case events.AdminLoginFailed:
		a.rows(t).Put(failedKey(event.Position), projector.Encode(SignIn{Address: e.Address, UserAgent: e.UserAgent, Visitor: e.VisitorID}))
		if e.VisitorID == uuid.Nil {
			return true // there is no address to count it for
		}
		a.failures = append(a.failures, loginFailure{e.VisitorID, e.At.UTC()})
		a.storeFailures(t, func(f loginFailure) bool { return e.At.Sub(f.At) > failureWindow })
	case events.LimitUsed:
		recent := slices.DeleteFunc(slices.Clone(a.calls), func(c limitedCall) bool { return e.At.Sub(c.At) > callWindow })
		recent = append(recent, limitedCall{e.Limit, e.From, KeyUse{ID: event.ID, At: e.At.UTC(), Cost: e.Calls}})
		a.calls = recent[max(0, len(recent)-maxCalls):]
		a.rows(t).Put([]byte("calls"), projector.Encode(a.calls))
	default:
		return false
	}
	return true
}

func (a *access) storeKey(t *projector.Tx, k Key) {
	a.keys[k.ID] = k
	a.rows(t).Put(keyKey(k.ID), projector.Encode(k))
}

func (a *access) storeUse(t *projector.Tx, id int64, use KeyUse) {
	uses := append(slices.Clone(a.uses[id]), use)
	uses = slices.DeleteFunc(uses, func(old KeyUse) bool { return use.At.Sub(old.At) > useWindow })
	uses = uses[max(0, len(uses)-maxUses):]
	a.uses[id] = uses
	a.rows(t).Put(usesKey(id), projector.Encode(uses))
}

// startSession begins a session, forgets those that had expired by then, and clears the visitor's failures.
func (a *access) startSession(t *projector.Tx, e events.AdminLoggedIn) {
	for id, s := range a.sessions {
		if !e.At.Before(s.ExpiresAt) {
			a.endSession(t, id)
		}
	}
	s := Session{ID: e.SessionID, Username: e.Username, CreatedAt: e.At.UTC(), ExpiresAt: e.ExpiresAt.UTC()}
	a.sessions[s.ID] = s
	a.rows(t).Put(sessionKey(s.ID), projector.Encode(s))
	a.rows(t).Put(signInKey(s.ID), projector.Encode(SignIn{Address: e.Address, UserAgent: e.UserAgent}))
	a.storeFailures(t, func(f loginFailure) bool { return f.Visitor == e.VisitorID || e.At.Sub(f.At) > failureWindow })
}

func (a *access) endSession(t *projector.Tx, id string) {
	delete(a.sessions, id)
	a.rows(t).Delete(sessionKey(id))
}

// storeFailures stores the failures that still count.
func (a *access) storeFailures(t *projector.Tx, over func(loginFailure) bool) {
	recent := slices.DeleteFunc(slices.Clone(a.failures), over)
	a.failures = recent[max(0, len(recent)-maxFailures):]
	a.rows(t).Put([]byte("failures"), projector.Encode(a.failures))
}

func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	moved := t.UTC()
	return &moved
}
