// One read model's bbolt file, with its meta and the guards against damage.

package projector

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/google/uuid"
	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"candor/events"
)

const (
	magic       = "candor read model"
	fileFormat  = 1               // how rows are written; a file of another format is rebuilt without being served
	lockTimeout = 2 * time.Second // how long another process may hold the file before we give up
	maxPoison   = 8               // positions
	pageSize    = 32 << 10        // bytes, of new files: texts of some kilobytes leave a fifth of pages of 16 KiB empty
	growth      = 4 << 20         // bytes by which a file grows beyond what it needs
)

var (
	metaBucket = []byte("meta")
	metaKey    = []byte("state")
)

// meta is the state stored in a file.
type meta struct {
	Magic      string            `json:"magic"`
	Format     int               `json:"format"`
	Model      string            `json:"model"`
	Version    int               `json:"version"`
	Complete   bool              `json:"complete"`            // it had caught up once; queries need that
	Checkpoint events.Position   `json:"checkpoint"`          // everything up to here is applied
	LastEvent  events.Position   `json:"lastEvent,omitempty"` // of the last event that was applied
	LastID     uuid.UUID         `json:"lastId,omitzero"`     // of that event: another log has another one there
	AsOf       time.Time         `json:"asOf,omitzero"`       // until when it is known to be complete
	Sum        uint64            `json:"sum"`                 // see tx.go
	Applied    uint64            `json:"applied"`
	Skipped    uint64            `json:"skipped"`
	Poison     []events.Position `json:"poison,omitempty"` // events at which the projector has stopped
	PoisonErr  string            `json:"poisonError,omitempty"`

	SetAside      []SetAside `json:"setAside,omitempty"` // the newest events that were set aside
	SetAsideCount uint64     `json:"setAsideCount,omitempty"`
	Build         string     `json:"build,omitempty"` // of the program that set the first one aside
}

var (
	errDamaged = errors.New("the file is damaged")
	errVersion = errors.New("the file is of another version")
	errLocked  = errors.New("another process is using the file")
)

// file is an open read model file. One goroutine writes; any number read.
type file struct {
	path     string
	db       *bbolt.DB
	writable func() error // checks bbolt's list of free pages before the first write; its error is errDamaged

	mu   sync.Mutex
	meta meta // as committed
}

// createFile creates an empty file and replaces an existing one.
func createFile(path, model string, version int) (*file, error) {
	if err := remove(path); err != nil {
		return nil, err
	}
	f := &file{path: path, writable: func() error { return nil },
		meta: meta{Magic: magic, Format: fileFormat, Model: model, Version: version}}
	var err error
	if f.db, err = openBolt(path, false); err != nil {
		return nil, fmt.Errorf("make %s: %w", path, err)
	}
	if err := f.update(func(*Tx) error { return nil }); err != nil {
		_ = f.db.Close()
		return nil, err
	}
	return f, nil
}

// openFile opens an existing file after checking it. Errors: os.ErrNotExist; errDamaged for
// anything that is not a valid file of the model; errVersion together with an open file if it is
// valid but of another version; errLocked.
func openFile(path, model string, version int) (f *file, err error) {
	f = &file{path: path}
	if err := f.open(true); err != nil {
		return nil, err
	}
	freePages := f.db.Stats().FreePageN
	err = f.checkSize()
	if err == nil {
		err = f.loadMeta(model)
	}
	if err == nil && f.size() <= verifyAtOnce {
		err = f.verify()
	}
	_ = f.db.Close()
	if err != nil {
		return nil, err
	}
	if err := f.open(false); err != nil {
		return nil, err
	}
	f.writable = sync.OnceValue(func() error {
		return f.inspect(func(t *Tx) error { return checkPages(t.tx, freePages) })
	})
	if f.size() <= verifyAtOnce {
		if err := f.writable(); err != nil {
			_ = f.db.Close()
			return nil, err
		}
	}
	if f.meta.Version != version {
		return f, errVersion
	}
	return f, nil
}

