package e2e

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"candor/internal/cli"
)

// movedTo asks for an address as a reader of the old site does.
func movedTo(t *testing.T, s *site, path string) string {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Get(s.url + path)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusMovedPermanently {
		return answer.Status
	}
	return answer.Header.Get("Location")
}

// importsMost runs an import of which an item is refused.
func importsMost(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	stdout, stderr, err := candor(t, stdin, args...)
	if cli.ExitCode(err) != 3 {
		t.Fatalf("candor %s exits with %d: %v\n%s", strings.Join(args, " "), cli.ExitCode(err), err, stderr)
	}
	return stdout
}

// A site moves in: a dry run first, then beside the running server, then once more for nothing.
func TestImportMovesASiteIn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	file := filepath.Join("commands", "importer", "testdata", "wordpress.xml")
	planned := importsMost(t, "", "--data", dir, "import", "--dry-run", file)
	if !strings.Contains(planned, "Kettles that & talk") || !strings.Contains(planned, "8 to import") {
		t.Errorf("the dry run said:\n%s", planned)
	}
	reader := s.visitor()
	if list := reader.want(200, "GET", "/api/news", nil); list != "[]" {
		t.Errorf("the dry run changed the site: %s", list)
	}
	report := filepath.Join(t.TempDir(), "report.json")
	stdout, stderr, err := candor(t, "", "--data", dir, "import", "--report", report, file)
	if cli.ExitCode(err) != 3 || !strings.Contains(stdout, "8 imported") || !strings.Contains(stderr, "100 %") {
		t.Fatalf("%v\n%s\n%s", err, stdout, stderr)
	}
	// Nothing is waited for: the command has, until the server shows it.
	for _, part := range []string{"Kettles that", "Ida Marlow", `"createdAt":"2024-03-04T08:30:00Z"`, `"category":"Kitchen"`,
		"uploads/kettle.jpg"} {
		if list := reader.want(200, "GET", "/api/news", nil); !strings.Contains(list, part) {
			t.Errorf("the articles say no %q: %s", part, list)
		}
	}
	if list := reader.want(200, "GET", "/api/reviews?category=gadgets", nil); !strings.Contains(list, "Pebble Lamp") ||
		strings.Contains(list, "drill") {
		t.Errorf("the reviews: %s", list)
	}
	admin := s.visitor()
	if status := admin.signIn(adminPassword); status != 200 {
		t.Fatalf("sign in: %d", status)
	}
	if drafts := admin.want(200, "GET", "/api/admin/reviews", nil); !strings.Contains(drafts, "A drill with linked data") {
		t.Errorf("the drafts: %s", drafts)
	}
	for path, want := range map[string]string{
		"/blog/2024/03/kettles-that-talk/": "/tech-articles/1", "/blog/2024/03/kettles-that-talk?utm_source=x": "/tech-articles/1?utm_source=x",
		"/blog/2024/04/pebble-lamp": "/reviews/1", "/blog/2024/05/drill/": "404 Not Found", "/blog/": "404 Not Found",
	} {
		if got := movedTo(t, s, path); got != want {
			t.Errorf("%s leads to %s, want %s", path, got, want)
		}
	}
	admin.want(204, "DELETE", "/api/news/1", nil)
	if got := movedTo(t, s, "/blog/2024/03/kettles-that-talk/"); got != "404 Not Found" {
		t.Errorf("the address of a deleted article leads to %s", got)
	}
	var items struct {
		Items []struct {
			Title, Outcome, Address string
			ID                      int64
		}
		Skipped []struct{ Count int }
	}
	if text, err := os.ReadFile(report); err != nil || json.Unmarshal(text, &items) != nil || len(items.Items) != 9 ||
		items.Items[0].ID != 1 || len(items.Skipped) == 0 {
		t.Errorf("the report: %v %+v", err, items)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if again := importsMost(t, string(text), "--data", dir, "import", "-"); !strings.Contains(again,
		"0 imported, 7 already there, 1 refused") {
		t.Errorf("the second run said:\n%s", again)
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "candor-import-*")); len(left) > 0 {
		t.Errorf("files are left behind: %v", left)
	}

	// The site as it is moves on to another Candor.
	s.stop()
	export := filepath.Join(t.TempDir(), "site.ndjson")
	mustCandor(t, "", "--data", dir, "replay", "-o", export)
	other := t.TempDir()
	if said := mustCandor(t, "", "--data", other, "import", export); !strings.Contains(said, "Candor: ") ||
		!strings.Contains(said, "Pebble Lamp") {
		t.Errorf("the export of Candor's own:\n%s", said)
	}
	if _, _, err := candor(t, "nothing of ours", "--data", other, "import", "-"); err == nil ||
		!strings.Contains(err.Error(), "not a WordPress export") {
		t.Errorf("an unknown file: %v", err)
	}
	if said := mustCandor(t, "", "--data", other, "verify"); !strings.Contains(said, "The log is intact") {
		t.Error(said)
	}
}

