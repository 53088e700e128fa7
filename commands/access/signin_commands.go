// The commands that open and close the admin's sessions.

package access

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
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/commands/input"
	"candor/commands/traffic"
	"candor/events"
)

// SignIn is a sign-in as it was received.
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
	commands.Result
}

// SignIn begins a session. A wrong name or password is Unauthorized and recorded; the session's Position is then that of
// the record. Both outcomes take the same time. After too many failures even the right password is RateLimited. Other
// errors: Unavailable.
func (h *Handler) SignIn(ctx context.Context, by commands.Caller, in SignIn) (Session, error) {
	state, err := h.admin.read(ctx, h.Log)
	if err != nil {
		return Session{}, err
	}
	from, err := h.signInOrigin(ctx, in.Address)
	if err != nil {
		return Session{}, commands.Typed(err)
	}
	if err := state.signInAllowed(from, h.At(by)); err != nil {
		return Session{}, err
	}
	stored := state.passwordHash
	if checkHash(stored) != nil {
		stored = dummyHash
	}
	right := sameText(strings.TrimSpace(in.Username), h.adminUsername)
	if err := h.hasher.do(ctx, func() error {
		right = matches(in.Password, stored) && right
		return nil
	}); err != nil {
		return Session{}, err
	}
	userAgent := tidyUserAgent(in.UserAgent)
	if !right {
		result, err := h.failSignIn(ctx, by, in.Address, userAgent, from)
		if err != nil {
			return Session{}, err
		}
		return Session{Result: result}, wrongPassword()
	}
	s, c := h.newSession(by, state.passwordHash, from, in.Address, userAgent)
	if s.Result, err = h.admin.execute(ctx, h.Executor, by, c); err != nil {
		return Session{}, err
	}
	return s, nil
}

// newSession returns a session of whoever has given the password with the hash, and the command that begins it.
func (h *Handler) newSession(by commands.Caller, hash string, from *signInOrigin, address netip.Addr, userAgent string) (Session, logIn) {
	var secret [32]byte
	_, _ = rand.Read(secret[:]) // never fails: crypto/rand ends the program instead
	token := base64.RawURLEncoding.EncodeToString(secret[:])
	at := h.At(by)
	s := Session{Token: token, ID: SessionID(token), ExpiresAt: at.Add(sessionLength)}
	return s, logIn{
		verifiedHash: hash, session: s.ID, username: h.adminUsername,
		address: traffic.AddressText(address), userAgent: userAgent, visitor: from.who(), from: from, at: at,
	}
}

// failSignIn records a sign-in with a wrong name or password. It names a visitor, whose address and user agent are in a stream that can be
// erased; where no addresses are kept, it contains no address. While the log's disk is reserved for the admin, it isn't recorded: its
// caller counts it.
func (h *Handler) failSignIn(ctx context.Context, by commands.Caller, address netip.Addr, userAgent string,
	from *signInOrigin) (commands.Result, error) {
	c := failLogIn{from: from, at: h.At(by)}
	if h.traffic.Visitors.Policy() != traffic.KeepNone {
		v, err := h.traffic.Visitor(ctx, by, traffic.TrackInput{UserAgent: userAgent}, address, h.Now())
		if errors.Is(err, events.ErrReserved) {
			return commands.Result{}, nil
		}
		if err != nil {
			return commands.Result{}, commands.Typed(err)
		}
		c.visitor = v.ID
		h.failedFrom.Put(v.ID, traffic.Network(address))
	}
	result, err := h.admin.execute(ctx, h.Executor, by, c)
	if errors.Is(err, events.ErrReserved) {
		return commands.Result{}, nil
	}
	return result, err
}

func tidyUserAgent(userAgent string) string {
	return input.Truncate(input.TidyLine(strings.ToValidUTF8(userAgent, "")), traffic.MaxUserAgent)
}

// StoresNoAddresses reports whether visitors can't be distinguished by their addresses.
func (h *Handler) StoresNoAddresses() bool { return h.traffic.Visitors.Policy() == traffic.KeepNone }

// SignOut ends a session; if it has ended already, nothing changes. Error: Unavailable.
func (h *Handler) SignOut(ctx context.Context, by commands.Caller, sessionID string) (commands.Result, error) {
	return h.admin.execute(ctx, h.Executor, by, logOut{session: sessionID, at: h.At(by)})
}

// EndOtherSessions ends all sessions but one. Error: Unavailable.
func (h *Handler) EndOtherSessions(ctx context.Context, by commands.Caller, sessionID string) (commands.Result, error) {
	return h.admin.execute(ctx, h.Executor, by, endOtherSessions{session: sessionID, at: h.At(by)})
}

// SessionID returns the id under which a session with that token is stored: its lower-case hex SHA-256.
func SessionID(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// signInOrigin returns which failed sign-ins count against an address: those of its visitor and, for IPv6, those from its
// networks. It returns nil where no addresses are kept.
func (h *Handler) signInOrigin(ctx context.Context, addr netip.Addr) (*signInOrigin, error) {
	if h.traffic.Visitors.Policy() == traffic.KeepNone {
		return nil, nil
	}
	addr = addr.Unmap().WithZone("")
	who, err := h.traffic.Visitors.Expected(ctx, addr)
	if err != nil {
		return nil, err
	}
	now := h.Now()
	return &signInOrigin{
		visitor: who,
		network: traffic.Network(addr),
		networkOf: func(other uuid.UUID) (netip.Addr, bool) {
			if other == who {
				return traffic.Network(addr), true
			}
			if !addr.Is6() {
				return netip.Addr{}, false
			}
			return h.failedNetwork(other)
		},
		since: func(at time.Time) time.Time {
			if !at.After(now) {
				return at
			}
			seen, known := h.aheadSince.Get(at) // the clock was fast then: it counts from when that was noticed
			if !known {
				seen = now
				h.aheadSince.Put(at, seen)
			}
			return seen
		},
	}, nil
}

// failedNetwork returns the network of a visitor who failed to sign in; this process or the read model knows it.
func (h *Handler) failedNetwork(visitor uuid.UUID) (netip.Addr, bool) {
	network, known := h.failedFrom.Get(visitor)
	if known || h.traffic.Visitors.Index == nil {
		return network, known
	}
	stored, ok := h.traffic.Visitors.Index.AddressOf(visitor)
	if !ok {
		return netip.Addr{}, false
	}
	there, err := netip.ParseAddr(stored)
	if err != nil {
		return netip.Addr{}, false
	}
	network = traffic.Network(there)
	h.failedFrom.Put(visitor, network)
	return network, true
}

// sameText compares two texts in a time that depends on neither.
func sameText(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
