// Events that can't be decoded or applied: keys, sessions and passwords that they may revoke stop working.

package access

import (
	"candor/events"
	"candor/projections/projector"
)

var _ projector.Withdrawer = (*access)(nil)

// Withdraw closes a key that an event deactivates or deletes, for ever; the session that it ends, or all of them if it can't be read which;
// and the password that another one replaces, with all sessions: signing in takes a new password.
func (a *access) Withdraw(t *projector.Tx, event *projector.Event, eventType string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var taken events.Event
	if events.TakesAway(eventType) {
		taken = events.Withdrawal(eventType, event.Stream, event.Created)
	}
	if known, ok := event.Data.(events.AdminLoggedOut); ok {
		taken = known
	}
	switch e := taken.(type) {
	case events.AdminPasswordSet:
		a.password = events.NoPassword
		a.rows(t).Put([]byte("password"), []byte(a.password))
		a.endSessions(t)
	case events.AdminLoggedOut:
		if e.SessionID == "" {
			a.endSessions(t)
		} else {
			a.endSession(t, e.SessionID)
		}
	default:
		id, ok := events.Number(event.Stream, events.KeyPrefix)
		if k, known := a.keys[id]; ok && known {
			k.IsActive, k.Revision = k.IsActive && taken == nil, event.Revision
			a.storeKey(t, k)
		}
	}
}

func (a *access) endSessions(t *projector.Tx) {
	for id := range a.sessions {
		a.endSession(t, id)
	}
}
