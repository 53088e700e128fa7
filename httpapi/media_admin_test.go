package httpapi_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"candor/commands/pictures"
)

// libraryPicture is a picture of the library.
type libraryPicture struct {
	ID, URL, Name, ContentType string
	Size, Width, Height        int
	Alt, Caption, Credit       string
	FocalPoint                 struct{ X, Y float64 }
	Revision                   *uint64
	RemovedAt                  *string
	Allowed                    bool
	Replaces                   []struct{ ID, URL string }
	Uses                       []struct {
		Kind, Title, State string
		ID                 int64
	}
}

// libraryPage is a page of the library.
type libraryPage struct {
	Total, MissingAlt int
	Items             []libraryPicture
}

// ids are those of the page's pictures, in order.
func (p libraryPage) ids() (all []string) {
	for _, one := range p.Items {
		all = append(all, one.ID)
	}
	return all
}

// as sends a body with a content type.
func as(contentType string) option {
	return func(r *http.Request) { r.Header.Set("Content-Type", contentType) }
}

// stored is the answer to an upload.
type stored struct {
	ID, URL       string
	Width, Height int
}

// upload stores a picture from its bytes.
func (s *site) upload(dataString, name string, who option) (one stored) {
	s.Helper()
	contentType, _, _ := strings.Cut(strings.TrimPrefix(dataString, "data:"), ";")
	s.do("POST", "/api/admin/media?name="+name, string(fileOf(s, dataString)), who, as(contentType)).is(200).decode(&one)
	return one
}

func (s *site) library(query string, admin option) (page libraryPage) {
	s.Helper()
	s.do("GET", "/api/admin/media?"+query, "", admin).is(200).decode(&page)
	return page
}

