package embedded_test

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/embedded"
	"candor/events/logtest"
)

// open opens a node that is closed with the test.
func open(t testing.TB) *embedded.Node {
	t.Helper()
	n, err := embedded.Open(embedded.Config{Path: filepath.Join(t.TempDir(), "log.db"), Logger: zerolog.Nop()})
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

func TestLog(t *testing.T) {
	t.Parallel()
	logtest.Run(t, func(t testing.TB) events.Log {
		log := open(t).Log()
		t.Cleanup(func() { log.Close() })
		return log
	})
}

func TestHeadOfAnEmptyLogIsZero(t *testing.T) {
	t.Parallel()
	log := open(t).Log()
	if head, err := log.Head(t.Context()); err != nil || head != 0 {
		t.Errorf("got %d, %v", head, err)
	}
}

// Whoever uses the log directly gets to know that its node is closed.
func TestTheEndOfTheNodeEndsItsLog(t *testing.T) {
	t.Parallel()
	n := open(t)
	log := n.Log()
	ended, caughtUp := make(chan error, 1), make(chan struct{})
	go func() {
		ended <- log.Subscribe(context.Background(), 0, events.Filter{}, func(m events.Message) error {
			if m.Kind == events.CaughtUp {
				close(caughtUp)
			}
			return nil
		})
	}()
	<-caughtUp
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, events.ErrUnavailable) {
		t.Errorf("a subscription ended with %v", err)
	}
	if _, err := log.Append(t.Context(), "review-1", events.Any); !errors.Is(err, events.ErrUnavailable) {
		t.Errorf("append: %v", err)
	}
	if err := log.Available(); !errors.Is(err, events.ErrUnavailable) {
		t.Errorf("available: %v", err)
	}
}

// What was read belongs to the reader: it is no part of the file, which is unmapped with the node.
func TestWhatWasReadOutlivesTheNode(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log.db")
	reopen := func() (*embedded.Node, *embedded.Log) {
		n, err := embedded.Open(embedded.Config{Path: path, Logger: zerolog.Nop()})
		if err != nil {
			t.Fatal(err)
		}
		return n, n.Log()
	}
	n, log := reopen()
	p, err := events.Encode(events.Envelope{Event: events.ReviewPublished{ReviewID: 1}, Metadata: events.Metadata{Actor: events.System}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := log.Append(t.Context(), "review-1", events.NoStream, p); err != nil {
		t.Fatal(err)
	}
	for range 20 { // so that the file has pages of the log alone
		image, err := events.Encode(events.Envelope{Event: events.MediaStored{Bytes: make([]byte, 10_000)}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := log.Append(t.Context(), "media-1", events.Any, image); err != nil {
			t.Fatal(err)
		}
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	n, log = reopen()
	var read []events.Recorded
	collect := func(r events.Recorded) error { read = append(read, r); return nil }
	last, err := log.Last(t.Context(), "review-1")
	if err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	err = errors.Join(collect(last), log.Load(t.Context(), "review-1", 0, collect), log.ReadAll(t.Context(), 0, 1, collect))
	if err != nil {
		t.Fatal(err)
	}
	err = log.Subscribe(t.Context(), 0, events.Filter{StreamPrefixes: []string{events.ReviewPrefix}}, func(m events.Message) error {
		if m.Kind == events.EventAppeared {
			return errors.Join(enough, collect(m.Event))
		}
		return nil
	})
	if !errors.Is(err, enough) {
		t.Fatal(err)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if len(read) != 4 {
		t.Fatalf("%d events were read, want 4", len(read))
	}
	for i, r := range read {
		if r.Hash() != p.Hash() || string(r.Data) != string(p.Data) || string(r.Meta) != string(p.Meta) || r.Stream != "review-1" ||
			r.Type != p.Type {
			t.Errorf("read %d has changed: %+v", i+1, r)
		}
	}
}

// Nobody reads the pipe that a backup is written to: appends go on.
func TestABackupThatNobodyReadsDelaysNoAppend(t *testing.T) {
	t.Parallel()
	n := open(t)
	log := n.Log()
	published, err := events.Encode(events.Envelope{Event: events.ReviewPublished{ReviewID: 1}})
	if err != nil {
		t.Fatal(err)
	}
	add := func() {
		published.ID = events.NewID()
		if _, err := log.Append(t.Context(), "review-1", events.Any, published); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		media := make([]byte, 400_000)
		rand.NewChaCha8([32]byte{}).Read(media)
		image, err := events.Encode(events.Envelope{Event: events.MediaStored{Bytes: media}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := log.Append(t.Context(), "media-1", events.Any, image); err != nil {
			t.Fatal(err)
		}
	}
	r, w := io.Pipe()
	taken := make(chan embedded.Backup, 1)
	go func() {
		b, err := n.Backup(context.Background(), w)
		w.CloseWithError(err)
		taken <- b
	}()
	if _, err := io.ReadFull(r, make([]byte, 100_000)); err != nil { // it is among the events
		t.Fatal(err)
	}
	for range 100 {
		add()
	}
	if _, err := io.Copy(io.Discard, r); err != nil {
		t.Errorf("the backup: %v", err)
	}
	if b := <-taken; b.Events != 20 {
		t.Errorf("the backup has %d events of 20", b.Events)
	}
}
