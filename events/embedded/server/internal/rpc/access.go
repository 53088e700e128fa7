package rpc

// The permissions of a caller: access lists, and the streams that a user is restricted to.

import (
	"context"
	"strings"

	"google.golang.org/grpc/codes"

	"candor/events/embedded/internal/engine"
)

// accessDenied is the error of a call without permission.
func accessDenied() *fail {
	return &fail{codes.PermissionDenied, "Access Denied", []string{"exception", "access-denied"}}
}

// guard checks the permissions of callers.
type guard struct {
	engine        *engine.Engine
	authenticates bool // callers have passed Auth
}

// callerOf returns the caller. A node that authenticates sets one for every call that it lets through, so a call
// without a caller may do nothing.
func (g guard) callerOf(ctx context.Context) *caller {
	if !g.authenticates {
		return anybody
	}
	if c, _ := ctx.Value(callerKey{}).(*caller); c != nil {
		return c
	}
	return &caller{only: []string{}}
}

// allow returns nil if the caller of ctx has access to stream; the whole log is [engine.AllStream]. It uses the current
// lists: a change takes effect with the next call.
func (g guard) allow(ctx context.Context, stream string, want engine.Access) error {
	ok, err := g.may(g.callerOf(ctx), stream, want)
	switch {
	case err != nil:
		return failure(stream, err)
	case !ok:
		return accessDenied()
	}
	return nil
}

func (g guard) may(c *caller, stream string, want engine.Access) (bool, error) {
	switch {
	case c.admin && stream == engine.AllStream:
		return want != engine.Write && want != engine.Delete, nil
	case g.authenticates && want == engine.Delete && engine.IsMetadataStream(stream):
		return false, nil // nobody's, as in EventStoreDB, where without authentication it is everybody's
	case c.admin:
		return true, nil
	case c.only != nil && (want != engine.Read || stream != engine.AllStream && !c.sees([]byte(stream))):
		return false, nil
	}
	return g.engine.Allowed(stream, want, c.names)
}

// sees reports whether a user who is restricted to some streams may see this one, or its metadata.
func (c *caller) sees(stream []byte) bool {
	name := strings.TrimPrefix(string(stream), "$$")
	for _, prefix := range c.only {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
