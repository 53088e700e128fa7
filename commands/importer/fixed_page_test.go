package importer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"candor/commands/history"
	"candor/commands/importer"
	"candor/events"
)

// wordpressPage is a page of a WordPress export.
func wordpressPage(slug, status, content string) string {
	return `<rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><wp:wxr_version>1.2</wp:wxr_version>` +
		`<item><title>Who we are</title><link>https://old.example/company/about/</link><content:encoded><![CDATA[<p>` + content +
		`</p>]]></content:encoded><wp:post_id>7</wp:post_id>` +
		`<wp:post_name>` + slug + `</wp:post_name><wp:status>` + status + `</wp:status><wp:post_type>page</wp:post_type></item></channel></rss>`
}

// about returns the versions of the page About, newest first; none while there is none.
func (s *site) about() []history.Revision {
	s.t.Helper()
	id, _, err := s.handler.Editorial.FixedPage(context.Background(), "about")
	if err != nil || id == 0 {
		return nil
	}
	all, err := s.handler.Editorial.Content(events.PageKind).History(context.Background(), id, nil, 10)
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

func TestAnImportedAboutBecomesTheNextVersion(t *testing.T) {
	ghostPage := `{"db":[{"meta":{"version":"5.0.0"},"data":{"posts":[{"id":"1","uuid":"u1","title":"Who we are","slug":"about","html":"<p>Two people.</p>","type":"page","status":"published"}]}}]}`
	from := newSite(t)
	must := must(t)
	if err := from.handler.Editorial.CreateFixedPages(context.Background(), false); err != nil {
		t.Fatal(err)
	}
	pages := from.handler.Editorial.Content(events.PageKind)
	must(parse(t, pages.Parse, map[string]any{"title": "We"}).Update(context.Background(), admin, 1, nil))
	must(parse(t, pages.Parse, map[string]any{"title": "Who we are", "content": "Two people."}).Update(context.Background(), admin, 1, nil))
	for name, file := range map[string]string{"wordpress": wordpressPage("about", "publish", "Two people."), "ghost": ghostPage,
		"candor": from.export()} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			if planned := s.imports(file, dry); planned.Count(importer.Added) == 0 || len(s.about()) != 0 {
				t.Errorf("planned: %s", said(t, planned))
			}
			report := s.imports(file)
			versions := s.about()
			if len(versions) != 2 || !strings.Contains(fmt.Sprint(versions[0].Changes), "Two people.") ||
				!strings.Contains(fmt.Sprint(versions[0].Changes), "Who we are") {
				t.Fatalf("the versions are %v after %s", versions, said(t, report))
			}
			if name == "candor" && report.Count(importer.Present) != 3 { // Contact, Privacy and Terms say the same
				t.Errorf("the report: %s", said(t, report))
			}
			head := s.head()
			if again := s.imports(file); again.Count(importer.Added) != 0 || s.head() != head {
				t.Errorf("the second run: %s", said(t, again))
			}
		})
	}
}

func TestAnImportedAboutLeavesTheOwnersAlone(t *testing.T) {
	s := newSite(t)
	if err := s.handler.Editorial.CreateFixedPages(context.Background(), false); err != nil {
		t.Fatal(err)
	}
	must(t)(parse(t, s.handler.Editorial.Content(events.PageKind).Parse, map[string]any{"content": "Mine."}).Update(context.Background(),
		admin, 1, nil))
	report := s.imports(wordpressPage("about", "publish", "Theirs."))
	if len(s.about()) != 2 || report.Count(importer.Present) != 1 || !strings.Contains(said(t, report), "the page here has been changed") {
		t.Errorf("the report: %s", said(t, report))
	}
	for status, why := range map[string]string{"draft": "it isn't public there", "private": "it isn't public there"} {
		if report := s.imports(wordpressPage("terms", status, "Secret.")); !strings.Contains(said(t, report), why) || len(report.Items) != 0 {
			t.Errorf("%s: %s", status, said(t, report))
		}
	}
	if report := s.imports(wordpressPage("about-us", "publish", "Theirs.")); !strings.Contains(said(t, report),
		"only About, Contact, Privacy and Terms") {
		t.Errorf("another page: %s", said(t, report))
	}
}
