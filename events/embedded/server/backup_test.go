package server_test

// Copies of a log that is being written, and what becomes of damaged ones.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"pgregory.net/rapid"

	"candor/events/embedded"
	"candor/events/embedded/server"
)

// everything is each event of a node's log up to a position, as text.
func everything(t testing.TB, n *server.Server, upTo uint64) []string {
	t.Helper()
	var found []string
	for _, r := range all(t, connect(t, n), esdb.Forwards, esdb.Start{}, 1<<40) {
		if r.Position.Commit <= upTo {
			found = append(found, fmt.Sprint(r.Position, r.StreamID, r.EventNumber, r.EventID, r.EventType, r.ContentType, r.CreatedDate,
				string(r.Data), string(r.UserMetadata)))
		}
	}
	return found
}

// slowly is a writer that other things happen beside.
type slowly struct {
	io.Writer
	between func()
}

func (s slowly) Write(p []byte) (int, error) {
	s.between()
	return s.Writer.Write(p)
}

func TestABackupIsTheLogAsItWasWhenItBegan(t *testing.T) {
	n := open(t, config(t))
	client := connect(t, n)
	for i := range 200 {
		appended(t, client, fmt.Sprintf("s-%d", i%7), esdb.Any{}, views(1+i%50)...)
	}
	if _, err := client.DeleteStream(within(t), "s-3", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var writers sync.WaitGroup
	for w := range 3 {
		writers.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
					if _, err := client.AppendToStream(context.Background(), fmt.Sprintf("w-%d-%d", w, i%5),
						esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, views(3)...); err != nil {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	var file bytes.Buffer
	b, err := n.Backup(within(t), slowly{&file, func() { // whoever takes the copy is in no hurry, and nobody waits for them
		if _, err := client.AppendToStream(within(t), "meanwhile", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}},
			views(1)...); err != nil {
			t.Error(err)
		}
	}})
	close(stop)
	writers.Wait()
	if err != nil || b.Events != b.Position {
		t.Fatalf("backup: %+v, %v", b, err)
	}
	c := config(t)
	said := uint64(0)
	got, err := embedded.Restore(within(t), bytes.NewReader(file.Bytes()), c.Path, func(at, _ uint64) { said = at })
	if err != nil || got != b || said != b.Position {
		t.Fatalf("restore: %+v, want %+v, %v", got, b, err)
	}
	if fi, err := os.Stat(c.Path); err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("the log is readable by others: %v, %v", fi.Mode(), err)
	}
	restored := open(t, c)
	want, whole := everything(t, n, b.Position), everything(t, restored, 1<<62)
	if len(want) != int(b.Events) || fmt.Sprint(want) != fmt.Sprint(whole) {
		t.Fatalf("the restored log has %d events, want %d", len(whole), len(want))
	}
	if err := restored.Verify(within(t)); err != nil {
		t.Error(err)
	}
	again := connect(t, restored)
	rs, err := again.ReadStream(within(t), "s-3", esdb.ReadStreamOptions{From: esdb.Start{}}, 1)
	if _, err = tryCollect(rs, err); err == nil || code(t, err) != esdb.ErrorCodeResourceNotFound {
		t.Errorf("a deleted stream is back: %v", err)
	}
	appended(t, again, "s-1", esdb.Any{}, views(2)...)
	if at := restored.Stats().Position; at != b.Position+2 {
		t.Errorf("the restored log goes on at %d, after %d", at, b.Position)
	}
}

func TestAnyLogComesBackTheSame(t *testing.T) {
	plain := func() server.Config { // quicker to connect
		c := config(t)
		c.Insecure, c.Password = true, ""
		return c
	}
	rapid.Check(t, func(rt *rapid.T) {
		n := open(t, plain())
		defer n.Close() // not with the test: two hundred open nodes are dear
		client := connect(t, n)
		for range rapid.IntRange(0, 12).Draw(rt, "appends") {
			stream := fmt.Sprintf("s-%d", rapid.IntRange(0, 3).Draw(rt, "stream"))
			switch rapid.IntRange(0, 5).Draw(rt, "what") {
			case 0:
				_, _ = client.DeleteStream(within(t), stream, esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}})
			case 1:
				large := views(1)
				large[0].Data = bytes.Repeat([]byte("x"), rapid.IntRange(0, 100_000).Draw(rt, "size"))
				large[0].ContentType = esdb.ContentTypeBinary
				appended(t, client, stream, esdb.Any{}, large...)
			default:
				appended(t, client, stream, esdb.Any{}, views(rapid.IntRange(1, 300).Draw(rt, "events"))...)
			}
		}
		var file bytes.Buffer
		if _, err := n.Backup(within(t), &file); err != nil {
			rt.Fatal(err)
		}
		c := plain()
		if _, err := embedded.Restore(within(t), &file, c.Path, nil); err != nil {
			rt.Fatal(err)
		}
		restored := open(t, c)
		defer restored.Close()
		if !slices.Equal(everything(t, n, 1<<62), everything(t, restored, 1<<62)) {
			rt.Fatal("the logs differ")
		}
	})
}

// backupOf is the backup of a small log.
func backupOf(t *testing.T) []byte {
	t.Helper()
	n := open(t, config(t))
	appended(t, connect(t, n), "s", esdb.Any{}, views(2)...)
	var file bytes.Buffer
	if _, err := n.Backup(within(t), &file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// notRestored expects that nothing at all comes of a backup.
func notRestored(t *testing.T, what string, backup []byte) {
	t.Helper()
	dir := t.TempDir()
	_, err := embedded.Restore(context.Background(), bytes.NewReader(backup), filepath.Join(dir, "log.db"), nil)
	if !errors.Is(err, embedded.ErrDamagedBackup) && !errors.Is(err, embedded.ErrNoBackup) {
		t.Errorf("%s: restored with %v", what, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("%s: left behind %v", what, left)
	}
}

func TestADamagedBackupIsNeverRestored(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: each byte of a backup is damaged")
	}
	whole := backupOf(t)
	for at := range whole {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x10
		notRestored(t, fmt.Sprintf("byte %d of %d changed", at, len(whole)), damaged)
	}
	for cut := 0; cut < len(whole); cut += 3 {
		notRestored(t, fmt.Sprintf("cut after %d of %d", cut, len(whole)), whole[:cut])
	}
	notRestored(t, "something behind it", append(bytes.Clone(whole), 'x'))
	notRestored(t, "twice", append(bytes.Clone(whole), whole...))
	notRestored(t, "another file", []byte("Dear diary,\n"))
	notRestored(t, "a later version", bytes.Replace(whole, []byte(`"version":2`), []byte(`"version":3`), 1))
	earlier := bytes.Replace(whole, []byte(`"version":2`), []byte(`"version":1`), 1)
	notRestored(t, "an earlier version", earlier)
	if _, err := embedded.CheckBackup(bytes.NewReader(earlier), nil); !errors.Is(err, embedded.ErrOldBackup) {
		t.Errorf("an earlier version: %v", err)
	}
	if _, err := embedded.CheckBackup(bytes.NewReader(whole), nil); err != nil {
		t.Error(err)
	}
}

func TestABackupReplacesNoLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := embedded.Restore(context.Background(), bytes.NewReader(backupOf(t)), path, nil); !errors.Is(err, os.ErrExist) {
		t.Errorf("restored with %v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != "mine" {
		t.Errorf("what was there is %q", text)
	}
}
