package embedded

// Backups: the log up to a position, in one self-contained file with checksums.
//
// A backup is
//
//	a line of JSON   [Backup]
//	a zstd frame     the events of the log, each: position (8), length (4), bytes with their own checksum;
//	                 then 0 (8) and the number of events (8)
//	SHA-256 (32)     of everything before
//
// All numbers are big-endian. The log only grows, so a backup is consistent however long it takes and whatever is written
// meanwhile.

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"github.com/klauspost/compress/zstd"

	"candor/events"
	"candor/events/embedded/internal/storage"
)

const (
	backupFormat  = "candor backup"
	backupVersion = 2

	maxBackupHeader = 4 << 10 // bytes of the first line
	maxBackupEvent  = 4 << 20 // bytes; an append has at most 1 MiB
)

// What can be wrong with a backup.
var (
	ErrNoBackup  = errors.New("this is no backup of Candor") // or of a version that this program does not know
	ErrOldBackup = fmt.Errorf("%w that this version reads: a version from before the first release made it, which alone can restore it",
		ErrNoBackup)
	ErrDamagedBackup = errors.New("the backup is damaged or cut short")
)

// Backup is the header of a backup.
type Backup struct {
	Format   string    `json:"format"`   // "candor backup"
	Version  int       `json:"version"`  // of the format: 2
	Created  time.Time `json:"created"`  // UTC
	Position uint64    `json:"position"` // of the last event
	Events   uint64    `json:"-"`        // how many there are; known when all of it has been read
}

// Backup writes the log as it is now to w. It delays nobody, however slow w is; [CheckBackup], reading its output,
// reports the progress. Errors: w's, ctx's, [ErrScavenging], or one that wraps [ErrDamaged].
func (n *Node) Backup(ctx context.Context, w io.Writer) (Backup, error) {
	// A scavenge may remove what an event after the backup's end has replaced.
	if !n.rewriting.TryRLock() {
		return Backup{}, ErrScavenging
	}
	defer n.rewriting.RUnlock()
	end := n.engine.Last()
	return writeBackup(w, n.config.Clock(), end, func(add func(storage.Stored) error) error { return n.store.Events(ctx, end, add) })
}

// writeBackup writes a backup of the log up to the position end: the events that all adds.
func writeBackup(w io.Writer, now time.Time, end uint64, all func(add func(storage.Stored) error) error) (Backup, error) {
	b := Backup{Format: backupFormat, Version: backupVersion, Created: now.UTC().Truncate(time.Second), Position: end}
	sum := sha256.New()
	out := io.MultiWriter(w, sum)
	header, err := json.Marshal(b)
	if err != nil {
		return b, err
	}
	if _, err := out.Write(append(header, '\n')); err != nil {
		return b, err
	}
	packed, err := zstd.NewWriter(out, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return b, err
	}
	var buf []byte
	err = all(func(e storage.Stored) error {
		b.Events++
		buf = e.Append(buf[:0])
		_, err := packed.Write(buf)
		return err
	})
	if err == nil {
		end := binary.BigEndian.AppendUint64(make([]byte, 8, 16), b.Events)
		_, err = packed.Write(end)
	}
	if err := errors.Join(err, packed.Close()); err != nil {
		return b, fmt.Errorf("backup: %w", err)
	}
	_, err = w.Write(sum.Sum(nil))
	return b, err
}

// CheckBackup reads a backup to its end and returns what is wrong with it: [ErrNoBackup] or [ErrDamagedBackup], or r's error.
func CheckBackup(r io.Reader, progress func(at, head uint64)) (Backup, error) {
	return readBackup(r, progress, func(storage.Event) error { return nil })
}

// ReadBackup calls handle with each event of a backup, with the position and the time that it had in the log. They can be trusted only if
// the error is nil. Errors are those of [CheckBackup], or handle's.
func ReadBackup(r io.Reader, progress func(at, head uint64), handle func(events.Recorded) error) (Backup, error) {
	var c copier
	return readBackup(r, progress, func(e storage.Event) error { return handle(c.recorded(&e)) })
}

// Restore writes the log of a backup to path, where no file may exist; the folder must exist. Everything is checked first:
// after an error there is no file at path. Errors are those of [CheckBackup], wrap [os.ErrExist], or are the file system's.
func Restore(ctx context.Context, r io.Reader, path string, progress func(at, head uint64)) (Backup, error) {
	in, err := storage.NewIncoming(path)
	if err != nil {
		return Backup{}, fmt.Errorf("restore: %w", err)
	}
	b, err := readBackup(r, progress, func(e storage.Event) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return in.Add(e)
	})
	if err != nil {
		return b, errors.Join(fmt.Errorf("restore: %w", err), in.Discard())
	}
	if err := in.Finish(ctx); err != nil {
		return b, fmt.Errorf("restore: %w", err)
	}
	return b, nil
}

