// Facts about the admin's password and sign-ins. Stream admin.

package events

import (
	"time"

	"github.com/google/uuid"
)

func init() {
	registerItem[AdminPasswordSet](1, AdminKind, ActionPasswordSet)
	registerItem[AdminLoggedIn](1, AdminKind, ActionSignedIn)
	registerItem[AdminLoginFailed](1, AdminKind, ActionSignInFailed)
	registerItem[AdminLoggedOut](1, AdminKind, ActionSignedOut)
}

// AdminPasswordSet says which password opens the dashboard from now on. It ends all sessions.
type AdminPasswordSet struct {
	PasswordHash string    `json:"passwordHash"` // argon2id, PHC string format
	At           time.Time `json:"at"`
}

// AdminLoggedIn says that a session began.
type AdminLoggedIn struct {
	SessionID string    `json:"sessionId"` // lower-case hex SHA-256 of the cookie's token
	Username  string    `json:"username" about:"title"`
	Address   string    `json:"address"` // the admin's own sign-in records keep their address (design.md)
	UserAgent string    `json:"userAgent,omitempty"`
	VisitorID uuid.UUID `json:"visitorId,omitzero"` // who had failed to sign in from there before, if anybody
	ExpiresAt time.Time `json:"expiresAt"`
	At        time.Time `json:"at"`
}

// AdminLoginFailed says that somebody gave a wrong name or password. The name they typed is not
// kept: people type passwords there. Where they are is in the visitor's own stream, which can be erased.
type AdminLoginFailed struct {
	Address   string    `json:"address,omitempty"`   // written by the first versions of Candor only
	UserAgent string    `json:"userAgent,omitempty"` // likewise
	VisitorID uuid.UUID `json:"visitorId,omitzero"`  // zero when no addresses are kept
	At        time.Time `json:"at"`
}

// AdminLoggedOut says that a session ended before its time.
type AdminLoggedOut struct {
	SessionID string    `json:"sessionId"`
	At        time.Time `json:"at"`
}

// SignIn reports whether events of the named type tell when somebody signs in or out, or tries to. They are chained like all
// events of their stream, but are no leaves of the tree that checkpoints sign (package proof): the tree's size is public, and
// whoever watched it would know when the admin comes and goes. Those that were stored before November 24, 2026 are leaves, as
// checkpoints that people hold count them; they lack [Metadata.Unproved].
func SignIn(eventType string) bool {
	switch eventType {
	case "AdminLoggedIn", "AdminLoginFailed", "AdminLoggedOut":
		return true
	}
	return false
}

func (AdminPasswordSet) EventType() string { return "AdminPasswordSet" }
func (AdminLoggedIn) EventType() string    { return "AdminLoggedIn" }
func (AdminLoginFailed) EventType() string { return "AdminLoginFailed" }
func (AdminLoggedOut) EventType() string   { return "AdminLoggedOut" }