func TestTheLibraryDescribesAPictureForReaders(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	first := s.upload(picture(t, 1), "C:%5Cphotos%5Clid.png", admin)
	s.clock.Add(time.Minute)
	second := s.upload(picture(t, 2), "back.png", admin)
	if first.Width != 30 || first.Height != 20 || first.ID != pictureID(t, picture(t, 1)) {
		t.Errorf("stored %+v", first)
	}
	var one libraryPicture
	address := "/api/admin/media/" + first.ID
	s.do("GET", address, "", admin).is(200).decode(&one)
	if one.Name != "lid.png" || one.URL != first.URL || one.Size != len(fileOf(t, picture(t, 1))) || one.FocalPoint.X != 0.5 ||
		one.Revision == nil {
		t.Errorf("the first is %+v", one)
	}
	s.do("GET", address+"/file", "", admin).is(200).has("Content-Type", "image/png").has("Cache-Control", "private, no-cache")

	// The same file under the same name records nothing; under another name, that.
	position := s.do("PATCH", address, `{}`, admin).is(200).header.Get("Candor-Position")
	s.upload(picture(t, 1), "lid.png", admin)
	if again := s.do("PATCH", address, `{"name":"lid.png"}`, admin).is(200).header.Get("Candor-Position"); again != position {
		t.Errorf("uploaded again, it stands at %s, and stood at %s", again, position)
	}
	s.upload(picture(t, 1), "lid%20open.png", admin)

	tag := s.do("PATCH", address, `{"alt":" A  lid ","caption":"Open.\nWide.","credit":"Ada Lark","focalPoint":{"x":0.25,"y":1}}`,
		admin).is(200).has("Cache-Control", "no-store").header.Get("ETag")
	s.do("GET", address, "", admin).is(200).says(`"name":"lid open.png"`, `"alt":"A  lid"`, `"caption":"Open.\nWide."`, `"credit":"Ada Lark"`,
		`"focalPoint":{"x":0.25,"y":1}`)
	s.do("GET", address, "", admin, with("If-None-Match", tag)).is(304)

	// Whoever has an older revision is told of the change; with the current one, the change is made.
	s.do("PATCH", address, `{"alt":"Stale"}`, admin, with("If-Match", `"0"`)).problem(412).says(`"changedBy":`, `"currentRevision":2`)
	s.do("PATCH", address, `{"alt":"A grey lid","focalPoint":null}`, admin, with("If-Match", tag)).is(200).says(`"alt":"A grey lid"`,
		`"focalPoint":{"x":0.5,"y":0.5}`, `"credit":"Ada Lark"`)

	s.do("POST", "/api/reviews", illustrated(true, first.URL, "https://images.example/a.png"), admin).is(201)
	s.do("GET", address, "", admin).is(200).says(`"uses":[{"kind":"review","id":1,"title":"A quiet laptop","state":"published"}]`)

	for query, want := range map[string][]string{
		"":                          {second.ID, first.ID},
		"limit=1":                   {second.ID},
		"limit=1&offset=1":          {first.ID},
		"search=LARK+open":          {first.ID},
		"search=kettle":             nil,
		"filter=missing-alt":        {second.ID},
		"filter=unused":             {second.ID},
		"filter=removed":            nil,
		"filter=unused&search=grey": nil,
	} {
		page := s.library(query, admin)
		if fmt.Sprint(page.ids()) != fmt.Sprint(want) || page.MissingAlt != 1 {
			t.Errorf("%q finds %v, %d of them without alt text; want %v", query, page.ids(), page.MissingAlt, want)
		}
		if !strings.Contains(query, "limit") && page.Total != len(want) {
			t.Errorf("%q says that there are %d", query, page.Total)
		}
	}

	for body, field := range map[string]string{
		`{"alt":7}`: "alt", `{"alt":"` + strings.Repeat("a", 501) + `"}`: "alt", `{"caption":"` + strings.Repeat("a", 1001) + `"}`: "caption",
		`{"credit":"` + strings.Repeat("a", 201) + `"}`: "credit", `{"name":"` + strings.Repeat("a", 201) + `"}`: "name",
		`{"focalPoint":{"x":0.5}}`: "focalPoint", `{"focalPoint":{"x":0.5,"y":1.01}}`: "focalPoint", `{"focalPoint":[1,2]}`: "focalPoint",
		`[]`: "body",
	} {
		s.do("PATCH", address, body, admin).problem(400, field)
	}
	for _, nobody := range []string{strings.Repeat("ab", 32), "1", strings.ToUpper(first.ID)} {
		s.do("GET", "/api/admin/media/"+nobody, "", admin).problem(404)
		s.do("GET", "/api/admin/media/"+nobody+"/file", "", admin).problem(404)
		s.do("PATCH", "/api/admin/media/"+nobody, `{"alt":"x"}`, admin).problem(404)
		s.do("DELETE", "/api/admin/media/"+nobody, "", admin).problem(404)
		s.do("POST", "/api/admin/media/"+nobody+"/allow", "", admin).problem(404)
		s.do("POST", "/api/admin/media/"+nobody+"/copies", "", admin).problem(404)
		s.do("POST", "/api/admin/media/"+nobody+"/replace", `{"by":"`+first.ID+`"}`, admin).problem(404)
	}
	for _, call := range []struct{ method, path string }{{"GET", ""}, {"POST", ""}, {"GET", "/" + first.ID}, {"PATCH", "/" + first.ID},
		{"DELETE", "/" + first.ID}, {"GET", "/" + first.ID + "/file"}, {"POST", "/" + first.ID + "/replace"}, {"POST", "/" + first.ID + "/allow"},
		{"POST", "/" + first.ID + "/copies"}} {
		s.do(call.method, "/api/admin/media"+call.path, "").problem(401)
	}
	s.do("DELETE", address, "", admin, with("Origin", "https://elsewhere.example")).problem(403)
	s.do("GET", address, "", admin).is(200).says("A grey lid")
}

