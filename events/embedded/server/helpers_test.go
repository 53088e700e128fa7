package server_test

// What the tests share: a node in a temporary folder, and official clients of it.

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events/embedded/server"
)

const (
	user     = "admin"
	password = "a long: password/with?signs"
)

// config is a node in a folder of the test's own, with TLS and its authority in memory.
func config(t testing.TB) server.Config {
	return server.Config{
		Path:     filepath.Join(t.TempDir(), "log.db"),
		Listen:   "127.0.0.1:0",
		Username: user,
		Password: password,
		Logger:   zerolog.Nop(),
	}
}

// open starts a node that is closed with the test.
func open(t testing.TB, c server.Config) *server.Server {
	t.Helper()
	n, err := server.Open(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return n
}

// connect returns an official client of n, closed with the test.
func connect(t testing.TB, n *server.Server) *esdb.Client {
	t.Helper()
	return dial(t, n, n.ConnectionString())
}

func dial(t testing.TB, n *server.Server, connection string) *esdb.Client {
	t.Helper()
	c, err := esdb.ParseConnectionString(connection)
	if err != nil {
		t.Fatal(err)
	}
	c.Logger = func(esdb.LogLevel, string, ...any) {}
	if c.RootCAs == nil && n.CACertPEM() != nil {
		c.RootCAs = x509.NewCertPool()
		c.RootCAs.AppendCertsFromPEM(n.CACertPEM())
	}
	client, err := esdb.NewClient(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// within is the context of a step that takes milliseconds when it works.
func within(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// contextOf is within for what is no testing.TB.
func contextOf(d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), d)
}

// event makes an event with a fresh id.
func event(eventType, data string) esdb.EventData {
	return esdb.EventData{EventID: uuid.New(), EventType: eventType, ContentType: esdb.ContentTypeJson, Data: []byte(data)}
}

// appended appends events and fails the test if that fails.
func appended(t testing.TB, c *esdb.Client, stream string, want esdb.ExpectedRevision, events ...esdb.EventData) *esdb.WriteResult {
	t.Helper()
	res, err := c.AppendToStream(within(t), stream, esdb.AppendToStreamOptions{ExpectedRevision: want}, events...)
	if err != nil {
		t.Fatalf("append to %s: %v", stream, err)
	}
	return res
}

// fatal is a test that can fail: testing.TB or *rapid.T.
type fatal interface {
	Helper()
	Fatalf(string, ...any)
}

// code returns what kind of error the client makes of err.
func code(t fatal, err error) esdb.ErrorCode {
	t.Helper()
	var e *esdb.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v (%T) is no error of the client's", err, err)
	}
	return e.Code()
}

// collect reads a finite read to its end.
func collect(t testing.TB, rs *esdb.ReadStream, err error) []*esdb.RecordedEvent {
	t.Helper()
	events, err := tryCollect(rs, err)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

func tryCollect(rs *esdb.ReadStream, err error) (events []*esdb.RecordedEvent, _ error) {
	if err != nil {
		return nil, err
	}
	defer rs.Close()
	for {
		ev, err := rs.Recv()
		if errors.Is(err, io.EOF) {
			return events, nil
		}
		if err != nil {
			return nil, err
		}
		events = append(events, ev.OriginalEvent())
	}
}

// forwards reads a stream from a position on.
func forwards(t testing.TB, c *esdb.Client, stream string, from esdb.StreamPosition, count uint64) []*esdb.RecordedEvent {
	t.Helper()
	rs, err := c.ReadStream(within(t), stream, esdb.ReadStreamOptions{From: from}, count)
	return collect(t, rs, err)
}

func backwards(t testing.TB, c *esdb.Client, stream string, from esdb.StreamPosition, count uint64) []*esdb.RecordedEvent {
	t.Helper()
	rs, err := c.ReadStream(within(t), stream, esdb.ReadStreamOptions{From: from, Direction: esdb.Backwards}, count)
	return collect(t, rs, err)
}

func all(t testing.TB, c *esdb.Client, direction esdb.Direction, from esdb.AllPosition, count uint64) []*esdb.RecordedEvent {
	t.Helper()
	rs, err := c.ReadAll(within(t), esdb.ReadAllOptions{From: from, Direction: direction}, count)
	return collect(t, rs, err)
}

// revisions lists the revisions of events.
func revisions(events []*esdb.RecordedEvent) []uint64 {
	out := []uint64{}
	for _, e := range events {
		out = append(out, e.EventNumber)
	}
	return out
}

// span is the numbers from a to b, down if b is less.
func span(a, b uint64) []uint64 {
	out := []uint64{a}
	for a != b {
		if a < b {
			a++
		} else {
			a--
		}
		out = append(out, a)
	}
	return out
}

// events makes n events with fresh ids.
func events(n int) []esdb.EventData {
	out := make([]esdb.EventData, n)
	for i := range out {
		out[i] = event("Counted", fmt.Sprintf(`{"n":%d}`, i))
	}
	return out
}
