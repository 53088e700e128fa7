package storage_test

// The file by itself: what is found again, across many commits, merges of ids and restarts.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"candor/events/embedded/internal/storage"
)

func open(t *testing.T, path string) *storage.Store {
	t.Helper()
	s, err := storage.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// id is the id of the event at a position.
func id(position uint64) (id storage.ID) {
	binary.BigEndian.PutUint64(id[4:], position*0x9e3779b97f4a7c15)
	return id
}

// fill commits events up to position last, a few appends to different streams a commit, and remembers where each went.
func fill(t *testing.T, s *storage.Store, last uint64, revisions map[string]uint64, where map[uint64]string) {
	t.Helper()
	for s.Last() < last {
		var writes []storage.Write
		next := s.Last() + 1
		for i := range 4 {
			stream := fmt.Sprintf("stream-%d", (int(next)+i*i)%9)
			body := &storage.Body{}
			first := next
			for range 1 + 97*i {
				body.Add(storage.Event{ID: id(next), Type: []byte("T"), Data: []byte{byte(next)}})
				where[next] = stream
				next++
			}
			writes = append(writes, storage.Write{Stream: stream, First: first, Revision: revisions[stream], Body: body})
			revisions[stream] += uint64(body.Len())
		}
		if err := s.Commit(writes); err != nil {
			t.Fatal(err)
		}
	}
}

// 300,000 events are 18 runs of ids, of which 16 are merged.
func TestEveryIdIsFoundAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	s := open(t, path)
	revisions, where := map[string]uint64{}, map[uint64]string{}
	check := func() {
		t.Helper()
		for p := uint64(1); p <= s.Last(); p += 4999 {
			_, position, ok, err := s.FindID(where[p], id(p))
			if err != nil || !ok || position != p {
				t.Fatalf("the id of the event at %d is found at %d, %v, %v", p, position, ok, err)
			}
			if _, _, ok, _ := s.FindID("another", id(p)); ok {
				t.Fatalf("the id of the event at %d is found in another stream", p)
			}
		}
		if _, _, ok, err := s.FindID("stream-1", id(s.Last()+1)); ok || err != nil {
			t.Fatalf("an id never written is found: %v", err)
		}
		if err := s.Verify(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	for _, last := range []uint64{100, 20_000, 300_000} {
		fill(t, s, last, revisions, where)
		check()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = open(t, path)
		check()
	}
	defer s.Close()
	for stream, n := range revisions {
		x, ok, err := s.LastExtent(stream, 1<<63)
		if err != nil || !ok || x.Last() != n-1 {
			t.Errorf("%s ends at %v, want %d", stream, x, n-1)
		}
	}
}

func TestExtentsLeadToEveryRevision(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "log.db"))
	defer s.Close()
	revisions, where := map[string]uint64{}, map[uint64]string{}
	fill(t, s, 40_000, revisions, where) // part of it in the index, part in the tail
	for stream, n := range revisions {
		for r := uint64(0); r < n; r += 211 {
			err := s.ViewStream(stream, r, r, func(reader *storage.Reader, found []storage.Extent) error {
				for _, x := range found {
					if x.Revision <= r && r <= x.Last() {
						p := x.Position + (r - x.Revision)
						b, ok, err := reader.Cursor().Seek(p)
						if err != nil || !ok || string(b.Stream) != stream || b.Revision+(p-b.First) != r || where[p] != stream {
							t.Fatalf("revision %d of %s is at %d, where %+v is", r, stream, p, b)
						}
						return nil
					}
				}
				return fmt.Errorf("revision %d of %s is in none of %v", r, stream, found)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestClosedStoreSaysSo(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "log.db"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.View(func(*storage.Reader) error { return nil }); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

// The last revision of a stream stays known when its event goes and older ones stay, scavenge after scavenge.
func TestRevisionOfAnEventThatIsGoneIsKnown(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	s := open(t, path)
	for i := range uint64(3) {
		body := &storage.Body{}
		body.Add(storage.Event{ID: id(i + 1), Type: []byte("T")})
		if err := s.Commit([]storage.Write{{Stream: "s", First: i + 1, Revision: i, Body: body}}); err != nil {
			t.Fatal(err)
		}
	}
	for round := range 3 {
		r, err := s.Rewrite()
		if err != nil {
			t.Fatal(err)
		}
		for more := true; more; {
			if more, err = r.Remember(); err != nil {
				t.Fatal(err)
			}
		}
		for r.Done() < s.Last() {
			if _, err := r.Step(s.Last(), func(b *storage.Block) (int, bool, error) {
				if b.Revision == 2 {
					return b.Count, true, nil
				}
				return 0, false, nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		closeOld, err := r.Swap()
		if err := errors.Join(err, closeOld()); err != nil {
			t.Fatal(err)
		}
		if x, ok, err := s.LastExtent("s", 1<<62); err != nil || !ok || x.Last() != 2 || !x.Gone() {
			t.Errorf("round %d: the last extent is %+v, %v, %v", round, x, ok, err)
		}
		if s.Last() != 3 {
			t.Errorf("round %d: the log ends at %d", round, s.Last())
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
