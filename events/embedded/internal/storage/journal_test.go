package storage_test

// The journal: whatever moment a crash comes at, everything acknowledged is there; and a journal that is not the right one is
// refused.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	bolt "go.etcd.io/bbolt"

	"candor/events/embedded/internal/storage"
)

// small makes moves and turns happen every few commits.
var small = storage.Options{JournalHalf: 16 << 10, TailEvents: 200}

const page = 4096

// memory returns a folder where a sync costs nothing, if the system has one: these tests tell what was written when, not whether
// the disk has it.
func memory(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "candor-*")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// site is a log with a journal, and what was acknowledged of it.
type site struct {
	*storage.Store
	path      string
	where     map[uint64]string // stream of each position
	revisions map[string]uint64
}

func newSite(t *testing.T, o storage.Options) *site {
	t.Helper()
	s := &site{path: filepath.Join(memory(t), "log.db"), where: map[uint64]string{}, revisions: map[string]uint64{}}
	var err error
	if s.Store, err = storage.OpenWith(s.path, o); err != nil {
		t.Fatal(err)
	}
	return s
}

// write plans an append of n events of size bytes at a position, and notes it.
func (s *site) write(stream string, first uint64, n, size int) storage.Write {
	body := &storage.Body{}
	for i := range uint64(n) {
		body.Add(storage.Event{ID: id(first + i), Type: []byte("T"), Data: bytes.Repeat([]byte{byte(first + i)}, size)})
		s.where[first+i] = stream
	}
	w := storage.Write{Stream: stream, First: first, Revision: s.revisions[stream], Body: body}
	s.revisions[stream] += uint64(n)
	return w
}

// commit commits appends of n events to several streams.
func (s *site) commit(t testing.TB, appends, n, size int) {
	t.Helper()
	var writes []storage.Write
	next := s.Last() + 1
	for i := range appends {
		writes = append(writes, s.write(fmt.Sprintf("stream-%d", (next+uint64(i))%7), next, n, size))
		next += uint64(n)
	}
	if err := s.Commit(writes); err != nil {
		t.Fatal(err)
	}
}

// copyTo copies the files as they are now. A move may be under way, so the log goes first: its transaction is in the copy whole or not at
// all, and the journal has what it lacks.
func (s *site) copyTo(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(memory(t), "log.db")
	copyFile(t, s.path, path)
	if _, err := os.Stat(s.path + ".journal"); err == nil {
		copyFile(t, s.path+".journal", path+".journal")
	}
	return path
}

