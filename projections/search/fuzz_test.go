package search_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"candor/projections/search"
)

// longestQuery is how many characters of a query the API takes.
const longestQuery = 256

// Every query gets an answer. An item is found once, a snippet has no markup but <mark>, and a part of a title finds its item.
func FuzzFind(f *testing.F) {
	c := newCorpus(f)
	m := c.open()
	for _, seed := range []string{"laptop quiet", "batery", "wi-fi", "<mark>", "tarnholt's", "٣ 三 é", "a\x00b", "\xff", "-", "C++"} {
		f.Add(seed, uint16(3), uint8(5))
	}
	all := find(f, m, "e")
	if len(all.Hits) < 10 {
		f.Fatalf("the corpus has %d items", len(all.Hits))
	}
	f.Fuzz(func(t *testing.T, text string, at uint16, length uint8) {
		if !utf8.ValidString(text) || utf8.RuneCountInString(text) > longestQuery || strings.TrimSpace(text) == "" {
			return // refused, or no search, in the API
		}
		result := query(t, m, search.Query{Text: text, Limit: 100})
		known := map[string]bool{}
		for _, hit := range result.Hits {
			if known[hit.URL] {
				t.Errorf("%s is found twice", hit.URL)
			}
			known[hit.URL] = true
			bare := strings.NewReplacer("<mark>", "", "</mark>", "").Replace(hit.Snippet)
			if strings.ContainsAny(bare, "<>") || strings.Count(hit.Snippet, "<mark>") != strings.Count(hit.Snippet, "</mark>") {
				t.Errorf("snippet %q", hit.Snippet)
			}
		}
		if result.Total < len(result.Hits) {
			t.Errorf("%d of %d", len(result.Hits), result.Total)
		}

		hit := all.Hits[int(at)%len(all.Hits)]
		title := []rune(hit.Title)
		from := int(at) % len(title)
		piece := string(title[from:min(len(title), from+1+int(length))])
		if strings.TrimSpace(piece) == "" {
			return
		}
		for offset := 0; ; offset += 100 {
			result := query(t, m, search.Query{Text: piece, Limit: 100, Offset: offset})
			if strings.Contains(titles(result), hit.Title+"\n") {
				return
			}
			if offset+100 >= result.Total {
				t.Fatalf("%q doesn't find %q", piece, hit.Title)
			}
		}
	})
}
