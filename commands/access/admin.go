// The admin aggregate: the password and the sessions that are open.

package access

import (
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/events"
)

const (
	sessionLength = 24 * time.Hour // spec.md section 9
)

// admin is the state of the admin's account.
type admin struct {
	passwordHash string               // "" until one is set
	sessions     map[string]time.Time // id → when it ends; never changed in place
	failures     []signInTry          // of the last signInSpan, oldest first; appended to or replaced, never changed in place
}

func (s admin) Evolve(e events.Event) admin {
	switch e := e.(type) {
	case events.AdminPasswordSet:
		s.passwordHash, s.sessions = e.PasswordHash, nil
	case events.AdminLoggedIn:
		open := maps.Clone(s.sessions)
		maps.DeleteFunc(open, func(_ string, end time.Time) bool { return !end.After(e.At) })
		if open == nil {
			open = map[string]time.Time{}
		}
		open[e.SessionID] = e.ExpiresAt
		s.sessions = open
		if e.VisitorID != uuid.Nil {
			s.failures = slices.DeleteFunc(slices.Clone(s.failures), func(f signInTry) bool { return f.visitor == e.VisitorID })
		}
		if network := successfulNetwork(e.Address); network.IsValid() && len(s.failures) > 0 {
			s.failures = withTry(s.failures, signInTry{cleared: network, at: e.At})
		}
	case events.AdminLoginFailed:
		if e.VisitorID == uuid.Nil {
			return s // it can be attributed to no address
		}
		s.failures = withTry(s.failures, signInTry{visitor: e.VisitorID, at: e.At})
	case events.AdminLoggedOut:
		if e.SessionID == "" { // it can't be read which
			s.sessions = nil
			break
		}
		s.sessions = maps.Clone(s.sessions)
		delete(s.sessions, e.SessionID)
	}
	return s
}

// setPassword replaces the hash of the old password. The handler has checked that the new password is a different one.
type setPassword struct {
	hash, old string
	at        time.Time
}

// Decide fails when another password was set in the meantime, which may be the same one.
func (c setPassword) Decide(s admin) ([]events.Event, error) {
	if s.passwordHash != c.old {
		return nil, errOtherPassword
	}
	return []events.Event{events.AdminPasswordSet{PasswordHash: c.hash, At: c.at}}, nil
}

// errOtherPassword says that the password was changed after it was compared.
var errOtherPassword = errors.New("the password was changed in the meantime")

// logIn begins a session after the password was verified against verifiedHash.
type logIn struct {
	verifiedHash string
	session      string
	username     string
	address      string
	userAgent    string
	visitor      uuid.UUID
	from         *signInOrigin // nil: no addresses are kept
	at           time.Time
}

// Decide refuses a sign-in when the password was changed in the meantime, or when too many sign-ins have failed since.
func (c logIn) Decide(s admin) ([]events.Event, error) {
	if err := s.signInAllowed(c.from, c.at); err != nil {
		return nil, err
	}
	if s.passwordHash != c.verifiedHash {
		return nil, wrongPassword()
	}
	if !slices.ContainsFunc(s.failures, func(f signInTry) bool { return f.visitor == c.visitor }) {
		c.visitor = uuid.Nil
	}
	return []events.Event{events.AdminLoggedIn{
		SessionID: c.session, Username: c.username, Address: c.address, UserAgent: c.userAgent, VisitorID: c.visitor,
		ExpiresAt: c.at.Add(sessionLength), At: c.at,
	}}, nil
}

// failLogIn records a sign-in with a wrong name or password.
type failLogIn struct {
	visitor uuid.UUID
	from    *signInOrigin
	at      time.Time
}

func (c failLogIn) Decide(s admin) ([]events.Event, error) {
	if err := s.signInAllowed(c.from, c.at); err != nil {
		return nil, err
	}
	return []events.Event{events.AdminLoginFailed{VisitorID: c.visitor, At: c.at}}, nil
}

// logOut ends a session before it expires. It records nothing if the session is not open.
type logOut struct {
	session string
	at      time.Time
}

func (c logOut) Decide(s admin) ([]events.Event, error) {
	if end, open := s.sessions[c.session]; !open || !end.After(c.at) {
		return nil, nil
	}
	return []events.Event{events.AdminLoggedOut{SessionID: c.session, At: c.at}}, nil
}

// endOtherSessions ends all sessions but one before they expire.
type endOtherSessions struct {
	session string
	at      time.Time
}

func (c endOtherSessions) Decide(s admin) ([]events.Event, error) {
	var ended []events.Event
	for _, id := range slices.Sorted(maps.Keys(s.sessions)) {
		if id != c.session && s.sessions[id].After(c.at) {
			ended = append(ended, events.AdminLoggedOut{SessionID: id, At: c.at})
		}
	}
	return ended, nil
}

// changePassword replaces the password, which ends all sessions, and begins one for whoever changed it.
type changePassword struct {
	set setPassword
	in  logIn
}

func (c changePassword) Decide(s admin) ([]events.Event, error) {
	set, err := c.set.Decide(s)
	if err != nil {
		return nil, err
	}
	in, err := c.in.Decide(s)
	return append(set, in...), err
}

// wrongPassword returns the spec's answer to a wrong name or password, whichever it was.
func wrongPassword() *commands.Error {
	return &commands.Error{Kind: commands.Unauthorized, Message: "Invalid username or password."}
}
