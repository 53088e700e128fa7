// The commands on the admin's account.

package commands

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/netip"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"candor/events"
)

// account keeps the admin's folded stream in memory, since every sign-in makes it longer: each
// command reads only what came after. The lock also keeps this process's own commands from racing.
type account struct {
	mu     sync.Mutex
	loaded loaded[admin]
}

// read returns the present state.
func (a *account) read(ctx context.Context, log EventLog) (admin, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := catchUp(ctx, log, events.AdminStream, &a.loaded); err != nil {
		return admin{}, typed(err)
	}
	return a.loaded.state, nil
}

// execute carries out a command on the account.
func (a *account) execute(ctx context.Context, h *Handler, by Caller, c decider[admin]) (Result, error) {
	by.IdempotencyKey = "" // its stream isn't read from the start, where a repetition would be found
	a.mu.Lock()
	defer a.mu.Unlock()
	return step[admin]{
		stream:  events.AdminStream,
		command: c,
		load: func(ctx context.Context, log EventLog, stream string, l *loaded[admin]) error {
			err := catchUp(ctx, log, stream, &a.loaded)
			*l = a.loaded
			return err
		},
	}.run(ctx, h, by)
}

// SignIn is what came with a sign-in.
type SignIn struct {
	SignInInput
	Address   netip.Addr // of the client
	UserAgent string
}

// Session is an open session. Token is for the cookie; only its hash, ID, is stored.
type Session struct {
	Token     string
	ID        string
	ExpiresAt time.Time
	Result
}

// SetPassword changes the admin's password and ends all sessions; the password that is set already
// changes nothing. Errors: Invalid on "password", Unavailable.
func (h *Handler) SetPassword(ctx context.Context, by Caller, password string) (Result, error) {
	if err := CheckPassword(password); err != nil {
		return Result{}, err
	}
	return h.setPassword(ctx, by, password, false)
}

// SetFirstPassword sets the admin's password, if none was ever set; the result's Position is 0 otherwise. Of several instances that
// start on an empty log, one sets its password. Errors as for SetPassword.
func (h *Handler) SetFirstPassword(ctx context.Context, by Caller, password string) (Result, error) {
	return h.setPassword(ctx, by, password, true)
}

// setPassword looks again when the password that it compared with is another by now.
func (h *Handler) setPassword(ctx context.Context, by Caller, password string, first bool) (Result, error) {
	for range maxAttempts {
		state, err := h.admin.read(ctx, h.log)
		if err != nil || first && state.passwordHash != "" {
			return Result{}, err
		}
		c := setPassword{old: state.passwordHash, at: h.at(by)}
		err = h.hasher.do(ctx, func() error {
			if old, err := parsePHC(state.passwordHash); err != nil || !old.matches(password) {
				c.hash = hashPassword(password)
			}
			return nil
		})
		if err != nil || c.hash == "" {
			return Result{}, err
		}
		if result, err := h.admin.execute(ctx, h, by, c); !errors.Is(err, errOtherPassword) {
			return result, err
		}
	}
	return Result{}, tooBusy()
}

// SignIn begins a session. A wrong name or password is Unauthorized and recorded; the session's
// Position is then where that stands. Either costs the same time. Who has failed too often is RateLimited, whatever was given. Other
// errors: Unavailable.
func (h *Handler) SignIn(ctx context.Context, by Caller, in SignIn) (Session, error) {
	state, err := h.admin.read(ctx, h.log)
	if err != nil {
		return Session{}, err
	}
	from, err := h.signInOrigin(ctx, in.Address)
	if err != nil {
		return Session{}, typed(err)
	}
	if err := state.signInAllowed(from, h.at(by)); err != nil {
		return Session{}, err
	}
	stored, err := parsePHC(state.passwordHash)
	if err != nil {
		stored = nobody
	}
	right := sameText(strings.TrimSpace(in.Username), h.adminUsername)
	if err := h.hasher.do(ctx, func() error {
		right = stored.matches(in.Password) && right
		return nil
	}); err != nil {
		return Session{}, err
	}
	userAgent := truncate(tidyLine(strings.ToValidUTF8(in.UserAgent, "")), maxUserAgent)
	if !right {
		result, err := h.failSignIn(ctx, by, in, userAgent, from)
		if err != nil {
			return Session{}, err
		}
		return Session{Result: result}, wrongPassword()
	}
	var secret [32]byte
	_, _ = rand.Read(secret[:]) // never fails: crypto/rand ends the program instead
	s := Session{Token: base64.RawURLEncoding.EncodeToString(secret[:])}
	s.ID = SessionID(s.Token)
	c := logIn{
		verifiedHash: state.passwordHash, session: s.ID, username: h.adminUsername,
		address: addressText(in.Address), userAgent: userAgent, visitor: from.who(), from: from, at: h.at(by),
	}
	if s.Result, err = h.admin.execute(ctx, h, by, c); err != nil {
		return Session{}, err
	}
	s.ExpiresAt = c.at.Add(sessionLength)
	return s, nil
}

// failSignIn records that somebody gave a wrong name or password. Who it was is a visitor, whose address and user agent are in
// a stream that can be erased; where no addresses are kept, nobody knows.
func (h *Handler) failSignIn(ctx context.Context, by Caller, in SignIn, userAgent string, from *signInOrigin) (Result, error) {
	c := failLogIn{from: from, at: h.at(by)}
	if h.visitors.keep != KeepNone {
		v, err := h.visitor(ctx, by, TrackInput{UserAgent: userAgent}, in.Address, h.now())
		if err != nil {
			return Result{}, typed(err)
		}
		c.visitor = v.id
		h.failedFrom.put(v.id, Network(in.Address))
	}
	return h.admin.execute(ctx, h, by, c)
}

// KeepsNoAddresses reports whether visitors can't be told apart by where they are.
func (h *Handler) KeepsNoAddresses() bool { return h.visitors.keep == KeepNone }

// SignOut ends a session; one that is over already changes nothing. Error: Unavailable.
func (h *Handler) SignOut(ctx context.Context, by Caller, sessionID string) (Result, error) {
	return h.admin.execute(ctx, h, by, logOut{session: sessionID, at: h.at(by)})
}

// SessionID is the id under which a session with that token is stored: its lower-case hex SHA-256.
func SessionID(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// sameText compares in a time that depends on neither text.
func sameText(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// truncate cuts text to at most most bytes, between characters.
func truncate(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}
