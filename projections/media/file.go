// Files: the bytes of pictures, assembled from their chunks.

package media

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// maxMedia is the largest file that is assembled. Uploads are limited to 5 MiB (spec.md section 5); this bounds the memory that
// another program's event can make us allocate.
const maxMedia = 32 << 20 // bytes

// mediaFile describes a file. It is served once it is Whole.
type mediaFile struct {
	ContentType string    `json:"contentType"`
	Size        int       `json:"size"`
	Chunks      int       `json:"chunks"`
	Have        int       `json:"have"`
	Whole       bool      `json:"whole"` // all chunks are stored and their hash is the file's name
	Width       int       `json:"width,omitempty"`
	Height      int       `json:"height,omitempty"`
	Animated    bool      `json:"animated,omitempty"`
	StoredAt    time.Time `json:"storedAt"` // of the chunk that made it whole
}

func (f *mediaFile) shape() events.Shape {
	return events.Shape{Width: f.Width, Height: f.Height, Animated: f.Animated}
}

// fileOf reads the description of a file, nil if no chunk of it is stored.
func fileOf(t *projector.Tx, sha256 string) *mediaFile {
	stored := t.Bucket("file").Get([]byte(sha256))
	if stored == nil {
		return nil
	}
	var file mediaFile
	if json.Unmarshal(stored, &file) != nil {
		panic(projector.Damage("a file is no JSON"))
	}
	return &file
}

// wholeFile is fileOf for files that are served. Its error is ErrNotFound, or ErrRemoved.
func wholeFile(t *projector.Tx, sha256 string) (*mediaFile, error) {
	file := fileOf(t, sha256)
	if file != nil && file.Whole {
		return file, nil
	}
	if removedAt(t, sha256) != nil {
		return nil, projector.ErrRemoved
	}
	return nil, projector.ErrNotFound
}

// File returns a file by the lower-case hex SHA-256 of its bytes, which must not be modified: that file itself, even if another picture is
// shown in its place. Its error is ErrNotFound, also while chunks are missing or if their hash is wrong, ErrRemoved, which comes with the
// type, or ErrNotReady.
func (m *Reader) File(sha256 string) (contentType string, body []byte, err error) {
	model, err := m.Model()
	if err != nil {
		return "", nil, err
	}
	cached, err := model.files.Answer(sha256, false, func() (a *answers.Answer, _ []int64, err error) {
		contentType, body, err := m.FileOnce(sha256)
		if err == nil {
			a, err = answers.NewFile(body, contentType)
		}
		return a, nil, err
	})
	if err != nil { // there is none, or no room to keep it
		return m.FileOnce(sha256)
	}
	defer cached.Release()
	return cached.ETag, cached.Body(), nil
}

// FileOnce is File for those who read many files once: what it returns isn't kept in memory for others.
func (m *Reader) FileOnce(sha256 string) (contentType string, body []byte, err error) {
	err = m.Read(func(_ *media, t *projector.Tx) error {
		file, err := wholeFile(t, sha256)
		if err == nil {
			contentType, body = file.ContentType, chunks(t, sha256, *file)
		} else if gone := removedAt(t, sha256); gone != nil {
			contentType = gone.ContentType
		}
		return err
	})
	return contentType, body, err
}

// Shape returns a stored file's shape, type and size in bytes. Errors: ErrNotFound, ErrRemoved, ErrNotReady.
func (m *Reader) Shape(sha256 string) (shape events.Shape, contentType string, size int, err error) {
	err = m.Read(func(_ *media, t *projector.Tx) error {
		file, err := wholeFile(t, sha256)
		if err != nil {
			return err
		}
		shape, contentType, size = file.shape(), file.ContentType, file.Size
		if shape.Width == 0 { // a file of an earlier version of this model answers
			chunk := events.MediaChunk{ContentType: file.ContentType}
			shape = events.MediaStored{MediaChunk: chunk, Bytes: t.Bucket("chunk").Get(chunkKey(sha256, 0))}.Shape()
		}
		return nil
	})
	return shape, contentType, size, err
}

