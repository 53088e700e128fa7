// What comes from outside is taken apart by the rules of spec.md section 5, and whatever is wrong names its field.

package editorial_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"candor/commands/access"
	"candor/commands/commandstest"
	"candor/commands/editorial"
	"candor/commands/editorial/categories"
	"candor/commands/people"
	"candor/commands/traffic"
	"candor/events"
)

// value is *p, or a word for nil.
func value[T any](p *T) any {
	if p == nil {
		return "absent"
	}
	return *p
}

func TestReviewFields(t *testing.T) {
	long := strings.Repeat("x", 301)
	tests := []struct {
		name, body string
		field      func(editorial.ReviewInput) any
		want       any
	}{
		{"text is trimmed", `{"title":"  Slate 14 \n"}`, func(in editorial.ReviewInput) any { return value(in.Title) }, "Slate 14"},
		{"absent is absent", `{}`, func(in editorial.ReviewInput) any { return value(in.Title) }, "absent"},
		{"null is none", `{"verdict":null}`, func(in editorial.ReviewInput) any { return value(in.Verdict) }, ""},
		{"line ends become newlines", `{"content":"a\r\nb\rc"}`, func(in editorial.ReviewInput) any { return value(in.Content) }, "a\nb\nc"},
		{"a title is one line", `{"title":"a\nb\u0007c"}`, func(in editorial.ReviewInput) any { return value(in.Title) }, "a bc"},
		{"rating is a number", `{"rating":4.5}`, func(in editorial.ReviewInput) any { return value(in.Rating) }, 4.5},
		{"rating in text", `{"rating":" 4.5 "}`, func(in editorial.ReviewInput) any { return value(in.Rating) }, 4.5},
		{"rating is rounded to one decimal", `{"rating":4.449}`, func(in editorial.ReviewInput) any { return value(in.Rating) }, 4.4},
		{"an empty rating is none", `{"rating":""}`, func(in editorial.ReviewInput) any { return value(in.Rating) }, 0.0},
		{"price in text", `{"productPrice":"999.994"}`, func(in editorial.ReviewInput) any { return value(in.ProductPrice) }, 999.99},
		{"an empty price is none", `{"productPrice":""}`, func(in editorial.ReviewInput) any { return value(in.ProductPrice) }, 0.0},
		{"a zero price is none", `{"productPriceMax":0}`, func(in editorial.ReviewInput) any { return value(in.ProductPriceMax) }, 0.0},
		{"category in text", `{"categoryId":"3"}`, func(in editorial.ReviewInput) any { return value(in.CategoryID) }, events.CategoryID(3)},
		{"flag", `{"isPublished":true}`, func(in editorial.ReviewInput) any { return value(in.IsPublished) }, true},
		{"a null flag is absent", `{"isFeatured":null}`, func(in editorial.ReviewInput) any { return value(in.IsFeatured) }, "absent"},
		{"unknown fields are skipped, however deep", `{"x":` + strings.Repeat("[", 500) + strings.Repeat("]", 500) + `,"title":"a"}`,
			func(in editorial.ReviewInput) any { return value(in.Title) }, "a"},
		{"braces in text are text", `{"x":"}{][\"","title":"a"}`, func(in editorial.ReviewInput) any { return value(in.Title) }, "a"},
		{"list as an array", `{"pros":["light"," ","• fast"]}`, func(in editorial.ReviewInput) any { return value(in.Pros) },
			[]string{"light", "fast"}},
		{"list as text with an array", `{"features":"[\"a\",\"b\"]"}`, func(in editorial.ReviewInput) any { return value(in.Features) },
			[]string{"a", "b"}},
		{"list as lines with bullets", `{"cons":"• loud\n- heavy\r\n\n– dear\n* hot\n· red\n•late\n◦ small\n▪ square\n● round\n‣ sharp"}`,
			func(in editorial.ReviewInput) any { return value(in.Cons) }, []string{"loud", "heavy", "dear", "hot", "red", "late", "small",
				"square", "round", "sharp"}},
		{"a minus is no bullet", `{"pros":"-20 °C\n**bold**\n• -5"}`, func(in editorial.ReviewInput) any { return value(in.Pros) },
			[]string{"-20 °C", "**bold**", "-5"}},
		{"invalid JSON in text is an empty list", `{"pros":"[\"a\""}`, func(in editorial.ReviewInput) any { return value(in.Pros) }, []string{}},
		{"null is an empty list", `{"pros":null}`, func(in editorial.ReviewInput) any { return value(in.Pros) }, []string{}},
		{"commas are no separators in lists", `{"pros":"fast, light"}`, func(in editorial.ReviewInput) any { return value(in.Pros) },
			[]string{"fast, light"}},
		{"images by commas, where an address begins", `{"imageUrls":"https://a.example/1,2.jpg, /b.png,https://c.example/3\n/d.gif,"}`,
			func(in editorial.ReviewInput) any { return value(in.ImageURLs) },
			[]string{"https://a.example/1,2.jpg", "/b.png", "https://c.example/3", "/d.gif"}},
		{"images as lines with bullets",
			`{"imageUrls":"• https://a.example/1.jpg, /b.png\n- /c.png\n•/d.png\n* data:image/jpeg;base64,/9j/4AAQ"}`,
			func(in editorial.ReviewInput) any { return value(in.ImageURLs) }, []string{"https://a.example/1.jpg", "/b.png", "/c.png", "/d.png",
				"data:image/jpeg;base64,/9j/4AAQ"}},
		{"images as an array with bullets", `{"imageUrls":["• /a.png","– /b.png","•"]}`,
			func(in editorial.ReviewInput) any { return value(in.ImageURLs) }, []string{"/a.png", "/b.png"}},
		{"a data string's own comma is no separator", `{"imageUrls":"data:image/jpeg;base64,/9j/4AAQ, /b.png"}`,
			func(in editorial.ReviewInput) any { return value(in.ImageURLs) }, []string{"data:image/jpeg;base64,/9j/4AAQ", "/b.png"}},
		{"links", `{"aliexpressLink":" https://x.example/a?b=c#d ","videoUrl":"/media/v.mp4"}`,
			func(in editorial.ReviewInput) any { return *in.AliexpressLink + *in.VideoURL }, "https://x.example/a?b=c#d/media/v.mp4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in, err := editorial.ParseReview([]byte(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, tt.field(in)); diff != "" {
				t.Fatal(diff)
			}
		})
	}
	refused := []struct{ name, body, field, message string }{
		{"malformed JSON", `{"title":`, "body", "The body is not valid JSON: unexpected end of JSON input"},
		{"nothing", ``, "body", "The body is not valid JSON: it is empty"},
		{"no object", `[1]`, "body", "The body must be a JSON object"},
		{"endless nesting", strings.Repeat("[", 100_000), "body", "The body is not valid JSON: invalid character '[' exceeded max depth"},
		{"no UTF-8 outside of known fields", "{\"x\":\"\xff\"}", "body", "The body is not valid UTF-8"},
		{"no UTF-8", "{\"title\":\"a\xff\"}", "title", "Title is not valid text"},
		{"half a character", `{"title":"a\ud800"}`, "title", "Title is not valid text"},
		{"NUL", `{"content":"a\u0000b"}`, "content", "Content must be valid UTF-8 without NUL"},
		{"NUL in a list", `{"pros":["a\u0000b"]}`, "pros", "Pros must be valid UTF-8 without NUL"},
		{"twice the same", `{"title":"a","title":"b"}`, "title", "Title appears twice"},
		{"twice the same among others", `{"cndr_secret":1,"title":"a","cndr_secret":2,"title":"b"}`, "title", "Title appears twice"},
		{"twice a name that is none of ours", `{"cndr_secret":1,"title":"a","cndr_secret":2}`, "body", "The body contains a field twice"},
		{"blank title", `{"title":"  "}`, "title", "Title is required"},
		{"null title", `{"title":null}`, "title", "Title is required"},
		{"blank product name", `{"productName":""}`, "productName", "Product name is required"},
		{"long title", `{"title":"` + long + `"}`, "title", "Title must be at most 300 characters"},
		{"number for text", `{"title":7}`, "title", "Title must be text"},
		{"text for flag", `{"isPublished":"yes"}`, "isPublished", "Published must be true or false"},
		{"low rating", `{"rating":0.96}`, "rating", "Rating must be at least 1"},
		{"zero rating", `{"rating":0}`, "rating", "Rating must be at least 1"},
		{"high rating", `{"rating":5.04}`, "rating", "Rating must be at most 5"},
		{"no number", `{"rating":"good"}`, "rating", "Rating must be a number"},
		{"not a number", `{"rating":"NaN"}`, "rating", "Rating must be a number"},
		{"hexadecimal", `{"productPrice":"0x10"}`, "productPrice", "Minimum price must be a number"},
		{"endless number", `{"productPrice":1e999}`, "productPrice", "Minimum price must be a number"},
		{"array for number", `{"productPrice":[1]}`, "productPrice", "Minimum price must be a number"},
		{"negative price", `{"productPrice":-0.001}`, "productPrice", "Minimum price must not be negative"},
		{"huge price", `{"productPriceMax":1e300}`, "productPriceMax", "Maximum price must be at most 1000000000"},
		{"half a category", `{"categoryId":1.5}`, "categoryId", "Category must be a whole number"},
		{"huge category", `{"categoryId":1e30}`, "categoryId", "Category must be a whole number"},
		{"null category", `{"categoryId":null}`, "categoryId", "Category is required"},
		{"object for list", `{"pros":{}}`, "pros", "Pros must be a list of strings"},
		{"numbers in list", `{"pros":[1]}`, "pros", "Pros must be a list of strings"},
		{"nested list", `{"pros":[["a"]]}`, "pros", "Pros must be a list of strings"},
		{"long list", `{"pros":"` + strings.Repeat(`a\n`, 101) + `"}`, "pros", "Pros can have at most 100 items"},
		{"program for link", `{"aliexpressLink":"javascript:alert(1)"}`, "aliexpressLink",
			"AliExpress link must be a URL that starts with http://, https:// or /"},
		{"hidden program", `{"videoUrl":"java\nscript:alert(1)"}`, "videoUrl", "Video URL must be a URL that starts with http://, https:// or /"},
		{"another site in disguise", `{"shopeeLink":"//evil.example"}`, "shopeeLink",
			"Shopee link must be a URL that starts with http://, https:// or /"},
		{"another site behind a backslash", `{"shopeeLink":"/\\evil.example"}`, "shopeeLink",
			"Shopee link must be a URL that starts with http://, https:// or /"},
		{"no host", `{"videoUrl":"https://"}`, "videoUrl", "Video URL must be a URL that starts with http://, https:// or /"},
		{"data in a link", `{"videoUrl":"data:text/html,x"}`, "videoUrl", "Video URL must be a URL that starts with http://, https:// or /"},
		{"program among images", `{"imageUrls":["/a.png","javascript:x"]}`, "imageUrls",
			"Images must be a URL that starts with http://, https:// or /"},
	}
	for _, tt := range refused {
		t.Run(tt.name, func(t *testing.T) {
			_, err := editorial.ParseReview([]byte(tt.body))
			if got := commandstest.FieldsOf(t, err)[tt.field]; got != tt.message {
				t.Fatalf("%s: got %q, want %q (%v)", tt.field, got, tt.message, err)
			}
		})
	}
	_, err := editorial.ParseReview([]byte(`{"title":1,"rating":9,"pros":{},"videoUrl":"ftp://x"}`))
	if got := commandstest.FieldsOf(t, err); len(got) != 4 {
		t.Errorf("every bad field is named: got %v", got)
	}
}

