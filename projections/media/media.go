// Package media answers with the pictures of the site: their files, assembled from chunks, what is known of them, and which of them are
// shown in the place of others. It is a read model of its own, so that rebuilding the content does not copy pictures.
package media

import (
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
//	3: descriptions, shapes and replacements; the library
const Version = 3

// Name is the read model's name.
const Name = "media"

func init() { projector.Register(Name, define) }

func define(projector.Config) projector.ReadModel {
	changed := answers.NewSignal() // fires when a file comes or goes, whichever generation answers
	return projector.ReadModel{Definition: projector.Definition{
		Version:     Version,
		Prefixes:    []string{events.MediaPrefix, events.PicturePrefix},
		CommitDelay: 25 * time.Millisecond,
		Removals:    true,
		Pictures:    true,
		New:         func() projector.Model { return &media{signal: changed} },
	}, Reader: func(p *projector.Projector) any { return &Reader{projector.NewView[*media](p), changed} }}
}

// Reader answers with files.
type Reader struct {
	projector.View[*media]
	changed *answers.Signal
}

// Changed returns a channel that is closed when the next file comes or goes.
func (m *Reader) Changed() <-chan struct{} { return m.changed.Wait() }

// media is one generation's files. Buckets:
//
//	file         "9f86d0…" (SHA-256) → JSON of mediaFile
//	chunk        "9f86d0…" 00 00 00 01 (chunk) → its bytes
//	library      ^00…2a (when it became whole, inverted Unix nanoseconds) "9f86d0…" → nothing: the whole files, newest first
//	description  "9f86d0…" → JSON of description
//	replacement  "9f86d0…" → JSON of replacement
//	replaced     "60303a…" (what is shown in its place) "9f86d0…" → nothing: the replacements, by the other end
//	removed      "9f86d0…" → JSON of removedFile, until it is back
//	undeleted    "9f86d0…" → nothing: removed, but its bytes are not deleted yet
type media struct {
	signal  *answers.Signal
	files   answers.SharedLists[string] // not JSON: Body is the file, ETag its type
	dropped map[string]bool             // files that the batch has removed
	changed bool                        // the batch has files that came or went
}

// removedFile describes a removed picture.
type removedFile struct {
	ContentType string    `json:"contentType"`
	Size        int       `json:"size"`
	At          time.Time `json:"at"`
	Allowed     bool      `json:"allowed,omitempty"` // may be uploaded again
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
		return m.store(t, e, event.Created)
	case events.MediaDescribed:
		describe(t, e.SHA256, event.Revision, e.Changes)
	case events.MediaReplaced:
		describe(t, e.SHA256, event.Revision, events.MediaChanges{})
		replace(t, e)
	case events.MediaRemoved:
		describe(t, e.SHA256, event.Revision, events.MediaChanges{})
		m.forget(t, e.SHA256)
		t.Bucket("removed").Put([]byte(e.SHA256), projector.Encode(removedFile{ContentType: e.ContentType, Size: e.Size, At: e.At.UTC()}))
		t.Bucket("undeleted").Put([]byte(e.SHA256), nil)
	case events.MediaAllowed:
		describe(t, e.SHA256, event.Revision, events.MediaChanges{})
		if gone := removedAt(t, e.SHA256); gone != nil {
			gone.Allowed = true
			t.Bucket("removed").Put([]byte(e.SHA256), projector.Encode(gone))
		}
	case events.MediaReturned:
		describe(t, e.SHA256, event.Revision, events.MediaChanges{})
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
	if m.changed {
		m.changed = false
		m.signal.Fire()
	}
}

// Discard drops the cached files: nobody queries this generation any more, and they take memory from others.
func (m *media) Discard() { m.files.Close() }

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
