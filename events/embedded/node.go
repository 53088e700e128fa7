package embedded

// The node's life: file, engine, server, in this order up and the other way down.

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

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/links"
	"candor/events/embedded/internal/persistent"
	"candor/events/embedded/internal/rpc"
	"candor/events/embedded/internal/storage"
)

// What can be wrong with the log's file. Errors of [Open] wrap one of these and name the path; the file is then left
// as it was.
var (
	ErrLocked      = storage.ErrLocked      // another process, or another node of this one, has it open
	ErrForeignFile = storage.ErrForeignFile // it is not an event log of a format that this program knows
	ErrDamaged     = storage.ErrDamaged     // it cannot be read as the event log that it was
)

const (
	// maxMessage is the largest message taken, in bytes. The Node client packs up to 3 MiB of events in
	// one; the clients' own limit for what they receive is 17 MiB.
	maxMessage = 17 << 20
	// callWindow and connWindow are how many bytes a client may send ahead of what is read, on a call and on all calls of a connection. Windows
	// that grpc adapts by itself begin with less than an append of 100 events, and are measured with pings all the time.
	callWindow = 256 << 10
	connWindow = 1 << 20
	// minPing is how often a client may ping. The official clients do every 10 s unless told otherwise, without calls too, and may be told
	// to do it every second; some come early.
	minPing = 500 * time.Millisecond
	// silence is after how long without a word a client is pinged, and how long it gets to answer. So the node notices one whose
	// machine is gone, and what it had of a persistent subscription goes to others.
	silence = 30 * time.Second
	// connectTime is how long a client gets from connecting to its first HTTP/2 frame.
	connectTime = 10 * time.Second
	// drainTime is how long calls under way get to end when the node is closed.
	drainTime = 2 * time.Second
)

// Node is a running event store.
type Node struct {
	config  Config
	addr    string
	caPEM   []byte
	store   *storage.Store
	engine  *engine.Engine
	links   *links.Projections // nil without system projections
	streams *rpc.Streams
	groups  *persistent.Manager
	server  *grpc.Server
	door    *listener
	guesses *rpc.Guesses   // nil when the node is insecure
	secret  string         // the administrator's other password, see OwnConnectionString
	stop    chan struct{}  // closed when subscriptions must end
	served  sync.WaitGroup // until the server has stopped listening
	close   func() error

	stopping  sync.Mutex // orders the closing of stop and the counting of scavenges
	scavenges sync.WaitGroup
	rewriting sync.RWMutex // held by a scavenge, and by whoever copies the log
}

// Open opens the file, listens and serves. Errors wrap [ErrLocked], [ErrForeignFile] or [ErrDamaged] when the file is the
// reason. ctx bounds the opening alone.
func Open(ctx context.Context, c Config) (*Node, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	began := time.Now()
	store, err := storage.OpenWith(c.Path, c.storage)
	if err != nil {
		return nil, fmt.Errorf("embedded: %w", err)
	}
	n := &Node{config: c, store: store, stop: make(chan struct{})}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", c.Listen)
	if err == nil {
		n.door = remember(l)
		if err = n.serve(); err != nil {
			l.Close()
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("embedded: %w", err), store.Close())
	}
	n.close = sync.OnceValue(n.shut)
	c.Logger.Info().Str("path", c.Path).Str("address", n.addr).Bool("tls", !c.Insecure).
		Uint64("position", n.engine.Last()).Dur("took_ms", time.Since(began)).Msg("event store is open")
	return n, nil
}

// serve starts the engine and the server.
func (n *Node) serve() error {
	n.addr = n.door.Addr().String()
	host, port, err := n.advertised()
	if err != nil {
		return err
	}
	admin := &rpc.Admin{Scavenge: n.startScavenge}
	entry := rpc.NewDoor(insecure.NewCredentials(), nil, admin)
	unary := []grpc.UnaryServerInterceptor{rpc.UnaryTrailers}
	stream := []grpc.StreamServerInterceptor{rpc.StreamTrailers}
	if !n.config.Insecure {
		a, err := openAuthority(n.config.CertDir)
		if err != nil {
			return err
		}
		listenHost, _, _ := net.SplitHostPort(n.config.Listen)
		cert, err := a.server(host, listenHost)
		if err != nil {
			return err
		}
		n.caPEM = a.pem
		secure := &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
		entry = rpc.NewDoor(credentials.NewTLS(secure), secure, admin)
		n.guesses = rpc.NewGuesses(n.config.Clock, n.reportGuesses)
		if n.secret, err = a.secret(n.config.Password); err != nil {
			return err
		}
		auth := rpc.NewAuth(n.guesses, append(n.config.callers(), rpc.User{Name: n.config.Username, Password: n.secret, Groups: []string{engine.Admins}, Random: true})...)
		admin.Auth = auth
		unary, stream = append(unary, auth.Unary), append(stream, auth.Stream)
	}
	n.server = grpc.NewServer(
		grpc.Creds(entry),
		grpc.ForceServerCodecV2(rpc.NewCodec()),
		grpc.ChainUnaryInterceptor(unary...),
		grpc.ChainStreamInterceptor(stream...),
		grpc.MaxRecvMsgSize(maxMessage),
		grpc.StaticStreamWindowSize(callWindow),
		grpc.StaticConnWindowSize(connWindow),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: minPing, PermitWithoutStream: true}),
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: silence, Timeout: silence}),
		grpc.ConnectionTimeout(connectTime),
		grpc.WaitForHandlers(true),
	)
	n.engine = engine.New(n.store, n.config.Clock, func(err error) {
		n.config.Logger.Error().Err(err).Msg("event store takes no more writes")
	})
	usual, _ := n.config.settings() // checked
	n.engine.SetUsual(usual)
	n.engine.SetForget(n.config.Forget)
	if n.config.SystemProjections {
		n.links = links.Start(n.engine, n.config.Logger)
	}
	n.streams = rpc.NewStreams(n.engine, n.stop, !n.config.Insecure)
	n.groups = persistent.Open(n.engine, n.config.Clock, func(problem string, err error) {
		n.config.Logger.Error().Err(err).Msg(problem)
	})
	rpc.Register(n.server, n.streams, rpc.NewGroups(n.groups, n.engine, !n.config.Insecure), host, port)
	n.served.Go(func() {
		if err := n.server.Serve(n.door); err != nil && !errors.Is(err, grpc.ErrServerStopped) {
			n.config.Logger.Error().Err(err).Msg("event store stopped listening")
		}
	})
	return nil
}

