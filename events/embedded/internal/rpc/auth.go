package rpc

// Who may call.

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
)

// Auth lets in callers with one user's name and password. That user is an administrator, whom no stream's $acl keeps out.
type Auth struct{ want [sha256.Size]byte }

// NewAuth returns the check for a user.
func NewAuth(username, password string) *Auth {
	return &Auth{want: sha256.Sum256([]byte(username + ":" + password))}
}

// open tells whether a method may be called by anyone. Clients ask these two before they send credentials.
func open(method string) bool {
	return method == "/event_store.client.server_features.ServerFeatures/GetSupportedMethods" ||
		method == "/event_store.client.gossip.Gossip/Read"
}

// check compares hashes in constant time, so that neither the time nor the length tells about the password.
func (a *Auth) check(ctx context.Context, method string) error {
	if open(method) {
		return nil
	}
	md, _ := metadata.FromIncomingContext(ctx)
	for _, header := range md.Get("authorization") {
		scheme, value, _ := strings.Cut(header, " ")
		given, err := base64.StdEncoding.DecodeString(value)
		if err != nil || !strings.EqualFold(scheme, "Basic") {
			continue
		}
		hash := sha256.Sum256(given)
		if subtle.ConstantTimeCompare(hash[:], a.want[:]) == 1 {
			return nil
		}
	}
	return &fail{code: codes.Unauthenticated, text: "wrong or missing user name and password"}
}

// Unary checks unary calls before their handler runs.
func (a *Auth) Unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	if err := a.check(ctx, info.FullMethod); err != nil {
		return nil, err
	}
	return next(ctx, req)
}

// Stream checks streaming calls before their handler runs.
func (a *Auth) Stream(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	if err := a.check(stream.Context(), info.FullMethod); err != nil {
		if info.IsClientStream && !info.IsServerStream {
			drain(stream)
		}
		return err
	}
	return next(srv, stream)
}
