package server_test

// Who gets in, and how clients find the node.

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func TestWrongCredentialsAreRefused(t *testing.T) {
	c := config(t)
	var seconds atomic.Int64
	c.Clock = func() time.Time { return time.Unix(1_800_000_000+seconds.Add(1), 0) } // nobody guesses too fast
	n := open(t, c)
	for _, who := range []*url.Userinfo{nil, url.UserPassword(user, "wrong"), url.UserPassword("other", password),
		url.UserPassword(user, password+"x"), url.UserPassword(user, "")} {
		u := url.URL{Scheme: "esdb", Host: n.Addr(), User: who}
		client := dial(t, n, u.String())
		_, appending := client.AppendToStream(within(t), "s", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, events(1)...)
		rs, err := client.ReadAll(within(t), esdb.ReadAllOptions{From: esdb.Start{}}, 1)
		_, reading := tryCollect(rs, err)
		_, subscribing := client.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{})
		_, deleting := client.DeleteStream(within(t), "s", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}})
		for what, err := range map[string]error{"append": appending, "read": reading, "subscribe": subscribing, "delete": deleting} {
			if err == nil || code(t, err) != esdb.ErrorCodeUnauthenticated {
				t.Errorf("%s as %v: %v", what, who, err)
			}
		}
	}
	if n.Stats().Position != 0 {
		t.Error("something was written")
	}
	// Per-call credentials are taken as well.
	client := dial(t, n, "esdb://"+n.Addr())
	_, err := client.AppendToStream(within(t), "s", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{},
		Authenticated: &esdb.Credentials{Login: user, Password: password}}, events(1)...)
	if err != nil {
		t.Errorf("per-call credentials: %v", err)
	}
	// Malformed headers are no way in.
	raw := connectRaw(t, n)
	if _, err := raw.streams.Delete(as(context.Background(), "", ""), nil); status.Code(err) != codes.Unauthenticated {
		t.Errorf("empty credentials: %v", err)
	}
}

func TestInsecureNodeNeedsNoCredentials(t *testing.T) {
	c := config(t)
	c.Insecure, c.Username, c.Password = true, "", ""
	n := open(t, c)
	if n.CACertPEM() != nil || !strings.HasSuffix(n.ConnectionString(), "tls=false") {
		t.Errorf("connection string %s", n.ConnectionString())
	}
	appended(t, connect(t, n), "s", esdb.NoStream{}, events(1)...)
}

func TestConnectionStringIsAllAClientNeeds(t *testing.T) {
	c := config(t)
	c.CertDir = t.TempDir()
	n := open(t, c)
	conf, err := esdb.ParseConnectionString(n.ConnectionString())
	if err != nil {
		t.Fatal(err)
	}
	conf.Logger = func(esdb.LogLevel, string, ...any) {}
	client, err := esdb.NewClient(conf)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	appended(t, client, "s", esdb.NoStream{}, events(1)...)
	cert, err := os.ReadFile(n.CertFile())
	if err != nil || !bytes.Equal(cert, n.CACertPEM()) {
		t.Errorf("the certificate on disk is another: %v", err)
	}
	if fi, err := os.Stat(strings.TrimSuffix(n.CertFile(), "crt") + "key"); err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("the key's mode is %v, %v", fi, err)
	}
	// The authority outlives the node, unless its key is lost.
	n.Close()
	n = open(t, c)
	if !bytes.Equal(cert, n.CACertPEM()) {
		t.Error("a restart made another authority")
	}
	n.Close()
	if err := os.WriteFile(strings.TrimSuffix(n.CertFile(), "crt")+"key", []byte("lost"), 0o600); err != nil {
		t.Fatal(err)
	}
	n = open(t, c)
	if bytes.Equal(cert, n.CACertPEM()) {
		t.Error("the authority has no key and was kept")
	}
	appended(t, connect(t, n), "s", esdb.Any{}, events(1)...)
}

