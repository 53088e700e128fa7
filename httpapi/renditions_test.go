// Smaller copies of pictures, and the way from replaced ones.

package httpapi_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/webp"

	"candor/events"
	"candor/internal/eventually"
	"candor/projections/renditions"
)

// photo is a JPEG of 1,000 pixels in width, as a data string.
func photo(t testing.TB, seed uint64) string {
	t.Helper()
	img, random := image.NewRGBA(image.Rect(0, 0, 1000, 700)), rand.New(rand.NewPCG(seed, 0))
	for y := range 700 {
		for x := range 1000 {
			img.SetRGBA(x, y, color.RGBA{uint8(x / 5), uint8(y / 4), uint8(random.IntN(40)), 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}

// newCopyingSite is a site with smaller copies of its pictures. The encoder is compiled for each of them, which takes the race detector
// long.
func newCopyingSite(t *testing.T) *site {
	t.Helper()
	long(t, "an encoder of pictures is compiled for each site")
	s := newSite(t)
	s.copied = true
	s.restart()
	return s
}

// copyOf waits until a copy is served.
func (s *site) copyOf(address string, options ...option) (a *answer) {
	s.Helper()
	eventually.Holds(s, func() error {
		a = s.do("GET", address, "", options...).is(200)
		switch is := a.header.Get("Content-Type"); is {
		case "image/webp":
			return nil
		case "image/jpeg": // the original
			return fmt.Errorf("GET %s: %s, want image/webp\n%s", address, is, s.lines)
		default:
			s.Fatalf("GET %s: %s, want image/webp or at first image/jpeg", address, is)
			return nil
		}
	})
	return a
}

// storedPicture stores a picture and returns its address.
func (s *site) storedPicture(data string) string {
	s.Helper()
	var stored struct{ URL string }
	s.do("POST", "/api/admin/media", `{"data":"`+data+`"}`, s.asAdmin()).is(200).decode(&stored)
	return stored.URL
}

func TestAPictureHasSmallerCopies(t *testing.T) {
	s := newCopyingSite(t)
	admin := s.asAdmin()
	address := s.storedPicture(photo(t, 1))
	hash := events.PictureIn(address)
	for _, width := range []int{480, 800} {
		path := events.RenditionAddress(hash, width)
		s.do("GET", path, "").problem(404)
		a := s.copyOf(path, admin).has("Cache-Control", "private, no-store").has("Etag",
			fmt.Sprintf(`"%s-%d-v%d"`, hash, width, renditions.Version))
		img, err := webp.Decode(strings.NewReader(a.body))
		if err != nil || img.Bounds().Dx() != width || img.Bounds().Dy() != (700*width+500)/1000 {
			t.Errorf("%d: %v (%v)", width, img.Bounds(), err)
		}
	}
	for _, path := range []string{"/1000", "/1200", "/500", "/0480", "/0", "/99999"} {
		s.do("GET", "/media/"+hash+path, "", admin).problem(404)
	}
	s.do("POST", "/api/news", `{"title":"T","content":"See ![it](`+address+`).","category":"AI","authorName":"A","isPublished":true}`,
		admin).is(201)
	path := events.RenditionAddress(hash, 480)
	a := s.do("GET", path, "").is(200).has("Content-Type", "image/webp").has("Cache-Control", "public, max-age=86400")
	s.do("GET", path, "", with("If-None-Match", a.header.Get("Etag"))).is(304)
	s.do("HEAD", path, "").is(200).has("Content-Length", fmt.Sprint(len(a.body)))
	s.do("GET", "/metrics", "").is(200).says(`candor_media_stored{kind="rendition"} 3`).says(`candor_media_stored{kind="original"} 1`).
		says(`candor_media_served_bytes_total{kind="rendition"} `)

	s.removePicture(address)
	s.do("GET", path, "", admin).problem(410).says("This image was removed.")
	eventually.Holds(t, func() error {
		if _, err := os.Stat(filepath.Join(s.dir, "renditions", fmt.Sprintf("v%d", renditions.Version), hash[:2], hash)); !os.IsNotExist(err) {
			return fmt.Errorf("the folder of a removed picture's copies: %v, want that it doesn't exist", err)
		}
		return nil
	})
}

// A JPEG of which half the data is missing is stored as it was sent. The library says that it has no smaller copies, and why.
func TestTheLibrarySaysWhyAPictureHasNoSmallerCopies(t *testing.T) {
	s := newCopyingSite(t)
	admin := s.asAdmin()
	_, payload, _ := strings.Cut(photo(t, 1), ",")
	file, err := base64.StdEncoding.DecodeString(payload)
	if err != nil {
		t.Fatal(err)
	}
	half := append(file[:len(file)/2:len(file)/2], 0xff, 0xd9)
	address := s.storedPicture("data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(half))
	hash := events.PictureIn(address)
	type shown struct {
		Copies struct{ Status, Reason string }
	}
	failed := func() {
		t.Helper()
		eventually.Holds(t, func() error {
			var one shown
			s.do("GET", "/api/admin/media/"+hash, "", admin).is(200).decode(&one)
			if one.Copies.Status != "failed" || one.Copies.Reason != "The file is damaged." {
				return fmt.Errorf("its copies are %+v, want them failed: The file is damaged.", one.Copies)
			}
			return nil
		})
	}
	failed()
	var library struct{ Items []shown }
	if s.do("GET", "/api/admin/media", "", admin).is(200).decode(&library); len(library.Items) != 1 ||
		library.Items[0].Copies.Status != "failed" {
		t.Errorf("the library lists %+v", library)
	}
	s.do("GET", events.RenditionAddress(hash, 480), "", admin).is(200).has("Content-Type", "image/jpeg")
	s.do("POST", "/api/admin/media/"+hash+"/copies", "", admin).is(200).says(`"copies":`)
	failed()
	s.do("POST", "/api/admin/media/"+hash+"/copies", "").problem(401)
}

func TestUntilACopyIsMadeTheOriginalTakesItsPlace(t *testing.T) {
	s := newSite(t) // without copies
	address := s.storedPicture(photo(t, 1))
	s.do("POST", "/api/news", `{"title":"T","content":"See ![it](`+address+`).","category":"AI","authorName":"A","isPublished":true}`,
		s.asAdmin()).is(201)
	hash := events.PictureIn(address)
	s.do("GET", events.RenditionAddress(hash, 480), "").is(200).has("Content-Type", "image/jpeg").has("Cache-Control",
		"public, max-age=60").has("Etag", `"`+hash+`"`)
	s.do("GET", events.RenditionAddress(hash, 1200), "").problem(404)
	small := s.storedPicture(picture(t, 1))
	s.do("GET", events.RenditionAddress(events.PictureIn(small), 480), "", s.asAdmin()).problem(404)
}

func TestAReplacedPictureLeadsToTheOtherOne(t *testing.T) {
	s := newCopyingSite(t)
	admin := s.asAdmin()
	first, second := s.storedPicture(photo(t, 1)), s.storedPicture(photo(t, 2))
	one, two := events.PictureIn(first), events.PictureIn(second)
	s.do("POST", "/api/news", `{"title":"T","content":"See ![it](`+first+`).","category":"AI","authorName":"A","isPublished":true}`,
		admin).is(201)
	s.do("GET", first, "").is(200)
	s.do("GET", second, "").problem(404)
	s.do("POST", "/api/admin/media/"+one+"/replace", `{"by":"`+two+`","oldPicture":"hidden"}`, admin).is(200)
	s.do("GET", first, "").is(302).has("Location", second).has("Cache-Control", "public, max-age=86400")
	s.do("GET", events.RenditionAddress(one, 480), "").is(302).has("Location", events.RenditionAddress(two, 480))
	s.do("GET", events.RenditionAddress(one, 1600), "").is(302).has("Location", second) // it has no such copy
	s.do("GET", second, "").is(200).has("Content-Type", "image/jpeg")
	s.copyOf(events.RenditionAddress(two, 480)).has("Cache-Control", "public, max-age=86400")

	s.do("PATCH", "/api/news/1", `{"isPublished":false}`, admin).is(200)
	s.do("GET", first, "").problem(404)
	s.do("GET", first, "", admin).is(302).has("Cache-Control", "private, no-store")
	s.do("PATCH", "/api/news/1", `{"isPublished":true}`, admin).is(200)
	s.do("POST", "/api/admin/media/"+two+"/replace", `{"by":"`+one+`","oldPicture":"hidden"}`, admin).is(200)
	s.do("GET", first, "").is(200)
	s.do("GET", second, "").is(302).has("Location", first)
	s.removePicture(first)
	s.do("GET", second, "").problem(410)
}

func TestAPreviewHasSmallerCopiesOfItsPictures(t *testing.T) {
	s := newCopyingSite(t)
	admin := s.asAdmin()
	shown, other := s.storedPicture(photo(t, 1)), s.storedPicture(photo(t, 2))
	s.do("POST", "/api/reviews", illustrated(false, shown), admin).is(201)
	_, page := s.share("reviews/1").paths()
	path := page + events.RenditionAddress(events.PictureIn(shown), 480)
	s.copyOf(path).has("Cache-Control", "no-store").has("X-Robots-Tag", "noindex")
	s.do("GET", page+events.RenditionAddress(events.PictureIn(shown), 1000), "").problem(404)
	s.do("GET", page+events.RenditionAddress(events.PictureIn(other), 480), "").problem(404)
	s.do("GET", events.RenditionAddress(events.PictureIn(shown), 480), "").problem(404)

	s.do("POST", "/api/admin/media/"+events.PictureIn(shown)+"/replace", `{"by":"`+events.PictureIn(other)+`"}`, admin).is(200)
	s.copyOf(page + events.RenditionAddress(events.PictureIn(other), 480))
}
