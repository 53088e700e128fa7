package server_test

// What a node makes of the files it is given.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/rs/zerolog"
	bolt "go.etcd.io/bbolt"

	"candor/events/embedded"
	"candor/events/embedded/server"
)

// smallLog makes a log of a few hundred events and returns its bytes.
func smallLog(t *testing.T) []byte {
	t.Helper()
	c := config(t)
	n := open(t, c)
	client := connect(t, n)
	for i := range 30 {
		appended(t, client, fmt.Sprintf("s-%d", i%4), esdb.Any{}, views(1+i)...)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(c.Path)
	if err != nil {
		t.Fatal(err)
	}
	used := len(bytes.TrimRight(data, "\x00")) // the rest is what bbolt set aside for later
	return data[:(used+2*page-1)/page*page]
}

// page is the size of bbolt's pages here.
const page = 4096

// refused opens a file with the given bytes and expects an error of the kind, with the path in it and the file left alone.
func refused(t *testing.T, data []byte, kinds ...error) {
	t.Helper()
	c := config(t)
	if err := os.WriteFile(c.Path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	n, err := server.Open(context.Background(), c)
	if err == nil {
		n.Close()
		t.Fatal("the node opened it")
	}
	ok := false
	for _, kind := range kinds {
		ok = ok || errors.Is(err, kind)
	}
	if !ok || !bytes.Contains([]byte(err.Error()), []byte(c.Path)) {
		t.Errorf("got %v, want %v and the path", err, kinds)
	}
	after, err := os.ReadFile(c.Path)
	if err != nil || !bytes.Equal(data, after) {
		t.Errorf("the file was changed: %v", err)
	}
	if names, _ := filepath.Glob(filepath.Join(filepath.Dir(c.Path), "*")); len(names) != 1 {
		t.Errorf("files were left: %v", names)
	}
}

func TestForeignFilesAreRefused(t *testing.T) {
	refused(t, []byte("Dear diary,\n"), embedded.ErrForeignFile)
	refused(t, bytes.Repeat([]byte("A long text file.\n"), 10000), embedded.ErrForeignFile)
	refused(t, make([]byte, 100000), embedded.ErrForeignFile)

	path := filepath.Join(t.TempDir(), "other.db")
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucket([]byte("theirs"))
		return errors.Join(err, b.Put([]byte("k"), []byte("v")))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused(t, data, embedded.ErrForeignFile)
}

func TestNewerFormatIsRefused(t *testing.T) {
	c := config(t)
	if err := os.WriteFile(c.Path, smallLog(t), 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := bolt.Open(c.Path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		return tx.Bucket([]byte("header")).Put([]byte("format"), []byte{0, 0, 0, 5})
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(c.Path)
	if err != nil {
		t.Fatal(err)
	}
	refused(t, data, embedded.ErrForeignFile)
}

func TestTruncatedFilesAreRefused(t *testing.T) {
	data := smallLog(t)
	for _, n := range []int{1, 100, page, 2 * page, 3 * page, len(data) / 2, len(data) - 3*page} {
		refused(t, data[:n], embedded.ErrDamaged, embedded.ErrForeignFile)
	}
}

func TestFilesFullOfNoiseAreRefused(t *testing.T) {
	data := smallLog(t)
	end := len(data)
	noise := rand.NewChaCha8([32]byte{7})
	for _, r := range []struct{ from, to int }{{0, end}, {0, 2 * page}, {2 * page, end}, {end / 2, end}} {
		bad := bytes.Clone(data)
		noise.Read(bad[r.from:r.to])
		refused(t, bad, embedded.ErrDamaged, embedded.ErrForeignFile)
	}
}

// One damaged page, any of them: the node either refuses the file or, if the page was not in use, serves every event.
func TestAnyDamagedPageIsNoticed(t *testing.T) {
	data := smallLog(t)
	noise := rand.NewChaCha8([32]byte{9})
	opened := 0
	for at := 0; at+page <= len(data); at += page {
		c := config(t)
		bad := bytes.Clone(data)
		noise.Read(bad[at : at+page])
		if err := os.WriteFile(c.Path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		n, err := server.Open(context.Background(), c)
		if errors.Is(err, embedded.ErrDamaged) || errors.Is(err, embedded.ErrForeignFile) {
			continue
		}
		if err != nil {
			t.Fatalf("page %d: %v", at/page, err)
		}
		opened++
		if got := len(all(t, connect(t, n), esdb.Forwards, esdb.Start{}, 10000)); got != 465 {
			t.Errorf("page %d: %d events of 465 are left", at/page, got)
		}
		n.Close()
	}
	t.Logf("%d of %d pages were not in use", opened, len(data)/page)
}

func TestSecondNodeOnAFileIsRefused(t *testing.T) {
	c := config(t)
	n := open(t, c)
	client := connect(t, n)
	appended(t, client, "s", esdb.Any{}, events(1)...)
	if second, err := server.Open(context.Background(), c); !errors.Is(err, embedded.ErrLocked) ||
		!bytes.Contains([]byte(err.Error()), []byte(c.Path)) {
		if err == nil {
			second.Close()
		}
		t.Errorf("got %v", err)
	}
	appended(t, client, "s", esdb.Revision(0), events(1)...) // the first goes on
}

func TestEmptyFileIsANewLog(t *testing.T) {
	c := config(t)
	for _, name := range []string{c.Path, c.Path + ".new"} { // as a start that was killed may leave them
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(c.Path+".new", []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	appended(t, connect(t, open(t, c)), "s", esdb.NoStream{}, events(1)...)
	if fi, err := os.Stat(c.Path); err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v; want a file for its owner alone", fi.Mode(), err)
	}
}

// A file that goes bad under a running node: it stops acknowledging when it next writes there, says so, and neither crashes nor hangs.
func TestDamageUnderARunningNode(t *testing.T) {
	c := config(t)
	var said bytes.Buffer
	c.Logger = zerolog.New(&said)
	n, err := server.Open(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { n.Close() }) // it is closed below, unless the test fails before
	client := connect(t, n)
	for range 10 {
		appended(t, client, "s", esdb.Any{}, views(200)...)
	}
	f, err := os.OpenFile(c.Path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	fi, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	// The writer takes free pages from anywhere in the file, and would not notice damage elsewhere.
	junk := make([]byte, fi.Size()-2*page)
	rand.NewChaCha8([32]byte{3}).Read(junk)
	if _, err := f.WriteAt(junk, 2*page); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	last := uint64(1999)
	for n.Stats().Failed == nil && last < 3000 { // at the known end, so that the writer need not read
		if res, err := client.AppendToStream(within(t), "s", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Revision(last)},
			events(20)...); err == nil {
			last = res.NextExpectedVersion
		}
	}
	for range 2 {
		_, err = client.AppendToStream(within(t), "s", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Revision(last)}, events(1)...)
		if err == nil {
			t.Fatal("an append was acknowledged")
		}
		if code(t, err) != esdb.ErrorCodeUnknown || !bytes.Contains([]byte(err.Error()), []byte("no longer takes writes")) {
			t.Errorf("append: %v", err)
		}
	}
	if n.Stats().Failed == nil {
		t.Error("the stats do not say that the node failed")
	}
	rs, err := client.ReadAll(within(t), esdb.ReadAllOptions{From: esdb.Start{}}, 1<<40)
	if _, err := tryCollect(rs, err); err == nil || !bytes.Contains([]byte(err.Error()), []byte("damaged")) {
		t.Errorf("reading: %v", err)
	}
	n.Close() // whatever it says, it returns
	if got := bytes.Count(said.Bytes(), []byte("takes no more writes")); got != 1 {
		t.Errorf("the log says %d times that the node failed:\n%s", got, &said)
	}
	if _, err := server.Open(context.Background(), c); !errors.Is(err, embedded.ErrDamaged) {
		t.Errorf("opening it again: %v", err)
	}
}
