// Media: the pictures that the site serves, assembled from their chunks. A read model of its
// own, so that rebuilding the content does not copy pictures.

package projections

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"time"

	"candor/events"
)

// MediaVersion is the version of what Media makes of the log.
//
//	1: first
const MediaVersion = 1

// mostMedia is the largest file that is put together. Uploads end at 5 MiB (spec.md section 5);
// this only bounds what a foreign writer's event can make us allocate.
const mostMedia = 32 << 20 // bytes

var mediaBlueprint = register(blueprint{
	name:     "media",
	version:  MediaVersion,
	prefixes: []string{events.MediaPrefix},
	lazy:     25 * time.Millisecond,
	make:     func() readModel { return &media{} },
})

// Media answers with files.
type Media struct{ facade[*media] }

// media is one generation's files. Buckets:
//
//	file    "9f86d0…" (SHA-256) → JSON of mediaFile
//	chunk   "9f86d0…" 00 00 00 01 (chunk) → its bytes
type media struct {
	onlyRows
	files listCache[string] // the JSON-free twin of kept answers: Body is the file
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
// error is ErrNotFound, also while chunks are missing or if their hash is wrong, or ErrNotReady.
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

func (m *media) apply(t *txn, f *fact) bool {
	e, ok := f.data.(events.MediaStored)
	if !ok || len(e.SHA256) != 2*sha256.Size || e.Size < 0 || e.Size > mostMedia || e.Chunk < 0 || e.Chunk >= e.Chunks || len(e.Bytes) > e.Size {
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

func (m *media) cached() cacheStats { return m.files.stats() } // a whole file never changes: nothing is ever dropped
