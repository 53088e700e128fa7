package esdb_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candor/events"
	nodeserver "candor/events/embedded/server"
	"candor/events/esdb"
)

func TestConnectionStringsWithIPv6Addresses(t *testing.T) {
	for connectionString, want := range map[string]string{
		"esdb://admin:changeit@[::1]:2114?tls=false": "[::1]:2114",
		"esdb://[2001:db8::7]":                       "[2001:db8::7]:2113",
		"esdb+discover://[::1]:2114":                 "[::1]:2114",
		"esdb://127.0.0.1:2114":                      "127.0.0.1:2114",
		"esdb://localhost":                           "localhost:2113",
	} {
		config, err := esdb.ParseConnectionString(connectionString)
		if err != nil || config.Address != want {
			t.Errorf("%s leads to %+v, %v; want %s", connectionString, config, err, want)
		}
	}
	config, err := esdb.ParseConnectionString("esdb://a:2113,b:2114?tls=false")
	if err != nil || len(config.GossipSeeds) != 2 {
		t.Errorf("a cluster: %+v, %v", config, err)
	}
	config, err = esdb.ParseConnectionString("esdb://admin:a%3Ab@[::1]:2113?tls=false&keepAliveInterval=20000")
	if err != nil || config.Username != "admin" || config.Password != "a:b" || !config.DisableTLS ||
		config.KeepAliveInterval != 20*time.Second {
		t.Errorf("the other parts: %+v, %v", config, err)
	}
	for _, wrong := range []string{"esdb://[::1]:port", "http://[::1]:2113", "esdb://[::1", "esdb://"} {
		if _, err := esdb.ParseConnectionString(wrong); err == nil {
			t.Errorf("%s is accepted", wrong)
		}
	}
}

func TestConnectionStringsOfKurrentDB(t *testing.T) {
	for connectionString, discover := range map[string]bool{
		"kurrentdb://admin:changeit@127.0.0.1:2114?tls=false": false, "kdb://admin:changeit@127.0.0.1:2114?tls=false": false,
		"kurrentdb+discover://admin:changeit@127.0.0.1:2114?tls=false": true, "kdb+discover://admin:changeit@127.0.0.1:2114?tls=false": true,
	} {
		config, err := esdb.ParseConnectionString(connectionString)
		if err != nil || config.Address != "127.0.0.1:2114" || config.Username != "admin" || !config.DisableTLS ||
			config.DnsDiscover != discover {
			t.Errorf("%s leads to %+v, %v", connectionString, config, err)
		}
	}
	config, err := esdb.ParseConnectionString("kurrentdb://a:2113,b:2114")
	if err != nil || len(config.GossipSeeds) != 2 {
		t.Errorf("a cluster: %+v, %v", config, err)
	}
	for _, wrong := range []string{"kurrentdb+x://localhost", "kdbx://localhost", "kurrentdb://"} {
		if _, err := esdb.ParseConnectionString(wrong); err == nil {
			t.Errorf("%s is accepted", wrong)
		}
	}
}

// A node on an IPv6 address is reached by its own connection string, with TLS and without.
func TestANodeOnAnIPv6Address(t *testing.T) {
	for name, c := range map[string]nodeserver.Config{
		"TLS": {Username: "admin", Password: "secret", CertDir: t.TempDir()}, "no TLS": {Insecure: true},
	} {
		t.Run(name, func(t *testing.T) {
			c.Path, c.Listen, c.Logger = filepath.Join(t.TempDir(), "log.db"), "[::1]:0", zerolog.Nop()
			node, err := nodeserver.Open(t.Context(), c)
			if err != nil {
				t.Skipf("this machine has no IPv6: %v", err)
			}
			defer node.Close()
			log, err := esdb.Open(esdb.Config{ConnectionString: node.ConnectionString(), Logger: zerolog.Nop()})
			if err != nil {
				t.Fatal(err)
			}
			defer log.Close()
			p, err := events.Encode(events.Envelope{Event: events.ReviewPublished{ReviewID: 1}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := log.Append(t.Context(), "review-1", events.Any, p); err != nil {
				t.Fatal(err)
			}
			if head, err := log.Head(t.Context()); err != nil || head == 0 {
				t.Errorf("the log ends at %d, %v", head, err)
			}
		})
	}
}
