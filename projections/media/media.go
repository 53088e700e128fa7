// Package media answers with the pictures that the site serves, assembled from their chunks. It is a read model of its own, so that rebuilding the
// content does not copy pictures.
package media

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Version is the version of what Media makes of the log.
//
//	1: first
//	2: removed pictures
const Version = 2

// maxMedia is the largest file that is assembled. Uploads are limited to 5 MiB (spec.md section 5); this bounds the memory that
// another program's event can make us allocate.
const maxMedia = 32 << 20 // bytes

var Definition = projector.Definition{
	Name:        "media",
	Version:     Version,
	Prefixes:    []string{events.MediaPrefix, events.PicturePrefix},
	CommitDelay: 25 * time.Millisecond,
	Removals:    true,
	Pictures:    true,
	New:         func() projector.Model { return &media{} },
}

// Reader answers with files.
type Reader struct{ projector.View[*media] }

// NewReader returns the read model that p runs.
func NewReader(p *projector.Projector) *Reader { return &Reader{projector.NewView[*media](p)} }

// media is one generation's files. Buckets:
//
//	file        "9f86d0…" (SHA-256) → JSON of mediaFile
//	chunk       "9f86d0…" 00 00 00 01 (chunk) → its bytes
//	removed     "9f86d0…" → JSON of removedFile, until it is back
//	undeleted   "9f86d0…" → nothing: removed, but its bytes are not deleted yet
type media struct {
	files   answers.ListCache[string] // not JSON: Body is the file, ETag its type
	dropped map[string]bool           // files that the batch has removed
}

// removedFile describes a removed picture.
type removedFile struct {
	ContentType string    `json:"contentType"`
	Size        int       `json:"size"`
	At          time.Time `json:"at"`
	Allowed     bool      `json:"allowed,omitempty"` // may be uploaded again
}

// mediaFile describes a file. It is served once it is Whole.
type mediaFile struct {
	ContentType string `json:"contentType"`
	Size        int    `json:"size"`
	Chunks      int    `json:"chunks"`
	Have        int    `json:"have"`
	Whole       bool   `json:"whole"` // all chunks are stored and their hash is the file's name
}

