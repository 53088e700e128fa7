package projector

import (
	"bytes"
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
	for name, payload := range map[string][]byte{"nothing": {}, "short": []byte("short"), "long": long, "a frame": frame, "the beginning of a frame": frameMagic} {
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
	for name, like := range map[string][]byte{"nothing": nil, "a short text": []byte("short"), "the text": text[:5000], "another text": text[5000:9000], "a long text": text} {
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