func TestAReplacedPictureIsFollowedEverywhere(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	other := s.upload(picture(t, 3), "other.png", admin)
	s.clock.Add(time.Minute)
	old := s.upload(picture(t, 1), "old.png", admin)
	s.do("PATCH", "/api/admin/media/"+old.ID, `{"alt":"A lid","credit":"Ada Lark","focalPoint":{"x":0,"y":1}}`, admin).is(200)
	s.do("POST", "/api/reviews", illustrated(true, old.URL, "https://images.example/a.png"), admin).is(201)

	moment := s.minute()
	s.clock.Add(time.Minute)
	var replaced libraryPicture
	a := s.do("POST", "/api/admin/media/"+old.ID+"/replace?name=new.png", string(fileOf(t, picture(t, 2))), admin, as("image/png")).is(200)
	a.says(`"name":"new.png"`, `"alt":"A lid"`, `"credit":"Ada Lark"`, `"focalPoint":{"x":0,"y":1}`,
		`"title":"A quiet laptop"`).decode(&replaced)
	if replaced.ID != pictureID(t, picture(t, 2)) || len(replaced.Replaces) != 1 || replaced.Replaces[0].ID != old.ID {
		t.Fatalf("replaced by %+v", replaced)
	}
	s.do("GET", "/api/reviews/1", "").is(200).says(`"productImageUrl":"` + replaced.URL + `"`).lacks(old.ID)
	s.do("GET", "/api/reviews/1?asOf="+moment, "", admin).is(200).says(`"productImageUrl":"` + old.URL + `"`)
	s.do("GET", "/api/admin/reviews/1", "", admin).is(200).says(`"productImageUrl":"` + old.URL + `"`)
	if page := s.library("", admin); fmt.Sprint(page.ids()) != fmt.Sprint([]string{replaced.ID, other.ID}) {
		t.Errorf("the library has %v", page.ids())
	}
	s.do("GET", "/api/admin/media/"+old.ID, "", admin).is(200).says(`"id":"` + replaced.ID)
	s.do("GET", "/api/admin/media/"+old.ID+"/file", "", admin).is(200).says(string(fileOf(t, picture(t, 1))))

	// Its file leads to the new one, and so does its id.
	var again stored
	s.do("POST", "/api/admin/media", `{"data":"`+picture(t, 1)+`"}`, admin).is(200).decode(&again)
	if again.ID != replaced.ID || again.URL != replaced.URL || again.Width != 30 {
		t.Errorf("uploaded again, it is %+v", again)
	}
	s.do("PATCH", "/api/admin/media/"+old.ID, `{"caption":"New."}`, admin).is(200).says(`"id":"`+replaced.ID, `"caption":"New."`)
	s.do("PATCH", "/api/admin/media/"+old.ID, `{"caption":"Newer."}`, admin, with("If-Match", `"1"`)).problem(412)

	// Back again, and forth again.
	s.do("POST", "/api/admin/media/"+replaced.ID+"/replace", `{"by":"`+old.ID+`"}`, admin).is(200).says(`"id":"`+old.ID, `"alt":"A lid"`)
	s.do("GET", "/api/reviews/1", "").is(200).says(`"productImageUrl":"` + old.URL + `"`)
	s.do("POST", "/api/admin/media/"+old.ID+"/replace", `{"by":"`+replaced.ID+`"}`, admin).is(200)
	s.do("POST", "/api/admin/media/"+replaced.ID+"/replace", `{"by":"`+other.ID+`"}`, admin).is(200).says(`"alt":"A lid"`,
		`"name":"other.png"`)
	s.do("GET", "/api/reviews/1", "").is(200).says(`"productImageUrl":"` + other.URL + `"`)

	for body, field := range map[string]string{
		`{"by":"` + other.ID + `"}`: "by", `{"by":"` + strings.Repeat("ab", 32) + `"}`: "by", `{"data":"` + picture(t, 3) + `"}`: "data",
		`{}`: "data", `{"by":7}`: "body", `[]`: "body",
		`{"by":"` + old.ID + `","data":"` + picture(t, 4) + `"}`: "by",
	} {
		s.do("POST", "/api/admin/media/"+other.ID+"/replace", body, admin).problem(400, field)
	}
	s.do("POST", "/api/admin/media/"+other.ID+"/replace", string(fileOf(t, picture(t, 3))), admin, as("image/png")).problem(400,
		"file").says("Choose another one")
	s.restart()
	s.do("GET", "/api/reviews/1", "").is(200).says(`"productImageUrl":"` + other.URL + `"`)
}

