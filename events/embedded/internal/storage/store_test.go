package storage_test

// The file by itself: what is found again, across many commits and restarts.

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"

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

// id is the id of the event at a position, in no order.
func id(position uint64) (id storage.ID) {
	binary.BigEndian.PutUint64(id[4:], position*0x9e3779b97f4a7c15)
	return id
}

// data is the data of the event at a position; some are large.
func data(position uint64) []byte {
	size := 1
	if position%500 == 0 {
		size = 20_000 + int(position)
	}
	return bytes.Repeat([]byte{byte(position)}, size)
}

// filled is a log whose content is known.
type filled struct {
	*storage.Store
	streams map[string][]uint64 // the position of each revision
}

// fill commits events up to position last or a little more, a few appends to different streams a commit.
func (f *filled) fill(t *testing.T, last uint64) {
	t.Helper()
	for f.Last() < last {
		var writes []storage.Write
		next := f.Last() + 1
		for i := range 4 {
			stream := fmt.Sprintf("stream-%d", (int(next)+i*i)%9)
			w := storage.Write{Stream: stream, First: next, Revision: uint64(len(f.streams[stream])), Body: &storage.Body{}}
			for range 1 + 31*i {
				w.Body.Add(storage.Event{ID: id(next), Type: []byte("T"), Data: data(next)})
				f.streams[stream] = append(f.streams[stream], next)
				next++
			}
			writes = append(writes, w)
		}
		if err := f.Commit(writes); err != nil {
			t.Fatal(err)
		}
	}
}