// readBackup calls fn with every event of a backup, whose bytes are its own. They can be trusted only if the error is nil.
func readBackup(r io.Reader, progress func(at, head uint64), fn func(storage.Event) error) (Backup, error) {
	body := &summed{r: bufio.NewReaderSize(r, 1<<20), sum: sha256.New()}
	b, err := readBackupHeader(body)
	if err != nil {
		return b, err
	}
	packed, err := zstd.NewReader(body, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(128<<20))
	if err != nil {
		return b, err
	}
	defer packed.Close()
	damaged := func(err error) error {
		if body.err != nil && !errors.Is(body.err, io.EOF) { // reading failed, and not what was read
			return body.err
		}
		return fmt.Errorf("%w: %v", ErrDamagedBackup, err)
	}
	var head [12]byte
	var count, last uint64
	for {
		if _, err := io.ReadFull(packed, head[:8]); err != nil {
			return b, damaged(err)
		}
		stored := storage.Stored{Position: binary.BigEndian.Uint64(head[:])}
		if stored.Position == 0 {
			break
		}
		if _, err := io.ReadFull(packed, head[8:]); err != nil {
			return b, damaged(err)
		}
		n := binary.BigEndian.Uint32(head[8:])
		if n > maxBackupEvent {
			return b, damaged(fmt.Errorf("an event of %d bytes", n))
		}
		stored.Bytes = make([]byte, n)
		if _, err := io.ReadFull(packed, stored.Bytes); err != nil {
			return b, damaged(err)
		}
		e, err := stored.Check()
		if err != nil {
			return b, damaged(err)
		}
		count, last = count+1, e.Position
		if err := fn(e); err != nil {
			return b, err
		}
		if progress != nil {
			progress(last, b.Position)
		}
	}
	if _, err := io.ReadFull(packed, head[:8]); err != nil {
		return b, damaged(err)
	}
	b.Events = binary.BigEndian.Uint64(head[:])
	if n, err := packed.Read(head[:1]); n > 0 || !errors.Is(err, io.EOF) {
		return b, damaged(fmt.Errorf("there is more after its end: %v", err))
	}
	switch {
	case !bytes.Equal(body.sum.Sum(nil), body.trailer):
		return b, damaged(errors.New("it does not match its SHA-256"))
	case count != b.Events || last > b.Position:
		return b, damaged(fmt.Errorf("it has %d events up to position %d, and says %d up to %d", count, last, b.Events, b.Position))
	}
	return b, nil
}

// readBackupHeader reads the first line.
func readBackupHeader(r *summed) (Backup, error) {
	var b Backup
	var line []byte
	var c [1]byte
	for len(line) < maxBackupHeader {
		if _, err := io.ReadFull(r, c[:]); err != nil {
			if r.err != nil && !errors.Is(r.err, io.EOF) {
				return b, r.err
			}
			break
		}
		if c[0] == '\n' {
			break
		}
		line = append(line, c[0])
	}
	if err := json.Unmarshal(line, &b); err != nil || b.Format != backupFormat {
		return b, ErrNoBackup
	}
	if b.Version > 0 && b.Version < backupVersion {
		return b, ErrOldBackup
	}
	if b.Version != backupVersion {
		return b, fmt.Errorf("%w: it has version %d, this program knows %d", ErrNoBackup, b.Version, backupVersion)
	}
	return b, nil
}

// summed reads everything but the last 32 bytes, the trailer, and computes the checksum of the rest.
type summed struct {
	r       *bufio.Reader
	sum     hash.Hash
	trailer []byte // the last bytes, once the end has been seen
	err     error  // why there is no more
}

func (s *summed) Read(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	ahead, err := s.r.Peek(min(len(p)+sha256.Size, s.r.Size()))
	n := len(ahead) - sha256.Size
	if n <= 0 {
		s.trailer = bytes.Clone(ahead)
		if s.err = err; err == nil {
			s.err = io.EOF
		}
		return 0, s.err
	}
	n = copy(p, ahead[:n])
	s.sum.Write(p[:n])
	_, err = s.r.Discard(n)
	return n, err
}
