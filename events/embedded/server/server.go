// Package server serves a node of package embedded to other programs, over EventStoreDB's gRPC protocol: the official clients can
// append, read and subscribe.
//
// [Open] starts a [Server] from a [Config]; [Server.Close] ends it. It serves Append, Read (streams and $all, both directions, filters,
// subscriptions), Delete, Tombstone, gossip and server features; README.md has the table.
//
// Its parts:
//
//	internal/links   the system streams by category and by event type
//	internal/rpc     the gRPC services, messages, errors with trailers, credentials
package server

// The server's lifecycle: the node, its background work, and the listener start in this order and stop in the reverse one.

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"

	"candor/events/embedded"
	"candor/events/embedded/internal/engine"
	"candor/events/embedded/server/internal/links"
	"candor/events/embedded/server/internal/rpc"
)

const (
	// maxMessage is the largest message taken, in bytes. The Node client packs up to 3 MiB of events in
	// one; the clients' own limit for what they receive is 17 MiB.
	maxMessage = 17 << 20
	// callWindow and connWindow are the flow-control windows of a call and of a connection, in bytes. Those that grpc adapts
	// begin with less than an append of 100 events, and need frequent pings.
	callWindow = 256 << 10
	connWindow = 1 << 20
	// minPing is how often a client may ping. The official clients do by default every 10 s, without calls too, and can be
	// configured to do it every second; some come early.
	minPing = 500 * time.Millisecond
	// heartbeatTimeout is after how long without a message a client is pinged, and how long it gets to answer. So the node notices
	// one whose machine is gone.
	heartbeatTimeout = 30 * time.Second
	// connectTime is how long a client gets from connecting to its first HTTP/2 frame.
	connectTime = 10 * time.Second
	// drainTime is how long running calls may take to end when the node is closed.
	drainTime = 2 * time.Second
)

// Server serves a node to other programs. The node stays usable in this process.
type Server struct {
	*embedded.Node
	config   Config
	addr     string
	caPEM    []byte
	links    *links.Projections // nil without system projections
	streams  *rpc.Streams
	server   *grpc.Server
	listener *listener
	secret   string         // the administrator's other password, see OwnConnectionString
	stop     chan struct{}  // closed when subscriptions must end
	served   sync.WaitGroup // until the server has stopped listening
	close    func() error
}

// Open opens the node's file, listens and serves. Errors wrap those of [embedded.Open] when the file is the reason. ctx bounds the
// opening alone.
func Open(ctx context.Context, c Config) (*Server, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	node, err := embedded.Open(embedded.Config{Path: c.Path, Logger: c.Logger, Clock: c.Clock})
	if err != nil {
		return nil, err
	}
	s := &Server{Node: node, config: c, stop: make(chan struct{})}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", c.Listen)
	if err == nil {
		s.listener = track(l)
		if err = s.serve(); err != nil {
			l.Close()
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("event store: %w", err), node.Close())
	}
	s.close = sync.OnceValue(s.shut)
	c.Logger.Info().Str("address", s.addr).Bool("tls", !c.Insecure).Msg("event store is served")
	return s, nil
}

// serve starts the background work and the listener.
func (s *Server) serve() error {
	s.addr = s.listener.Addr().String()
	host, port, err := s.advertised()
	if err != nil {
		return err
	}
	admin := &rpc.Admin{Scavenge: s.startScavenge}
	entry := rpc.NewHandshaker(insecure.NewCredentials(), nil, admin)
	unary := []grpc.UnaryServerInterceptor{rpc.UnaryTrailers}
	stream := []grpc.StreamServerInterceptor{rpc.StreamTrailers}
	if !s.config.Insecure {
		a, err := openAuthority(s.config.CertDir)
		if err != nil {
			return err
		}
		listenHost, _, _ := net.SplitHostPort(s.config.Listen)
		cert, err := a.server(host, listenHost)
		if err != nil {
			return err
		}
		s.caPEM = a.pem
		secure := &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
		entry = rpc.NewHandshaker(credentials.NewTLS(secure), secure, admin)
		guesses := rpc.NewGuesses(s.config.Clock, s.reportGuess)
		if s.secret, err = a.secret(s.config.Password); err != nil {
			return err
		}
		auth := rpc.NewAuth(guesses,
			append(s.config.callers(), rpc.User{Name: s.config.Username, Password: s.secret,
				Groups: []string{engine.Admins}, Random: true})...)
		admin.Auth = auth
		unary, stream = append(unary, auth.Unary), append(stream, auth.Stream)
	}
	s.server = grpc.NewServer(
		grpc.Creds(entry),
		grpc.ForceServerCodecV2(rpc.NewCodec()),
		grpc.ChainUnaryInterceptor(unary...),
		grpc.ChainStreamInterceptor(stream...),
		grpc.MaxRecvMsgSize(maxMessage),
		grpc.StaticStreamWindowSize(callWindow),
		grpc.StaticConnWindowSize(connWindow),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: minPing, PermitWithoutStream: true}),
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: heartbeatTimeout, Timeout: heartbeatTimeout}),
		grpc.ConnectionTimeout(connectTime),
		grpc.WaitForHandlers(true),
	)
	usual, _ := s.config.settings() // checked
	s.Engine().SetUsual(usual)
	if s.config.SystemProjections {
		s.links = links.Start(s.Engine(), s.config.Logger)
	}
	s.streams = rpc.NewStreams(s.Engine(), s.stop, !s.config.Insecure)
	rpc.Register(s.server, s.streams, host, port)
	s.served.Go(func() {
		if err := s.server.Serve(s.listener); err != nil && !errors.Is(err, grpc.ErrServerStopped) {
			s.config.Logger.Error().Err(err).Msg("event store stopped listening")
		}
	})
	return nil
}

