// Media: the pictures that the site serves, assembled from their chunks. A read model of its
// own, so that rebuilding the content does not copy pictures.

package projections

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"candor/events"
)

// MediaVersion is the version of what Media makes of the log.
//
//	1: first
//	2: removed pictures
const MediaVersion = 2

// mostMedia is the largest file that is put together. Uploads end at 5 MiB (spec.md section 5);
// this only bounds what a foreign writer's event can make us allocate.
const mostMedia = 32 << 20 // bytes

var mediaBlueprint = register(blueprint{
	name:     "media",
	version:  MediaVersion,
	prefixes: []string{events.MediaPrefix, events.PicturePrefix},
	lazy:     25 * time.Millisecond,
	removals: true,
	pictures: true,
	make:     func() readModel { return &media{} },
})

// Media answers with files.
type Media struct{ facade[*media] }

// media is one generation's files. Buckets:
//
//	file        "9f86d0…" (SHA-256) → JSON of mediaFile
//	chunk       "9f86d0…" 00 00 00 01 (chunk) → its bytes
//	removed     "9f86d0…" → JSON of removedFile, until it has come back
//	undeleted   "9f86d0…" → nothing: removed, but the deletion of its bytes was not seen
type media struct {
	files   listCache[string] // the JSON-free twin of kept answers: Body is the file
	dropped map[string]bool   // files that the batch has removed
}

// removedFile is what is known of a removed picture.
type removedFile struct {
	ContentType string    `json:"contentType"`
	Size        int       `json:"size"`
	At          time.Time `json:"at"`
	Allowed     bool      `json:"allowed,omitempty"` // to be uploaded again
}

// mediaFile is what is known of a file. It is served once Whole.
type mediaFile struct {
	ContentType string `json:"contentType"`
	Size        int    `json:"size"`
	Chunks      int    `json:"chunks"`
	Have        int    `json:"have"`
	Whole       bool   `json:"whole"` // all chunks are here and their hash is the file's name
}

// File returns a file by the lower-case hex SHA-256 of its bytes, which must not be modified. Its
// error is ErrNotFound, also while chunks are missing or if their hash is wrong, ErrRemoved, which comes with the type, or ErrNotReady.
func (m *Media) File(sha256 string) (contentType string, body []byte, err error) {
	model, err := m.now()
	if err != nil {
		return "", nil, err
	}
	kept, epoch := model.files.get(sha256)
	if kept != nil {
		return kept.ETag, kept.Body(), nil
	}
	err = m.read(func(_ *media, t *txn) error {
		var file mediaFile
		stored := t.bucket("file").get([]byte(sha256))
		if stored == nil || json.Unmarshal(stored, &file) != nil || !file.Whole {
			if gone := removedAt(t, sha256); gone != nil {
				contentType = gone.ContentType
				return ErrRemoved
			}
			return ErrNotFound
		}
		contentType, body = file.ContentType, chunks(t, sha256, file)
		return nil
	})
	if err == nil {
		model.files.keep(epoch, sha256, NewAnswer(body, contentType), nil)
	}
	return contentType, body, err
}

func chunkKey(sha256 string, n int) []byte {
	return binary.BigEndian.AppendUint32([]byte(sha256), uint32(n))
}

// chunks puts a file together.
func chunks(t *txn, sha256 string, file mediaFile) []byte {
	body := make([]byte, 0, file.Size)
	t.bucket("chunk").scan([]byte(sha256), nil, func(_, payload []byte) bool {
		body = append(body, payload...)
		return true
	})
	return body
}

func (m *media) load(*txn) error { return nil }

func (m *media) decode(r *events.Recorded) (any, error) {
	if stream, ok, handled := erasure(r); handled {
		if !ok {
			return nil, nil
		}
		return erased{stream}, nil
	}
	return r.Decode()
}

func (m *media) apply(t *txn, f *fact) bool {
	switch e := f.data.(type) {
	case events.MediaStored:
		return m.store(t, e)
	case events.MediaRemoved:
		m.forget(t, e.SHA256)
		t.bucket("removed").put([]byte(e.SHA256), encode(removedFile{ContentType: e.ContentType, Size: e.Size, At: e.At.UTC()}))
		t.bucket("undeleted").put([]byte(e.SHA256), nil)
	case events.MediaAllowed:
		gone := removedAt(t, e.SHA256)
		if gone == nil {
			return false
		}
		gone.Allowed = true
		t.bucket("removed").put([]byte(e.SHA256), encode(gone))
	case events.MediaReturned:
		t.bucket("removed").delete([]byte(e.SHA256))
	case erased:
		hash, _, _ := strings.Cut(strings.TrimPrefix(e.stream, events.MediaPrefix), "-")
		m.forget(t, hash)
		t.bucket("undeleted").delete([]byte(hash))
	default:
		return false
	}
	return true
}

