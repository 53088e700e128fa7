// Reviews, articles, categories, lists and pictures, from the first draft to the bin and back.

package httpapi_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"
)

const review = `{"productName":"Slate 14","productBrand":"Tarnholt","categoryId":1,"title":"A quiet laptop","content":"It is quiet.\nVery.",
	"authorName":"Ada","rating":"4.46","productPrice":"999","productPriceMax":0,"pros":["• Quiet","- Light"],"cons":"• Dear\n",
	"specifications":"[\"14 inch\"]","imageUrls":"https://img.example/a.webp, https://img.example/b.webp"}`

func TestReviewFromDraftToTheBinAndBack(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.records(func() {
		a := s.do("POST", "/api/reviews", review, admin).is(201).has("Content-Type", "application/json").golden("review-created")
		if !strings.HasPrefix(a.header.Get("ETag"), `"0-`) {
			t.Errorf("ETag %s does not begin with the revision", a.header.Get("ETag"))
		}
	}, "ReviewCreated")
	s.do("GET", "/api/reviews/1", "").problem(404)
	s.do("GET", "/api/reviews", "").is(200).has("X-Total-Count", "0").says("[]")
	s.do("GET", "/api/admin/reviews/1", "", admin).is(200).says(`"isPublished":false`)
	s.do("GET", "/api/admin/reviews", "", admin).is(200).has("X-Total-Count", "1")

	s.clock.Add(time.Minute)
	s.records(func() {
		s.do("PATCH", "/api/reviews/1", `{"isPublished":true,"isFeatured":true,"verdict":"Buy it."}`,
			admin).is(200).golden("review-published-admin")
	}, "ReviewUpdated", "ReviewPublished", "ReviewFeatured")
	s.records(func() { s.do("PATCH", "/api/reviews/1", `{"verdict":"Buy it."}`, admin).is(200) })

	a := s.do("GET", "/api/reviews/1", "").is(200).golden("review-published").has("Cache-Control", "public, max-age=0, must-revalidate")
	etag := a.header.Get("ETag")
	s.do("GET", "/api/reviews/1", "", with("If-None-Match", etag)).is(304).has("ETag", etag)
	s.do("GET", "/api/reviews/1", "", with("If-None-Match", `"nonsense"`)).is(200)
	if head := s.do("HEAD", "/api/reviews/1", "").is(200).has("ETag", etag); head.body != "" ||
		head.header.Get("Content-Length") != fmt.Sprint(len(a.body)) {
		t.Errorf("HEAD answers %d bytes, Content-Length %s", len(head.body), head.header.Get("Content-Length"))
	}
	s.do("GET", "/api/products", "").is(200).golden("products")

	s.do("PATCH", "/api/reviews/1", `{"title":"Stale"}`, admin, with("If-Match", `"0-abc"`)).problem(412).has("ETag",
		`"3"`).says(`"currentRevision":3`, `"changedBy":{"kind":"admin","id":"admin","name":"admin"}`, `"changedAt":"20`)
	s.do("PATCH", "/api/reviews/1", `{"title":"Stale"}`, admin, with("If-Match", "nonsense")).problem(400, "If-Match")
	s.do("PATCH", "/api/reviews/1", `{"title":"Foreign"}`, admin, with("If-Match", `"other"`)).problem(412)
	s.do("PATCH", "/api/reviews/1", `{"title":"Fresh"}`, admin, with("If-Match", `W/"3-anything"`)).is(200).says(`"title":"Fresh"`,
		`"revision":4`)
	s.do("PATCH", "/api/reviews/1", `{"title":"Any"}`, admin, with("If-Match", "*")).is(200)
	s.do("PATCH", "/api/reviews/1", `{"title":"From a compressed answer"}`, admin, with("If-Match", `"5-abc-gzip"`)).is(200)

	s.records(func() { s.do("DELETE", "/api/reviews/1", "", admin, with("If-Match", `"0"`)).problem(412) })
	s.records(func() { s.do("DELETE", "/api/reviews/1", "", admin).is(204) }, "ReviewDeleted")
	for _, call := range []struct{ method, path, body string }{
		{"GET", "/api/reviews/1", ""}, {"GET", "/api/admin/reviews/1", ""}, {"PATCH", "/api/reviews/1", `{"title":"x"}`},
		{"DELETE", "/api/reviews/1", ""},
	} {
		s.do(call.method, call.path, call.body, admin).problem(404).says("Review not found")
	}
	s.records(func() { s.do("POST", "/api/admin/reviews/1/restore", "", admin).is(200).says(`"id":1`) }, "ReviewRestored")
	s.do("GET", "/api/reviews/1", "").is(200)
	s.do("POST", "/api/admin/reviews/99/restore", "", admin).problem(404)
}