// The pictures of the old site lie beside its export, or in a folder that is named.
func TestImportTakesThePicturesBesideTheFile(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("commands", "importer", "testdata", "wordpress.xml"))
	if err != nil {
		t.Fatal(err)
	}
	picture, _ := noisyPicture(t, 30)
	kettle, err := os.ReadFile(pictureFile(t, picture))
	if err != nil {
		t.Fatal(err)
	}
	old := t.TempDir()
	write := func(name string, body []byte) {
		t.Helper()
		name = filepath.Join(old, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, body, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	write("export.xml", text)
	write("wp-content/uploads/kettle.jpg", kettle)
	write("wp-content/uploads/2024/03/inside.jpg", []byte("no image"))

	dir := t.TempDir()
	s := serve(t, dir)
	export, report := filepath.Join(old, "export.xml"), filepath.Join(t.TempDir(), "report.json")
	if said := importsMost(t, "", "--data", dir, "import", "--dry-run", export); !strings.Contains(said,
		"Pictures: 1 to take, 1 refused, 2 left") {
		t.Errorf("the dry run said:\n%s", said)
	}
	if said := importsMost(t, "", "--data", dir, "import", "--report", report, export); !strings.Contains(said,
		"Pictures: 1 taken, 1 refused, 2 left") || !strings.Contains(said, "2024/03/inside.jpg was not taken") {
		t.Errorf("the import said:\n%s", said)
	}
	if text, err := os.ReadFile(report); err != nil || !strings.Contains(string(text), `"taken": 1`) {
		t.Errorf("the report: %s, %v", text, err)
	}
	reader := s.visitor()
	article := reader.want(200, "GET", "/api/news/1", nil)
	address := pictureAddress.FindString(article)
	if address == "" || !strings.Contains(article, "uploads/2024/03/inside.jpg") {
		t.Fatalf("the article: %s", article)
	}
	reader.want(200, "GET", address, nil)
	if said := importsMost(t, "", "--data", dir, "import", export); !strings.Contains(said, "0 imported, 7 already there, 1 refused") {
		t.Errorf("the second import said:\n%s", said)
	}
	if listed := listedPicture(t, dir, address); !strings.Contains(listed, " 500x30 kettle.jpg ") {
		t.Errorf("listed: %s", listed)
	}

	// From standard input there is no folder but the one that is named.
	other := t.TempDir()
	if said := importsMost(t, string(text), "--data", other, "import", "--pictures", filepath.Join(old, "wp-content"),
		"-"); !strings.Contains(said, "Pictures: 1 taken, 1 refused, 2 left") {
		t.Errorf("the import from standard input said:\n%s", said)
	}
	if _, _, err := candor(t, string(text), "--data", other, "import", "--pictures", filepath.Join(old, "none"), "-"); err == nil {
		t.Error("a folder that isn't there was accepted")
	}
}
