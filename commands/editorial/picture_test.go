package editorial_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/pictures"
	"candor/events"
)

// named is upload with the file's name.
func named(t *testing.T, dataString, name string) pictures.NewPicture {
	t.Helper()
	picture, err := pictures.ParsePictureData(t.Context(), dataString, name)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func TestAStoredPictureHasItsShapeAndItsName(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	large := pngOf(t, 700, 500) // of two chunks
	one, err := h.Pictures.StorePicture(ctx, commandstest.Admin, named(t, large, "lid.png"))
	if err != nil || one.Width != 700 || one.Height != 500 {
		t.Fatalf("stored %+v, %v", one, err)
	}
	for i, r := range commandstest.Recorded(t, log, events.MediaStream(one.SHA256)) {
		e, err := r.Decode()
		if err != nil {
			t.Fatal(err)
		}
		if chunk := e.(events.MediaStored); chunk.Width != 700 || chunk.Height != 500 || chunk.Animated {
			t.Errorf("chunk %d says %+v", i, chunk.MediaChunk)
		}
	}
	uploads := func() []string { return commandstest.Types(t, log, events.PictureStream(one.SHA256)) }
	if got := uploads(); !slices.Equal(got, []string{"MediaDescribed"}) {
		t.Errorf("the picture's stream: %v", got)
	}
	before := log.Appends.Load()
	for _, name := range []string{"lid.png", ""} {
		again, err := h.Pictures.StorePicture(ctx, commandstest.Admin, named(t, large, name))
		if err != nil || again.SHA256 != one.SHA256 || log.Appends.Load() != before {
			t.Errorf("sent again as %q: %+v, %v, %d appends", name, again, err, log.Appends.Load()-before)
		}
	}
	if _, err := h.Pictures.StorePicture(ctx, commandstest.Admin, named(t, large, "other.png")); err != nil || len(uploads()) != 2 {
		t.Errorf("under another name: %v, %v", err, uploads())
	}

	// A picture that comes with an item has its shape, too, whatever sends it.
	in := parseReview(t, reviewJSON("Slate", 1))
	small := pngOf(t, 5, 3)
	in.ProductImageURL = &small
	if _, err := h.Editorial.CreateReview(ctx, commandstest.Admin, in); err != nil {
		t.Fatal(err)
	}
	with, err := h.Pictures.StorePicture(ctx, commandstest.Admin, named(t, small, ""))
	if err != nil {
		t.Fatal(err)
	}
	e, err := commandstest.Recorded(t, log, events.MediaStream(with.SHA256))[0].Decode()
	if chunk := e.(events.MediaStored); err != nil || chunk.Width != 5 || chunk.Height != 3 {
		t.Errorf("with a review: %+v, %v", chunk.MediaChunk, err)
	}
}

func TestAnUploadUnderAnIdempotencyKeyIsOfOneFile(t *testing.T) {
	h, log := commandstest.Start(t)
	by := commandstest.Bot
	by.IdempotencyKey, by.BodyHash = "k", "one"
	one := named(t, pngOf(t, 3, 3), "a.png")
	first, err := h.Pictures.StorePicture(t.Context(), by, one)
	if err != nil {
		t.Fatal(err)
	}
	before := log.Appends.Load()
	again, err := h.Pictures.StorePicture(t.Context(), by, one)
	if err != nil || again.URL != first.URL || log.Appends.Load() != before {
		t.Errorf("sent again: %+v, %v", again, err)
	}
	by.BodyHash = "two"
	_, err = h.Pictures.StorePicture(t.Context(), by, named(t, pngOf(t, 4, 4), "a.png"))
	commandstest.WantKind(t, err, commands.Unprocessable)
}

func TestAReplacementInheritsTheDescription(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	old, err := h.Pictures.StorePicture(ctx, commandstest.Admin, named(t, pngOf(t, 4, 4), "old.png"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Pictures.DescribePicture(ctx, commandstest.Admin, old.SHA256, nil,
		events.MediaChanges{Alt: p("A lid"), Credit: p("Ada")}); err != nil {
		t.Fatal(err)
	}
	replaced, err := h.Pictures.ReplacePicture(ctx, commandstest.Admin, old.SHA256, named(t, pngOf(t, 5, 5), "new.png"),
		events.OldPictureInHistory)
	if err != nil || replaced.Width != 5 {
		t.Fatalf("replaced by %+v, %v", replaced, err)
	}
	now, err := h.Pictures.PictureDescription(ctx, replaced.SHA256)
	if want := (events.MediaDescription{Name: "new.png", Alt: "A lid", Credit: "Ada", FocalPoint: events.FocalCentre}); err != nil ||
		now != want {
		t.Errorf("it is described as %+v, %v", now, err)
	}

	// Readers must not see the new one without its description.
	last, err := log.Last(ctx, events.PictureStream(replaced.SHA256))
	if err != nil || last.Position >= replaced.Position {
		t.Errorf("described at %d, and shown since %d: %v", last.Position, replaced.Position, err)
	}
	if got := commandstest.Types(t, log, events.PictureStream(old.SHA256)); !slices.Equal(got,
		[]string{"MediaDescribed", "MediaDescribed", "MediaReplaced"}) {
		t.Errorf("the old one's stream: %v", got)
	}

	back, err := h.Pictures.ReplacePictureBy(ctx, commandstest.Admin, replaced.SHA256, old.SHA256, events.OldPictureInHistory)
	if err != nil || back.URL != old.URL || back.Width != 4 || back.Height != 4 {
		t.Errorf("back again: %+v, %v", back, err)
	}
	if got := commandstest.Types(t, log, events.PictureStream(old.SHA256)); len(got) != 3 {
		t.Errorf("the old one lacked nothing: %v", got)
	}

	_, err = h.Pictures.ReplacePictureBy(ctx, commandstest.Admin, old.SHA256, old.SHA256, events.OldPictureInHistory)
	if got := commandstest.FieldsOf(t, err); got["by"] == "" {
		t.Errorf("by itself: %v", got)
	}
	_, err = h.Pictures.ReplacePicture(ctx, commandstest.Admin, old.SHA256, named(t, pngOf(t, 4, 4), ""), events.OldPictureInHistory)
	if got := commandstest.FieldsOf(t, err); got["data"] == "" {
		t.Errorf("by its own file: %v", got)
	}
	_, err = h.Pictures.ReplacePictureBy(ctx, commandstest.Admin, old.SHA256, strings.Repeat("ab", 32), events.OldPictureInHistory)
	if got := commandstest.FieldsOf(t, err); got["by"] == "" {
		t.Errorf("by what isn't stored: %v", got)
	}
	_, err = h.Pictures.ReplacePicture(ctx, commandstest.Admin, strings.Repeat("ab", 32), named(t, pngOf(t, 6, 6), ""),
		events.OldPictureInHistory)
	commandstest.WantKind(t, err, commands.NotFound)

	// One that was removed can be replaced where it was used, and replaces nothing.
	if _, err := h.Pictures.RemovePicture(ctx, commandstest.Admin, replaced.SHA256); err != nil {
		t.Fatal(err)
	}
	_, err = h.Pictures.ReplacePictureBy(ctx, commandstest.Admin, old.SHA256, replaced.SHA256, events.OldPictureInHistory)
	if got := commandstest.FieldsOf(t, err); got["by"] != removedMessage {
		t.Errorf("by a removed one: %v", got)
	}
	if _, err := h.Pictures.ReplacePictureBy(ctx, commandstest.Admin, replaced.SHA256, old.SHA256, events.OldPictureInHistory); err != nil {
		t.Errorf("a removed one: %v", err)
	}
}

func TestADescriptionIsChangedAtTheRevisionThatWasSeen(t *testing.T) {
	h, _ := commandstest.Start(t)
	ctx := t.Context()
	one, err := h.Pictures.StorePicture(ctx, commandstest.Admin, named(t, pngOf(t, 4, 4), "lid.png"))
	if err != nil {
		t.Fatal(err)
	}
	seen := uint64(0)
	first, err := h.Pictures.DescribePicture(ctx, commandstest.Admin, one.SHA256, &seen, events.MediaChanges{Alt: p("A lid")})
	if err != nil || first.Revision != 1 {
		t.Fatalf("described: %+v, %v", first, err)
	}
	_, err = h.Pictures.DescribePicture(ctx, commandstest.Bot, one.SHA256, &seen, events.MediaChanges{Alt: p("Another")})
	commandstest.WantKind(t, err, commands.Conflict)
	_, err = h.Pictures.DescribePicture(ctx, commandstest.Admin, strings.Repeat("ab", 32), nil, events.MediaChanges{Alt: p("Nothing")})
	commandstest.WantKind(t, err, commands.NotFound)
}

func TestAFileOfBytesIsChecked(t *testing.T) {
	_, payload, _ := strings.Cut(pngOf(t, 4, 4), ",")
	file, err := base64.StdEncoding.DecodeString(payload)
	if err != nil {
		t.Fatal(err)
	}
	for _, contentType := range []string{"image/png", "IMAGE/PNG", "image/png; name=x"} {
		if _, err := pictures.ParsePicture(t.Context(), contentType, file, ""); err != nil {
			t.Errorf("%s: %v", contentType, err)
		}
	}
	for contentType, body := range map[string][]byte{"image/jpeg": file, "image/svg+xml": file, "text/html": file, "": file, ";": file,
		"image/png": nil, "image/gif": file[:20]} {
		_, err := pictures.ParsePicture(t.Context(), contentType, body, "")
		if got := commandstest.FieldsOf(t, err); len(got) != 1 || !strings.HasPrefix(got["file"], "Image ") {
			t.Errorf("%q: %v", contentType, got)
		}
	}
	_, err = pictures.ParsePicture(t.Context(), "image/png", append(file, make([]byte, 5<<20)...), "")
	if got := commandstest.FieldsOf(t, err); got["file"] != pictures.PictureTooLarge {
		t.Errorf("too large: %v", got)
	}
}
