package storage

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"
)

// Whoever copies the log may be slow: commits go on, even when the file outgrows its map, for which bbolt waits until no transaction is
// open.
func TestASlowCopyDelaysNoCommit(t *testing.T) {
	before := mapSize
	mapSize = 1 << 20
	defer func() { mapSize = before }()
	s, err := Open(filepath.Join(t.TempDir(), "log.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	commit := func() error {
		body := &Body{}
		body.Add(Event{ID: ID{1}, Type: []byte("T"), Data: bytes.Repeat([]byte("x"), 1<<20)})
		return s.Commit([]Write{{Stream: "s", First: s.Last() + 1, Revision: s.Last(), Body: body}})
	}
	if err := commit(); err != nil {
		t.Fatal(err)
	}
	copied := 0
	err = s.Events(context.Background(), 1, func(Stored) error {
		copied++
		for range 40 { // while the copy takes its time
			if err := commit(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || copied != 1 || s.Last() != 41 {
		t.Errorf("%d events copied, the log ends at %d: %v", copied, s.Last(), err)
	}
}