func TestOtherInput(t *testing.T) {
	in, err := access.ParseKey([]byte(
		`{"name":" bot ","permissions":["create_news","create_reviews","create_news"],"expiresAt":"2027-01-31"}`))
	if err != nil {
		t.Fatal(err)
	}
	end := time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC)
	want := access.KeyInput{Name: "bot", Permissions: []string{"create_reviews", "create_news"}, ExpiresAt: &end}
	if diff := cmp.Diff(want, in); diff != "" {
		t.Errorf("a key expires when its last day has ended (-want +got):\n%s", diff)
	}
	parse := map[string]func([]byte) error{
		"article":  func(b []byte) error { _, err := editorial.ParseArticle(b); return err },
		"category": func(b []byte) error { _, err := categories.Parse(b); return err },
		"message":  func(b []byte) error { _, err := people.ParseMessage(b); return err },
		"key":      func(b []byte) error { _, err := access.ParseKey(b); return err },
		"email":    func(b []byte) error { _, err := people.ParseEmail(b); return err },
		"sign-in":  func(b []byte) error { _, err := access.ParseSignIn(b); return err },
		"track":    func(b []byte) error { _, _, err := traffic.ParseTrack(b); return err },
		"bulk":     func(b []byte) error { _, err := editorial.ParseReviewBulk(b); return err },
	}
	tests := []struct{ what, body, field, message string }{
		{"article", `{"category":""}`, "category", "Category is required"},
		{"article", `{"imageUrl":"ftp://x"}`, "imageUrl", "Image must be a URL that starts with http://, https:// or /"},
		{"category", `{"slug":"Smart Gadgets"}`, "slug",
			"Slug must consist of lower-case letters, digits and single hyphens between them, such as “smart-gadgets”"},
		{"category", `{"color":"red;background:url(x)"}`, "color", "Color must be a CSS color"},
		{"message", `{}`, "name", "Name is required"},
		{"message", `{}`, "message", "Message is required"},
		{"message", `{"email":"nobody"}`, "email", "Email must be a valid email address"},
		{"message", `{"name":5,"email":"a@b.example","subject":"s","message":"m"}`, "name", "Name must be text"},
		{"email", `{"email":"Ada <ada@example.com>"}`, "email", "Email must be a valid email address"},
		{"email", `{"email":"a@b@example.com"}`, "email", "Email must be a valid email address"},
		{"email", `{"email":"ada@example"}`, "email", "Email must be a valid email address"},
		{"email", `{"email":"ada@example..com"}`, "email", "Email must be a valid email address"},
		{"email", `{"email":"` + strings.Repeat("a", 250) + `@example.com"}`, "email", "Email must be a valid email address"},
		{"email", `{"email":"a@example.com\nBcc: b@example.com"}`, "email", "Email must be a valid email address"},
		{"email", `{}`, "email", "Email is required"},
		{"sign-in", `{"password":"x"}`, "username", "Username is required"},
		{"sign-in", `{"username":"admin","password":""}`, "password", "Password is required"},
		{"key", `{"permissions":["create_reviews"]}`, "name", "Name is required"},
		{"key", `{"name":"bot"}`, "permissions", "At least one permission is required"},
		{"key", `{"name":"bot","permissions":["root"]}`, "permissions",
			"Permissions must be one or more of create_reviews, create_news, create_categories, read_analytics, read_unpublished"},
		{"key", `{"name":"bot","permissions":"create_reviews"}`, "permissions", "Permissions must be a list of strings"},
		{"key", `{"name":"bot","permissions":["create_news"],"expiresAt":"soon"}`, "expiresAt",
			"Expiry date must be a date such as 2027-01-31 or an RFC 3339 time"},
		{"track", `{"page":"/"}`, "event", "Event is required"},
		{"track", `{"event":"page_view","page":5}`, "page", "Page must be text"},
		{"track", `{"event":"page_view","page":"/","metadata":{"a":1}}`, "metadata", "Metadata must be text"},
		{"track", `{"event":"page_view","page":"/","metadata":"{a"}`, "metadata", "Metadata must be text containing JSON, or null"},
		{"track", `{"event":"page_view","page":"/","id":"7"}`, "id", "Id must be a UUID"},
		{"track", `{"event":"page_view","page":"/","id":"00000000-0000-0000-0000-000000000000"}`, "id", "Id must be a UUID"},
		{"track", `{"event":"page_view","page":"/","timestamp":"noon"}`, "timestamp",
			"Timestamp must be an RFC 3339 time or milliseconds since 1970"},
		{"track", `{"Event":"page_view","page":"/"}`, "event", "Event is required"},
		{"track", `{"event":"page_view","page":"/","event":"click"}`, "event", "Event appears twice"},
		{"track", `{"event":"page_view","page":"/","id":"0","id":0}`, "id", "Id appears twice"},
		{"track", `{"event":"page_view","page":"/","cndr_secret":1,"cndr_secret":2}`, "body", "The body contains a field twice"},
		{"track", `{"event":"page_view","page":"/"} {}`, "body", "The body is not valid JSON: invalid character '{' after top-level value"},
		{"track", "{\"event\":\"page_view\",\"page\":\"/\xff\"}", "page", "Page is not valid text"},
		{"track", `{"events":[]}`, "events", "Events must have at least one event"},
		{"track", `{"events":[7,{"event":"x"}]}`, "events[1]", "Page is required"},
		{"bulk", `{}`, "reviews", "Reviews is required"},
		{"bulk", `{"reviews":{}}`, "reviews", "Reviews must be an array"},
		{"bulk", `{"reviews":[]}`, "reviews", "Reviews must have at least one item"},
		{"bulk", `{"reviews":[` + strings.Repeat("1,", 1000) + `1]}`, "reviews", "Reviews can have at most 1000 items"},
	}
	for _, tt := range tests {
		t.Run(tt.what+" "+tt.message, func(t *testing.T) {
			if got := commandstest.FieldsOf(t, parse[tt.what]([]byte(tt.body)))[tt.field]; got != tt.message {
				t.Fatalf("%s: %s: got %q, want %q", tt.body[:min(len(tt.body), 80)], tt.field, got, tt.message)
			}
		})
	}
	for _, email := range []string{"ada@example.com", "a.b+c@sub.example.co", "root@localhost", "ö@example.com"} {
		if in, err := people.ParseEmail([]byte(fmt.Sprintf(`{"email":" %s "}`, email))); err != nil || in.Email != email {
			t.Errorf("%s: got %q, %v", email, in.Email, err)
		}
	}
}

