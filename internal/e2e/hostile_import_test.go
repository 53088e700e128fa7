package e2e

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const gadgetsFile = `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://old.example</link>
<item><title>A lamp</title><link>https://old.example/lamp/</link><content:encoded>It shines.</content:encoded><wp:post_id>1</wp:post_id><wp:post_date_gmt>2024-03-04 08:30:00</wp:post_date_gmt>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type><category domain="category" nicename="gadgets"><![CDATA[Things]]></category>
<wp:postmeta><wp:meta_key>rating</wp:meta_key><wp:meta_value>4</wp:meta_value></wp:postmeta></item></channel></rss>`

// hostileFirstCommands runs commands on folders that no server has been started on, and starts one then.
func hostileFirstCommands(t *testing.T, s *site) {
	if testing.Short() {
		t.Skip("make nightly runs it: a server is started after each command")
	}
	empty, backup := t.TempDir(), filepath.Join(t.TempDir(), "backup")
	serve(t, empty).stop()
	emptyExport := mustCandor(t, "", "--data", empty, "replay")
	mustCandor(t, "", "--data", empty, "backup", backup)
	demoExport := mustCandor(t, "", "--data", s.dir, "replay")
	imports := func(stdin string) func(dir string) {
		return func(dir string) { mustCandor(t, stdin, "--data", dir, "import", "-") }
	}
	commands := []struct {
		name string
		run  func(dir string)
	}{
		{"import of the demo site", imports(demoExport)},
		{"import of an empty site", imports(emptyExport)},
		{"import of a review in gadgets", imports(gadgetsFile)},
		{"import of a Ghost file", func(dir string) {
			mustCandor(t, "", "--data", dir, "import", filepath.Join("commands", "importer", "testdata", "ghost.json"))
		}},
		{"dry run", func(dir string) { mustCandor(t, gadgetsFile, "--data", dir, "import", "--dry-run", "-") }},
		{"keys create", func(dir string) {
			mustCandor(t, "", "--data", dir, "keys", "create", "--name", "bot", "--permission", "create_reviews")
		}},
		{"admin set-password", func(dir string) { mustCandor(t, adminPassword, "--data", dir, "admin", "set-password") }},
	}
	starts := func(name, dir string, args ...string) {
		t.Helper()
		started := serve(t, dir, args...)
		var categories []struct {
			ID   int
			Slug string
		}
		if err := json.Unmarshal([]byte(started.visitor().want(200, "GET", "/api/categories", nil)), &categories); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range categories {
			if c.ID <= 4 {
				got = append(got, fmt.Sprint(c.ID, " ", c.Slug))
			}
		}
		if text := strings.Join(got, ", "); len(got) != 4 || !strings.Contains(text, "1 computers") || !strings.Contains(text, "4 gadgets") {
			t.Errorf("after %s, the first categories are %s", name, text)
		}
		started.stop()
	}
	for i, c := range commands[:4] {
		dir := t.TempDir()
		c.run(dir)
		starts(c.name, dir, [][]string{nil, {"--demo"}}[i%2]...)
	}
	there, back := t.TempDir(), t.TempDir()
	for i, c := range commands {
		c.run(there)
		commands[len(commands)-1-i].run(back)
	}
	starts("all commands", there, "--demo")
	starts("all commands backwards", back)
	restored := t.TempDir()
	mustCandor(t, "", "--data", restored, "restore", backup)
	commands[2].run(restored)
	starts("restore and import", restored, "--demo")
}

// hostileCopy imports the export of the demo site, a version of which names a private person and is withheld, and looks for the person.
func hostileCopy(t *testing.T, s *site) {
	const person = "Dorsman"
	admin := s.visitor()
	if status := admin.signIn(adminPassword); status != 200 {
		t.Fatalf("sign in: %d", status)
	}
	var made struct{ ID int64 }
	article := func(title string) int64 {
		t.Helper()
		if err := json.Unmarshal([]byte(admin.want(201, "POST", "/api/news", map[string]any{"title": title, "content": "Of no concern.",
			"category": "AI", "authorName": "Ada", "isPublished": true})), &made); err != nil {
			t.Fatal(err)
		}
		return made.ID
	}
	unpublished, deleted := article("Nobody reads of Dorsman"), article("Dorsman is gone")
	admin.want(200, "PATCH", fmt.Sprint("/api/news/", unpublished), map[string]any{"isPublished": false})
	admin.want(204, "DELETE", fmt.Sprint("/api/news/", deleted), nil)
	export := mustCandor(t, "", "--data", s.dir, "replay")
	if !strings.Contains(export, person) {
		t.Fatal("the export doesn't have what is withheld")
	}
	dir := t.TempDir()
	said := mustCandor(t, export, "--data", dir, "import", "-")
	for _, part := range []string{"1 withheld version was not imported", "it was unpublished, so it is imported as a draft", "it is deleted"} {
		if !strings.Contains(said, part) {
			t.Errorf("the import doesn't say %q:\n%s", part, said)
		}
	}

	copied := serve(t, dir)
	defer copied.stop()
	reader := copied.visitor()
	paths := []string{"/", "/news", "/tech-articles", "/corrections", "/feed.xml", "/sitemap.xml", "/api/news", "/api/reviews",
		"/api/search?q=" + person, "/search?q=" + person, "/api/corrections",
		"/api/news?asOf=" + time.Now().UTC().Format(time.RFC3339)}
	var articles []struct{ ID int64 }
	if err := json.Unmarshal([]byte(reader.want(200, "GET", "/api/news", nil)), &articles); err != nil || len(articles) < 9 {
		t.Fatalf("%d articles: %v", len(articles), err)
	}
	for id := range 20 {
		paths = append(paths, fmt.Sprintf("/api/news/%d", id+1), fmt.Sprintf("/api/news/%d/history", id+1))
	}
	for _, a := range articles {
		paths = append(paths, fmt.Sprintf("/tech-articles/%d/history", a.ID))
	}
	histories := 0
	for _, path := range paths {
		status, answer := reader.call("GET", path, nil)
		if strings.Contains(strings.ReplaceAll(answer, "q="+person, ""), person+" ") || strings.Contains(answer, "van of Henk") {
			t.Errorf("GET %s names the person", path)
		}
		if status == 200 && strings.HasPrefix(path, "/api/news/") && strings.HasSuffix(path, "/history") {
			histories++
		}
	}
	if histories < 9 {
		t.Errorf("%d articles have a history", histories)
	}
	if stored := mustCandor(t, "", "--data", dir, "replay", "--type", "ArticlePublished", "--type", "ArticleUpdated"); strings.Contains(stored,
		person) {
		t.Error("a later version names the person")
	}
}
