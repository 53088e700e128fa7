package esdb_test

import (
	"bytes"
	"crypto/x509"
	"errors"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events"
	nodeserver "candor/events/embedded/server"
	"candor/events/esdb"
)

// guessingLog returns a log that has a wrong password for a node of its own, whose clock is now, and what it logs.
func guessingLog(t *testing.T, now func() time.Time) (*esdb.Log, *bytes.Buffer) {
	t.Helper()
	node, err := nodeserver.Open(t.Context(), nodeserver.Config{
		Path: filepath.Join(t.TempDir(), "log.db"), Listen: "127.0.0.1:0", Username: "admin", Password: "plum ladder harbour", Clock: now,
		Logger: zerolog.Nop(),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { node.Close() })
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(node.CACertPEM())
	var reported bytes.Buffer
	log, err := esdb.Open(esdb.Config{
		ConnectionString: strings.Replace(node.ConnectionString(), "plum", "guessed", 1), RootCAs: roots,
		Logger: zerolog.New(zerolog.SyncWriter(&reported)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { log.Close() })
	return log, &reported
}

// Wrong credentials stay wrong credentials, and one line of log, when the node no longer looks at them.
func TestTooManyWrongPasswordsAreRefusedCredentials(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) // within one second
	log, reported := guessingLog(t, func() time.Time { return now })
	for n := range 15 {
		if _, err := log.Head(t.Context()); !errors.Is(err, events.ErrAccessDenied) {
			t.Errorf("read %d: %v", n, err)
		}
	}
	for range 2 {
		if _, err := log.Append(t.Context(), "s", events.Any, events.Proposed{ID: uuid.New(), Type: "T", Data: []byte("{}")}); !errors.Is(err,
			events.ErrAccessDenied) {
			t.Errorf("append: %v", err)
		}
	}
	if err := log.Subscribe(t.Context(), 0, events.Filter{}, func(events.Message) error { return nil }); !errors.Is(err,
		events.ErrAccessDenied) {
		t.Errorf("subscription: %v", err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(reported.String(), "refuses the credentials"); n != 1 {
		t.Errorf("it is said %d times:\n%s", n, reported)
	}
}

// Of many requests at once, the first to be answered may be one that the node has not looked at.
func TestRefusalForTheirNumberAndThenForThePasswordIsOneLine(t *testing.T) {
	var second atomic.Int64
	log, reported := guessingLog(t, func() time.Time { return time.Date(2026, 11, 21, 12, 0, int(second.Load()), 0, time.UTC) })
	refuse := func(as string) {
		t.Helper()
		if _, err := log.Head(t.Context()); !errors.Is(err, events.ErrAccessDenied) || !strings.Contains(err.Error(), as) {
			t.Errorf("got error %v, want %q", err, as)
		}
	}
	for range 10 {
		refuse("wrong or missing")
	}
	log.ForgetRefusals()
	reported.Reset()
	refuse("too many wrong passwords")
	second.Add(30)
	// A subscription tells of the same refusal in other words.
	if err := log.Subscribe(t.Context(), 0, events.Filter{}, func(events.Message) error { return nil }); !errors.Is(err,
		events.ErrAccessDenied) {
		t.Errorf("subscription: %v", err)
	}
	refuse("wrong or missing")
	if n := strings.Count(reported.String(), "refuses the credentials"); n != 1 {
		t.Errorf("it is said %d times:\n%s", n, reported)
	}
}
