// Pictures from the command line: who uses them, their removal, and that nothing is left of it after a scavenge.

package e2e

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/datadir"
	"candor/internal/eventually"
	"candor/internal/openlog"
)

// noisyPicture is a PNG of noise, of which a data string and some of its bytes are returned; with 700 lines it takes two chunks.
func noisyPicture(t *testing.T, lines int) (dataString string, parts []string) {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 500, lines))
	state := uint32(lines)
	for i := range img.Pix {
		state = state*1664525 + 1013904223
		img.Pix[i] = byte(state >> 24)
		if i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	file := b.Bytes()
	for _, at := range []int{len(file) / 4, len(file) / 2, len(file) - 1000} { // some in each chunk
		parts = append(parts, string(file[at:at+24]))
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(file), parts
}

// pictured returns a review with a picture.
func pictured(title, picture string, published bool) map[string]any {
	r := review(title)
	r["productImageUrl"], r["isPublished"] = picture, published
	return r
}

var pictureAddress = regexp.MustCompile(`/media/[0-9a-f]{64}\.png`)

func TestARemovedPictureLeavesNothingBehind(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: each file is searched for a picture’s bytes")
	}
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	admin := s.visitor()
	admin.signIn(adminPassword)
	picture, parts := noisyPicture(t, 700)
	address := pictureAddress.FindString(admin.want(201, "POST", "/api/reviews", pictured("Kettle", picture, true)))
	draft, draftParts := noisyPicture(t, 50)
	unseen := pictureAddress.FindString(admin.want(201, "POST", "/api/reviews", pictured("Secret", draft, false)))
	admin.want(200, "PATCH", "/api/reviews/2", map[string]any{"imageUrls": []string{address}})
	listed := func(address string) string {
		t.Helper()
		for line := range strings.Lines(mustCandor(t, "", "media", "list", "--data", dir)) {
			if strings.HasPrefix(line, address) {
				return strings.Join(strings.Fields(line), " ")
			}
		}
		return ""
	}
	if got := listed(address); !strings.Contains(got, " image/png ") ||
		!strings.HasSuffix(got, ` public published review 1 "Kettle"; draft review 2 "Secret"`) {
		t.Errorf("listed: %s", got)
	}
	if got := listed(unseen); !strings.HasSuffix(got, ` not public draft review 2 "Secret"`) {
		t.Errorf("listed: %s", got)
	}

	// It asks, and says what for; where nobody can be asked it does nothing.
	_, asked, err := candor(t, "no\n", "media", "remove", s.url+address, "--data", dir)
	if err == nil || !strings.Contains(asked, `used by published review 1 "Kettle"`) ||
		!strings.Contains(asked, `used by draft review 2 "Secret"`) {
		t.Errorf("asked: %s, %v", asked, err)
	}
	answer := filepath.Join(t.TempDir(), "answer")
	if err := os.WriteFile(answer, []byte("yes\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	pipe, err := os.Open(answer)
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	if err := run(t.Context(), []string{"media", "remove", address, "--data", dir}, pipe, &bytes.Buffer{}, &bytes.Buffer{}); err == nil ||
		!strings.Contains(err.Error(), "--yes") {
		t.Errorf("without a terminal: %v", err)
	}
	for _, bad := range []string{"/media/short.png", "kettle", ""} {
		if _, _, err := candor(t, "", "media", "remove", bad, "--yes", "--data", dir); err == nil || !strings.Contains(err.Error(), "ADDRESS") {
			t.Errorf("remove %q: %v", bad, err)
		}
	}
	if _, _, err := candor(t, "", "media", "remove", strings.Repeat("0", 64), "--yes", "--data", dir); err == nil ||
		!strings.Contains(err.Error(), "not found") {
		t.Errorf("what was never there: %v", err)
	}
	s.visitor().want(200, "GET", address, nil)
	if _, _, err := candor(t, "", "media", "allow", address, "--data", dir); err == nil {
		t.Error("what was never removed is allowed")
	}

	mustCandor(t, "yes\n", "media", "remove", s.url+address, "--data", dir)
	for _, v := range []*visitor{s.visitor(), admin} {
		v.want(410, "GET", address, nil)
	}
	if got := s.visitor().want(200, "GET", "/api/reviews/1", nil); strings.Contains(got, "/media/") {
		t.Errorf("the review names it: %s", got)
	}
	if got := listed(address); !strings.Contains(got, " removed 20") {
		t.Errorf("listed: %s", got)
	}
	if got := mustCandor(t, "", "media", "remove", address, "--yes", "--data", dir); !strings.Contains(got, "already") {
		t.Errorf("removed again: %s", got)
	}
	if got := mustCandor(t, "", "replay", "--prefix", "media-", "--data", dir); strings.Contains(got, events.PictureIn(address)) ||
		!strings.Contains(got, events.PictureIn(unseen)) {
		t.Error("a replay shows what was removed, or lacks what was not")
	}

	if len(inFolder(t, dir, parts...)) == 0 {
		t.Fatal("nothing is left to scavenge")
	}
	mustCandor(t, "", "scavenge", "--data", dir)
	saved := filepath.Join(t.TempDir(), "backup")
	mustCandor(t, "", "backup", saved, "--data", dir)
	nothing := func(when string) {
		t.Helper()
		for _, folder := range []string{dir, filepath.Dir(saved)} {
			for part, files := range inFolder(t, folder, parts...) {
				t.Errorf("%s, %x is in %v", when, part, files)
			}
			if len(inFolder(t, folder, draftParts...)) == 0 {
				t.Errorf("%s, %s lacks the picture that was not removed", when, folder)
			}
		}
	}
	nothing("beside the server")
	if got := mustCandor(t, "", "verify", "--data", dir); !strings.Contains(got, "matches a fresh replay") {
		t.Error(got)
	}
	if got := admin.want(400, "PATCH", "/api/reviews/1", map[string]any{"productImageUrl": picture}); !strings.Contains(got,
		`{"field":"productImageUrl","message":"This image was removed"}`) {
		t.Errorf("sent again: %s", got)
	}

	// The same without a server, and back again.
	s.stop()
	nothing("after the server")
	mustCandor(t, "", "media", "remove", unseen, "--yes", "--data", dir)
	if got := listed(unseen); !strings.Contains(got, " removed 20") || !strings.HasSuffix(got, `draft review 2 "Secret"`) {
		t.Errorf("listed: %s", got)
	}
	mustCandor(t, "", "scavenge", "--data", dir)
	for part, files := range inFolder(t, dir, append(parts, draftParts...)...) {
		t.Errorf("after a scavenge without a server, %x is in %v", part, files)
	}
	mustCandor(t, "", "media", "allow", events.PictureIn(address), "--data", dir)
	if got := listed(address); !strings.Contains(got, "removed, allowed again") {
		t.Errorf("listed: %s", got)
	}
	if got := mustCandor(t, "", "verify", "--data", dir); !strings.Contains(got, "matches a fresh replay") {
		t.Error(got)
	}
	s = serve(t, dir)
	admin = s.visitor()
	admin.signIn(adminPassword)
	admin.want(410, "GET", unseen, nil)
	s.visitor().want(410, "GET", address, nil)
	admin.want(200, "PATCH", "/api/reviews/2", map[string]any{"productImageUrl": picture})
	s.visitor().want(200, "GET", address, nil)
	if got := s.visitor().want(200, "GET", "/api/reviews/1", nil); !strings.Contains(got, address) {
		t.Errorf("the review lacks the picture that is back: %s", got)
	}
}

// A removal that was recorded and not carried out, as when the process is killed in between.
func TestTheNextStartFinishesARemoval(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	admin := s.visitor()
	admin.signIn(adminPassword)
	picture, _ := noisyPicture(t, 20)
	address := pictureAddress.FindString(admin.want(201, "POST", "/api/reviews", pictured("Kettle", picture, true)))
	s.stop()
	hash := events.PictureIn(address)
	d, err := openlog.Open("", datadir.Folder(dir), zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	removal, err := events.Chain("",
		events.Envelope{Event: events.MediaRemoved{SHA256: hash, ContentType: "image/png", Size: 1, At: time.Now()}})
	if err == nil {
		_, err = d.Append(context.Background(), events.PictureStream(hash), events.NoStream, removal...)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	s = serve(t, dir)
	s.visitor().want(410, "GET", address, nil)
	eventually.Holds(t, func() error {
		if strings.Contains(mustCandor(t, "", "replay", "--prefix", "media-", "--data", dir), hash) {
			return errors.New("the bytes are still there")
		}
		return nil
	})
}

// A removal counts at every instance, and for a server of the past that starts afterwards.
func TestARemovalReachesOtherInstancesAndThePast(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 2, []string{"CANDOR_ADMIN_PASSWORD=" + adminPassword})
	admin := c.instances[0].visitor()
	admin.signIn(adminPassword)
	picture, _ := noisyPicture(t, 20)
	r := c.review("Kettle")
	r["productImageUrl"], r["isPublished"] = picture, true
	address := pictureAddress.FindString(admin.want(201, "POST", "/api/reviews", r))
	c.instances[1].visitor().eventually(200, "GET", address)
	moment := time.Now()
	mustCandor(t, "", "media", "remove", address, "--yes", "--data", t.TempDir(), "--eventstore", c.connection())
	for _, p := range c.instances {
		p.visitor().eventually(410, "GET", address)
	}
	past := servePast(t, moment, "--eventstore", c.connection(), "--data", filepath.Join(t.TempDir(), "none"))
	v := past.visitor()
	v.want(410, "GET", address, nil)
	if got := v.want(200, "GET", "/api/reviews", nil); !strings.Contains(got, "Kettle") || strings.Contains(got, address) {
		t.Errorf("the past shows %s", got)
	}
	v.want(200, "GET", "/readyz", nil)
	past.stop()
}
