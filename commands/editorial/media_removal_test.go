package editorial_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/editorial"
	"candor/commands/pictures"
	"candor/events"
)

const removedMessage = "This image was removed"

// upload returns a picture as it is sent to be stored.
func upload(t *testing.T, dataString string) pictures.NewPicture {
	t.Helper()
	picture, err := pictures.ParsePictureData(t.Context(), dataString, "")
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// stored returns the bytes of a picture that a stream holds.
func stored(t *testing.T, log *commandstest.Door, stream string) (all []byte) {
	t.Helper()
	for _, r := range commandstest.Recorded(t, log, stream) {
		all = append(all, r.Data...)
	}
	return all
}

func TestARemovedPictureIsTakenAgainOnlyOnceItIsAllowed(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	large := pngOf(t, 700, 500) // of two chunks
	first, err := h.Pictures.StorePicture(ctx, commandstest.Admin, upload(t, large))
	if err != nil {
		t.Fatal(err)
	}
	address, hash := first.URL, first.SHA256
	bytes1 := stored(t, log, events.MediaStream(hash))

	gone, err := h.Pictures.RemovePicture(ctx, commandstest.Admin, hash)
	if err != nil || gone.Position == 0 {
		t.Fatalf("removed: %+v, %v", gone, err)
	}
	if _, err := log.Last(ctx, events.MediaStream(hash)); !errors.Is(err, events.ErrStreamDeleted) {
		t.Errorf("its bytes: %v", err)
	}
	if again, err := h.Pictures.RemovePicture(ctx, commandstest.Admin, hash); err != nil || again.Position != 0 {
		t.Errorf("removed again: %+v, %v", again, err)
	}

	// Wherever it is sent, it is refused on its field, and nothing is appended.
	before := log.Appends.Load()
	in := parseReview(t, reviewJSON("Slate", 1))
	in.ProductImageURL = &large
	_, err = h.Editorial.CreateReview(ctx, commandstest.Admin, in)
	if got := commandstest.FieldsOf(t, err); len(got) != 1 || got["productImageUrl"] != removedMessage {
		t.Errorf("a new review: %v", got)
	}
	in.ProductImageURL, in.ImageURLs = nil, &[]string{pngOf(t, 3, 3), large}
	_, err = h.Editorial.CreateReview(ctx, commandstest.Admin, in)
	if got := commandstest.FieldsOf(t, err); got["imageUrls"] != removedMessage {
		t.Errorf("one of several pictures: %v", got)
	}
	_, err = h.Editorial.CreateArticle(ctx, commandstest.Admin,
		editorial.ArticleInput{ArticleChanges: events.ArticleChanges{Title: p("T"), Content: p("C"), Category: p("AI"), AuthorName: p("A"),
			ImageURL: &large}})
	if got := commandstest.FieldsOf(t, err); got["imageUrl"] != removedMessage {
		t.Errorf("a new article: %v", got)
	}
	bulk, err := h.Editorial.CreateReviews(ctx, commandstest.Bot, []editorial.BulkItem{{Changes: in.ReviewChanges, Options: in.ItemOptions}})
	if err != nil || len(bulk.Errors) != 1 || bulk.Errors[0].Errors[0] != (commands.FieldError{Field: "imageUrls", Message: removedMessage}) {
		t.Errorf("a bulk: %+v, %v", bulk, err)
	}
	_, err = h.Pictures.StorePicture(ctx, commandstest.Admin, upload(t, large))
	if got := commandstest.FieldsOf(t, err); got["data"] != removedMessage {
		t.Errorf("alone: %v", got)
	}
	if got := log.Appends.Load() - before; got != 0 {
		t.Errorf("the refusals appended %d times", got)
	}

	if _, err := h.Pictures.AllowPicture(ctx, commandstest.Admin, hash); err != nil {
		t.Fatal(err)
	}
	if back, err := h.Pictures.StorePicture(ctx, commandstest.Admin, upload(t, large)); err != nil || back.URL != address {
		t.Fatalf("once allowed: %s, %v", back.URL, err)
	}
	if got := stored(t, log, events.MediaStreamAfter(hash, 1)); !bytes.Equal(got, bytes1) {
		t.Errorf("%d bytes came back, want %d", len(got), len(bytes1))
	}
	if got := commandstest.Types(t, log, events.PictureStream(hash)); !slices.Equal(got,
		[]string{"MediaRemoved", "MediaAllowed", "MediaReturned"}) {
		t.Errorf("the picture's stream: %v", got)
	}
	before = log.Appends.Load()
	if _, err := h.Pictures.StorePicture(ctx, commandstest.Admin, upload(t, large)); err != nil || log.Appends.Load() != before {
		t.Errorf("sent once more: %d appends, %v", log.Appends.Load()-before, err)
	}
	if _, err := h.Pictures.RemovePicture(ctx, commandstest.Admin, hash); err != nil {
		t.Fatal(err)
	}
	if stored(t, log, events.MediaStreamAfter(hash, 1)) != nil {
		t.Error("removed once more, its bytes are still there")
	}
}

func TestOnlyWhatWasStoredCanBeRemoved(t *testing.T) {
	h, _ := commandstest.Start(t)
	nobody := strings.Repeat("ab", 32)
	_, err := h.Pictures.RemovePicture(t.Context(), commandstest.Admin, nobody)
	commandstest.WantKind(t, err, commands.NotFound)
	_, err = h.Pictures.AllowPicture(t.Context(), commandstest.Admin, nobody)
	commandstest.WantKind(t, err, commands.NotFound)
}

// A picture from before uploads were cleaned has the hash of the file as it was sent.
func TestAFileThatWasStoredAsSentIsKnownAgain(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	clean := pngOf(t, 4, 4)
	_, payload, _ := strings.Cut(clean, ",")
	file, err := base64.StdEncoding.DecodeString(payload)
	if err != nil {
		t.Fatal(err)
	}
	file = append(file, "taken by Ada, at home"...)
	sum := sha256.Sum256(file)
	hash := hex.EncodeToString(sum[:])
	chunk, err := events.Encode(events.Envelope{Event: events.MediaStored{
		MediaChunk: events.MediaChunk{SHA256: hash, ContentType: "image/png", Size: len(file), Chunks: 1}, Bytes: file}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := log.Append(ctx, events.MediaStream(hash), events.NoStream, chunk); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Pictures.RemovePicture(ctx, commandstest.Admin, hash); err != nil {
		t.Fatal(err)
	}
	_, err = h.Pictures.StorePicture(ctx, commandstest.Admin, upload(t, "data:image/png;base64,"+base64.StdEncoding.EncodeToString(file)))
	if got := commandstest.FieldsOf(t, err); got["data"] != removedMessage {
		t.Errorf("the same file: %v", got)
	}
	if _, err := h.Pictures.StorePicture(ctx, commandstest.Admin, upload(t, clean)); err != nil {
		t.Errorf("another file: %v", err)
	}
}

func TestARemovalThatWasCutShortIsFinished(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	for name, finish := range map[string]func(hash string) error{
		"at the next start": func(hash string) error {
			return h.FinishErasures(ctx, []string{events.PictureStream(hash), events.PictureStream("none")})
		},
		"by a repetition": func(hash string) error {
			_, err := h.Pictures.RemovePicture(ctx, commandstest.Admin, hash)
			return err
		},
		"before it is allowed": func(hash string) error {
			_, err := h.Pictures.AllowPicture(ctx, commandstest.Admin, hash)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			picture, err := h.Pictures.StorePicture(ctx, commandstest.Admin, upload(t, pngOf(t, 4, 4+len(name))))
			if err != nil {
				t.Fatal(err)
			}
			hash := picture.SHA256
			fact, err := events.Encode(events.Envelope{Event: events.MediaRemoved{SHA256: hash, ContentType: "image/png", Size: 1, At: time.Now()}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := log.Append(ctx, events.PictureStream(hash), events.NoStream, fact); err != nil {
				t.Fatal(err)
			}
			if err := finish(hash); err != nil {
				t.Fatal(err)
			}
			if _, err := log.Last(ctx, events.MediaStream(hash)); !errors.Is(err, events.ErrStreamDeleted) {
				t.Errorf("the bytes: %v", err)
			}
		})
	}
}
