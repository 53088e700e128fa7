// Smaller copies of pictures: made in the background, made again when they are damaged, and gone with their picture.

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	_ "golang.org/x/image/webp" // the format of copies

	"candor/events"
	"candor/events/datadir"
	"candor/internal/eventually"
)

// sentPicture is a picture as it was sent.
type sentPicture struct {
	contentType, cacheControl string
	body                      []byte
}

// picture asks for a picture or a copy of it.
func (v *visitor) picture(address string) sentPicture {
	v.t.Helper()
	answer, err := v.exchange("GET", address, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		v.t.Fatalf("GET %s: %s, %v", address, answer.Status, err)
	}
	return sentPicture{answer.Header.Get("Content-Type"), answer.Header.Get("Cache-Control"), body}
}

// copyOf waits until a copy of a picture is served.
func (v *visitor) copyOf(address string, width int) sentPicture {
	v.t.Helper()
	address = events.RenditionAddress(events.PictureIn(address), width)
	var sent sentPicture
	eventually.Holds(v.t, func() error {
		if sent = v.picture(address); !strings.Contains(sent.cacheControl, "max-age=60") {
			return nil
		}
		if sent.contentType != "image/png" {
			v.t.Fatalf("in the place of a copy that isn't ready, %s is sent", sent.contentType)
		}
		return errors.New("the copy is not ready")
	})
	return sent
}

// renditionFiles returns the files in a data folder that are copies of a picture.
func renditionFiles(t *testing.T, dir, address string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(datadir.Folder(dir).Renditions(), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.Contains(path, events.PictureIn(address)) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var mediaMetric = regexp.MustCompile(`(?m)^candor_media_(\w+)\{kind="(\w+)"\} (\S+)$`)

func TestCopiesOfPicturesAreMadeAndGoWithTheirPicture(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	admin, reader := s.visitor(), s.visitor()
	admin.signIn(adminPassword)
	upload := func(title string, lines int) (address string, original []byte) {
		t.Helper()
		picture, _ := noisyPicture(t, lines) // 500 pixels wide
		address = pictureAddress.FindString(admin.want(201, "POST", "/api/reviews", pictured(title, picture, true)))
		return address, reader.picture(address).body
	}
	kept, original := upload("Kettle", 300)
	removed, _ := upload("Lamp", 200)

	sent := reader.copyOf(kept, 480)
	if config, format, err := image.DecodeConfig(bytes.NewReader(sent.body)); err != nil || sent.contentType != "image/webp" ||
		format != "webp" || config.Width != 480 || config.Height != 288 || len(sent.body) >= len(original) {
		t.Errorf("the copy is %s, %s of %+v, %d bytes of %d, %v", sent.contentType, format, config, len(sent.body), len(original), err)
	}
	reader.copyOf(removed, 480)
	reader.want(404, "GET", events.RenditionAddress(events.PictureIn(kept), 800), nil) // it is narrower than that
	metrics := map[string]string{}
	for _, m := range mediaMetric.FindAllStringSubmatch(reader.want(200, "GET", "/metrics", nil), -1) {
		metrics[m[1]+" "+m[2]] = m[3]
	}
	if metrics["stored original"] != "2" || metrics["stored rendition"] != "4" || metrics["stored_bytes original"] == "0" ||
		metrics["stored_bytes rendition"] == "0" || metrics["served_bytes_total original"] == "0" ||
		metrics["served_bytes_total rendition"] == "0" || len(metrics) != 6 {
		t.Errorf("the metrics say %v", metrics)
	}

	// A backup doesn't contain them; the restored site makes its own.
	saved, restored := filepath.Join(t.TempDir(), "site.candor"), filepath.Join(t.TempDir(), "restored")
	mustCandor(t, "", "backup", saved, "--data", dir)
	mustCandor(t, "", "--data", restored, "restore", saved)
	if files, err := os.ReadDir(datadir.Folder(restored).Renditions()); err == nil {
		t.Errorf("the backup contained %v", files)
	}
	again := serve(t, restored)
	if got := again.visitor().copyOf(kept, 480); !bytes.Equal(got.body, sent.body) {
		t.Error("the restored site has made another copy")
	}
	again.stop()

	// Replaced, its copies lead to those of the other one; removed, its copies are deleted.
	mustCandor(t, "", "media", "replace", removed, "--by", kept, "--old-picture", "hidden", "--data", dir)
	if got := reader.picture(events.RenditionAddress(events.PictureIn(removed), 480)); !bytes.Equal(got.body, sent.body) {
		t.Error("the copy of a replaced picture is not that of the other")
	}
	mustCandor(t, "", "media", "remove", removed, "--yes", "--data", dir)
	if got := reader.picture(removed); !bytes.Equal(got.body, original) {
		t.Error("the address of the removed picture doesn't lead to the one that replaced it")
	}
	eventually.Holds(t, func() error {
		if files := renditionFiles(t, dir, removed); len(files) > 0 {
			return fmt.Errorf("the copies of the removed picture are still there: %v", files)
		}
		return nil
	})
	if len(renditionFiles(t, dir, kept)) != 2 {
		t.Errorf("the copies of the other one: %v", renditionFiles(t, dir, kept))
	}

	// Whatever happens to the files, readers get pictures, and the same copy in the end.
	for what, damage := range map[string]func(file string) error{
		"deleted":     os.Remove,
		"cut in half": func(file string) error { return os.Truncate(file, int64(len(sent.body)/2)) },
		"noise":       func(file string) error { return os.WriteFile(file, noise(1000), 0o600) },
	} {
		for _, file := range renditionFiles(t, dir, kept) {
			if err := damage(file); err != nil {
				t.Fatal(err)
			}
		}
		if got := reader.copyOf(kept, 480); !bytes.Equal(got.body, sent.body) {
			t.Errorf("%s: another copy is served: %.20q", what, got.body)
		}
	}
	s.stop()
	if err := os.RemoveAll(datadir.Folder(dir).Renditions()); err != nil {
		t.Fatal(err)
	}
	s = serve(t, dir)
	s.visitor().copyOf(kept, 480)
	wantVerified(t, dir, "with copies of pictures")
}
