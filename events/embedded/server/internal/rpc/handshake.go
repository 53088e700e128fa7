package rpc

// Accepting connections: with TLS or without, gRPC or plain HTTP/1.1 on the same port.

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"google.golang.org/grpc/credentials"
)

// Handshaker accepts connections for grpc. One that does not speak HTTP/2 is answered by an Admin: GET /health/live says 204
// while the node serves, as EventStoreDB does, and POST /admin/scavenge begins a scavenge; anything else is not found.
type Handshaker struct {
	credentials.TransportCredentials             // for the methods that only clients need
	tls                              *tls.Config // nil for plain connections
	admin                            *Admin
}

// helloTimeout is how long a client may take for its handshake or first bytes.
const helloTimeout = 10 * time.Second

// NewHandshaker returns a Handshaker with TLS, or without if config is nil. base are the credentials that it extends.
func NewHandshaker(base credentials.TransportCredentials, config *tls.Config, admin *Admin) *Handshaker {
	if config != nil {
		config = config.Clone()
		config.NextProtos = []string{"h2", "http/1.1"}
	}
	return &Handshaker{base, config, admin}
}

// Clone implements credentials.TransportCredentials.
func (h *Handshaker) Clone() credentials.TransportCredentials {
	return &Handshaker{h.TransportCredentials.Clone(), h.tls, h.admin}
}

// ServerHandshake implements credentials.TransportCredentials.
func (h *Handshaker) ServerHandshake(raw net.Conn) (net.Conn, credentials.AuthInfo, error) {
	if h.tls == nil {
		return h.plain(raw)
	}
	conn := tls.Server(raw, h.tls)
	ctx, cancel := context.WithTimeout(context.Background(), helloTimeout)
	defer cancel()
	if err := conn.HandshakeContext(ctx); err != nil {
		raw.Close()
		return nil, nil, err
	}
	if conn.ConnectionState().NegotiatedProtocol != "h2" {
		return nil, nil, h.answerHTTP(conn, bufio.NewReader(conn))
	}
	return conn, &signedIn{TLSInfo: credentials.TLSInfo{
		State:          conn.ConnectionState(),
		CommonAuthInfo: credentials.CommonAuthInfo{SecurityLevel: credentials.PrivacyAndIntegrity},
	}}, nil
}

// plain looks at the first bytes: HTTP/2 begins with "PRI".
func (h *Handshaker) plain(raw net.Conn) (net.Conn, credentials.AuthInfo, error) {
	r := bufio.NewReaderSize(raw, 4096)
	if err := raw.SetReadDeadline(time.Now().Add(helloTimeout)); err != nil {
		raw.Close()
		return nil, nil, err
	}
	first, err := r.Peek(3)
	if err != nil {
		raw.Close()
		return nil, nil, err
	}
	if string(first) != "PRI" {
		return nil, nil, h.answerHTTP(raw, r)
	}
	_, info, err := h.TransportCredentials.ServerHandshake(raw)
	return &peeked{raw, r}, info, err
}

// peeked is a connection of which some bytes were read ahead.
type peeked struct {
	net.Conn
	ahead io.Reader
}

func (c *peeked) Read(p []byte) (int, error) { return c.ahead.Read(p) }

// answerHTTP answers one HTTP/1.1 request and closes the connection. Its error tells grpc to forget the connection.
func (h *Handshaker) answerHTTP(conn net.Conn, r *bufio.Reader) error {
	defer conn.Close()
	if conn.SetDeadline(time.Now().Add(helloTimeout)) != nil {
		return credentials.ErrConnDispatched
	}
	req, err := http.ReadRequest(r)
	if err != nil {
		return credentials.ErrConnDispatched
	}
	code, text := h.admin.answer(conn, req)
	header := fmt.Sprintf("Content-Length: %d\r\nContent-Type: text/plain; charset=utf-8\r\n", len(text))
	if code == http.StatusNoContent {
		header = ""
	}
	if code == http.StatusUnauthorized {
		header += "WWW-Authenticate: Basic realm=\"ES\"\r\n"
	}
	fmt.Fprintf(conn, "HTTP/1.1 %d %s\r\n%sConnection: close\r\n\r\n%s", code, http.StatusText(code), header, text)
	return credentials.ErrConnDispatched
}
