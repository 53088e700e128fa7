package esdb_test

import (
	"bytes"
	"crypto/x509"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events"
	nodeserver "candor/events/embedded/server"
	"candor/events/esdb"
)

// Wrong credentials stay wrong credentials, and one line of log, when the node no longer looks at them.
func TestTooManyWrongPasswordsAreRefusedCredentials(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) // within one second
	node, err := nodeserver.Open(t.Context(), nodeserver.Config{
		Path: filepath.Join(t.TempDir(), "log.db"), Listen: "127.0.0.1:0", Username: "admin", Password: "plum ladder harbour", Clock: func() time.Time { return now }, Logger: zerolog.Nop(),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer node.Close()
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(node.CACertPEM())
	var reported bytes.Buffer
	log, err := esdb.Open(esdb.Config{
		ConnectionString: strings.Replace(node.ConnectionString(), "plum", "guessed", 1), RootCAs: roots, Logger: zerolog.New(zerolog.SyncWriter(&reported)),
	})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 15 {
		if _, err := log.Head(t.Context()); !errors.Is(err, events.ErrAccessDenied) {
			t.Errorf("read %d: %v", n, err)
		}
	}
	for range 2 {
		if _, err := log.Append(t.Context(), "s", events.Any, events.Proposed{ID: uuid.New(), Type: "T", Data: []byte("{}")}); !errors.Is(err, events.ErrAccessDenied) {
			t.Errorf("append: %v", err)
		}
	}
	if err := log.Subscribe(t.Context(), 0, events.Filter{}, func(events.Message) error { return nil }); !errors.Is(err, events.ErrAccessDenied) {
		t.Errorf("subscription: %v", err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(reported.String(), "refuses the credentials"); n != 1 {
		t.Errorf("it is said %d times:\n%s", n, &reported)
	}
}
