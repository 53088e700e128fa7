// Outside input never panics a parser, and what a parser lets through keeps the rules.

package editorial_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/editorial"
	"candor/commands/traffic"
)

func FuzzListField(f *testing.F) {
	for _, seed := range []string{"", "• a\n- b", `["a","b"]`, `[1]`, `["a"`, "- - -", "**", "•-–*·", "https://a,https://b",
		"data:image/png;base64,/9j/,/b", "a\x00b", "\xff", "\u2028", "[[[["} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		body, err := json.Marshal(map[string]string{"pros": text, "imageUrls": text})
		if err != nil {
			t.Fatal(err) // strings always encode
		}
		in, err := editorial.ParseReview(body)
		if err != nil {
			if commands.KindOf(err) != commands.Invalid {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		for _, list := range [][]string{*in.Pros, *in.ImageURLs} {
			for _, item := range list {
				if item == "" || item != strings.TrimSpace(item) || strings.ContainsAny(item, "\n\r\x00") || !utf8.ValidString(item) {
					t.Fatalf("%q became an item %q", text, item)
				}
			}
		}
		again, err := json.Marshal(map[string][]string{"pros": *in.Pros, "imageUrls": *in.ImageURLs})
		if err != nil {
			t.Fatal(err)
		}
		saved, err := editorial.ParseReview(again)
		if err != nil {
			t.Fatalf("%q: what was taken is refused: %v", text, err)
		}
		if !slices.Equal(*saved.Pros, *in.Pros) || !slices.Equal(*saved.ImageURLs, *in.ImageURLs) {
			t.Fatalf("%q: saving twice changes %q into %q", text, *in.Pros, *saved.Pros)
		}
	})
}

func FuzzParseReview(f *testing.F) {
	f.Add([]byte(reviewJSON("t", 1)))
	for _, seed := range []string{``, `{`, `{}`, `null`, `{"title":null,"rating":"4.5","pros":"[\"a\"]"}`, `{"title":"\ud800"}`,
		`{"a":{"b":[1,{"c":"}"}]},"title":"x"}`, `{"rating":1e400}`, `{"correction":" ","update":""}`, `{"update":"\u00a0","typo":false}`,
		`{"typo":true,"correction":null}`, `{"":1,"":2}`, "{\"\xff\":1}", ` { "title" : "a" , "rating" : 1 } `} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		in, err := editorial.ParseReview(body)
		if err != nil {
			if commands.KindOf(err) != commands.Invalid {
				t.Fatal(err)
			}
			if len(commandstest.FieldsOf(t, err)) == 0 {
				t.Fatalf("no field is named: %v", err)
			}
			return
		}
		if in.Rating != nil && *in.Rating != 0 && (*in.Rating < 1 || *in.Rating > 5) {
			t.Fatalf("rating %v", *in.Rating)
		}
		marks := 0
		for _, given := range []bool{in.Correction != nil, in.Update != nil, in.Typo} {
			if given {
				marks++
			}
		}
		if marks > 1 || in.Correction != nil && strings.TrimSpace(*in.Correction) == "" {
			t.Fatalf("marking %+v", in.Marking)
		}
		for _, price := range []*float64{in.ProductPrice, in.ProductPriceMax} {
			if price != nil && !(*price >= 0) {
				t.Fatalf("price %v", *price)
			}
		}
		for _, link := range []*string{in.VideoURL, in.AliexpressLink, in.ShopeeLink} {
			if link != nil && *link != "" && !strings.HasPrefix(*link, "/") && !strings.HasPrefix(strings.ToLower(*link), "http") {
				t.Fatalf("link %q", *link)
			}
		}
	})
}

func FuzzBulk(f *testing.F) {
	f.Add([]byte(`{"reviews":[` + reviewJSON("t", 1) + `,7,null,{}]}`))
	for _, seed := range []string{`[]`, `[{}]`, ` [1, 2]`, `{"reviews":"[]"}`, `{"reviews":[],"reviews":[]}`, `{"reviews":[[[[]]]]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		items, err := editorial.ParseReviewBulk(body)
		if err != nil {
			commandstest.FieldsOf(t, err)
			return
		}
		if len(items) == 0 {
			t.Fatal("no items and no error")
		}
		for i, item := range items {
			if len(item.Errors) == 0 && (item.Changes.Title == nil || *item.Changes.Title == "" || item.Changes.CategoryID == nil) {
				t.Fatalf("item %d of %q passes without a title or category", i, body)
			}
		}
	})
}

func FuzzParseTrack(f *testing.F) {
	for _, seed := range []string{`{"event":"page_view","page":"/","metadata":"{}","id":"3f0c8a52-7f8e-4c5e-9d5c-0e8e2a4b6c01","timestamp":1}`,
		`{"events":[{"event":"a","page":"b"},7]}`, `{"events":{}}`, `{"event":"\u0000","page":"/"}`,
		`{"event":"a","page":"https://u:p@h/x?utm_a=b&c#d"}`, `{"id":"0","id":0}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		views, rejected, err := traffic.ParseTrack(body)
		if err != nil {
			commandstest.FieldsOf(t, err)
			return
		}
		if len(views) == 0 {
			t.Fatalf("no views, %d rejected and no error", len(rejected))
		}
		for _, v := range views {
			if v.Event == "" || v.Page == "" || (v.Metadata != "" && !json.Valid([]byte(v.Metadata))) ||
				!utf8.ValidString(v.Page+v.Referrer+v.UserAgent) {
				t.Fatalf("%q passes as %+v", body, v)
			}
		}
	})
}