// advertised returns the address that gossip tells clients.
func (s *Server) advertised() (host string, port int, err error) {
	addr := s.config.Advertise
	if addr == "" {
		addr = s.addr
	}
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		return "", 0, err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	if port, err = strconv.Atoi(text); err != nil || port < 1 || port > 65535 {
		return "", 0, fmt.Errorf("advertise: %q has no valid port", addr)
	}
	return host, port, nil
}

// Addr returns the host:port that the node is bound to.
func (s *Server) Addr() string { return s.addr }

// CACertPEM returns the certificate that clients must trust, nil when the node is insecure.
func (s *Server) CACertPEM() []byte { return s.caPEM }

// CertFile returns the path of that certificate, "" when it lives in memory only.
func (s *Server) CertFile() string {
	if s.config.Insecure || s.config.CertDir == "" {
		return ""
	}
	return filepath.Join(s.config.CertDir, caCertFile)
}

// ConnectionString returns the connection string for official clients on this machine, password included. The clients take
// the certificate as a file only: without a CertDir, set esdb.Configuration.RootCAs from [Server.CACertPEM].
func (s *Server) ConnectionString() string { return s.connectionString(s.config.Password) }

// OwnConnectionString is [Server.ConnectionString] with a password that the server has derived, for the program that runs it and for
// programs that it trusts. Limits on wrong passwords from the same network don't affect it. It is valid as long as CertDir and Password
// stay the same.
func (s *Server) OwnConnectionString() string { return s.connectionString(s.secret) }

func (s *Server) connectionString(password string) string {
	host, port, err := net.SplitHostPort(s.addr)
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	u := url.URL{Scheme: "esdb", Host: net.JoinHostPort(host, port)}
	if s.config.Insecure {
		u.RawQuery = "tls=false"
		return u.String()
	}
	u.User = url.UserPassword(s.config.Username, password)
	if file := s.CertFile(); file != "" {
		if abs, err := filepath.Abs(file); err == nil {
			file = abs
		}
		u.RawQuery = url.Values{"tlsCaFile": {file}}.Encode()
	}
	return u.String()
}

// Stats are a server's figures.
type Stats struct {
	embedded.Stats
	Subscriptions int // open now
	Projections   ProjectionStats
}

// ProjectionStats is the progress of the system projections. All is zero without them.
type ProjectionStats struct {
	Position uint64 // every event up to here is in the system streams
	Links    uint64 // written since the start
	Failed   error  // why nothing more is written; nil while all is well
}

// Stats returns the current figures.
func (s *Server) Stats() Stats {
	projections := ProjectionStats{}
	if s.links != nil {
		projections = ProjectionStats(s.links.Stats())
	}
	return Stats{
		Stats:         s.Node.Stats(),
		Subscriptions: s.streams.Subscriptions(),
		Projections:   projections,
	}
}

// Close ends subscriptions with Unavailable, lets appends under way finish, and closes the node. No goroutine is left.
// Closing twice is the same as once.
func (s *Server) Close() error { return s.close() }

func (s *Server) shut() error {
	close(s.stop)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		s.server.GracefulStop()
	}()
	select {
	case <-drained:
	case <-time.After(drainTime): // clients that don't read, or have never sent anything
		s.listener.cut()
		s.server.Stop()
		<-drained
	}
	if s.links != nil {
		s.links.Close()
	}
	s.served.Wait()
	return s.Node.Close()
}
