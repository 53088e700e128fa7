package importer

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"candor/commands/editorial"
	"candor/commands/importer/markup"
	"candor/commands/importer/prose"
	"candor/events"
)

// Whatever a file holds, each parser ends with items or an error, and what it made of it is text.
func FuzzFiles(f *testing.F) {
	for _, name := range []string{"wordpress.xml", "ghost.json"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(`{"specversion":"1.0","id":"0b6f6a3e-5f0a-4d5f-9a51-6b8b0a000001","type":"CategoryCreated","subject":"category-1","data":{"categoryId":1},"metadata":{"schema":1}}`)
	f.Add(`<p>one<figure><img src=y><figcaption>z</figcaption></figure><ul><li>[gallery ids="1"][caption]<img src=x>[/caption]<a href=" //x ">y</ul><pre>`)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 64<<10 {
			t.Skip("fuzzing would spend its time on a few long texts; what is large is tested by itself")
		}
		take := func(i *item) error {
			i.moved = map[string]movedPicture{}
			for _, one := range i.body.Images {
				i.moved[one.Address] = movedPicture{here: "/media/here.png", caption: one.Caption}
			}
			var said []string
			if i.rating != nil {
				in := i.review(1)
				_ = new(editorial.Handler).Item(in, editorial.ItemOptions{}).Check()
				said = append(said, *in.Title, *in.Content, *in.Verdict)
			} else {
				in := i.article()
				_ = new(editorial.Handler).Item(in, editorial.ItemOptions{}).Check()
				said = append(said, *in.Title, *in.Content, *in.Excerpt)
			}
			for _, s := range said {
				if utf8.ValidString(text) && !utf8.ValidString(s) {
					t.Errorf("%q is no text", s)
				}
			}
			return nil
		}
		open := func() (io.Reader, error) { return strings.NewReader(text), nil }
		wxr := &wordpressFile{}
		if _, err := wxr.survey(open); err == nil {
			if err := wxr.items(strings.NewReader(text), &pictureFiles{}, take, &Report{}); err != nil {
				t.Errorf("the second reading fails: %v", err)
			}
		}
		gh := &ghostFile{}
		if _, err := gh.survey(open); err == nil {
			if err := gh.items(strings.NewReader(text), &pictureFiles{}, take, &Report{}); err != nil {
				t.Errorf("the second reading fails: %v", err)
			}
		}
		_ = readCandor(strings.NewReader(text), func(*candorLine, events.Event) error { return nil })
		post := markup.Post{Content: text, Footnotes: text, Gallery: func([]string) []prose.Image { return nil }}
		shown, _ := new(markup.Reusable).HTML(post, &markup.LeftOut{})
		_ = take(&item{body: prose.Read(shown, nil, true), title: text})
	})
}