func TestArticleFromDraftToTheBinAndBack(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.records(func() {
		s.do("POST", "/api/news", `{"title":"Chargers","content":"Forty of them.","category":"Security","authorName":"Bo"}`,
			admin).is(201).golden("article-created")
	}, "ArticleCreated")
	s.do("GET", "/api/news/1", "").problem(404).says("Tech article not found")
	s.do("GET", "/api/admin/news/1", "", admin).is(200)
	s.records(func() { s.do("PATCH", "/api/news/1", `{"isPublished":true}`, admin).is(200) }, "ArticlePublished")
	s.do("GET", "/api/news/1", "").is(200).says(`"title":"Chargers"`)
	s.do("GET", "/api/news?category=security", "").is(200).has("X-Total-Count", "1")
	s.do("GET", "/api/news?category=ai", "").is(200).has("X-Total-Count", "0").says("[]")
	s.do("PATCH", "/api/news/1", `{"title":"x"}`, admin, with("If-Match", `"0"`)).problem(412).has("ETag", `"1"`)
	s.records(func() { s.do("DELETE", "/api/news/1", "", admin).is(204) }, "ArticleDeleted")
	s.do("GET", "/api/news/1", "").problem(404)
	s.do("GET", "/api/admin/news", "", admin).is(200).has("X-Total-Count", "0")
	s.records(func() { s.do("POST", "/api/admin/news/1/restore", "", admin).is(200) }, "ArticleRestored")
	s.do("GET", "/api/news", "").is(200).has("X-Total-Count", "1")
}

func TestCategories(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("GET", "/api/categories", "").is(200).golden("categories").has("X-Total-Count", "4")
	s.do("GET", "/api/categories/1", "").is(200).says(`"slug":"computers"`)
	s.do("GET", "/api/categories/gadgets", "").is(200).says(`"id":4`)
	s.do("GET", "/api/categories/unknown", "").problem(404)
	s.do("POST", "/api/admin/categories", `{"name":"Audio","slug":"audio"}`, admin).is(201).says(`"id":5`)
	s.do("POST", "/api/admin/categories", `{"name":"Audio again","slug":"audio"}`, admin).problem(400, "slug")
	s.do("PATCH", "/api/admin/categories/5", `{"color":"#123456"}`, admin).is(200).says(`"color":"#123456"`)
	s.do("PATCH", "/api/admin/categories/99", `{"color":"#123456"}`, admin).problem(404)
	s.do("PATCH", "/api/admin/categories/5", `{"color":"#654321"}`, admin, with("If-Match", `"0"`)).problem(412)
}

func TestListsArePagedFilteredAndCompressed(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	for i := range 5 {
		s.clock.Add(time.Minute)
		s.do("POST", "/api/reviews", fmt.Sprintf(`{"productName":"P%d","productBrand":"B","categoryId":%d,"title":"Title %d","content":%q,"authorName":"Ada","rating":4,"isPublished":true,"isFeatured":%v}`,
			i, 1+i%2, i, strings.Repeat("words and more words ", 20), i == 0), admin).is(201)
	}
	a := s.do("GET", "/api/reviews?limit=2&offset=2", "").is(200).has("X-Total-Count", "5").
		has("Link", `</api/reviews?limit=2>; rel="prev", </api/reviews?limit=2&offset=4>; rel="next"`).says("Title 2",
		"Title 1").lacks("Title 3", "Title 0")
	s.do("GET", "/api/reviews", "").is(200).has("X-Total-Count", "5").has("Link", "")
	s.do("GET", "/api/reviews?featured=true", "").is(200).has("X-Total-Count", "1").says("Title 0")
	s.do("GET", "/api/reviews?featured=false", "").is(200).has("X-Total-Count", "4")
	s.do("GET", "/api/reviews?categoryId=2", "").is(200).has("X-Total-Count", "2")
	s.do("GET", "/api/reviews?category=automotive", "").is(200).has("X-Total-Count", "2")
	s.do("GET", "/api/reviews?category=no-such", "").is(200).has("X-Total-Count", "0").says("[]")
	s.do("GET", "/api/reviews?search=TITLE+3", "").is(200).has("X-Total-Count", "1")
	for _, path := range []string{"/api/reviews", "/api/products"} {
		s.do("GET", path+"?limit=2", "").is(200).has("X-Total-Count", "5").has("Link", `<`+path+`?limit=2&offset=2>; rel="next"`)
		s.do("GET", path+"?limit=2&offset=4", "").is(200).has("X-Total-Count", "5").has("Link",
			`<`+path+`?limit=2&offset=2>; rel="prev"`).says(`"id":1,`).lacks(`"id":2,`)
		s.do("GET", path+"?limit=2&offset=9", "").is(200).has("X-Total-Count", "5").is(200).says("[]")
		s.do("GET", path+"?page=1", "").is(200).has("X-Total-Count", "5").has("Link",
			`<`+path+`?page=1>; rel="first", <`+path+`?page=1>; rel="last"`)
		s.do("GET", path+"?page=2", "").is(200).says("[]")
		for query, field := range map[string]string{"limit=0": "limit", "limit=1001": "limit", "offset=-1": "offset", "page=0": "page",
			"page=1&limit=2": "page"} {
			s.do("GET", path+"?"+query, "").problem(400, field)
		}
	}
	for query, field := range map[string]string{"limit=x": "limit", "offset=-1": "offset", "featured=2": "featured",
		"categoryId=x": "categoryId", "search=%00": "search"} {
		s.do("GET", "/api/reviews?"+query, "").problem(400, field)
	}

	for coding, accepted := range map[string]string{"gzip": "gzip", "br": "br, gzip"} {
		compressed := s.do("GET", "/api/reviews?limit=2&offset=2", "", with("Accept-Encoding", accepted)).is(200).has("Content-Encoding",
			coding).has("Vary", "Accept-Encoding")
		tag := compressed.header.Get("ETag")
		if tag == a.header.Get("ETag") || decoded(t, coding, compressed.body) != a.body {
			t.Errorf("%s: ETag %s, %d bytes; plain: %s, %d bytes", coding, tag, len(compressed.body), a.header.Get("ETag"), len(a.body))
		}
		s.do("GET", "/api/reviews?limit=2&offset=2", "", with("Accept-Encoding", accepted), with("If-None-Match", tag)).is(304)
	}
}