func TestAPictureIsRemovedFromTheLibraryAndAllowedAgain(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	one, other := s.upload(picture(t, 1), "lid.png", admin), s.upload(picture(t, 2), "other.png", admin)
	s.do("POST", "/api/reviews", illustrated(true, one.URL, other.URL), admin).is(201)
	s.do("DELETE", "/api/admin/media/"+one.ID, "", admin).is(204)
	s.do("GET", one.URL, "").problem(410)
	s.do("GET", "/api/reviews/1", "").is(200).lacks(one.ID).says(other.URL)
	if page := s.library("", admin); page.Total != 1 || page.Items[0].ID != other.ID {
		t.Errorf("the library has %v", page.ids())
	}
	page := s.library("filter=removed", admin)
	if page.Total != 1 || page.Items[0].ID != one.ID || page.Items[0].RemovedAt == nil || page.Items[0].Name != "lid.png" ||
		page.Items[0].Allowed {
		t.Errorf("removed are %+v", page)
	}
	s.do("DELETE", "/api/admin/media/"+one.ID, "", admin).is(204)
	s.do("GET", "/api/admin/media/"+one.ID+"/file", "", admin).problem(410)
	s.do("PATCH", "/api/admin/media/"+one.ID, `{"alt":"x"}`, admin).problem(404)
	s.do("POST", "/api/admin/media/"+other.ID+"/replace", `{"by":"`+one.ID+`"}`, admin).problem(400, "by").says("This image was removed")
	s.do("POST", "/api/admin/media", string(fileOf(t, picture(t, 1))), admin, as("image/png")).problem(400,
		"file").says("This image was removed")

	s.do("POST", "/api/admin/media/"+one.ID+"/allow", "", admin).is(200).says(`"allowed":true`)
	s.upload(picture(t, 1), "lid.png", admin)
	s.do("GET", "/api/reviews/1", "").is(200).says(one.URL)
	s.do("GET", one.URL, "").is(200)
}

