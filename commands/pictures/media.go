// Storing pictures in the log: one stream a file, named by its hash, one event a chunk. The same
// file is stored once, however often it is sent.

package pictures

import (
	"context"
	"errors"
	"strconv"

	"github.com/google/uuid"

	"candor/commands"
	"candor/events"
)

// media is the state of one file's stream.
type media struct{ stored int } // chunks that are there

func (s media) Evolve(e events.Event) media {
	if e, ok := e.(events.MediaStored); ok {
		s.stored = e.Chunk + 1
	}
	return s
}

// storeMedia stores a file.
type storeMedia struct{ file Picture }

// Decide returns the chunks that are still missing.
func (c storeMedia) Decide(s media) ([]events.Event, error) {
	var evs []events.Event
	chunks := (len(c.file.bytes) + events.MediaChunkSize - 1) / events.MediaChunkSize
	for i := s.stored; i < chunks; i++ {
		from := i * events.MediaChunkSize
		evs = append(evs, events.MediaStored{
			MediaChunk: events.MediaChunk{
				SHA256: c.file.sha256, ContentType: c.file.contentType, Size: len(c.file.bytes), Chunk: i, Chunks: chunks,
				Width: c.file.shape.Width, Height: c.file.shape.Height, Animated: c.file.shape.Animated,
			},
			Bytes: c.file.bytes[from:min(from+events.MediaChunkSize, len(c.file.bytes))],
		})
	}
	return evs, nil
}

// StorePictures stores the pictures that are not stored yet. The events that name the pictures are appended after them, so a
// reader that has caught up with those events has the pictures, too. Error: Invalid on the field of a picture that was removed.
func (h *Handler) StorePictures(ctx context.Context, by commands.Caller, pictures []Picture) error {
	for _, p := range pictures {
		if _, _, err := h.storePicture(ctx, by, p); err != nil {
			return commands.Typed(err)
		}
	}
	return nil
}

// storePicture appends one chunk at a time, each at the revision after the one before, under an id
// made of hash and number. So the next upload of the file completes one that was interrupted, and
// concurrent uploads write the same events, of which the log keeps one copy. It returns the position of the last chunk, and the id of the
// request that stored it; "" for a picture that was there before it was removed.
func (h *Handler) storePicture(ctx context.Context, by commands.Caller, p Picture) (position events.Position, request string, err error) {
	life, err := h.uploadable(ctx, p)
	if err != nil {
		return 0, "", err
	}
	stream := events.MediaStreamAfter(p.sha256, life.removals)
	var l commands.Loaded[media]
	last, err := h.Log.Last(ctx, stream)
	if err == nil {
		position, err = last.Position, l.Apply(last)
		request = last.Metadata().CorrelationID
	}
	if err = commands.IgnoreAbsent(err); err != nil {
		return 0, "", err
	}
	evs, err := storeMedia{p}.Decide(l.State)
	if err != nil {
		return 0, "", err
	}
	want := l.Expected()
	for i, e := range evs {
		proposed, err := events.Encode(events.Envelope{
			ID: chunkID(p.sha256, life.removals, l.State.stored+i), Event: e, Metadata: by.Metadata(h.LogTime()),
		})
		if err != nil {
			return 0, "", err
		}
		w, err := h.Log.Append(ctx, stream, want, proposed)
		if errors.Is(err, events.ErrStreamDeleted) { // it was removed in the meantime
			return 0, "", p.refused()
		}
		if err != nil {
			return 0, "", err
		}
		h.Metrics.Appended(stream, 1)
		want, position, request = events.Exactly(w.Revision), max(position, w.Position), by.RequestID
	}
	if life.removed {
		position, err = h.returnPicture(ctx, by, p)
	}
	if life.removals > 0 {
		request = ""
	}
	return position, request, err
}

// chunkID returns the id of a chunk. The chunks of a picture that is stored again after its removal have new ids, or the log would
// drop them as repetitions.
func chunkID(sha256 string, removals, chunk int) uuid.UUID {
	if removals == 0 {
		return commands.DerivedID("media", sha256, strconv.Itoa(chunk))
	}
	return commands.DerivedID("media", sha256, strconv.Itoa(chunk), strconv.Itoa(removals))
}

// StoredPicture is a picture that is stored on its own.
type StoredPicture struct {
	SHA256        string // lower-case hex
	URL           string
	Width, Height int // in pixels
	Position      events.Position
}

// StorePicture stores a picture, and its name if that differs from the one that it has. An API key only creates: it names a picture that
// its request has stored, and no other. Under an Idempotency-Key it is stored once.
// Errors: Invalid on the picture's field for one that was removed, Unprocessable (an Idempotency-Key that was used for something
// else), Unavailable.
func (h *Handler) StorePicture(ctx context.Context, by commands.Caller, p NewPicture) (StoredPicture, error) {
	accepted := by.RequestID
	if by.IdempotencyKey != "" {
		claimed, err := h.Claim(ctx, by, "", 0)
		if err != nil {
			return StoredPicture{}, err
		}
		accepted = claimed.Request
	}
	position, request, err := h.storePicture(ctx, by, p.Picture)
	if err != nil {
		return StoredPicture{}, commands.Typed(err)
	}
	stored := StoredPicture{SHA256: p.sha256, URL: p.url(), Width: p.shape.Width, Height: p.shape.Height, Position: position}
	isBot := by.Actor.Kind == events.ActorBot
	if p.name == "" || isBot && (request == "" || request != accepted && request != by.RequestID) {
		return stored, nil
	}
	name := describePicture{sha256: p.sha256, contentType: p.contentType, changes: events.MediaChanges{Name: &p.name}, onlyFirst: isBot,
		at: h.At(by)}
	named, err := commands.Execute(ctx, h.Executor, by, events.PictureStream(p.sha256), nil, name)
	if commands.KindOf(err) == commands.NotFound { // it was removed in the meantime
		return StoredPicture{}, p.refused()
	}
	stored.Position = max(position, named.Shown())
	return stored, err
}
