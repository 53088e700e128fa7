package httpapi_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"candor/commands"
	"candor/events"
	"candor/projections/versions"
)

// picture is a small PNG of a shade of grey, as a data string.
func picture(t testing.TB, shade uint8) string { return greyPicture(t, 30, 20, shade) }

// greyPicture is a PNG of a shade of grey, as a data string.
func greyPicture(t testing.TB, width, height int, shade uint8) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, width, height))
	img.SetGray(1, 1, color.Gray{Y: shade})
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}

// pictureID returns the id that a picture has, which is sent as a data string and has nothing to lose.
func pictureID(t testing.TB, dataString string) string {
	t.Helper()
	sum := sha256.Sum256(fileOf(t, dataString))
	return hex.EncodeToString(sum[:])
}

// fileOf returns the bytes in a data string.
func fileOf(t testing.TB, dataString string) []byte {
	t.Helper()
	_, payload, _ := strings.Cut(dataString, ",")
	file, err := base64.StdEncoding.DecodeString(payload)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// illustrated is the JSON of a review with pictures.
func illustrated(published bool, main string, more ...string) string {
	return fmt.Sprintf(`{"productName":"Slate 14","productBrand":"Tarnholt","categoryId":1,"title":"A quiet laptop","content":"It is quiet.","authorName":"Ada","rating":4,
		"isPublished":%t,"productImageUrl":%q,"imageUrls":["%s"]}`, published, main, strings.Join(more, `","`))
}

// removePicture removes the picture at an address.
func (s *site) removePicture(address string) {
	s.Helper()
	if _, err := s.commands.Pictures.RemovePicture(s.Context(), commands.Caller{Actor: events.System, RequestID: "r"},
		events.PictureIn(address)); err != nil {
		s.Fatal(err)
	}
	s.caughtUp()
}

func TestAPictureIsPublicWhileSomethingPublishedUsesIt(t *testing.T) {
	s := newSite(t)
	s.history = versions.Off // earlier versions are another test's
	s.restart()
	admin := s.asAdmin()
	var made struct {
		ProductImageURL string
		ImageURLs       []string
	}
	s.do("POST", "/api/reviews", illustrated(false, picture(t, 1), picture(t, 2)), admin).is(201).decode(&made)
	all := append(made.ImageURLs, made.ProductImageURL)
	secret := func() {
		t.Helper()
		for _, address := range all {
			for _, method := range []string{"GET", "HEAD"} {
				if a := s.do(method, address, "").is(404).has("Cache-Control", "no-store"); a.header.Get("ETag") != "" {
					t.Error("what is not there has an ETag")
				}
				s.do(method, address, "", admin).is(200).has("Cache-Control", "private, no-store").has("Content-Type", "image/png")
			}
			s.do("GET", address, "", with("If-None-Match", `"`+events.PictureIn(address)+`"`)).problem(404)
			s.do("GET", address, "", with("Range", "bytes=1-3")).problem(404)
			s.do("GET", address, "", with("Cookie", "candor_session=guess")).problem(404)
		}
	}
	public := func() {
		t.Helper()
		for _, address := range all {
			a := s.do("GET", address, "").is(200).has("Cache-Control", "public, max-age=86400").has("Content-Type", "image/png").has("Etag",
				`"`+events.PictureIn(address)+`"`)
			s.do("GET", address, "", with("If-None-Match", a.header.Get("ETag"))).is(304).has("Cache-Control", "public, max-age=86400")
			s.do("HEAD", address, "").is(200).has("Content-Length", a.header.Get("Content-Length"))
			if part := s.do("GET", address, "", with("Range", "bytes=1-3")).is(206); part.body != "PNG" {
				t.Errorf("bytes 1 to 3 are %q", part.body)
			}
		}
	}
	secret()
	// Each write has taken effect when it is answered.
	for range 2 {
		s.do("PATCH", "/api/reviews/1", `{"isPublished":true}`, admin).is(200)
		public()
		s.do("PATCH", "/api/reviews/1", `{"isPublished":false}`, admin).is(200)
		secret()
	}
	s.do("PATCH", "/api/reviews/1", `{"isPublished":true}`, admin).is(200)
	s.do("DELETE", "/api/reviews/1", "", admin).is(204)
	secret()
	s.do("POST", "/api/admin/reviews/1/restore", "", admin).is(200)
	public()

	// What it showed before is nobody's to see, unless something else shows it.
	old := made.ProductImageURL
	s.do("PATCH", "/api/reviews/1", `{"productImageUrl":""}`, admin).is(200)
	s.do("GET", old, "").problem(404)
	s.do("POST", "/api/news", `{"title":"T","content":"See ![it](`+old+`).","category":"AI","authorName":"A","isPublished":true}`,
		admin).is(201)
	s.do("GET", old, "").is(200)

	// A correction shows readers what was there before.
	s.do("PATCH", "/api/news/1", `{"content":"Nothing to see.","correction":"It was another one."}`, admin).is(200)
	s.do("GET", "/api/news/1", "").is(200).says(old)
	s.do("GET", old, "").is(200)
	s.do("PATCH", "/api/news/1", `{"isPublished":false}`, admin).is(200)
	s.do("GET", old, "").problem(404)
	s.restart()
	s.do("GET", old, "").problem(404)
	s.do("GET", made.ImageURLs[0], "").is(200)
}

func TestARemovedPictureIsGoneFromEverythingThatReadersSee(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	var made struct {
		ProductImageURL string
		ImageURLs       []string
	}
	main, other := picture(t, 1), picture(t, 2)
	s.do("POST", "/api/reviews", illustrated(true, main, other, main), admin).is(201).decode(&made)
	gone, stays := made.ProductImageURL, made.ImageURLs[0]
	s.do("POST", "/api/news", `{"title":"T","content":"See ![it](`+gone+
		`) here.","category":"AI","authorName":"A","isPublished":true,"imageUrl":"`+gone+`"}`, admin).is(201)
	s.do("POST", "/api/reviews", strings.Replace(review, "A quiet laptop", "Another", 1), admin).is(201)
	hash := events.PictureIn(gone)
	readers := []string{"/api/reviews", "/api/reviews/1", "/api/reviews?search=quiet", "/api/news", "/api/news/1", "/api/products",
		"/reviews/1", "/tech-articles/1", "/reviews", "/tech-articles", "/", "/feed.xml"}
	shown := func() (n int) {
		t.Helper()
		for range 2 { // the second time from what is kept
			n = 0
			for _, path := range readers {
				n += strings.Count(s.do("GET", path, "").is(200).body, hash)
			}
		}
		return n
	}
	before := shown()
	if before < 10 {
		t.Fatalf("the pages name the picture %d times", before)
	}
	kept := s.do("GET", "/api/reviews/1", "").header.Get("ETag")
	moment := s.minute()
	s.do("GET", "/reviews/1?asOf="+moment, "", admin).is(200).says(hash)

	s.do("GET", gone, "").is(200) // and is in memory from now on
	s.removePicture(gone)
	for _, who := range []option{with("Accept", "*/*"), admin, with("If-None-Match", `"`+hash+`"`), with("Range", "bytes=1-3")} {
		s.do("GET", gone, "", who).problem(410).says("This image was removed.").has("Cache-Control", "no-store")
	}
	s.do("HEAD", gone, "").is(410)
	s.do("GET", strings.TrimSuffix(gone, "png")+"gif", "").problem(404)
	s.do("GET", stays, "").is(200)
	for range 2 {
		for _, path := range readers {
			s.do("GET", path, "").is(200).lacks(hash)
		}
	}
	s.do("GET", "/api/reviews/1", "", with("If-None-Match", kept)).is(200).says(`"productImageUrl":null`, `"imageUrls":["`+stays+`"]`)
	s.do("GET", "/api/products", "").says(`"imageUrl":"` + stays + `"`)
	s.do("GET", "/api/news/1", "").says(`"content":"See  here."`, `"imageUrl":null`)
	s.do("GET", "/reviews/1", "").says(stays)
	s.do("GET", "/api/admin/reviews/1", "", admin).is(200).says(gone) // the text as it is stored
	for _, path := range []string{"/reviews/1", "/api/reviews/1", "/api/products"} {
		s.do("GET", path+"?asOf="+moment, "", admin).is(200).lacks(hash)
	}
	s.do("GET", "/api/admin/activity", "", admin).is(200).says(`Removed picture \"` + gone + `\"`)
	s.do("GET", "/api/admin/history?kind=picture", "", admin).is(200).says("MediaRemoved", gone, `"at":"2026-11-21T12:01:00Z"`)

	// It is refused wherever it is sent, until it is allowed; and nothing shows it before it is there again.
	refused := func(a *answer, field string) {
		t.Helper()
		a.problem(400, field).says("This image was removed")
	}
	refused(s.do("POST", "/api/reviews", illustrated(true, main), admin), "productImageUrl")
	refused(s.do("PATCH", "/api/reviews/1", `{"imageUrls":["`+other+`","`+main+`"]}`, admin), "imageUrls")
	refused(s.do("PATCH", "/api/news/1", `{"imageUrl":"`+main+`"}`, admin), "imageUrl")
	bot, _ := s.newKey("bot", "create_reviews", "create_news")
	refused(s.do("POST", "/api/bot/reviews", illustrated(true, main), key(bot)), "productImageUrl")
	if _, err := s.commands.Pictures.AllowPicture(t.Context(), commands.Caller{Actor: events.System, RequestID: "r"}, hash); err != nil {
		t.Fatal(err)
	}
	s.caughtUp()
	s.do("GET", gone, "").problem(410)
	s.do("GET", "/api/reviews/1", "").lacks(hash)
	s.do("POST", "/api/news", `{"title":"T","content":"C","category":"AI","authorName":"A","imageUrl":"`+main+`"}`, admin).is(201).says(gone)
	s.do("GET", gone, "").is(200).has("Cache-Control", "public, max-age=86400")
	if after := shown(); after != before {
		t.Errorf("back again, it is named %d times, and was %d times before", after, before)
	}
	// What was before its removal stays without it: those bytes are gone.
	s.do("GET", "/api/reviews/1?asOf="+moment, "", admin).is(200).lacks(hash)
	s.restart()
	s.do("GET", gone, "").is(200)
}

func TestAPictureIsStoredOnItsOwn(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	body := fmt.Sprintf(`{"data":%q}`, picture(t, 7))
	s.do("POST", "/api/admin/media", body).problem(401)
	var stored struct {
		ID, URL       string
		Width, Height int
	}
	s.do("POST", "/api/admin/media", body, admin).is(200).decode(&stored)
	if stored.Width != 30 || stored.Height != 20 || stored.URL != "/media/"+stored.ID+".png" {
		t.Errorf("stored %+v", stored)
	}
	s.do("GET", stored.URL, "", admin).is(200).has("Content-Type", "image/png")
	s.do("GET", stored.URL, "").is(404)
	again := stored
	s.do("POST", "/api/admin/media", body, admin).is(200).decode(&again)
	if again != stored {
		t.Errorf("sent again: %+v, want %+v", again, stored)
	}

	// A text that shows it makes it public.
	s.do("POST", "/api/news", fmt.Sprintf(`{"title":"T","content":"![a](%s)","category":"AI","authorName":"A","isPublished":true}`,
		stored.URL), admin).is(201)
	s.do("GET", stored.URL, "").is(200)

	for _, refused := range []string{`{}`, `{"data":"https://example.com/a.png"}`, `{"data":"data:image/svg+xml;base64,PHN2Zy8+"}`,
		`{"data":"data:image/png;base64,AAAA"}`} {
		s.do("POST", "/api/admin/media", refused, admin).problem(400, "data")
	}
	large := `{"data":"data:image/png;base64,` + strings.Repeat("A", 7<<20) + `"}`
	s.do("POST", "/api/admin/media", large, admin).problem(400, "data").says("smaller than 5MB")
	s.do("POST", "/api/admin/media", `[]`, admin).problem(400, "body")
	s.removePicture(stored.URL)
	s.do("POST", "/api/admin/media", body, admin).problem(400, "data")
}
