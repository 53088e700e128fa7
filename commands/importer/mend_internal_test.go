package importer

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"candor/commands/importer/mend"
)

// Whatever an item says, it is read with repairs as it is without. Of what isn't XML, repairs make a text that isn't much longer.
func FuzzMend(f *testing.F) {
	for _, text := range []string{"a & b < c ]]> d", "</content:encoded>]]>", "<p>1 &amp; 2</p><!-- wp:x -->", "]]</title>", "]]]]>>",
		"&#x1F;&lol;&#99999999999;", "<a b='<&\"'>", "<!DOCTYPE a [<!ENTITY b \"c\">]>", "<![CDATA[", "<title"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 16<<10 {
			t.Skip("fuzzing would spend its time on a few long texts")
		}
		mended, err := io.ReadAll(mend.New(strings.NewReader(text), func(int, string) {}))
		if err != nil || len(mended) > 6*len(text)+100 || strings.Count(string(mended), "\n") < strings.Count(text, "\n") {
			t.Fatalf("%q becomes %q: %v", text, mended, err)
		}

		clear, err := clean(strings.NewReader(text))
		if err != nil {
			return
		}
		cleaned, err := io.ReadAll(clear)
		if err != nil || strings.Contains(text, "<?xml") || strings.Contains(text, "]]") && strings.Contains(text, "</") ||
			strings.Contains(text, "</") && strings.Contains(text, "<!") {
			return // it may look like the end of its section
		}
		var title strings.Builder
		if err := xml.EscapeText(&title, cleaned); err != nil {
			t.Fatal(err)
		}
		document := func(before string) string {
			return `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>` + before + `<item><title>` + title.String() +
				`</title><content:encoded><![CDATA[` +
				strings.ReplaceAll(string(cleaned), "]]>", "]]]]><![CDATA[>") + `]]></content:encoded></item></channel></rss>`
		}
		read := func(document string, repaired func(int, string)) (title, content string) {
			if err := readWordPress(strings.NewReader(document), repaired, nil, func(i *wxrItem) error {
				title, content = i.title, i.content
				return nil
			}); err != nil {
				t.Fatalf("%q: %v", document, err)
			}
			return title, content
		}
		wantTitle, wantContent := read(document(""), nil)
		if title, content := read(document("&"), func(int, string) {}); title != wantTitle || content != wantContent {
			t.Errorf("with repairs %q and %q are read, without %q and %q", title, content, wantTitle, wantContent)
		}
	})
}
