// Files of more items than are created at a time.

package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"candor/commands/importer"
)

// posts is a WordPress export of n posts. Every fiftieth is too long to be taken, and the fifteenth of each twenty makes a category.
func posts(n int) string {
	var b strings.Builder
	b.WriteString(`<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://old.example</link>`)
	for i := 1; i <= n; i++ {
		text, more := "Text", ""
		switch {
		case i%50 == 0:
			text = strings.Repeat("word ", 50_000)
		case i%20 == 15:
			more = fmt.Sprintf(`<category domain="category" nicename="c%d">C%d</category><wp:postmeta><wp:meta_key>rating</wp:meta_key><wp:meta_value>4</wp:meta_value></wp:postmeta>`, i, i)
		}
		fmt.Fprintf(&b, `<item><title>Post %d</title><link>https://old.example/post-%d/</link><content:encoded>%s</content:encoded><wp:post_id>%d</wp:post_id><wp:post_date_gmt>2024-03-04 08:30:00</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>%s</item>`,
			i, i, text, i, more)
	}
	return b.String() + "</channel></rss>"
}

// listed is the report's items with their outcomes, in order.
func listed(r *importer.Report) string {
	var all []string
	for _, e := range r.Items {
		all = append(all, fmt.Sprint(e.Kind, " ", e.Title, " ", e.Address, " ", e.Outcome))
	}
	return strings.Join(all, "\n")
}

func TestAFileOfManyItemsIsImportedInItsOrder(t *testing.T) {
	const n = 170
	text := posts(n)
	s := newSite(t)
	planned := s.imports(text, dry)
	report := s.imports(text)
	if got, want := listed(report), listed(planned); got != want || report.Count(importer.Refused) != n/50 ||
		report.Count(importer.Added) != n-n/50+8 {
		t.Errorf("%d are new and %d refused:\n%s\nplanned:\n%s", report.Count(importer.Added), report.Count(importer.Refused), got, want)
	}
	article, review := int64(0), int64(0)
	for _, e := range report.Items {
		want := int64(0)
		switch {
		case e.Outcome == importer.Refused:
		case e.Kind == "article":
			article++
			want = article
		case e.Kind == "review":
			review++
			want = review
		default:
			continue
		}
		if e.ID != want {
			t.Errorf("%s has the number %d, want %d", e.Title, e.ID, want)
		}
	}
	whole := strings.Count(s.history(), "AddressKept")
	if again := s.imports(text); again.Count(importer.Present) != n-n/50 || again.Count(importer.Refused) != n/50 {
		t.Errorf("a second run: %d are there, %d refused", again.Count(importer.Present), again.Count(importer.Refused))
	}

	broken := newSite(t)
	for _, appends := range []int{10, 100, 100} {
		broken.log.left = appends
		report, err := broken.run(text)
		if err == nil || report.Error == "" {
			t.Fatalf("%d more appends were enough", appends)
		}
		for _, e := range report.Items {
			if e.ID == 0 && e.Outcome != importer.Refused {
				t.Errorf("after %d appends %q is reported, which is not there", appends, e.Title)
			}
		}
	}
	broken.log.left = -1
	broken.imports(text)
	if got := broken.history(); strings.Count(got, "AddressKept") != whole || strings.Count(got, "ArticleCreated") != int(article) ||
		strings.Count(got, "ReviewCreated") != int(review) {
		t.Errorf("after interruptions %d articles, %d reviews and %d addresses", strings.Count(got, "ArticleCreated"),
			strings.Count(got, "ReviewCreated"), strings.Count(got, "AddressKept"))
	}
}
