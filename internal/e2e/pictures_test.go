// Pictures that are described and replaced: what readers see, what the past showed, and what backups, scavenges and verify make of it.

package e2e

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"candor/events"
	"candor/internal/eventually"
)

// pictureFile writes a data string's picture to a file.
func pictureFile(t *testing.T, dataString string) string {
	t.Helper()
	_, payload, _ := strings.Cut(dataString, ",")
	body, err := base64.StdEncoding.DecodeString(payload)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "kettle.png")
	if err := os.WriteFile(name, body, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// listedPicture returns the line of a picture in what candor media list prints.
func listedPicture(t *testing.T, dir, address string) string {
	t.Helper()
	for line := range strings.Lines(mustCandor(t, "", "media", "list", "--data", dir)) {
		if strings.HasPrefix(line, address) {
			return strings.Join(strings.Fields(line), " ")
		}
	}
	return ""
}

// shownPicture is what readers' answers say of a picture.
type shownPicture struct {
	Width, Height        int
	Alt, Caption, Credit string
	FocalPoint           *events.FocalPoint
	Widths               []int
}

// reviewPictures returns the address of a review's product image, and what is said of its pictures.
func reviewPictures(t *testing.T, v *visitor, path string) (address string, pictures map[string]shownPicture) {
	t.Helper()
	var review struct {
		ProductImageURL string
		Pictures        map[string]shownPicture
	}
	if err := json.Unmarshal([]byte(v.want(200, "GET", path, nil)), &review); err != nil {
		t.Fatal(err)
	}
	return review.ProductImageURL, review.Pictures
}

// wantVerified fails unless the log and all read models are as they should be.
func wantVerified(t *testing.T, dir, when string) {
	t.Helper()
	if got := mustCandor(t, "", "verify", "--data", dir); !strings.Contains(got, "The log is intact") ||
		!strings.Contains(got, "Every read model matches a fresh replay") {
		t.Errorf("%s: verify says %s", when, got)
	}
}

func TestPicturesAreDescribedAndReplacedFromTheCommandLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	admin, reader := s.visitor(), s.visitor()
	admin.signIn(adminPassword)
	picture, parts := noisyPicture(t, 60)
	other, otherParts := noisyPicture(t, 61)
	first := pictureAddress.FindString(admin.want(201, "POST", "/api/reviews", pictured("Kettle", picture, true)))
	admin.want(200, "PATCH", "/api/reviews/1", map[string]any{"content": "See it.\n\n![](" + first + ")"})

	if got := listedPicture(t, dir, first); !strings.Contains(got, " 500x60 - missing public ") {
		t.Errorf("listed: %s", got)
	}
	describe := func(args ...string) string {
		t.Helper()
		return mustCandor(t, "", append([]string{"media", "describe", "--data", dir}, args...)...)
	}
	describe(s.url+first, "--alt", "A kettle, talking", "--credit", "Una Ross", "--focal", "0.25,1")
	describe(first, "--caption", "On the stove", "--name", "kettle.png")
	if got := describe(first, "--alt", "A kettle, talking"); !strings.Contains(got, "already") {
		t.Errorf("described again: %s", got)
	}
	for _, bad := range [][]string{{first}, {first, "--focal", "middle"}, {first, "--focal", "2,0"},
		{first, "--alt", strings.Repeat("a", 501)}, {"/media/" + strings.Repeat("0", 64) + ".png", "--alt", "x"}, {"kettle", "--alt", "x"}} {
		if _, _, err := candor(t, "", append([]string{"media", "describe", "--data", dir}, bad...)...); err == nil {
			t.Errorf("describe %.80q was accepted", bad)
		}
	}
	if got := listedPicture(t, dir, first); !strings.Contains(got, " 500x60 kettle.png yes public ") {
		t.Errorf("listed: %s", got)
	}
	address, pictures := reviewPictures(t, reader, "/api/reviews/1")
	if p := pictures[first]; address != first || p.Alt != "A kettle, talking" || p.Caption != "On the stove" || p.Credit != "Una Ross" ||
		p.Width != 500 || p.Height != 60 || !slices.Equal(p.Widths, []int{240, 480}) || p.FocalPoint == nil ||
		*p.FocalPoint != (events.FocalPoint{X: 0.25, Y: 1}) {
		t.Errorf("readers see %s: %+v", address, pictures)
	}
	moment := time.Now()
	eventually.Holds(t, func() error { // events have the time of their millisecond
		if time.Now().UnixMilli() <= moment.UnixMilli() {
			return errors.New("the clock stands still")
		}
		return nil
	})

	file := pictureFile(t, other)
	if _, _, err := candor(t, "", "media", "replace", first, "--by", file, "--old-picture", "gone", "--data", dir); err == nil {
		t.Error("replaced with an old picture that is gone")
	}
	if got := mustCandor(t, "", "media", "replace", first, "--by", file, "--data", dir); !strings.Contains(got, "/media/") {
		t.Errorf("replaced: %s", got)
	}
	second, pictures := reviewPictures(t, reader, "/api/reviews/1")
	if p := pictures[second]; second == first || p.Height != 61 || p.Alt != "A kettle, talking" || p.Caption != "On the stove" {
		t.Errorf("readers see %s: %+v", second, pictures)
	}
	if got := reader.want(200, "GET", "/api/reviews/1", nil); strings.Contains(got, first) {
		t.Errorf("readers are still sent the replaced picture: %s", got)
	}
	if kept := reader.want(200, "GET", first, nil); kept == reader.want(200, "GET", second, nil) {
		t.Error("the history doesn't show the replaced picture")
	}
	if got := listedPicture(t, dir, first); !strings.HasSuffix(got, " replaced by "+second) {
		t.Errorf("listed: %s", got)
	}
	if got := listedPicture(t, dir, second); !strings.Contains(got, " 500x61 kettle.png yes public ") ||
		!strings.HasSuffix(got, `published review 1 "Kettle"`) {
		t.Errorf("listed: %s", got)
	}
	mustCandor(t, "", "media", "replace", first, "--by", second, "--old-picture", "hidden", "--data", dir)
	if got := reader.want(200, "GET", first, nil); got != reader.want(200, "GET", second, nil) {
		t.Error("the hidden picture is shown at its address")
	}
	describe(first, "--alt", "Another kettle") // of the one that is shown for it
	if _, pictures := reviewPictures(t, reader, "/api/reviews/1"); pictures[second].Alt != "Another kettle" {
		t.Errorf("readers see %+v", pictures)
	}
	for _, bad := range []string{first, "no-such-file.png", "/media/" + strings.Repeat("0", 64) + ".png"} {
		if _, _, err := candor(t, "", "media", "replace", first, "--by", bad, "--data", dir); err == nil {
			t.Errorf("replaced by %s", bad)
		}
	}
	wantVerified(t, dir, "described and replaced")

	// The past has the picture and the description of its time.
	past := servePast(t, moment, "--data", dir)
	address, pictures = reviewPictures(t, past.visitor(), "/api/reviews/1")
	if p := pictures[first]; address != first || p.Alt != "A kettle, talking" || p.Height != 60 {
		t.Errorf("the past shows %s: %+v", address, pictures)
	}
	past.visitor().want(200, "GET", first, nil)
	past.stop()

	// A backup has it all.
	saved := filepath.Join(t.TempDir(), "site.candor")
	mustCandor(t, "", "backup", saved, "--data", dir)
	answer := reader.want(200, "GET", "/api/reviews/1", nil)
	restored := filepath.Join(t.TempDir(), "restored")
	mustCandor(t, "", "--data", restored, "restore", saved)
	again := serve(t, restored)
	if got := again.visitor().want(200, "GET", "/api/reviews/1", nil); got != answer {
		t.Errorf("the restored site answers %s, want %s", got, answer)
	}
	again.visitor().want(200, "GET", second, nil)
	again.stop()

	// Undone: the first one is back, and the second is now an earlier file of it.
	mustCandor(t, "", "media", "replace", second, "--by", first, "--data", dir)
	if address, _ := reviewPictures(t, reader, "/api/reviews/1"); address != first {
		t.Errorf("readers see %s", address)
	}
	if got := listedPicture(t, dir, second); !strings.HasSuffix(got, " replaced by "+first) {
		t.Errorf("listed: %s", got)
	}
	// Of a picture that is removed nothing is left, also in the copies that were made of it.
	mustCandor(t, "", "media", "remove", second, "--yes", "--data", dir)
	mustCandor(t, "", "scavenge", "--data", dir)
	for part, files := range inFolder(t, dir, otherParts...) {
		t.Errorf("after the scavenge, %x is in %v", part, files)
	}
	if len(inFolder(t, dir, parts...)) == 0 {
		t.Error("the picture that was not removed is gone")
	}
	if address, _ := reviewPictures(t, reader, "/api/reviews/1"); address != first {
		t.Errorf("readers see %s", address)
	}
	wantVerified(t, dir, "removed and scavenged")
	s.stop()
	wantVerified(t, dir, "without a server")
	for _, args := range [][]string{{"--type", "MediaDescribed", "--format", "csv"}, {"--type", "MediaReplaced"},
		{"--type", "MediaDescribed", "--format", "parquet"}} {
		if got := mustCandor(t, "", append([]string{"replay", "--data", dir}, args...)...); got == "" {
			t.Errorf("candor replay %s is empty", args)
		}
	}
}