func TestABadFileIsRefusedAndTheOthersAreStored(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	bot, _ := s.newKey("press", "create_categories")
	good := string(fileOf(t, picture(t, 1)))
	var huge, animation bytes.Buffer
	if err := png.Encode(&huge, image.NewGray(image.Rect(0, 0, 8001, 5000))); err != nil {
		t.Fatal(err)
	}
	frame := image.NewPaletted(image.Rect(0, 0, 1000, 1000), nil)
	frame.Palette = color.Palette{color.Black, color.White}
	all := &gif.GIF{}
	for range 41 {
		all.Image, all.Delay = append(all.Image, frame), append(all.Delay, 1)
	}
	if err := gif.EncodeAll(&animation, all); err != nil {
		t.Fatal(err)
	}
	for name, sent := range map[string]struct{ contentType, body, says string }{
		"text":                     {"image/png", "<script>alert(1)</script>", "Image is not a valid PNG image"},
		"nothing":                  {"image/png", "", "Image is not a valid PNG image"},
		"half a picture":           {"image/png", good[:len(good)/2], "Image is not a valid PNG image"},
		"another type":             {"image/jpeg", good, "Image is a PNG file, but was sent as JPEG"},
		"a type that isn't stored": {"image/svg+xml", "<svg/>", "Image must be a JPEG, PNG, WebP or GIF image"},
		"too many bytes":           {"image/png", good + strings.Repeat("\x00", 5<<20), pictures.PictureTooLarge},
		"too many pixels":          {"image/png", huge.String(), "Image is an image of 8001×5000 pixels; the maximum is 40,000,000 pixels"},
		"a long animation":         {"image/gif", animation.String(), "Image is an animation of 41000000 pixels in total"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, call := range []struct {
				path string
				who  option
			}{{"/api/admin/media", admin}, {"/api/bot/media", key(bot)}} {
				s.do("POST", call.path, sent.body, call.who, as(sent.contentType)).problem(400, "file").says(sent.says)
				if sent.contentType != "image/svg+xml" && len(sent.body) < 5<<20 {
					data := "data:" + sent.contentType + ";base64," + base64.StdEncoding.EncodeToString([]byte(sent.body))
					s.do("POST", call.path, `{"data":"`+data+`"}`, call.who).problem(400, "data").says(sent.says)
				}
			}
		})
	}
	s.do("POST", "/api/admin/media", strings.Repeat("\x00", 9<<20), admin, as("image/png")).problem(413, "file").says(pictures.PictureTooLarge)
	s.do("POST", "/api/admin/media", "hello", admin, as("text/plain")).problem(415)
	s.do("POST", "/api/admin/media", good, admin, as("image/")).problem(400, "file")
	if page := s.library("", admin); page.Total != 0 {
		t.Errorf("the refused files left %v", page.ids())
	}

	// Many at once, a broken one among them.
	var all12 sync.WaitGroup
	for i := range 12 {
		all12.Go(func() {
			body, status := fileOf(t, picture(t, uint8(10+i))), 200
			if i == 5 {
				body, status = []byte("broken"), 400
			}
			s.do("POST", fmt.Sprintf("/api/admin/media?name=%d.png", i), string(body), admin, as("image/png")).is(status)
		})
	}
	all12.Wait()
	if page := s.library("", admin); page.Total != 11 {
		t.Errorf("%d of the 11 good files are stored", page.Total)
	}
}

func TestABotUploadsAPictureForWhatItCreates(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	news, _ := s.newKey("news", "create_news")
	reader, _ := s.newKey("reader", "read_analytics")
	file := string(fileOf(t, picture(t, 1)))
	var one, again stored
	a := s.do("POST", "/api/bot/media?name=cell.png", file, key(news), as("image/png"),
		with("Idempotency-Key", "cell")).is(200).has("RateLimit-Remaining", "999")
	a.decode(&one)
	if one.Width != 30 || one.Height != 20 || one.URL != "/media/"+one.ID+".png" {
		t.Errorf("stored %+v", one)
	}
	s.do("POST", "/api/bot/media?name=cell.png", file, key(news), as("image/png"), with("Idempotency-Key", "cell")).is(200).decode(&again)
	if again != one {
		t.Errorf("sent again: %+v", again)
	}
	s.do("POST", "/api/bot/media", string(fileOf(t, picture(t, 2))), key(news), as("image/png"), with("Idempotency-Key", "cell")).problem(422)
	s.do("POST", "/api/bot/media", `{"data":"`+picture(t, 1)+`"}`, key(news)).is(200).decode(&again)
	if again != one {
		t.Errorf("sent as JSON: %+v", again)
	}
	s.do("GET", one.URL, "").problem(404)
	s.do("POST", "/api/bot/news", `{"title":"T","content":"![A cell](`+one.URL+`)","category":"AI","authorName":"A","isPublished":true}`,
		key(news)).is(200)
	s.do("GET", one.URL, "").is(200)
	if page := s.library("", admin); page.Total != 1 || page.Items[0].Name != "cell.png" || len(page.Items[0].Uses) != 1 {
		t.Errorf("the library has %+v", page)
	}

	s.do("POST", "/api/bot/media", file, key(reader), as("image/png")).problem(403).says("create_reviews, create_news, create_categories")
	s.do("POST", "/api/bot/media", file, as("image/png")).problem(401)
	s.do("POST", "/api/bot/media", file, admin, as("image/png")).problem(401)
	s.do("POST", "/api/bot/media", "{}", key(news)).problem(400, "data")
}
