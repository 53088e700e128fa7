package projector

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What is packed is read as it was, also what looks as if it were packed already, and large texts become smaller.
func TestPackedValuesAreReadAsTheyWere(t *testing.T) {
	long := []byte(strings.Repeat("A text as long as those that readers read. ", 100))
	frame := pack(long, true)
	if len(frame) > len(long)/4 {
		t.Errorf("%d bytes are packed into %d", len(long), len(frame))
	}
	row := []byte(`{"first":3,"at":"2026-10-11T12:13:14.1516Z","type":"published","position":17,` +
		`"fields":["productName","title","content"],"createdAt":"2026-10-11T12:13:14.1516Z","publishedAt":"2026-10-11T12:13:14.1516Z"}`)
	if packed := pack(row, true); len(packed) > len(row)/3 {
		t.Errorf("a row of %d bytes is packed into %d", len(row), len(packed))
	}
	for name, payload := range map[string][]byte{"nothing": {}, "a row": row, "short": []byte("short"), "long": long, "a frame": frame,
		"the beginning of a frame": frameMagic} {
		for _, wanted := range []bool{false, true} {
			if got := unpack(pack(payload, wanted)); !bytes.Equal(got, payload) {
				t.Errorf("%s becomes %q", name, got)
			}
		}
	}
	defer func() {
		if !isCorruption(recover()) {
			t.Error("half a frame is no damage")
		}
	}()
	unpack(frame[:len(frame)/2])
}

// What is stored like another text is read as it was, whatever the other text is, and takes little where both say the same.
func TestValuesLikeATextAreReadAsTheyWere(t *testing.T) {
	f, err := createFile(filepath.Join(t.TempDir(), "like.db"), "like", 1)
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	words := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 100_000)
	for i := range text {
		text[i] = byte('a' + words.IntN(26))
	}
	key, html := []byte("key"), slices.Concat([]byte("<p>"), text[:5000], []byte("</p>"))
	for name, like := range map[string][]byte{"nothing": nil, "a short text": []byte("short"), "the text": text[:5000],
		"another text": text[5000:9000], "a long text": text} {
		for _, payload := range [][]byte{{}, []byte("short"), html, text, frameMagic} {
			err := f.update(func(t *Tx) error { t.Bucket("rendered").PutLike(key, payload, like); return nil })
			if err != nil {
				t.Fatal(err)
			}
			err = f.view(func(tx *Tx) error {
				b := tx.Bucket("rendered")
				if got := b.GetLike(key, like); !bytes.Equal(got, payload) {
					t.Errorf("%.20q like %s becomes %.20q", payload, name, got)
				}
				if size := len(b.stored(key)); name == "the text" && len(payload) == len(html) && size > 100 {
					t.Errorf("the text takes %d bytes more", size)
				}
				if b.GetLike([]byte("other"), like) != nil {
					t.Error("there is a value under another key")
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// What is packed with the sample can be read only as long as the sample stays as it is.
func TestTheSampleStays(t *testing.T) {
	sum := sha256.Sum256(sample)
	if got := hex.EncodeToString(sum[:]); got != "f13b3b3c3f87c889b0fc347d817bcb18c5f256c3eac3d179652ef1c3e358df5e" {
		t.Errorf("the sample has changed: %s", got)
	}
}

// A text is found in packed payloads as in others, one after the other.
func TestContains(t *testing.T) {
	f, err := createFile(filepath.Join(t.TempDir(), "contains.db"), "contains", 1)
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	long := strings.Repeat("A text as long as those that readers read. ", 100)
	payloads := map[string]string{"packed": long + "kettle", "another": long + "lamp", "short": "kettle"}
	err = f.update(func(t *Tx) error {
		for key, payload := range payloads {
			t.Bucket("text").Packed().Put([]byte(key), []byte(payload))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = f.view(func(tx *Tx) error {
		b := tx.Bucket("text")
		for range 2 {
			for key, payload := range payloads {
				if got := b.Contains([]byte(key), []byte("kettle")); got != strings.Contains(payload, "kettle") {
					t.Errorf("%s: %v", key, got)
				}
			}
		}
		if b.Contains([]byte("missing"), []byte("kettle")) {
			t.Error("found in nothing")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