func (f *file) open(readOnly bool) error {
	return guardFile(func() (err error) {
		f.db, err = openBolt(f.path, readOnly)
		switch {
		case errors.Is(err, bbolterrors.ErrTimeout):
			return fmt.Errorf("%w: %s", errLocked, f.path)
		case errors.Is(err, os.ErrPermission), errors.Is(err, os.ErrNotExist):
			return err
		case err != nil:
			return fmt.Errorf("%w: %w", errDamaged, err)
		}
		return nil
	})
}

func openBolt(path string, readOnly bool) (*bbolt.DB, error) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: lockTimeout, ReadOnly: readOnly, PreLoadFreelist: true,
		NoStatistics: !readOnly, FreelistType: bbolt.FreelistMapType, PageSize: pageSize})
	if err == nil {
		db.AllocSize = growth
	}
	return db, err
}

func (f *file) size() int64 {
	info, err := os.Stat(f.path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// loadMeta reads the file's meta and checks that it is one of the model, of any version.
func (f *file) loadMeta(model string) error {
	return guardFile(func() error {
		return f.db.View(func(tx *bbolt.Tx) error {
			var err error
			if f.meta, err = metaOf(tx); err != nil {
				return err
			}
			if f.meta.Magic != magic || f.meta.Model != model || f.meta.Format != fileFormat {
				return fmt.Errorf("%w: it is a %q of model %q in format %d", errDamaged, f.meta.Magic, f.meta.Model, f.meta.Format)
			}
			return nil
		})
	})
}

// update runs fn in one transaction that also stores the meta after fn.
func (f *file) update(fn func(*Tx) error) error {
	if err := f.writable(); err != nil {
		return err
	}
	var written meta
	err := guard(func() error {
		return f.db.Update(func(tx *bbolt.Tx) error {
			t := &Tx{tx: tx, meta: f.state()}
			if err := fn(t); err != nil {
				return err
			}
			if t.err != nil {
				return t.err
			}
			written = t.meta
			return writeMeta(tx, written)
		})
	})
	if err != nil {
		return err
	}
	f.mu.Lock()
	f.meta = written
	f.mu.Unlock()
	return nil
}

// metaOf reads the meta as tx sees it.
func metaOf(tx *bbolt.Tx) (meta, error) {
	var m meta
	bucket := tx.Bucket(metaBucket)
	if bucket == nil {
		return m, fmt.Errorf("%w: no meta", errDamaged)
	}
	stored := bucket.Get(metaKey)
	if len(stored) < checksumSize || crc32.Checksum(stored[checksumSize:], castagnoli) != binary.LittleEndian.Uint32(stored) {
		return m, fmt.Errorf("%w: its meta does not match its checksum", errDamaged)
	}
	if err := json.Unmarshal(stored[checksumSize:], &m); err != nil {
		return m, fmt.Errorf("%w: meta: %w", errDamaged, err)
	}
	return m, nil
}

func writeMeta(tx *bbolt.Tx, m meta) error {
	bucket, err := tx.CreateBucketIfNotExists(metaBucket)
	if err != nil {
		return err
	}
	payload, err := json.Marshal(m)
	if err != nil {
		return err
	}
	stored := binary.LittleEndian.AppendUint32(nil, crc32.Checksum(payload, castagnoli))
	return bucket.Put(metaKey, append(stored, payload...))
}

// view runs fn in a reading transaction.
func (f *file) view(fn func(*Tx) error) error {
	return guard(func() error {
		return f.db.View(func(tx *bbolt.Tx) error { return fn(&Tx{tx: tx}) })
	})
}

// inspect is view for what involves no model: every panic is damage of the file.
func (f *file) inspect(fn func(*Tx) error) error {
	return guardFile(func() error { return f.view(fn) })
}

// state returns the meta as last committed.
func (f *file) state() meta {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.meta
}

func (f *file) close() error { return guardFile(f.db.Close) }

// remove removes a file that may not exist.
func remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// moveTo renames the file on disk while it stays open.
func (f *file) moveTo(path string) error {
	if err := os.Rename(f.path, path); err != nil {
		return err
	}
	f.path = path
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}
