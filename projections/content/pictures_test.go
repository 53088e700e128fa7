package content_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/events"
	"candor/projections"
	"candor/projections/content"
	"candor/projections/content/pictures"
	"candor/projections/internal/modeltest"
)

// The pictures of these tests, and their addresses.
var (
	kettle, pot, lid                = strings.Repeat("ab", 32), strings.Repeat("cd", 32), strings.Repeat("ef", 32)
	kettleURL, potURL, lidURL       = "/media/" + kettle + ".jpg", "/media/" + pot + ".png", "/media/" + lid + ".gif"
	withAlt, withCaption, withFocus = events.MediaChanges{Alt: modeltest.Ptr("A kettle")},
		events.MediaChanges{Caption: modeltest.Ptr("It boils."), Credit: modeltest.Ptr("Ada")},
		events.MediaChanges{FocalPoint: &events.FocalPoint{X: 0.25, Y: 1}}
)

// illustrated is a log with three pictures, and models of it.
type illustrated struct {
	*testing.T
	log *modeltest.Log
	m   *projections.Models
}

func newIllustrated(t *testing.T) illustrated {
	log := modeltest.NewLog()
	site := illustrated{t, log, modeltest.Open(t, t.TempDir(), log)}
	site.store(kettle, "image/jpeg", 1000, 600)
	site.store(pot, "image/png", 500, 400)
	site.store(lid, "image/gif", 2000, 900)
	return site
}

// store stores the first chunk of a picture.
func (s illustrated) store(sha256, contentType string, width, height int) {
	chunk := events.MediaChunk{SHA256: sha256, ContentType: contentType, Size: 2 << 20, Chunks: 3, Width: width, Height: height,
		Animated: contentType == "image/gif"}
	s.append(events.MediaStream(sha256), events.MediaStored{MediaChunk: chunk, Bytes: []byte("GIF89a")})
}

func (s illustrated) append(stream string, all ...events.Event) {
	s.Helper()
	modeltest.Seen(s.T, s.log.Append(s.T, stream, all...), s.m.Content)
}

func (s illustrated) describe(sha256 string, changes events.MediaChanges) {
	s.append(events.PictureStream(sha256), events.MediaDescribed{SHA256: sha256, Changes: changes, At: modeltest.Day(3)})
}

// replace replaces a picture by another at an address.
func (s illustrated) replace(sha256, by string) {
	kinds := map[string]string{".jpg": "image/jpeg", ".png": "image/png", ".gif": "image/gif"}
	s.append(events.PictureStream(sha256), events.MediaReplaced{SHA256: sha256, By: events.PictureIn(by), ByContentType: kinds[by[len(by)-4:]],
		At: modeltest.Day(4)})
}

// publish publishes a review, an article and a page with pictures.
func (s illustrated) publish() {
	review := modeltest.Review(1, "One")
	review.ProductImageURL, review.ImageURLs = kettleURL, []string{potURL, lidURL, "https://elsewhere.example/a.jpg"}
	review.Content, review.Verdict = "See.\n![]("+kettleURL+")\n[file]("+kettleURL+")", "![a pot]("+potURL+") and more"
	s.append("review-1", review, modeltest.Published(1))
	s.append("article-1", events.ArticleCreated{ArticleID: 1, At: modeltest.Day(2), ArticleContent: events.ArticleContent{Title: "News",
		Content: "It is ![here][p].\n\n[p]: " + kettleURL, ImageURL: kettleURL, Category: "AI", AuthorName: "Ada"}},
		events.ArticlePublished{ArticleID: 1, At: modeltest.Day(2)})
	page := modeltest.Page(1, "How we test")
	page.Content = "![](https://candor.example" + kettleURL + ")"
	s.append("page-1", page, events.PagePublished{PageID: 1, At: modeltest.Day(3)})
}

// answers returns what readers and the admin get, by what they ask for.
func (s illustrated) answers() map[string]string {
	s.Helper()
	body, all := modeltest.Body(s.T), map[string]string{}
	for name, items := range map[string]content.Items{"review": s.m.Content.Reviews(), "article": s.m.Content.Articles(),
		"page": s.m.Content.Pages()} {
		all[name] = body(items.One(1))
		all[name+"s"] = body(items.List(content.Query{}))
		all["admin's "+name] = body(items.AdminOne(1))
		all["admin's "+name+"s"] = body(items.AdminList(content.Query{}, content.Arrangement{Sort: "title"}))
	}
	all["page by its slug"] = body(s.m.Content.Pages().List(content.Query{Slug: "page-1"}))
	all["found"] = body(s.m.Content.Reviews().List(content.Query{Search: "more"}))
	all["found"] += body(s.m.Content.Reviews().List(content.Query{Search: "see"}))
	all["products"] = body(s.m.Content.ProductsAnswer(0, 0))
	return all
}

