package esdb_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candor/events"
	nodeserver "candor/events/embedded/server"
	"candor/events/esdb"
	"candor/events/logtest"
)

// TestLog runs the suite of every log against our own server, and against the one that CANDOR_TEST_EVENTSTORE names.
func TestLog(t *testing.T) {
	t.Parallel()
	open := func(t testing.TB, connectionString string) events.Log {
		log, err := esdb.Open(esdb.Config{ConnectionString: connectionString, HeartbeatTimeout: 3 * time.Second, Logger: zerolog.Nop()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = log.Close() })
		return log
	}
	serve := func(t testing.TB, c nodeserver.Config) string {
		c.Path, c.Listen, c.Logger = filepath.Join(t.TempDir(), "log.db"), "127.0.0.1:0", zerolog.Nop()
		n, err := nodeserver.Open(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = n.Close() })
		return n.ConnectionString()
	}
	t.Run("our server", func(t *testing.T) {
		t.Parallel()
		logtest.Run(t, func(t testing.TB) events.Log { return open(t, serve(t, nodeserver.Config{Insecure: true})) })
	})
	t.Run("our server with TLS", func(t *testing.T) {
		t.Parallel()
		logtest.Run(t, func(t testing.TB) events.Log {
			return open(t, serve(t, nodeserver.Config{Username: "admin", Password: "secret", CertDir: t.TempDir()}))
		})
	})
	t.Run("a real server", func(t *testing.T) {
		t.Parallel()
		connectionString := os.Getenv("CANDOR_TEST_EVENTSTORE")
		if connectionString == "" {
			t.Skip("CANDOR_TEST_EVENTSTORE names no EventStoreDB, as in esdb://admin:changeit@127.0.0.1:2113?tlsVerifyCert=false")
		}
		logtest.Run(t, func(t testing.TB) events.Log { return open(t, connectionString) })
	})
}