// check reads every stream in both directions, the whole log in both, and looks for ids.
func (f *filled) check(t *testing.T) {
	t.Helper()
	if err := f.Verify(context.Background()); err != nil {
		t.Fatal(err)
	}
	err := f.View(func(r *storage.Reader) error {
		seen := uint64(0)
		same := func(e *storage.Event, stream string, revision, position uint64) error {
			if seen++; string(e.Stream) != stream || e.Revision != revision || e.Position != position || e.ID != id(position) ||
				!bytes.Equal(e.Data, data(position)) {
				return fmt.Errorf("revision %d of %s at %d is read as revision %d of %s at %d", revision, stream, position, e.Revision,
					e.Stream, e.Position)
			}
			return nil
		}
		for stream, positions := range f.streams {
			n := uint64(len(positions))
			for _, part := range [][2]uint64{{0, n - 1}, {n / 3, n / 2}, {n / 2, n / 2}} {
				for _, backwards := range []bool{false, true} {
					revision, step := part[0], uint64(1)
					if backwards {
						revision, step = part[1], ^uint64(0)
					}
					seen = 0
					err := r.Stream(stream, part[0], part[1], backwards, func(e *storage.Event) (bool, error) {
						err := same(e, stream, revision, positions[revision])
						revision += step
						return true, err
					})
					if err != nil || seen != part[1]-part[0]+1 {
						return fmt.Errorf("revisions %v of %s: %d are read, %w", part, stream, seen, err)
					}
				}
			}
			if last, position, ok, err := r.Last(stream, 1<<63); err != nil || !ok || last != n-1 || position != positions[n-1] {
				return fmt.Errorf("%s ends at revision %d, position %d, %w", stream, last, position, err)
			}
			for i := 0; i < len(positions); i += 97 {
				e, ok, err := r.FindID(stream, id(positions[i]))
				if err != nil || !ok {
					return fmt.Errorf("the id of revision %d of %s is not found: %w", i, stream, err)
				}
				if err := same(&e, stream, uint64(i), positions[i]); err != nil {
					return err
				}
				if _, ok, _ := r.FindID("another", id(positions[i])); ok {
					return fmt.Errorf("the id of the event at %d is found in another stream", positions[i])
				}
			}
		}
		next := uint64(1)
		err := r.Forward(0, func(e *storage.Event) (bool, error) {
			next++
			return true, same(e, string(e.Stream), e.Revision, next-1)
		})
		if err != nil || next != f.Last()+1 {
			return fmt.Errorf("the log is read forwards up to %d, %w", next, err)
		}
		err = r.Backward(next, func(e *storage.Event) (bool, error) {
			next--
			return true, same(e, string(e.Stream), e.Revision, next)
		})
		if err != nil || next != 1 {
			return fmt.Errorf("the log is read backwards down to %d, %w", next, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestEverythingIsFoundAgain(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log.db")
	f := &filled{open(t, path), map[string][]uint64{}}
	for _, last := range []uint64{1, 300, 30_000} {
		f.fill(t, last)
		f.check(t)
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		f.Store = open(t, path)
		f.check(t)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// An id that a stream has twice, which an exact expectation allows, is found where it is latest.
func TestTheLatestEventWithAnIDIsFound(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "log.db"))
	defer s.Close()
	for i := range uint64(2) {
		body := &storage.Body{}
		body.Add(storage.Event{ID: id(1), Type: []byte("T")})
		if err := s.Commit([]storage.Write{{Stream: "s", First: i + 1, Revision: i, Body: body}}); err != nil {
			t.Fatal(err)
		}
	}
	err := s.View(func(r *storage.Reader) error {
		if e, ok, err := r.FindID("s", id(1)); err != nil || !ok || e.Revision != 1 {
			t.Errorf("got revision %d, %v, %v", e.Revision, ok, err)
		}
		return nil
	})
	if err := errors.Join(err, s.Verify(t.Context())); err != nil {
		t.Error(err)
	}
}

func TestClosedStoreSaysSo(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "log.db"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.View(func(*storage.Reader) error { return nil }); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

// scavenge rewrites a log without the events that keep refuses.
func scavenge(t *testing.T, s *storage.Store, keep storage.Keep) {
	t.Helper()
	r, err := s.Rewrite()
	if err != nil {
		t.Fatal(err)
	}
	for r.Done() < s.Last() {
		if _, err := r.Step(s.Last(), keep); err != nil {
			t.Fatal(err)
		}
	}
	closeOld, err := r.Swap()
	if err := errors.Join(err, closeOld()); err != nil {
		t.Fatal(err)
	}
}

// The last revision of a stream stays known when its event goes and older ones stay, scavenge after scavenge.
func TestRevisionOfAnEventThatIsGoneIsKnown(t *testing.T) {
	t.Parallel()
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
		scavenge(t, s, func(e *storage.Event) (keep, last bool, err error) { return e.Revision != 2, e.Revision == 2, nil })
		err := s.View(func(r *storage.Reader) error {
			if last, position, ok, err := r.Last("s", 1<<62); err != nil || !ok || last != 2 || position != 0 {
				t.Errorf("round %d: the last revision is %d at %d, %v, %v", round, last, position, ok, err)
			}
			return nil
		})
		if err != nil || s.Last() != 3 {
			t.Errorf("round %d: the log ends at %d, %v", round, s.Last(), err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = open(t, path)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// A scavenge leaves what is kept where it was, and no byte of the rest.
func TestScavengeKeepsTheRestAndNoByteOfWhatIsGone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log.db")
	f := &filled{open(t, path), map[string][]uint64{}}
	f.fill(t, 3_000)
	body := &storage.Body{}
	body.Add(storage.Event{ID: id(9_999), Type: []byte("T"), Data: []byte("a secret that must not stay")})
	body.Add(storage.Event{ID: id(9_998), Type: []byte("T"), Data: bytes.Repeat([]byte("another long secret "), 2_000)})
	if err := f.Commit([]storage.Write{{Stream: "gone", First: f.Last() + 1, Body: body}}); err != nil {
		t.Fatal(err)
	}
	scavenge(t, f.Store, func(e *storage.Event) (keep, last bool, err error) { return string(e.Stream) != "gone", false, nil })
	end := f.Last()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil || bytes.Contains(content, []byte("secret")) || bytes.Contains(content, []byte("gone")) {
		t.Errorf("what was removed is in the file still, or it can't be read: %v", err)
	}
	f.Store = open(t, path)
	if f.Last() != end {
		t.Errorf("the log ends at %d, want %d: positions are not used again", f.Last(), end)
	}
	if err := f.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// Files of the versions before are refused with a sentence, and left as they are.
func TestOlderFilesAreRefusedUnharmed(t *testing.T) {
	t.Parallel()
	for format := range byte(3) {
		path := filepath.Join(t.TempDir(), "log.db")
		db, err := bolt.Open(path, 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Update(func(tx *bolt.Tx) error {
			header, err := tx.CreateBucket([]byte("header"))
			return errors.Join(err, header.Put([]byte("magic"), []byte("candor event log")),
				header.Put([]byte("format"), []byte{0, 0, 0, format + 1}))
		})
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := storage.Open(path); !errors.Is(err, storage.ErrOldFormat) {
			if err == nil {
				s.Close()
			}
			t.Errorf("format %d: %v", format+1, err)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
			t.Errorf("format %d: the file has changed: %v", format+1, err)
		}
	}
}