// store takes in a chunk, but for one of a removed picture, which is on its way to being deleted.
func (m *media) store(t *txn, e events.MediaStored) bool {
	if len(e.SHA256) != 2*sha256.Size || e.Size < 0 || e.Size > mostMedia || e.Chunk < 0 || e.Chunk >= e.Chunks || len(e.Bytes) > e.Size {
		return false
	}
	if gone := removedAt(t, e.SHA256); gone != nil && !gone.Allowed {
		return false
	}
	files := t.bucket("file")
	file := mediaFile{ContentType: e.ContentType, Size: e.Size, Chunks: e.Chunks}
	if stored := files.get([]byte(e.SHA256)); stored != nil {
		if json.Unmarshal(stored, &file) != nil || file.Whole || file.Size != e.Size || file.Chunks != e.Chunks {
			return false
		}
	}
	key := chunkKey(e.SHA256, e.Chunk)
	if old := t.bucket("chunk").get(key); old == nil {
		file.Have++
	} else if bytes.Equal(old, e.Bytes) {
		return false
	}
	t.bucket("chunk").put(key, e.Bytes)
	if file.Have == file.Chunks {
		sum := sha256.Sum256(chunks(t, e.SHA256, file))
		file.Whole = hex.EncodeToString(sum[:]) == e.SHA256
	}
	files.put([]byte(e.SHA256), encode(file))
	return true
}

// forget deletes the rows of a file. Their bytes stay in the model's file until it is made anew.
func (m *media) forget(t *txn, sha256 string) {
	t.bucket("file").delete([]byte(sha256))
	var keys [][]byte
	t.bucket("chunk").scan([]byte(sha256), nil, func(key, _ []byte) bool {
		keys = append(keys, bytes.Clone(key))
		return true
	})
	for _, key := range keys {
		t.bucket("chunk").delete(key)
	}
	if m.dropped == nil {
		m.dropped = map[string]bool{}
	}
	m.dropped[sha256] = true
}

// removedAt reads what is known of a removed picture, nil of any other.
func removedAt(t *txn, sha256 string) *removedFile {
	stored := t.bucket("removed").get([]byte(sha256))
	if stored == nil {
		return nil
	}
	var gone removedFile
	if json.Unmarshal(stored, &gone) != nil {
		panic(damage{"a removed picture is no JSON"})
	}
	return &gone
}

func (m *media) flush(*txn) {}

// committed drops the kept files that the batch has removed; those that stay never change.
func (m *media) committed() {
	if dropped := m.dropped; len(dropped) > 0 {
		m.dropped = nil
		m.files.drop(func(sha256 string, _ []int64) bool { return dropped[sha256] })
	}
}

func (m *media) cached() cacheStats { return m.files.stats() }

// Undeleted lists the streams of removed pictures the deletion of whose bytes has not been seen, as after a crash between the two.
// Its error is ErrNotReady.
func (m *Media) Undeleted() (streams []string, err error) {
	err = m.read(func(_ *media, t *txn) error {
		t.bucket("undeleted").scan(nil, nil, func(key, _ []byte) bool {
			streams = append(streams, events.PictureStream(string(key)))
			return true
		})
		return nil
	})
	return streams, err
}

// Picture is a picture that the site has, or has removed.
type Picture struct {
	Address     string       `json:"address"` // "/media/9f86d0….webp"
	ContentType string       `json:"contentType"`
	Size        int          `json:"size"` // in bytes
	RemovedAt   *time.Time   `json:"removedAt"`
	Allowed     bool         `json:"allowed"` // removed, but to be uploaded again
	Uses        []PictureUse `json:"uses"`
}

// Pictures lists the pictures that are there, and then those that were removed, each in the order of their hashes. Its error is
// ErrNotReady.
func (m *Models) Pictures() ([]Picture, error) {
	all := []Picture{}
	err := m.Media.read(func(_ *media, t *txn) error {
		t.bucket("file").scan(nil, nil, func(key, stored []byte) bool {
			var file mediaFile
			if json.Unmarshal(stored, &file) != nil {
				panic(damage{"a file is no JSON"})
			}
			if file.Whole {
				all = append(all, Picture{Address: events.MediaAddress(string(key), file.ContentType), ContentType: file.ContentType, Size: file.Size})
			}
			return true
		})
		t.bucket("removed").scan(nil, nil, func(key, _ []byte) bool {
			gone := removedAt(t, string(key))
			all = append(all, Picture{Address: events.MediaAddress(string(key), gone.ContentType), ContentType: gone.ContentType, Size: gone.Size,
				RemovedAt: &gone.At, Allowed: gone.Allowed})
			return true
		})
		return nil
	})
	for i := 0; i < len(all) && err == nil; i++ {
		all[i].Uses, err = m.Content.PictureUses(events.PictureIn(all[i].Address))
	}
	return all, err
}