func TestUploadedPictureIsServedByItsHash(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 300, 200))); err != nil {
		t.Fatal(err)
	}
	data := "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture.Bytes())
	a := s.do("POST", "/api/news", `{"title":"T","content":"C","category":"AI","authorName":"A","isPublished":true,"imageUrl":"`+data+`"}`,
		admin).is(201)
	var article struct{ ImageURL string }
	a.decode(&article)
	if !strings.HasPrefix(article.ImageURL, "/media/") || !strings.HasSuffix(article.ImageURL, ".png") {
		t.Fatalf("imageUrl is %q", article.ImageURL)
	}
	got := s.do("GET", article.ImageURL, "").is(200).has("Content-Type", "image/png").has("X-Content-Type-Options", "nosniff").
		has("Cache-Control", "public, max-age=86400")
	if got.body != picture.String() {
		t.Error("the picture's bytes differ from what was uploaded")
	}
	s.do("GET", article.ImageURL, "", with("If-None-Match", got.header.Get("ETag"))).is(304)
	if part := s.do("GET", article.ImageURL, "", with("Range", "bytes=1-3")).is(206); part.body != "PNG" {
		t.Errorf("bytes 1 to 3 are %q", part.body)
	}
	for _, path := range []string{strings.TrimSuffix(article.ImageURL, "png") + "jpg", "/media/" + strings.Repeat("0", 64) + ".png",
		"/media/short.png", "/media/" + strings.Repeat("0", 64) + ".svg"} {
		s.do("GET", path, "").problem(404)
	}
	// The same picture with something behind its end is the same picture.
	trailing := "data:image/png;base64," + base64.StdEncoding.EncodeToString(append(picture.Bytes(), "taken by Ada, at home"...))
	var same struct{ ImageURL string }
	s.do("POST", "/api/news", `{"title":"T","content":"C","category":"AI","authorName":"A","imageUrl":"`+trailing+`"}`,
		admin).is(201).decode(&same)
	if same != article {
		t.Errorf("with words behind its end, the picture is at %s", same.ImageURL)
	}
	wide := "data:image/gif;base64," + base64.StdEncoding.EncodeToString([]byte("GIF89a\x40\x1f\x89\x13\x00\x00\x00;")) // 8,000 × 5,001
	s.do("POST", "/api/news", `{"title":"T","content":"C","category":"AI","authorName":"A","imageUrl":"`+wide+`"}`, admin).problem(400,
		"imageUrl").says("40,000,000 pixels")
	s.do("POST", "/api/news", `{"title":"T","content":"C","category":"AI","authorName":"A","imageUrl":"data:image/svg+xml;base64,PHN2Zy8+"}`,
		admin).problem(400, "imageUrl")
	s.do("POST", "/api/reviews", strings.Replace(review, "{", `{"productImageUrl":"data:image/png;base64,AAAA",`, 1), admin).problem(400,
		"productImageUrl")
}

func TestScoresLeadToThePageThatTellsHowProductsAreTested(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	const none, there = `"howWeTest":null`, `"howWeTest":"/pages/how-we-test"`
	s.do("GET", "/api/site", "").is(200).says(none)
	s.do("POST", "/api/pages", `{"title":"How we test","slug":"how-we-test","content":"With care."}`, admin).is(201)
	draft := s.do("GET", "/api/site", "").is(200).says(none)
	s.do("PATCH", "/api/pages/1", `{"isPublished":true}`, admin).is(200)
	s.do("GET", "/api/site", "", with("If-None-Match", draft.header.Get("ETag"))).is(200).says(there)
	s.do("DELETE", "/api/pages/1", "", admin).is(204)
	s.do("GET", "/api/site", "").is(200).says(none)
}

func TestComparisonsAreNeitherCachedNorIndexed(t *testing.T) {
	s := newSite(t)
	for _, address := range []string{"/compare", "/compare?reviews=1,2", "/compare?reviews=1,2&only=differences"} {
		s.do("GET", address, "").is(200).has("Cache-Control", "no-store").has("X-Robots-Tag", "noindex").says("<title>Compare | Candor</title>")
	}
	s.do("GET", "/sitemap.xml", "").is(200).lacks("/compare")
	s.do("GET", "/compare/", "").is(301).has("Location", "/compare")
}