func TestDiscoveryLeadsToTheAdvertisedAddress(t *testing.T) {
	c := config(t)
	c.Listen = "0.0.0.0:0"
	n := open(t, c)
	_, port, err := net.SplitHostPort(n.Addr())
	if err != nil {
		t.Fatal(err)
	}
	u := url.URL{Scheme: "esdb+discover", Host: "localhost:" + port, User: url.UserPassword(user, password)}
	appended(t, dial(t, n, u.String()), "s", esdb.NoStream{}, events(1)...)
	info, err := connectRawTo(t, n, "localhost:"+port).gossip.Read(context.Background(), &shared.Empty{})
	if err != nil || len(info.Members) != 1 || info.Members[0].HttpEndPoint.Address != "127.0.0.1" || !info.Members[0].IsAlive {
		t.Errorf("gossip says %v, %v", info, err)
	}
	if version, err := dial(t, n, u.String()).GetServerVersion(); err != nil || version.Major != 23 {
		t.Errorf("the client takes the version for %+v, %v", version, err)
	}

	c = config(t)
	c.Advertise = "reviews.example:2113"
	info, err = connectRaw(t, open(t, c)).gossip.Read(context.Background(), &shared.Empty{})
	if err != nil || info.Members[0].HttpEndPoint.Address != "reviews.example" || info.Members[0].HttpEndPoint.Port != 2113 {
		t.Errorf("gossip says %v, %v", info, err)
	}
}

func TestWhatIsNotServedIsNotListed(t *testing.T) {
	n := open(t, config(t))
	raw := connectRaw(t, n)
	methods, err := raw.features.GetSupportedMethods(context.Background(), &shared.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range methods.Methods {
		if m.ServiceName != strings.ToLower(m.ServiceName) {
			t.Errorf("listed: %v", m)
		}
	}
}

// What an EventStoreDB has and this node has not is refused as a server without the feature would, whoever asks.
func TestWhatIsNotServedIsUnimplemented(t *testing.T) {
	n := open(t, withUsers(t))
	raw := connectRaw(t, n)
	for _, method := range []string{
		"projections.Projections/Create", "projections.Projections/Statistics", "projections.Projections/Result",
		"projections.Projections/RestartSubsystem",
		"users.Users/Create", "users.Users/Details", "users.Users/ChangePassword",
		"operations.Operations/StartScavenge", "operations.Operations/Shutdown", "monitoring.Monitoring/Stats",
		"redaction.Redaction/SwitchChunks", "streams.Streams/Nothing",
	} {
		for _, who := range []context.Context{raw.ctx, as(within(t), "ann", "anns"), within(t)} {
			err := raw.conn.Invoke(who, "/event_store.client."+method, &shared.Empty{}, &shared.Empty{})
			if status.Code(err) != codes.Unimplemented {
				t.Errorf("%s: %v", method, err)
			}
		}
	}
	client := connect(t, n)
	if _, err := client.GetServerVersion(); err != nil {
		t.Error(err)
	}
	appended(t, client, "s", esdb.Any{}, events(1)...) // and the connection goes on
}

func TestHealthCheckOnTheSamePort(t *testing.T) {
	for _, insecure := range []bool{false, true} {
		c := config(t)
		c.Insecure = insecure
		n := open(t, c)
		roots := x509.NewCertPool()
		roots.AppendCertsFromPEM(n.CACertPEM())
		client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, DisableKeepAlives: true}}
		scheme := "https://"
		if insecure {
			scheme = "http://"
		}
		for path, want := range map[string]int{"/health/live": 204, "/": 404, "/stats": 404} {
			resp, err := client.Get(scheme + n.Addr() + path)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != want {
				t.Errorf("GET %s%s: %d, want %d", scheme, path, resp.StatusCode, want)
			}
		}
		appended(t, connect(t, n), "s", esdb.NoStream{}, events(1)...)
	}
}
