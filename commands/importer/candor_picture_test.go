package importer_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"candor/commands/pictures"
	"candor/events"
)

// An older site has stored pictures with all that cameras write into them.
func TestPicturesOfAnExportAreTakenWithoutTheirMetadata(t *testing.T) {
	from, to := newSite(t), newSite(t)
	var plain bytes.Buffer
	if err := png.Encode(&plain, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	const comment = "\x00\x00\x00\x0ctEXtAuthor\x00Ada L\x00\x00\x00\x00"
	end := plain.Len() - 12
	file := []byte(string(plain.Bytes()[:end]) + withChecksum(comment) + string(plain.Bytes()[end:]))
	sum := sha256.Sum256(file)
	hash := hex.EncodeToString(sum[:])
	stored, err := events.Encode(events.Envelope{ID: uuid.New(), Event: events.MediaStored{
		MediaChunk: events.MediaChunk{SHA256: hash, ContentType: "image/png", Size: len(file), Chunks: 1}, Bytes: file}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := from.log.Append(context.Background(), events.MediaStream(hash), events.NoStream, stored); err != nil {
		t.Fatal(err)
	}
	address := "/media/" + hash + ".png"
	ok := must(t)
	ok(parse(t, from.handler.Editorial.Content(events.ReviewKind).Parse,
		map[string]any{"productName": "Kettle", "productBrand": "Holt", "categoryId": 1,
			"title": "It talks", "content": "Too much.", "authorName": "Ida", "productImageUrl": address,
			"imageUrls": []string{"/other.png", address}}).Create(context.Background(), admin))
	ok(parse(t, from.handler.Editorial.Content(events.ArticleKind).Parse, map[string]any{"title": "News", "content": "Old.", "category": "AI",
		"authorName": "Ida", "imageUrl": address}).Create(context.Background(), admin))

	to.imports(from.export())
	sum = sha256.Sum256(plain.Bytes())
	here := "/media/" + hex.EncodeToString(sum[:]) + ".png"
	history := to.history()
	if strings.Contains(history, hash) || strings.Count(history, here) != 3 || !strings.Contains(history, `"/other.png"`) {
		t.Errorf("the pictures' addresses should be %s:\n%s", here, history)
	}
	chunk, err := to.log.Last(context.Background(), events.MediaStream(hex.EncodeToString(sum[:])))
	if err != nil || bytes.Contains(chunk.Data, []byte("Ada L")) {
		t.Errorf("the picture is stored as %q (%v)", chunk.Data, err)
	}
}

// withChecksum gives a PNG's chunk the checksum that it should have.
func withChecksum(chunk string) string {
	body := chunk[4 : len(chunk)-4]
	return chunk[:4] + body + string(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(body))))
}

// What editors have said of pictures, and which one shows in whose place, moves with them; what is changed here afterwards stays.
func TestPicturesOfAnExportKeepTheirDescriptionsAndReplacements(t *testing.T) {
	from, to := newSite(t), newSite(t)
	ctx := context.Background()
	store := func(shade uint8, name string) string {
		t.Helper()
		p, err := pictures.ParsePicture(t.Context(), "image/png", pngFile(t, shade), name)
		if err != nil {
			t.Fatal(err)
		}
		stored, err := from.handler.Pictures.StorePicture(ctx, admin, p)
		if err != nil {
			t.Fatal(err)
		}
		return stored.SHA256
	}
	ok := must(t)
	text := func(text string) *string { return &text }
	first, second, gone := store(1, "first.png"), store(2, "second.png"), store(3, "gone.png")
	ok(from.handler.Pictures.DescribePicture(ctx, admin, first, nil, events.MediaChanges{Alt: text("A kettle"), Credit: text("Una Ross"),
		FocalPoint: &events.FocalPoint{X: 0.25, Y: 1}}))
	if _, err := from.handler.Pictures.ReplacePictureBy(ctx, admin, first, second, events.OldPictureInHistory); err != nil {
		t.Fatal(err)
	}
	ok(from.handler.Pictures.DescribePicture(ctx, admin, second, nil, events.MediaChanges{Caption: text("On the stove")}))
	before := from.export() // the bytes of a removed picture may still be in an earlier export
	ok(from.handler.Pictures.RemovePicture(ctx, admin, gone))

	counts(t, to.imports(before, dry), 3, 0, 0)
	to.imports(before)
	changes := func(s *site) (all []string) {
		t.Helper()
		for _, hash := range []string{first, second} {
			if err := s.log.Load(ctx, events.PictureStream(hash), 0, func(r events.Recorded) error {
				all = append(all, r.Type+string(r.Data))
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		return all
	}
	if diff := cmp.Diff(changes(from), changes(to)); diff != "" {
		t.Errorf("the pictures' streams differ (-there +here):\n%s", diff)
	}
	ok(to.handler.Pictures.DescribePicture(ctx, admin, second, nil, events.MediaChanges{Caption: text("Edited here")}))
	after := to.head()
	if to.imports(before); to.head() != after {
		t.Error("the second import appended something")
	}

	elsewhere := newSite(t)
	report := elsewhere.imports(before + lineOf(t, from.export(), "MediaRemoved"))
	if _, stored := elsewhere.stored()["gone.png"]; stored || !strings.Contains(said(t, report), "1  picture: it was removed") {
		t.Errorf("a removed picture is back:\n%s", said(t, report))
	}
}

// lineOf returns the line of the first event of a type.
func lineOf(t *testing.T, export, eventType string) string {
	t.Helper()
	for line := range strings.Lines(export) {
		if strings.Contains(line, `"`+eventType+`"`) {
			return line
		}
	}
	t.Fatalf("there is no %s", eventType)
	return ""
}
