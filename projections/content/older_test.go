package content_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections/content"
	"candor/projections/internal/modeltest"
)

// published is the log that testdata/version-<n>.db.gz were made from, by the programs of their time.
func published(t *testing.T) *modeltest.Log {
	log := modeltest.NewLog()
	review := modeltest.Review(1, "A quiet one")
	review.Content, review.Verdict = "# Sound\n\nIt is **quiet**.", "Buy *it*."
	log.Append(t, "review-1", review, modeltest.Published(1))
	log.Append(t, "article-1", events.ArticleCreated{ArticleID: 1, At: modeltest.Day(2), ArticleContent: events.ArticleContent{Title: "News",
		Content: "It is *here*.", Category: "AI", AuthorName: "Ada"}},
		events.ArticlePublished{ArticleID: 1, At: modeltest.Day(2)})
	log.Append(t, "page-1", modeltest.Page(1, "How we test"), events.PagePublished{PageID: 1, At: modeltest.Day(3)})
	for i := range log.All {
		log.All[i].ID = uuid.NewSHA1(uuid.NameSpaceURL, []byte(fmt.Sprint("event ", i))) // a file knows its log by them
	}
	return log
}

// A file of an older version answers while a new one is made beside it, and its answers have what only the new one stores.
func TestReadersAreServedByAnOlderVersionUntilItIsMadeAnew(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "version-*.db.gz"))
	if err != nil || len(files) < 2 {
		t.Fatalf("%v (%v)", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			dir, log := t.TempDir(), published(t)
			unpack(t, file, filepath.Join(dir, content.Name+".db"))
			entered, blocked := make(chan struct{}), make(chan struct{})
			var once sync.Once
			log.During = func() {
				once.Do(func() { close(entered) })
				<-blocked
			}
			release := sync.OnceFunc(func() { close(blocked) })
			m := modeltest.Open(t, dir, log)
			t.Cleanup(release) // before Open's, which waits
			select {
			case <-entered:
			case <-time.After(time.Minute):
				t.Fatal("no new file is made")
			}
			answers := func() map[string]string {
				body, shown := modeltest.Body(t), map[string]string{}
				for name, items := range map[string]content.Items{"review": m.Content.Reviews(), "article": m.Content.Articles(),
					"page": m.Content.Pages()} {
					shown[name] = body(items.One(1))
					shown["admin's "+name] = body(items.AdminOne(1))
					shown["list of "+name+"s"] = body(items.List(content.Query{}))
					shown["admin's list of "+name+"s"] = body(items.AdminList(content.Query{}, content.Arrangement{Sort: "title"}))
				}
				shown["search"] = body(m.Content.Reviews().List(content.Query{Search: "quiet"}))
				shown["page by its slug"] = body(m.Content.Pages().List(content.Query{Slug: "page-1"}))
				return shown
			}
			before := answers()
			for name, want := range map[string]string{
				"review":           `"contentHtml":"<h2 id=\"text-sound\">Sound</h2>\n<p>It is <strong>quiet</strong>.</p>\n"`,
				"article":          `"contentHtml":"<p>It is <em>here</em>.</p>\n"`,
				"page by its slug": `"contentHtml":"<p>It says how.</p>\n"`, "search": `"contentText":"Sound It is quiet."`,
				"list of reviews":          `"verdictText":"Buy it."`,
				"admin's list of articles": `"contentText":"It is here."`,
			} {
				if !strings.Contains(before[name], want) {
					t.Errorf("%s: no %s in %s", name, want, before[name])
				}
			}

			stop, stopped := make(chan struct{}), make(chan struct{})
			go func() { // readers, all the while
				defer close(stopped)
				for {
					select {
					case <-stop:
						return
					default:
					}
					if _, err := m.Content.Reviews().One(1); err != nil {
						t.Errorf("while it is made anew: %v", err)
						return
					}
				}
			}()
			release()
			modeltest.CaughtUp(t, m)
			close(stop)
			<-stopped
			for _, s := range m.Status() {
				if s.Name == content.Name && (s.Version != content.Version || s.Rebuilding || s.Err != "") {
					t.Errorf("afterwards its status is %+v", s)
				}
			}
			for name, want := range before {
				if got := shownNames.ReplaceAllString(answers()[name], ""); got != want {
					t.Errorf("%s says %s, and said %s", name, got, want)
				}
			}
		})
	}
}

// shownNames matches the field "names" of single items. Older versions of the model had no such field.
var shownNames = regexp.MustCompile(`"names":\{[^]]*\]\},`)

// unpack writes the file in a gzip file.
func unpack(t *testing.T, from, to string) {
	t.Helper()
	packed, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := io.ReadAll(z)
	if err == nil {
		err = os.WriteFile(to, whole, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