func TestBacklogIsTakenEventByEvent(t *testing.T) {
	views, rejected, err := traffic.ParseTrack([]byte(`{"events":[
		{"event":"page_view","page":"/a","timestamp":"2026-11-21T10:00:00Z","metadata":"{\"x\":1}","id":"3f0c8a52-7f8e-4c5e-9d5c-0e8e2a4b6c01"},
		"junk",
		{"event":"page_view"},
		{"event":"click","page":"/b","createdAt":1795255200000,"metadata":null,"referrer":null}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if len(views) != 2 || views[0].Page != "/a" || views[0].Metadata != `{"x":1}` || views[0].At.Hour() != 10 || views[1].At.IsZero() {
		t.Errorf("views: got %+v", views)
	}
	want := []traffic.IndexError{{Index: 1, Message: "The event must be a JSON object"}, {Index: 2, Message: "Page is required"}}
	if diff := cmp.Diff(want, rejected); diff != "" {
		t.Error(diff)
	}
}

func TestBulkItemsAreJudgedOneByOne(t *testing.T) {
	items, err := editorial.ParseReviewBulk([]byte(`{"reviews":[7,{"title":5,"rating":9},` + reviewJSON("ok", 1) + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := items[0].Errors; len(got) != 1 || got[0].Field != "review" {
		t.Errorf("an item that is no object: got %v", got)
	}
	fields := map[string]bool{}
	for _, e := range items[1].Errors {
		if fields[e.Field] {
			t.Errorf("%s is named twice", e.Field)
		}
		fields[e.Field] = true
	}
	for _, f := range []string{"title", "rating", "content", "productName", "productBrand", "categoryId", "authorName"} {
		if !fields[f] {
			t.Errorf("%s is not named: %v", f, items[1].Errors)
		}
	}
	if len(items[2].Errors) != 0 {
		t.Errorf("a valid item: got %v", items[2].Errors)
	}
}

func TestBulkNamesAnUnknownCategoryWithTheItemsOtherFaults(t *testing.T) {
	h, _ := commandstest.Start(t)
	past := `"publishAt":"2001-01-01T00:00:00Z"`
	items, err := editorial.ParseReviewBulk([]byte(`[{"categoryId":9,"rating":9,` + past + `},{"categoryId":1,"rating":9},` +
		reviewJSON("ok", 1) + `]`))
	if err != nil {
		t.Fatal(err)
	}
	out, err := h.Editorial.CreateReviews(t.Context(), commandstest.Bot, items)
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Errors) != 2 || len(out.Created) != 1 || out.Created[0].Index != 2 {
		t.Fatalf("got %+v", out)
	}
	named := map[string]string{}
	for _, e := range out.Errors[0].Errors {
		named[e.Field] = e.Message
	}
	for _, field := range []string{"categoryId", "rating", "title", "publishAt"} {
		if named[field] == "" {
			t.Errorf("%s is not named: %v", field, out.Errors[0].Errors)
		}
	}
	if named["categoryId"] != "Category does not exist" {
		t.Errorf("the category: %q", named["categoryId"])
	}
	for _, e := range out.Errors[1].Errors {
		if e.Field == "categoryId" {
			t.Errorf("a category that exists is refused: %v", e)
		}
	}
}

func TestKeyText(t *testing.T) {
	h, _ := commandstest.Start(t)
	key, err := h.Access.CreateKey(t.Context(), commandstest.Admin, access.KeyInput{Name: "bot", Permissions: []string{access.PermitNews}})
	if err != nil {
		t.Fatal(err)
	}
	if !access.ValidKeyFormat(key.Plain) || len(key.Plain) != 54 || key.Hint != "cndr_…"+key.Plain[50:] {
		t.Errorf("key %q with hint %q", key.Plain, key.Hint)
	}
	for i := range key.Plain {
		bad := []byte(key.Plain)
		bad[i] ^= 1
		if access.ValidKeyFormat(string(bad)) {
			t.Errorf("a key with character %d mistyped is taken for one", i)
		}
	}
}

// reviewJSON is a valid new review.
func reviewJSON(title string, category int) string {
	return fmt.Sprintf(`{"productName":"Slate 14","productBrand":"Tarnholt","categoryId":%d,"title":%q,"content":"Good.","rating":4.5,"authorName":"Ada"}`, category, title)
}

// pngOf is a PNG of that size as a data string; noise keeps it from compressing.
func pngOf(t testing.TB, width, height int) string {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	state := uint32(width*height + 1)
	for i := range img.Pix {
		state = state*1664525 + 1013904223
		img.Pix[i] = byte(state >> 24)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}