// Stored lists the hashes of all whole files, those in whose place others are shown included, in their order. Its error is ErrNotReady.
func (m *Reader) Stored() (all []string, err error) {
	err = m.visitFiles(func(sha256 string, _ *mediaFile) { all = append(all, sha256) })
	return all, err
}

// Sizes returns how many whole files there are, and how many bytes they have. Its error is ErrNotReady.
func (m *Reader) Sizes() (count int, bytes int64, err error) {
	err = m.visitFiles(func(_ string, file *mediaFile) { count, bytes = count+1, bytes+int64(file.Size) })
	return count, bytes, err
}

// visitFiles visits the whole files in the order of their hashes.
func (m *Reader) visitFiles(visit func(sha256 string, file *mediaFile)) error {
	return m.Read(func(_ *media, t *projector.Tx) error {
		t.Bucket("file").Scan(nil, nil, func(key, _ []byte) bool {
			if file := fileOf(t, string(key)); file.Whole {
				visit(string(key), file)
			}
			return true
		})
		return nil
	})
}

func chunkKey(sha256 string, n int) []byte {
	return binary.BigEndian.AppendUint32([]byte(sha256), uint32(n))
}

// chunks assembles a file.
func chunks(t *projector.Tx, sha256 string, file mediaFile) []byte {
	body := make([]byte, 0, file.Size)
	t.Bucket("chunk").Scan([]byte(sha256), nil, func(_, payload []byte) bool {
		body = append(body, payload...)
		return true
	})
	return body
}

// store stores a chunk, unless its picture was removed: it is about to be deleted.
func (m *media) store(t *projector.Tx, e events.MediaStored, at time.Time) bool {
	if len(e.SHA256) != 2*sha256.Size || e.Size < 0 || e.Size > maxMedia || e.Chunk < 0 || e.Chunk >= e.Chunks || len(e.Bytes) > e.Size {
		return false
	}
	if gone := removedAt(t, e.SHA256); gone != nil && !gone.Allowed {
		return false
	}
	file := fileOf(t, e.SHA256)
	if file == nil {
		file = &mediaFile{ContentType: e.ContentType, Size: e.Size, Chunks: e.Chunks}
	} else if file.Whole || file.Size != e.Size || file.Chunks != e.Chunks {
		return false
	}
	key := chunkKey(e.SHA256, e.Chunk)
	if old := t.Bucket("chunk").Get(key); old == nil {
		file.Have++
	} else if bytes.Equal(old, e.Bytes) {
		return false
	}
	t.Bucket("chunk").Put(key, e.Bytes)
	if e.Chunk == 0 {
		shape := e.Shape()
		file.Width, file.Height, file.Animated = shape.Width, shape.Height, shape.Animated
	}
	if file.Have == file.Chunks {
		sum := sha256.Sum256(chunks(t, e.SHA256, *file))
		file.Whole = hex.EncodeToString(sum[:]) == e.SHA256
	}
	if file.Whole {
		file.StoredAt = at.UTC()
		t.Bucket("library").Put(libraryKey(e.SHA256, file), nil)
		m.changed = true
	}
	t.Bucket("file").Put([]byte(e.SHA256), projector.Encode(file))
	return true
}

// forget deletes the rows of a file. Their bytes stay in the model's file until it is rebuilt.
func (m *media) forget(t *projector.Tx, sha256 string) {
	if file := fileOf(t, sha256); file != nil && file.Whole {
		t.Bucket("library").Delete(libraryKey(sha256, file))
	}
	t.Bucket("file").Delete([]byte(sha256))
	var keys [][]byte
	t.Bucket("chunk").Scan([]byte(sha256), nil, func(key, _ []byte) bool {
		keys = append(keys, bytes.Clone(key))
		return true
	})
	for _, key := range keys {
		t.Bucket("chunk").Delete(key)
	}
	if m.dropped == nil {
		m.dropped = map[string]bool{}
	}
	m.dropped[sha256] = true
	m.changed = true
}

// libraryKey returns the key of a whole file among all of them, newest first.
func libraryKey(sha256 string, file *mediaFile) []byte {
	return slices.Concat(projector.Number(^file.StoredAt.UnixNano()), []byte(sha256))
}
