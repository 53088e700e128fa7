package embedded_test

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/embedded"
	"candor/events/embedded/internal/brokendisk"
)

// A log whose storage has failed says so, to whoever writes and to whoever asks, and goes on answering readers.
func TestALogWhoseStorageHasFailedIsUnwritable(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log.db")
	n, err := embedded.Open(embedded.Config{Path: path, Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	log := n.Log()
	published := func() events.Proposed {
		p, err := events.Encode(events.Envelope{Event: events.ReviewPublished{ReviewID: 1}})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if _, err := log.Append(t.Context(), "review-1", events.NoStream, published()); err != nil {
		t.Fatal(err)
	}
	if err := log.Writable(); err != nil {
		t.Fatalf("before: %v", err)
	}
	brokendisk.Break(t, path, brokendisk.Full)
	for range 2 {
		if _, err := log.Append(t.Context(), "review-1", events.Any, published()); !errors.Is(err, events.ErrUnwritable) ||
			!errors.Is(err, events.ErrUnavailable) {
			t.Errorf("append: got error %v, want ErrUnwritable and ErrUnavailable", err)
		}
	}
	if err := log.Writable(); !errors.Is(err, events.ErrUnwritable) || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("writable: %v", err)
	}
	if err := log.Available(); err != nil {
		t.Errorf("available: %v", err)
	}
	if r, err := log.Last(t.Context(), "review-1"); err != nil || r.Revision != 0 {
		t.Errorf("a read: %+v, %v", r, err)
	}
}
