package modeltest

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.etcd.io/bbolt"
)

// Logger is silent unless PROJECTIONS_LOG is set.
var Logger = func() zerolog.Logger {
	if os.Getenv("PROJECTIONS_LOG") == "" {
		return zerolog.Nop()
	}
	return zerolog.New(zerolog.ConsoleWriter{Out: os.Stderr})
}()

// SortedKeys returns the keys of a map in order.
func SortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// CopyFiles copies a folder's files as they are at this moment.
func CopyFiles(t testing.TB, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// MemDir returns a folder, in memory if possible, for tests that open files hundreds of times.
func MemDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "projections-*")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// allStacks shows where every goroutine is, for a wait that timed out.
func allStacks() []byte {
	stacks := make([]byte, 1<<20)
	return stacks[:runtime.Stack(stacks, true)]
}

// SetVersion changes the version of a closed file.
func SetVersion(t testing.TB, path string, version int) {
	t.Helper()
	editFile(t, path, func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte("meta"))
		var m map[string]json.RawMessage
		if err := json.Unmarshal(b.Get([]byte("state"))[4:], &m); err != nil {
			return err
		}
		m["version"] = json.RawMessage(strconv.Itoa(version))
		payload, err := json.Marshal(m)
		if err != nil {
			return err
		}
		sum := crc32.Checksum(payload, crc32.MakeTable(crc32.Castagnoli))
		return b.Put([]byte("state"), append(binary.LittleEndian.AppendUint32(nil, sum), payload...))
	})
}

// editFile changes a closed file's description of itself, as another version of the program would have.
func editFile(t testing.TB, path string, edit func(*bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(edit), db.Close()); err != nil {
		t.Fatal(err)
	}
}
