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

	"github.com/google/uuid"

	"candor/commands"
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
	ok(from.handler.CreateReview(context.Background(), admin, parse(t, commands.ParseReview, map[string]any{"productName": "Kettle", "productBrand": "Holt", "categoryId": 1,
		"title": "It talks", "content": "Too much.", "authorName": "Ida", "productImageUrl": address, "imageUrls": []string{"/other.png", address}})))
	ok(from.handler.CreateArticle(context.Background(), admin, parse(t, commands.ParseArticle, map[string]any{"title": "News", "content": "Old.", "category": "AI", "authorName": "Ida", "imageUrl": address})))

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