// File returns a file by the lower-case hex SHA-256 of its bytes, which must not be modified. Its
// error is ErrNotFound, also while chunks are missing or if their hash is wrong, ErrRemoved, which comes with the type, or ErrNotReady.
func (m *Reader) File(sha256 string) (contentType string, body []byte, err error) {
	model, err := m.Model()
	if err != nil {
		return "", nil, err
	}
	cached, epoch := model.files.Get(sha256)
	if cached != nil {
		return cached.ETag, cached.Body(), nil
	}
	err = m.Read(func(_ *media, t *projector.Tx) error {
		var file mediaFile
		stored := t.Bucket("file").Get([]byte(sha256))
		if stored == nil || json.Unmarshal(stored, &file) != nil || !file.Whole {
			if gone := removedAt(t, sha256); gone != nil {
				contentType = gone.ContentType
				return projector.ErrRemoved
			}
			return projector.ErrNotFound
		}
		contentType, body = file.ContentType, chunks(t, sha256, file)
		return nil
	})
	if err == nil {
		model.files.Add(epoch, sha256, answers.New(body, contentType), nil)
	}
	return contentType, body, err
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

func (m *media) Load(*projector.Tx) error { return nil }

func (m *media) Decode(r *events.Recorded) (any, error) {
	if stream, ok, handled := projector.ReadErasure(r); handled {
		if !ok {
			return nil, nil
		}
		return projector.Erased{Stream: stream}, nil
	}
	return r.Decode()
}

func (m *media) Apply(t *projector.Tx, event *projector.Event) bool {
	switch e := event.Data.(type) {
	case events.MediaStored:
		return m.store(t, e)
	case events.MediaRemoved:
		m.forget(t, e.SHA256)
		t.Bucket("removed").Put([]byte(e.SHA256), projector.Encode(removedFile{ContentType: e.ContentType, Size: e.Size, At: e.At.UTC()}))
		t.Bucket("undeleted").Put([]byte(e.SHA256), nil)
	case events.MediaAllowed:
		gone := removedAt(t, e.SHA256)
		if gone == nil {
			return false
		}
		gone.Allowed = true
		t.Bucket("removed").Put([]byte(e.SHA256), projector.Encode(gone))
	case events.MediaReturned:
		t.Bucket("removed").Delete([]byte(e.SHA256))
	case projector.Erased:
		hash, _, _ := strings.Cut(strings.TrimPrefix(e.Stream, events.MediaPrefix), "-")
		m.forget(t, hash)
		t.Bucket("undeleted").Delete([]byte(hash))
	default:
		return false
	}
	return true
}

// store stores a chunk, unless its picture was removed: it is about to be deleted.
func (m *media) store(t *projector.Tx, e events.MediaStored) bool {
	if len(e.SHA256) != 2*sha256.Size || e.Size < 0 || e.Size > maxMedia || e.Chunk < 0 || e.Chunk >= e.Chunks || len(e.Bytes) > e.Size {
		return false
	}
	if gone := removedAt(t, e.SHA256); gone != nil && !gone.Allowed {
		return false
	}
	files := t.Bucket("file")
	file := mediaFile{ContentType: e.ContentType, Size: e.Size, Chunks: e.Chunks}
	if stored := files.Get([]byte(e.SHA256)); stored != nil {
		if json.Unmarshal(stored, &file) != nil || file.Whole || file.Size != e.Size || file.Chunks != e.Chunks {
			return false
		}
	}
	key := chunkKey(e.SHA256, e.Chunk)
	if old := t.Bucket("chunk").Get(key); old == nil {
		file.Have++
	} else if bytes.Equal(old, e.Bytes) {
		return false
	}
	t.Bucket("chunk").Put(key, e.Bytes)
	if file.Have == file.Chunks {
		sum := sha256.Sum256(chunks(t, e.SHA256, file))
		file.Whole = hex.EncodeToString(sum[:]) == e.SHA256
	}
	files.Put([]byte(e.SHA256), projector.Encode(file))
	return true
}

// forget deletes the rows of a file. Their bytes stay in the model's file until it is rebuilt.
func (m *media) forget(t *projector.Tx, sha256 string) {
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
}

// removedAt reads the description of a removed picture, nil for any other.
func removedAt(t *projector.Tx, sha256 string) *removedFile {
	stored := t.Bucket("removed").Get([]byte(sha256))
	if stored == nil {
		return nil
	}
	var gone removedFile
	if json.Unmarshal(stored, &gone) != nil {
		panic(projector.Damage("a removed picture is no JSON"))
	}
	return &gone
}

func (m *media) Flush(*projector.Tx) {}

// Committed drops the cached files that the batch has removed; those that stay never change.
func (m *media) Committed() {
	if dropped := m.dropped; len(dropped) > 0 {
		m.dropped = nil
		m.files.Drop(func(sha256 string, _ []int64) bool { return dropped[sha256] })
	}
}

func (m *media) CacheStats() projector.CacheStats { return m.files.Stats() }

// Undeleted lists the streams of removed pictures whose bytes are not deleted yet, as after a crash between the two. Its error is
// ErrNotReady.
func (m *Reader) Undeleted() (streams []string, err error) {
	err = m.Read(func(_ *media, t *projector.Tx) error {
		t.Bucket("undeleted").Scan(nil, nil, func(key, _ []byte) bool {
			streams = append(streams, events.PictureStream(string(key)))
			return true
		})
		return nil
	})
	return streams, err
}

// Stored is a stored or a removed file.
type Stored struct {
	Address     string // "/media/9f86d0….webp"
	ContentType string
	Size        int        // in bytes
	RemovedAt   *time.Time // nil: it is stored
	Allowed     bool       // removed, but may be uploaded again
}

// Files lists the stored files and then the removed ones, each in the order of their hashes. Its error is ErrNotReady.
func (m *Reader) Files() (all []Stored, err error) {
	err = m.Read(func(_ *media, t *projector.Tx) error {
		t.Bucket("file").Scan(nil, nil, func(key, stored []byte) bool {
			var file mediaFile
			if json.Unmarshal(stored, &file) != nil {
				panic(projector.Damage("a file is no JSON"))
			}
			if file.Whole {
				all = append(all, Stored{Address: events.MediaAddress(string(key), file.ContentType), ContentType: file.ContentType, Size: file.Size})
			}
			return true
		})
		t.Bucket("removed").Scan(nil, nil, func(key, _ []byte) bool {
			gone := removedAt(t, string(key))
			all = append(all, Stored{Address: events.MediaAddress(string(key), gone.ContentType), ContentType: gone.ContentType, Size: gone.Size,
				RemovedAt: &gone.At, Allowed: gone.Allowed})
			return true
		})
		return nil
	})
	return all, err
}