// copyFile leaves out what is zero, which is most of what bbolt sets aside.
func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zeros := make([]byte, 16*page)
	for at := 0; at < len(data); at += len(zeros) {
		if part := data[at:min(at+len(zeros), len(data))]; !bytes.Equal(part, zeros[:len(part)]) {
			if _, err := f.WriteAt(part, int64(at)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := f.Truncate(int64(len(data))); err != nil {
		t.Fatal(err)
	}
}

// check opens the log at path, which must have exactly what was acknowledged, and closes it: then it is one file.
func (s *site) check(t *testing.T, path string, last uint64, o storage.Options) {
	t.Helper()
	got, err := storage.OpenWith(path, o)
	if err != nil {
		t.Fatal(err)
	}
	if got.Last() != last {
		t.Fatalf("the log ends at %d, %d was acknowledged", got.Last(), last)
	}
	s.checkOpen(t, got, last)
	if err := errors.Join(got.Verify(context.Background()), got.Close()); err != nil {
		t.Fatal(err)
	}
	if names, _ := filepath.Glob(path + "*"); len(names) != 1 {
		t.Fatalf("files were left: %v", names)
	}
}

// checkOpen compares every event up to last, by position, by id and by revision.
func (s *site) checkOpen(t testing.TB, got *storage.Store, last uint64) {
	t.Helper()
	next := uint64(1)
	revisions := map[string]uint64{}
	if err := got.View(func(r *storage.Reader) error {
		c := r.Cursor()
		b, ok, err := c.Seek(1)
		for ; ok && err == nil; b, ok, err = c.Next() {
			if b.First != next {
				return fmt.Errorf("a block at %d after the event at %d", b.First, next-1)
			}
			events, err := b.Events(nil, 0, b.Count)
			if err != nil {
				return err
			}
			for _, e := range events {
				if next <= last && (s.where[next] != string(b.Stream) || e.ID != id(next)) {
					return fmt.Errorf("another event at %d", next)
				}
				next++
			}
			if b.Revision != revisions[string(b.Stream)] {
				return fmt.Errorf("%s goes on at revision %d after %d", b.Stream, b.Revision, revisions[string(b.Stream)])
			}
			revisions[string(b.Stream)] += uint64(b.Count)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if next <= last {
		t.Fatalf("the log ends before %d of %d", next, last)
	}
	for p := uint64(1); p <= last; p += 1 + last/60 {
		if _, position, ok, err := got.FindID(s.where[p], id(p)); err != nil || !ok || position != p {
			t.Fatalf("the id of the event at %d is found at %d, %v, %v", p, position, ok, err)
		}
	}
	for stream, n := range revisions {
		if x, ok, err := got.LastExtent(stream, 1<<62); err != nil || !ok || x.Last() < n-1 {
			t.Fatalf("%s ends at %+v, %v, %v, want %d", stream, x, ok, err, n-1)
		}
	}
}

// Commits of all sizes, some larger than the journal; after each the files may be found as a kill would leave them.
func TestFilesAtAnyMomentHoldWhatWasAcknowledged(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	s := newSite(t, small)
	for round := range 240 {
		switch random.IntN(12) {
		case 0:
			s.commit(t, 1+random.IntN(3), 1, 20_000) // does not fit into the journal
		case 1:
			s.commit(t, 3, 60, 10)
		default:
			s.commit(t, 1+random.IntN(4), 1+random.IntN(5), random.IntN(900))
		}
		// What is on its way into the file counts as well.
		of := s.where[1+random.Uint64N(s.Last())]
		if x, ok, err := s.LastExtent(of, 1<<62); err != nil || !ok || x.Last() != s.revisions[of]-1 {
			t.Fatalf("%s ends at %+v, %v, %v, want %d", of, x, ok, err, s.revisions[of]-1)
		}
		if random.IntN(5) == 0 {
			s.check(t, s.copyTo(t), s.Last(), small)
		}
		if round%60 == 59 {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			var err error
			if s.Store, err = storage.OpenWith(s.path, small); err != nil {
				t.Fatal(err)
			}
		}
	}
	last := s.Last()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s.check(t, s.path, last, storage.Options{})
}

// Readers in both directions, by position, id and revision, while moves take the ground from under them.
func TestReadersMissAndRepeatNothingWhileBlocksMove(t *testing.T) {
	t.Parallel()
	s := newSite(t, small)
	const commits = 300
	stop := make(chan struct{})
	var readers sync.WaitGroup
	look := func(do func(last uint64) error) {
		readers.Go(func() {
			for {
				if err := do(s.Last()); err != nil {
					t.Error(err)
					return
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	// Every commit appends one event to each of two streams: position p is revision (p-1)/2 of stream p%2.
	look(func(last uint64) error { return walk(s.Store, last, true) })
	look(func(last uint64) error { return walk(s.Store, last, false) })
	look(func(last uint64) error {
		for p := last; p > 0 && p+40 > last; p-- {
			if _, at, ok, err := s.FindID(fmt.Sprintf("s-%d", p%2), id(p)); err != nil || !ok || at != p {
				return fmt.Errorf("the id of the event at %d of %d is found at %d, %v, %v", p, last, at, ok, err)
			}
		}
		return nil
	})
	look(func(last uint64) error {
		if last < 2 {
			return nil
		}
		top := (last - 2) / 2
		low := top - min(top, 100)
		return s.ViewStream("s-0", low, top, func(_ *storage.Reader, found []storage.Extent) error {
			want := low
			for i, x := range found {
				if i == 0 && x.Revision < want {
					x.Count, x.Revision = x.Count-(want-x.Revision), want
				}
				if x.Revision != want {
					return fmt.Errorf("revision %d of %d to %d is followed by %+v", want, low, top, x)
				}
				want = x.Last() + 1
			}
			if want <= top {
				return fmt.Errorf("revisions %d to %d are missing", want, top)
			}
			return nil
		})
	})
	look(func(last uint64) error {
		x, ok, err := s.LastExtent("s-1", 1<<62)
		if last > 0 && (err != nil || !ok || x.Last() < (last-1)/2) {
			return fmt.Errorf("s-1 ends at %+v, %v, %v; the event at %d was there", x, ok, err, last)
		}
		return nil
	})
	for range commits {
		next := s.Last() + 1
		if err := s.Commit([]storage.Write{s.write("s-1", next, 1, 200), s.write("s-0", next+1, 1, 200)}); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	readers.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// walk reads all blocks up to last in one look.
func walk(s *storage.Store, last uint64, up bool) error {
	return s.View(func(r *storage.Reader) error {
		c := r.Cursor()
		var b storage.Block
		var ok bool
		var err error
		next := uint64(1)
		if up {
			b, ok, err = c.Seek(1)
		} else {
			b, ok, err = c.SeekBefore(last + 1)
			next = last
		}
		for ok && err == nil {
			if b.First != next || b.Revision != (next-1)/2 {
				return fmt.Errorf("up %v: at %d comes the block at %d, revision %d", up, next, b.First, b.Revision)
			}
			if up {
				next++
				b, ok, err = c.Next()
			} else {
				next--
				b, ok, err = c.Prev()
			}
		}
		if up && next <= last || !up && next != 0 {
			return fmt.Errorf("up %v: the walk ends at %d of %d", up, next, last)
		}
		return err
	})
}

// refusedFiles opens a log and expects the kind of error, in words that name the file.
func refusedFiles(t *testing.T, path string, kind error, words string) {
	t.Helper()
	s, err := storage.OpenWith(path, small)
	if err == nil {
		t.Errorf("it was opened, and ends at %d", s.Last())
		s.Close()
		return
	}
	if !errors.Is(err, kind) || !strings.Contains(err.Error(), words) || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v, want %v and %q", err, kind, words)
	}
}

func TestWrongJournalIsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t, small)
	defer s.Close()
	other := newSite(t, small)
	defer other.Close()
	for range 3 {
		s.commit(t, 1, 1, 10)
		other.commit(t, 1, 1, 10)
	}
	young := s.copyTo(t)
	settled := func() string { // files that show several turns of the journal
		for range 20 {
			s.commit(t, 2, 2, 100)
		}
		return s.copyTo(t)
	}
	old := settled()

	missing := settled()
	if err := os.Remove(missing + ".journal"); err != nil {
		t.Fatal(err)
	}
	refusedFiles(t, missing, storage.ErrDamaged, "log.db.journal is missing")

	foreign := settled()
	copyFile(t, other.path+".journal", foreign+".journal")
	refusedFiles(t, foreign, storage.ErrForeignFile, "another journal")

	older := settled()
	copyFile(t, old+".journal", older+".journal")
	refusedFiles(t, older, storage.ErrDamaged, "older")
	copyFile(t, young+".journal", older+".journal")
	refusedFiles(t, older, storage.ErrDamaged, "older")

	newer := settled()
	copyFile(t, young, newer)
	refusedFiles(t, newer, storage.ErrDamaged, "younger")
	copyFile(t, old, newer)
	refusedFiles(t, newer, storage.ErrDamaged, "younger")

	alone := settled()
	if err := os.Remove(alone); err != nil {
		t.Fatal(err)
	}
	refusedFiles(t, alone, storage.ErrDamaged, "the log itself is not")

	unknown := settled() // the log was closed since, and has gone on elsewhere
	copyFile(t, filepath.Join(closedLog(t), "log.db"), unknown)
	refusedFiles(t, unknown, storage.ErrDamaged, "not in "+unknown)

	text := settled()
	if err := os.WriteFile(text+".journal", bytes.Repeat([]byte("Dear diary,\n"), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	refusedFiles(t, text, storage.ErrForeignFile, "no journal")

	s.check(t, s.copyTo(t), s.Last(), small) // and the right one is taken
}

// closedLog returns the folder of a log of one event that was closed.
func closedLog(t *testing.T) string {
	t.Helper()
	s := newSite(t, small)
	s.commit(t, 1, 1, 10)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(s.path)
}

// What a crash leaves of a journal that is not needed goes: one half made, and one whose events are all in the log.
func TestLeftoverJournalGoes(t *testing.T) {
	t.Parallel()
	s := newSite(t, small)
	s.commit(t, 2, 3, 10)
	before := s.copyTo(t)
	last := s.Last()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, journal := range map[string]func(to string){
		"empty":   func(to string) { copyFile(t, os.DevNull, to) },
		"a page":  func(to string) { os.WriteFile(to, make([]byte, page), 0o600) },
		"emptied": func(to string) { copyFile(t, before+".journal", to) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(memory(t), "log.db")
			copyFile(t, s.path, path)
			journal(path + ".journal")
			s.check(t, path, last, small)
		})
	}
}

// Every byte of the last record may be missing or wrong: a power cut in the middle of its write. Of the records before it none may.
func TestTornRecordIsNormalAndDamageIsNot(t *testing.T) {
	t.Parallel()
	s := newSite(t, small)
	defer s.Close()
	s.commit(t, 1, 1, 100)
	s.commit(t, 1, 1, 100)
	acknowledged := s.Last()
	s.commit(t, 2, 3, 1000) // its record has two pages
	whole := s.copyTo(t)
	journal, err := os.ReadFile(whole + ".journal")
	if err != nil {
		t.Fatal(err)
	}
	records := journal[page+small.JournalHalf:] // of the first generation
	used := len(bytes.TrimRight(records, "\x00"))
	if used < 3*page || used > 5*page {
		t.Fatalf("the records take %d bytes: this test has lost its ground", used)
	}
	open := func(bytes []byte) *storage.Store {
		t.Helper()
		path := filepath.Join(memory(t), "log.db")
		copyFile(t, whole, path)
		if err := os.WriteFile(path+".journal", bytes, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := storage.OpenWith(path, small)
		if err != nil {
			if !errors.Is(err, storage.ErrDamaged) || !strings.Contains(err.Error(), path+".journal") {
				t.Fatalf("got %v, want one that says that the journal is damaged", err)
			}
			return nil
		}
		t.Cleanup(func() { got.Close() })
		return got
	}
	random := rand.New(rand.NewPCG(3, 4))
	for _, at := range []int{2 * page, 2*page + 4, 2*page + 8, 2*page + 30, 3*page - 1, 3 * page, used - 1} {
		cut := bytes.Clone(journal)
		clear(cut[page+small.JournalHalf+at:])
		if got := open(cut); got == nil || got.Last() != acknowledged {
			t.Errorf("torn at byte %d: %+v", at, got)
		}
		bad := bytes.Clone(journal)
		bad[page+small.JournalHalf+at] ^= byte(1 + random.IntN(255))
		if got := open(bad); got == nil || got.Last() != acknowledged {
			t.Errorf("damaged at byte %d: %+v", at, got)
		}
		if got := open(journal[:page+small.JournalHalf+at]); got == nil || got.Last() != acknowledged {
			t.Errorf("cut at byte %d: %+v", at, got)
		}
	}
	for _, at := range []int{0, 7, 20, 60, page, page + 5, page + 50} {
		bad := bytes.Clone(journal)
		bad[page+small.JournalHalf+at] ^= byte(1 + random.IntN(255))
		if got := open(bad); got != nil {
			t.Errorf("byte %d of an acknowledged record is damaged, and the log was opened and ends at %d", at, got.Last())
		}
	}
}

// A crash while one half was being moved leaves both halves needed. Then a half that ends too early is noticed, too.
func TestBothHalvesAreTaken(t *testing.T) {
	t.Parallel()
	s := newSite(t, small)
	defer s.Close()
	s.commit(t, 1, 1, 10)
	path, again := s.copyTo(t), s.copyTo(t)
	records := small.JournalHalf / page
	for range records + 1 {
		s.commit(t, 1, 1, 10) // of a page each
	}
	copyFile(t, s.path+".journal", path+".journal")
	journal, err := os.ReadFile(path + ".journal")
	if err != nil {
		t.Fatal(err)
	}
	s.check(t, path, s.Last(), small)

	clear(journal[page+small.JournalHalf+(records-1)*page:]) // the last record of the first half that was used
	if err := os.WriteFile(again+".journal", journal, 0o600); err != nil {
		t.Fatal(err)
	}
	refusedFiles(t, again, storage.ErrDamaged, "are missing")
}

// A program that knows no journal must not open the file while one is needed, and may once it is closed.
func TestFormatSaysThatAJournalIsNeeded(t *testing.T) {
	t.Parallel()
	number := func(path string) byte {
		t.Helper()
		db, err := bolt.Open(path, 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		var v byte
		if err := db.View(func(tx *bolt.Tx) error {
			v = tx.Bucket([]byte("header")).Get([]byte("format"))[3]
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return v
	}
	s := newSite(t, small)
	s.commit(t, 1, 1, 1)
	if got := number(s.copyTo(t)); got != 3 {
		t.Errorf("the format is %d while the journal is needed", got)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := number(s.path); got != 1 {
		t.Errorf("the format of the closed file is %d", got)
	}
}

func TestRestoreBesideAJournalIsRefused(t *testing.T) {
	path := filepath.Join(memory(t), "log.db")
	if err := os.WriteFile(path+".journal", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := storage.NewIncoming(path); !errors.Is(err, os.ErrExist) || !strings.Contains(err.Error(), ".journal") {
		t.Errorf("got %v", err)
	}
}