// advertised returns the address that gossip tells clients.
func (n *Node) advertised() (host string, port int, err error) {
	addr := n.config.Advertise
	if addr == "" {
		addr = n.addr
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
func (n *Node) Addr() string { return n.addr }

// CACertPEM returns the certificate that clients must trust, nil when the node is insecure.
func (n *Node) CACertPEM() []byte { return n.caPEM }

// CertFile returns the path of that certificate, "" when it lives in memory only.
func (n *Node) CertFile() string {
	if n.config.Insecure || n.config.CertDir == "" {
		return ""
	}
	return filepath.Join(n.config.CertDir, caCertFile)
}

// ConnectionString returns what to give to an official client on this machine, password included. The clients take
// the certificate by file only: without a CertDir, set esdb.Configuration.RootCAs from [Node.CACertPEM].
func (n *Node) ConnectionString() string { return n.connectionString(n.config.Password) }

// OwnConnectionString is [Node.ConnectionString] with a password that the node has made: for the program that runs the node and for those
// that it trusts. Nobody guesses it, so wrong passwords from the same network never keep its owners out. It is good for as long as CertDir
// and Password are the same.
func (n *Node) OwnConnectionString() string { return n.connectionString(n.secret) }

func (n *Node) connectionString(password string) string {
	host, port, err := net.SplitHostPort(n.addr)
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	u := url.URL{Scheme: "esdb", Host: net.JoinHostPort(host, port)}
	if n.config.Insecure {
		u.RawQuery = "tls=false"
		return u.String()
	}
	u.User = url.UserPassword(n.config.Username, password)
	if file := n.CertFile(); file != "" {
		if abs, err := filepath.Abs(file); err == nil {
			file = abs
		}
		u.RawQuery = url.Values{"tlsCaFile": {file}}.Encode()
	}
	return u.String()
}

// Stats is what a node is and has done.
type Stats struct {
	Position      uint64 // of the last event
	Bytes         int64  // of the file, without the journal's
	Commits       uint64 // groups of appends since the start, each made durable by one sync
	Appends       uint64 // appends, deletes and tombstones that wrote something since the start
	LargestGroup  uint64 // most of these in one commit
	Subscriptions int    // open now
	Groups        int    // persistent subscriptions
	Consumers     int    // of all of these, open now
	Parked        int64  // messages that their consumers could not deal with, and that nobody has asked for again
	Failed        error  // why the node acknowledges nothing any more; nil while all is well
	Projections   ProjectionStats
}

// Failed returns why the node acknowledges nothing any more, nil while all is well. It reads memory only.
func (n *Node) Failed() error { return n.store.Failed() }

// ProjectionStats is how far the system projections are. All is zero without them.
type ProjectionStats struct {
	Position uint64 // every event up to here is in the system streams
	Links    uint64 // written since the start
	Failed   error  // why nothing more is written; nil while all is well
}

// Stats returns the current figures.
func (n *Node) Stats() Stats {
	e, p := n.engine.Stats(), n.groups.Stats()
	projections := ProjectionStats{}
	if n.links != nil {
		projections = ProjectionStats(n.links.Stats())
	}
	return Stats{
		Position:      n.engine.Last(),
		Bytes:         n.store.Size(),
		Commits:       e.Commits,
		Appends:       e.Appends,
		LargestGroup:  e.Biggest,
		Subscriptions: n.streams.Subscriptions(),
		Groups:        p.Groups,
		Consumers:     p.Consumers,
		Parked:        p.Parked,
		Failed:        e.Failed,
		Projections:   projections,
	}
}

// Close ends subscriptions with Unavailable, lets appends under way finish, and closes the file. No goroutine is left.
// Closing twice is the same as once.
func (n *Node) Close() error { return n.close() }

func (n *Node) shut() error {
	n.stopping.Lock()
	close(n.stop)
	n.stopping.Unlock()
	n.scavenges.Wait() // they end when stop is closed
	n.groups.Drain()
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		n.server.GracefulStop()
	}()
	late := time.After(drainTime)
	select {
	case <-drained:
	case <-late: // clients that do not read what is sent to them, or never said a word
		n.door.cut()
		n.server.Stop()
		<-drained
	}
	n.groups.Close()
	if n.links != nil {
		n.links.Close()
	}
	if n.guesses != nil {
		n.guesses.Close()
	}
	n.engine.Close()
	n.served.Wait()
	err := n.store.Close()
	n.config.Logger.Info().Uint64("position", n.engine.Last()).AnErr("error", err).Msg("event store is closed")
	return err
}

// Verify reads the whole log and returns the first thing that is wrong with it, wrapping [ErrDamaged]. The node goes on
// serving meanwhile.
func (n *Node) Verify(ctx context.Context) error { return n.store.Verify(ctx) }
