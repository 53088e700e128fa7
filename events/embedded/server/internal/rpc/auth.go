package rpc

// Who calls: users, their passwords, and what every method asks of its caller.

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"

	"candor/events/embedded/internal/engine"
)

// User is somebody who may call.
type User struct {
	Name, Password string
	Groups         []string
	// Only, if not nil, are prefixes of stream names: the user reads streams with such names and nothing else, and writes nothing,
	// whatever an access list says.
	Only []string
	// Random says that the password is a long random one, which nobody guesses: it is compared however many wrong ones there were.
	Random bool
}

// caller is the user of a call.
type caller struct {
	names []string // the user's and the groups', as access lists have them
	admin bool
	only  []string
	hash  [sha256.Size]byte // of "name:password"
}

// anybody calls a node without authentication: an administrator, as on the real server in its insecure mode.
var anybody = &caller{admin: true}

// callerKey is where a call's context has its caller.
type callerKey struct{}

// withCaller returns ctx with c as the caller.
func withCaller(ctx context.Context, c *caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// Auth lets in callers with a user's name and password, and tells handlers who they are.
type Auth struct {
	random  []*caller // with passwords that can't be guessed
	users   []*caller // all others
	guesses *Guesses
}

// signedIn is what a connection carries along: who has signed in on it with the right password. Their calls are not held up by others'
// guesses, nor by their own for another user's password.
type signedIn struct {
	credentials.TLSInfo
	mu      sync.Mutex
	callers []*caller
}

func (s *signedIn) add(c *caller) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.callers, c) {
		s.callers = append(s.callers, c)
	}
}

func (s *signedIn) all() []*caller {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.callers
}

// NewAuth returns the check for users, which counts wrong passwords.
func NewAuth(guesses *Guesses, users ...User) *Auth {
	a := &Auth{guesses: guesses}
	for _, u := range users {
		c := &caller{
			names: append([]string{u.Name}, u.Groups...),
			admin: slices.Contains(u.Groups, engine.Admins),
			only:  u.Only,
			hash:  sha256.Sum256([]byte(u.Name + ":" + u.Password)),
		}
		if u.Random {
			a.random = append(a.random, c)
		} else {
			a.users = append(a.users, c)
		}
	}
	return a
}

// open reports whether a method may be called by anyone. Clients ask these two before they send credentials.
func open(method string) bool {
	return method == "/event_store.client.server_features.ServerFeatures/GetSupportedMethods" ||
		method == "/event_store.client.gossip.Gossip/Read"
}

const (
	streamsService    = "/event_store.client.streams.Streams/"
	persistentService = "/event_store.client.persistent_subscriptions.PersistentSubscriptions/"
)

// mayCall reports whether a user may call a method at all. The handlers of streams ask besides what their caller may do with the stream;
// persistent subscriptions are Unimplemented for every user.
func (c *caller) mayCall(method string) bool {
	return c.admin || strings.HasPrefix(method, streamsService) || strings.HasPrefix(method, persistentService)
}

// check returns the caller of a method, or why there is no access.
func (a *Auth) check(ctx context.Context, method string) (*caller, error) {
	if open(method) {
		return nil, nil
	}
	md, _ := metadata.FromIncomingContext(ctx)
	from, _ := peer.FromContext(ctx)
	for _, header := range md.Get("authorization") {
		c, allowed := a.caller(header, from)
		switch {
		case !allowed:
			return nil, &fail{code: codes.ResourceExhausted, text: tooManyGuesses + " from this network, try again in a second"}
		case c != nil && !c.mayCall(method):
			return nil, accessDenied()
		case c != nil:
			return c, nil
		}
	}
	return nil, &fail{code: codes.Unauthenticated, text: "wrong or missing user name and password"}
}

// tooManyGuesses is how the refusal of a password begins that was not looked at. Package events knows it.
const tooManyGuesses = "too many wrong passwords"

// caller returns the user of an authorization header, nil if it is nobody's; not allowed: nobody has looked at it, for there were too many
// wrong ones from the peer's network. A call without a peer comes from this process, which has no need to guess.
func (a *Auth) caller(header string, from *peer.Peer) (who *caller, allowed bool) {
	scheme, value, _ := strings.Cut(header, " ")
	given, err := base64.StdEncoding.DecodeString(value)
	if err != nil || !strings.EqualFold(scheme, "Basic") {
		return nil, true
	}
	hash := sha256.Sum256(given)
	if who = matching(a.random, hash); who != nil {
		return who, true
	}
	if from == nil {
		return matching(a.users, hash), true
	}
	connection, _ := from.AuthInfo.(*signedIn)
	if connection != nil {
		if who = matching(connection.all(), hash); who != nil {
			return who, true
		}
	}
	allowed = a.guesses.try(addressOf(from.Addr), func() bool {
		who = matching(a.users, hash)
		return who != nil
	})
	if who != nil && connection != nil {
		connection.add(who)
	}
	return who, allowed
}

// matching compares hashes in constant time, and with those of all callers, so that neither the time nor the length tells about a password.
func matching(callers []*caller, hash [sha256.Size]byte) (who *caller) {
	for _, c := range callers {
		if subtle.ConstantTimeCompare(hash[:], c.hash[:]) == 1 {
			who = c
		}
	}
	return who
}

// addressOf returns a peer's address, the zero Addr if it is none of TCP.
func addressOf(addr net.Addr) netip.Addr {
	if tcp, ok := addr.(*net.TCPAddr); ok {
		return tcp.AddrPort().Addr()
	}
	return netip.Addr{}
}

// Unary checks unary calls before their handler runs.
func (a *Auth) Unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	c, err := a.check(ctx, info.FullMethod)
	if err != nil {
		return nil, err
	}
	return next(withCaller(ctx, c), req)
}

// Stream checks streaming calls before their handler runs.
func (a *Auth) Stream(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	c, err := a.check(stream.Context(), info.FullMethod)
	if err != nil {
		// A client's first message would fail with no more than io.EOF if it came after the refusal.
		switch {
		case info.IsClientStream && info.IsServerStream:
			var d discarded
			_ = stream.RecvMsg(&d)
		case info.IsClientStream:
			drain(stream)
		}
		return err
	}
	return next(srv, &called{stream, withCaller(stream.Context(), c)})
}

// called is a stream whose context knows the caller.
type called struct {
	grpc.ServerStream
	ctx context.Context
}

func (c *called) Context() context.Context { return c.ctx }
