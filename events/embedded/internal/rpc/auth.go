package rpc

// Who calls: users, their passwords, and what every method asks of its caller.

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"slices"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	"candor/events/embedded/internal/engine"
)

// User is somebody who may call.
type User struct {
	Name, Password string
	Groups         []string
	// Only, if not nil, are prefixes of stream names: the user reads streams with such names and nothing else, and writes nothing,
	// whatever an access list says.
	Only []string
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
type Auth struct{ users []*caller }

// NewAuth returns the check for users.
func NewAuth(users ...User) *Auth {
	a := &Auth{}
	for _, u := range users {
		a.users = append(a.users, &caller{
			names: append([]string{u.Name}, u.Groups...),
			admin: slices.Contains(u.Groups, engine.Admins),
			only:  u.Only,
			hash:  sha256.Sum256([]byte(u.Name + ":" + u.Password)),
		})
	}
	return a
}

// open tells whether a method may be called by anyone. Clients ask these two before they send credentials.
func open(method string) bool {
	return method == "/event_store.client.server_features.ServerFeatures/GetSupportedMethods" ||
		method == "/event_store.client.gossip.Gossip/Read"
}

const (
	streamsService    = "/event_store.client.streams.Streams/"
	persistentService = "/event_store.client.persistent_subscriptions.PersistentSubscriptions/"
)

// mayCall tells whether a user may call a method at all. The handlers of streams, and of a group's messages, ask besides
// what their caller may do with the stream. Groups are managed by administrators and operators, and looked at by everybody; not by
// who is confined to some streams, since the messages of a group are for all its consumers the same.
func (c *caller) mayCall(method string) bool {
	if c.admin || strings.HasPrefix(method, streamsService) {
		return true
	}
	call, ok := strings.CutPrefix(method, persistentService)
	if !ok || c.only != nil {
		return false
	}
	return call == "Read" || call == "GetInfo" || call == "List" || slices.Contains(c.names, engine.Operators)
}

// check returns the caller of a method, or why there is no access.
func (a *Auth) check(ctx context.Context, method string) (*caller, error) {
	if open(method) {
		return nil, nil
	}
	md, _ := metadata.FromIncomingContext(ctx)
	for _, header := range md.Get("authorization") {
		if c := a.caller(header); c != nil {
			if !c.mayCall(method) {
				return nil, accessDenied()
			}
			return c, nil
		}
	}
	return nil, &fail{code: codes.Unauthenticated, text: "wrong or missing user name and password"}
}

// caller returns the user of an authorization header, nil if it is nobody's. It compares hashes in constant time, and with
// those of all users, so that neither the time nor the length tells about a password.
func (a *Auth) caller(header string) (who *caller) {
	scheme, value, _ := strings.Cut(header, " ")
	given, err := base64.StdEncoding.DecodeString(value)
	if err != nil || !strings.EqualFold(scheme, "Basic") {
		return nil
	}
	hash := sha256.Sum256(given)
	for _, c := range a.users {
		if subtle.ConstantTimeCompare(hash[:], c.hash[:]) == 1 {
			who = c
		}
	}
	return who
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