// changed returns which answers differ.
func changed(before, after map[string]string) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if before[name] != after[name] {
			names = append(names, name)
		}
	}
	return names
}

// picturesIn returns the pictures map of an answer, of its first item if it is a list.
func picturesIn(t *testing.T, body string) map[string]pictures.ItemPicture {
	t.Helper()
	var one struct {
		Pictures map[string]pictures.ItemPicture
	}
	if err := json.Unmarshal([]byte(strings.TrimSuffix(strings.TrimPrefix(body, "["), "]")), &one); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return one.Pictures
}

func TestReadersAnswersDescribeTheirPictures(t *testing.T) {
	s := newIllustrated(t)
	s.describe(kettle, withAlt)
	s.describe(kettle, withFocus)
	s.publish()
	got := s.answers()
	ofKettle := pictures.ItemPicture{Width: 1000, Height: 600, Alt: "A kettle", FocalPoint: withFocus.FocalPoint, Widths: []int{240, 480, 800}}
	ofPot, ofLid := pictures.ItemPicture{Width: 500, Height: 400, Widths: []int{240, 480}}, pictures.ItemPicture{Width: 2000, Height: 900}
	type known = map[string]pictures.ItemPicture
	for name, want := range map[string]known{
		"review": {kettleURL: ofKettle, potURL: ofPot, lidURL: ofLid}, "reviews": {potURL: ofPot},
		"article": {kettleURL: ofKettle}, "articles": {kettleURL: ofKettle}, "page": nil, "pages": nil, "admin's review": nil,
		"admin's articles": nil,
	} {
		if diff := cmp.Diff(want, picturesIn(t, got[name])); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if !strings.Contains(got["articles"],
		`"pictures":{"`+kettleURL+`":{"width":1000,"height":600,"alt":"A kettle","focalPoint":{"x":0.25,"y":1},"widths":[240,480,800]}}`) {
		t.Errorf("articles: %s", got["articles"])
	}
	srcset := `srcset=\"/media/` + kettle + `/240 240w, /media/` + kettle + `/480 480w, /media/` + kettle + `/800 800w, ` +
		kettleURL + ` 1000w\"`
	for name, want := range map[string]string{
		"review": `<p>See.</p>\n<figure><img src=\"` + kettleURL + `\" ` + srcset, "article": `<p>It is <img src=\"` + kettleURL + `\" ` + srcset,
		"page": `<figure><img src=\"` + kettleURL + `\" ` + srcset, "page by its slug": `<figure><img src=\"` + kettleURL + `\" ` + srcset,
		"admin's review": `width=\"1000\" height=\"600\"`,
	} {
		if !strings.Contains(got[name], want) {
			t.Errorf("%s: no %s in %s", name, want, got[name])
		}
	}
}

// Whatever is said of a picture later is in the next answers, under another ETag, and in those of what doesn't show it nothing changes.
func TestAnswersFollowWhatIsSaidOfAPicture(t *testing.T) {
	s := newIllustrated(t)
	s.publish()
	before := s.answers()
	tag, err := s.m.Content.Reviews().One(1)
	if err != nil {
		t.Fatal(err)
	}
	s.describe(kettle, withCaption)
	after := s.answers()
	if got := changed(before, after); !slices.Equal(got, []string{"admin's page", "admin's review", "article", "articles", "page",
		"page by its slug", "review"}) {
		t.Errorf("changed: %q", got)
	}
	if now, err := s.m.Content.Reviews().One(1); err != nil || now.ETag == tag.ETag || !strings.HasPrefix(now.ETag, `"1-`) {
		t.Errorf("the ETag is %s, and was %s (%v)", now.ETag, tag.ETag, err)
	}
	if caption := `<figcaption>It boils. <span class=\"credit\">Ada</span></figcaption>`; !strings.Contains(after["review"], caption) ||
		!strings.Contains(after["page"], caption) || !strings.Contains(after["admin's review"], caption) {
		t.Errorf("no caption in %s\n%s", after["review"], after["page"])
	}
	s.describe(pot, withAlt)
	if got := changed(after, s.answers()); !slices.Equal(got, []string{"found", "review", "reviews"}) {
		t.Errorf("changed: %q", got)
	}
	s.store(strings.Repeat("12", 32), "image/png", 20, 20)
	edition, _ := s.m.Content.Edition()
	s.describe(strings.Repeat("12", 32), withAlt)
	if now, _ := s.m.Content.Edition(); now != edition {
		t.Error("what is said of a picture that nothing uses changes the content")
	}
}

// A picture that is stored after the item that names it, as an import may do it, is known from then on.
func TestAnswersFollowAPictureThatComesLate(t *testing.T) {
	log := modeltest.NewLog()
	s := illustrated{t, log, modeltest.Open(t, t.TempDir(), log)}
	s.publish()
	if got := s.answers()["review"]; strings.Contains(got, "pictures") || !strings.Contains(got, `<img src=\"`+kettleURL+`\" loading`) {
		t.Errorf("before: %s", got)
	}
	s.store(kettle, "image/jpeg", 1000, 600)
	if got := s.answers()["review"]; len(picturesIn(t, got)) != 1 || !strings.Contains(got, `width=\"1000\"`) {
		t.Errorf("after: %s", got)
	}
}

func TestAReplacedPictureIsFollowedInAllThatReadersGet(t *testing.T) {
	s := newIllustrated(t)
	s.publish()
	s.describe(pot, withCaption)
	readers := []string{"review", "reviews", "article", "articles", "page", "pages", "page by its slug", "products", "found"}
	before := s.answers()
	s.replace(kettle, potURL)
	after := s.answers()
	for _, name := range readers {
		if strings.Contains(after[name], kettle) || !strings.Contains(after[name], potURL) {
			t.Errorf("%s: %s", name, after[name])
		}
		if strings.Contains(after[name], "candor.example") {
			t.Errorf("%s has an origin before an address that is the site's: %s", name, after[name])
		}
	}
	for _, name := range []string{"admin's review", "admin's articles"} {
		if !strings.Contains(after[name], `"`+kettleURL+`"`) {
			t.Errorf("the editor lost what was written: %s", after[name])
		}
	}
	if !strings.Contains(after["admin's review"], `srcset=\"/media/`+pot) || !strings.Contains(after["review"], `[file](`+potURL+`)`) {
		t.Errorf("admin: %s\nreaders: %s", after["admin's review"], after["review"])
	}
	if got := picturesIn(t, after["article"]); !reflect.DeepEqual(slices.Collect(maps.Keys(got)), []string{potURL}) ||
		got[potURL].Caption != "It boils." {
		t.Errorf("the article's pictures: %v", got)
	}
	if !strings.Contains(after["page"], "It boils.") {
		t.Errorf("no caption: %s", after["page"])
	}

	// What is said of the other one is of it, and the chain is followed to its end.
	s.describe(pot, withAlt)
	if got := s.answers()["article"]; !strings.Contains(got, `"alt":"A kettle"`) {
		t.Errorf("the article says %s", got)
	}
	s.replace(pot, lidURL)
	if got := s.answers(); strings.Contains(got["review"]+got["articles"]+got["products"], kettle) ||
		strings.Contains(got["review"]+got["articles"]+got["products"], pot) || !strings.Contains(got["page"], lidURL) {
		t.Errorf("after the second replacement: %s\n%s", got["review"], got["page"])
	}

	// The last word wins: the first picture shows itself again, and so it is for what names the last one.
	s.replace(lid, kettleURL)
	if got := s.answers(); strings.Contains(got["review"]+got["page"], lid) || strings.Contains(got["review"], pot) ||
		!strings.Contains(got["review"], kettleURL) {
		t.Errorf("after all: %s", got["review"])
	}
	s.replace(kettle, potURL)
	s.replace(pot, kettleURL)
	if got := s.answers(); got["article"] != before["article"] || got["page"] != before["page"] {
		t.Errorf("undone, the article is\n%s\nand was\n%s", got["article"], before["article"])
	}
}

func TestUsesOfAReplacedPictureMakeTheOtherOnePublic(t *testing.T) {
	s := newIllustrated(t)
	s.append("article-1", events.ArticleCreated{ArticleID: 1, At: modeltest.Day(2), ArticleContent: events.ArticleContent{Title: "News",
		Content: "c", ImageURL: kettleURL, Category: "AI", AuthorName: "Ada"}},
		events.ArticlePublished{ArticleID: 1, At: modeltest.Day(2)})
	public := func(want bool) {
		t.Helper()
		if got, err := s.m.Content.PicturePublic(lid); got != want || err != nil {
			t.Errorf("public: %v (%v)", got, err)
		}
	}
	public(false)
	s.replace(kettle, potURL)
	s.replace(pot, lidURL)
	public(true)
	s.append("article-1", events.ArticleUnpublished{ArticleID: 1, At: modeltest.Day(5)})
	public(false)
}

// Where the end of a chain is gone, readers see nothing; a removed one that was replaced before is shown as the other.
func TestReplacedAndRemovedPictures(t *testing.T) {
	s := newIllustrated(t)
	s.publish()
	remove := func(sha256 string) {
		s.append(events.PictureStream(sha256), events.MediaRemoved{SHA256: sha256, At: modeltest.Day(5)})
	}
	s.replace(kettle, potURL)
	remove(kettle)
	if got := s.answers(); !strings.Contains(got["article"], potURL) || !strings.Contains(got["page"], "<figure>") {
		t.Errorf("the replaced one was removed: %s", got["article"])
	}
	remove(pot)
	got := s.answers()
	if !strings.Contains(got["article"], `"imageUrl":null`) || !strings.Contains(got["article"], `"contentHtml":"<p>It is .</p>\n"`) ||
		!strings.Contains(got["page"], `"contentHtml":""`) {
		t.Errorf("both were removed: %s\n%s", got["article"], got["page"])
	}
	if list := picturesIn(t, got["review"]); len(list) != 1 || list[lidURL].Width != 2000 {
		t.Errorf("the review's pictures: %v", list)
	}
	s.append(events.PictureStream(pot), events.MediaAllowed{SHA256: pot, At: modeltest.Day(6)})
	chunk := events.MediaChunk{SHA256: pot, ContentType: "image/png", Size: 9, Chunks: 1, Width: 500, Height: 400}
	s.append(events.MediaStreamAfter(pot, 1), events.MediaStored{MediaChunk: chunk, Bytes: []byte("PNG")})
	s.append(events.PictureStream(pot), events.MediaReturned{SHA256: pot, At: modeltest.Day(7)})
	if got := s.answers(); picturesIn(t, got["article"])[potURL].Width != 500 || !strings.Contains(got["page"], `height=\"400\"`) {
		t.Errorf("it is back: %s", got["article"])
	}
}

// After a scavenge the log no longer has the chunks of removed pictures: what is made of it is what it was made of the whole log.
func TestARebuildAfterAScavengeIsTheSame(t *testing.T) {
	s := newIllustrated(t)
	s.publish()
	s.describe(kettle, withCaption)
	s.replace(lid, potURL)
	s.append(events.PictureStream(kettle), events.MediaRemoved{SHA256: kettle, ContentType: "image/jpeg", At: modeltest.Day(5)})
	modeltest.Seen(t, s.log.Tombstone(events.MediaStream(kettle)), s.m.Content)
	want := modeltest.Dumps(t, s.m)[content.Name]
	scavenged := s.log.UpTo(len(s.log.All))
	scavenged.All = slices.DeleteFunc(slices.Clone(scavenged.All), func(r events.Recorded) bool {
		return r.Type == "MediaStored" && r.Stream == events.MediaStream(kettle)
	})
	if diff := cmp.Diff(want, modeltest.Replay(t, scavenged)[content.Name]); diff != "" {
		t.Errorf("the rebuilt content differs (-live +rebuilt):\n%s", diff)
	}
}

// What a preview shows of pictures is what readers would see, and so it is in an earlier version.
func TestPreviewsAndEarlierVersionsShowPicturesAsReadersSeeThem(t *testing.T) {
	s := newIllustrated(t)
	s.publish()
	s.describe(pot, withCaption)
	s.replace(kettle, potURL)
	preview, err := s.m.Content.Articles().Preview(1, func(is any) { is.(*events.ArticleContent).Content = "![](" + kettleURL + ")" })
	if err != nil {
		t.Fatal(err)
	}
	was := &events.ArticleContent{Title: "News", Content: "![](" + kettleURL + ")", ImageURL: kettleURL}
	former, err := s.m.Content.Articles().Former(was, content.Then{ID: 1})
	if err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string]string{"preview": string(preview), "version": string(former)} {
		if strings.Contains(body, kettle) || !strings.Contains(body, `"imageUrl":"`+potURL+`"`) ||
			!strings.Contains(body, `<figcaption>It boils.`) || picturesIn(t, body)[potURL].Credit != "Ada" {
			t.Errorf("the %s: %s", name, body)
		}
	}
}
