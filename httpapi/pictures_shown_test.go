// Pictures in what readers get: described, with their smaller copies, and others in the places of those that were replaced.

package httpapi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"candor/commands"
	"candor/events"
	"candor/projections/content/pictures"
	"candor/projections/versions"
)

// widePicture is a PNG of a shade of grey, wide enough for a smaller copy, as a data string.
func widePicture(t testing.TB, shade uint8) string { return greyPicture(t, 600, 400, shade) }

// store stores a picture on its own, and returns its address.
func (s *site) store(data string) string {
	s.Helper()
	var made struct{ URL string }
	s.do("POST", "/api/admin/media", `{"data":"`+data+`"}`, s.asAdmin()).is(200).decode(&made)
	return made.URL
}

var onTheSite = commands.Caller{Actor: events.Actor{Kind: events.ActorAdmin, ID: "admin", Name: "admin"}, RequestID: "r"}

func (s *site) describe(address string, changes events.MediaChanges) {
	s.Helper()
	if _, err := s.commands.Pictures.DescribePicture(s.Context(), onTheSite, events.PictureIn(address), nil, changes); err != nil {
		s.Fatal(err)
	}
	s.caughtUp()
}

func (s *site) replace(address, by string) {
	s.Helper()
	if _, err := s.commands.Pictures.ReplacePictureBy(s.Context(), onTheSite, events.PictureIn(address), events.PictureIn(by),
		events.OldPictureInHistory); err != nil {
		s.Fatal(err)
	}
	s.caughtUp()
}

func TestEveryAnswerFollowsAReplacedPicture(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	old, now := s.store(widePicture(t, 1)), s.store(widePicture(t, 2))
	s.do("POST", "/api/reviews", strings.Replace(illustrated(true, old, old), "It is quiet.", `See.\n![](`+old+`)`, 1), admin).is(201)
	s.do("POST", "/api/news", `{"title":"T","content":"See ![it](`+old+
		`) here.","category":"AI","authorName":"A","isPublished":true,"imageUrl":"`+old+`"}`, admin).is(201)
	readers := []string{"/api/reviews", "/api/reviews/1", "/api/reviews?search=see", "/api/news", "/api/news/1", "/api/products", "/reviews/1",
		"/tech-articles/1", "/reviews", "/tech-articles", "/", "/feed.xml"}
	tags := map[string]string{}
	for _, path := range readers {
		tags[path] = s.do("GET", path, "").is(200).says(events.PictureIn(old)).header.Get("ETag")
	}
	s.do("GET", now, "").problem(404)
	alt, caption := "A laptop", "It is <open>."
	s.describe(now, events.MediaChanges{Alt: &alt, Caption: &caption})
	s.replace(old, now)
	for _, path := range readers {
		if tag := s.do("GET", path, "").is(200).says(events.PictureIn(now)).lacks(events.PictureIn(old)).header.Get("ETag"); tag == tags[path] &&
			tag != "" {
			t.Errorf("%s still has the ETag %s", path, tag)
		}
	}
	s.do("GET", now, "").is(200)
	folder := "/media/" + events.PictureIn(now)
	figure := `<figure><img src=\"` + now + `\" srcset=\"` + folder + `/240 240w, ` + folder + `/480 480w, ` +
		now + ` 600w\" sizes=\"(min-width: 48rem) 42rem, 100vw\" width=\"600\" height=\"400\" loading=\"lazy\" decoding=\"async\" alt=\"A laptop\"><figcaption>It is &lt;open&gt;.</figcaption></figure>`
	var told struct {
		Pictures map[string]pictures.ItemPicture
	}
	s.do("GET", "/api/reviews/1", "").is(200).says(figure).decode(&told)
	if p := told.Pictures[now]; p.Width != 600 || p.Height != 400 || p.Alt != alt || p.Caption != caption || len(p.Widths) != 2 {
		t.Errorf("%+v", told)
	}
	s.do("GET", "/feed.xml", "").is(200).says(`srcset=&#34;`+site1+folder+`/240 240w, `+site1+folder+`/480 480w, `+site1+now+` 600w&#34;`,
		`src=&#34;`+site1+now)
	var preview struct{ HTML string }
	s.do("POST", "/api/admin/markdown", `{"content":"![](`+old+`)"}`, admin).is(200).decode(&preview)
	if preview.HTML != strings.ReplaceAll(figure, `\"`, `"`)+"\n" {
		t.Errorf("a text is previewed as %s", preview.HTML)
	}
	s.do("GET", "/api/admin/reviews/1", "", admin).is(200).says(`"productImageUrl":"` + old + `"`)

	// The version that named the first one shows it still, and the history shows both.
	s.do("PATCH", "/api/news/1", `{"content":"Nothing to see.","imageUrl":""}`, admin).is(200)
	s.do("PATCH", "/api/reviews/1", `{"isPublished":false}`, admin).is(200)
	s.do("GET", now, "").is(200)
	s.do("GET", "/api/news/1/history/1", "").is(200).says(old).lacks(now)
	s.history = versions.Off
	s.restart()
	s.do("GET", now, "").problem(404)
}

func TestAPreviewShowsPicturesAsReadersWouldSeeThem(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	old, now := s.store(widePicture(t, 1)), s.store(widePicture(t, 2))
	s.do("POST", "/api/reviews", strings.Replace(illustrated(false, old), "It is quiet.", `![](`+site1+old+`)`, 1), admin).is(201)
	s.replace(old, now)
	l := s.share("reviews/1")
	api, page := l.paths()
	var seen struct {
		Item struct {
			ProductImageURL, ContentHTML string
			Pictures                     map[string]json.RawMessage
		}
	}
	s.do("GET", api, "").is(200).lacks(events.PictureIn(old)).decode(&seen)
	if seen.Item.ProductImageURL != page+now || seen.Item.Pictures[page+now] == nil || len(seen.Item.Pictures) != 1 ||
		!strings.Contains(seen.Item.ContentHTML, `srcset="`+page+"/media/"+events.PictureIn(now)+"/240 240w, ") {
		t.Errorf("%+v", seen)
	}
	s.do("GET", page+now, "").is(200)
}
