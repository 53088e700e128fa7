package rpc

// Requests by plain HTTP/1.1, as to EventStoreDB: liveness, and scavenging.

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
)

// ErrRunning: a scavenge is already running.
var ErrRunning = errors.New("a scavenge is running already")

// Admin carries out the requests of administrators. Its zero value refuses everything.
type Admin struct {
	Auth     *Auth                         // nil: everybody is an administrator
	Scavenge func() (id string, err error) // begins a scavenge
}

// scavengeMethod is the gRPC method whose permission a request for a scavenge needs.
const scavengeMethod = "/event_store.client.operations.Operations/StartScavenge"

// maxBody is how many bytes of a request are read before it is answered. The body is ignored.
const maxBody = 64 << 10

// answer carries out a request on conn, and returns status and text.
func (a *Admin) answer(conn net.Conn, r *http.Request) (code int, text string) {
	_, _ = io.CopyN(io.Discard, r.Body, maxBody) // a connection that is closed with unread bytes may lose the answer
	switch r.URL.Path {
	case "/health/live":
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			return http.StatusNoContent, ""
		}
	case "/admin/scavenge":
		if r.Method == http.MethodPost && a.Scavenge != nil {
			return a.scavenge(conn, r)
		}
	}
	if strings.HasPrefix(r.URL.Path, "/subscriptions") {
		return http.StatusNotImplemented, noPersistent
	}
	return http.StatusNotFound, ""
}

func (a *Admin) scavenge(conn net.Conn, r *http.Request) (code int, text string) {
	if a.Auth != nil {
		ctx := peer.NewContext(context.Background(), &peer.Peer{Addr: conn.RemoteAddr()})
		ctx = metadata.NewIncomingContext(ctx, metadata.Pairs("authorization", r.Header.Get("Authorization")))
		if _, err := a.Auth.check(ctx, scavengeMethod); err != nil {
			var f *fail
			if errors.As(err, &f) && f.code == codes.Unauthenticated {
				return http.StatusUnauthorized, err.Error()
			}
			if f != nil && f.code == codes.ResourceExhausted {
				return http.StatusTooManyRequests, err.Error()
			}
			return http.StatusForbidden, err.Error()
		}
	}
	id, err := a.Scavenge()
	switch {
	case errors.Is(err, ErrRunning):
		return http.StatusBadRequest, "Scavenge is already running" // as EventStoreDB says it
	case err != nil:
		return http.StatusServiceUnavailable, err.Error()
	}
	return http.StatusOK, "ScavengeId: " + id
}
