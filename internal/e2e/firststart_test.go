package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"candor/commands/demo"
	"candor/events"
)

// Every start appends the first categories again, and the log knows them by the key of their request: were it
// another than that of older versions, no log of theirs could be served any more.
func TestTheFirstCategoriesKeepTheirRequests(t *testing.T) {
	t.Parallel()
	s := newRetentionSite(t, 0)
	content, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := content.AppendCategories(t.Context(), s.handler); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range content.Categories {
		if n := s.events(events.RequestStream("system:", "first start: category "+c.Slug)); n != 1 {
			t.Errorf("%s: accepted %d times under the key of older versions", c.Slug, n)
		}
	}
}

// Whatever a newcomer does first on an empty folder, and then, the site starts. A backup is restored into an empty folder only, and refused
// otherwise (docs/operations.md, "Backup and restore").
func TestAnyTwoFirstCommandsLeaveASiteThatStarts(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("make nightly runs it: it starts dozens of sites")
	}
	source, backup := t.TempDir(), filepath.Join(t.TempDir(), "site.candor")
	serve(t, source).stop()
	mustCandor(t, "", "--data", source, "backup", backup)
	starts := func(flags ...string) func(*testing.T, string) error {
		return func(t *testing.T, dir string) error {
			s := serve(t, dir, flags...)
			s.visitor().want(200, "GET", "/", nil)
			if categories := s.visitor().want(200, "GET", "/api/categories", nil); strings.Count(categories, `"slug"`) < 4 {
				t.Errorf("the site has the categories %s", categories)
			}
			s.stop()
			return nil
		}
	}
	runs := func(stdin string, args ...string) func(*testing.T, string) error {
		return func(t *testing.T, dir string) error {
			_, _, err := candor(t, stdin, append([]string{"--data", dir}, args...)...)
			return err
		}
	}
	commands := []struct {
		name  string
		empty bool // it needs an empty folder
		run   func(*testing.T, string) error
	}{
		{"import", false, runs(gadgetsFile, "import", "-")},
		{"restore", true, runs("", "restore", backup)},
		{"serve", false, starts()},
		{"serve --demo", false, starts("--demo")},
		{"keys create", false, runs("", "keys", "create", "--name", "bot", "--permission", "create_reviews")},
		{"admin set-password", false, runs("another long password\n", "admin", "set-password")},
	}
	for _, first := range commands {
		t.Run(first.name, func(t *testing.T) {
			t.Parallel()
			begun := t.TempDir()
			if err := first.run(t, begun); err != nil {
				t.Fatal(err)
			}
			for _, second := range commands {
				t.Run(second.name, func(t *testing.T) {
					dir := filepath.Join(t.TempDir(), "data")
					if err := os.CopyFS(dir, os.DirFS(begun)); err != nil {
						t.Fatal(err)
					}
					before := mustCandor(t, "", "--data", dir, "replay")
					err := second.run(t, dir)
					if (err != nil) != second.empty {
						t.Fatalf("%s after %s: %v", second.name, first.name, err)
					}
					if err != nil && (!strings.Contains(err.Error(), "empty data folder") || mustCandor(t, "", "--data", dir, "replay") != before) {
						t.Errorf("it is refused with %v, or changes something", err)
					}
					if err := starts()(t, dir); err != nil {
						t.Error(err)
					}
				})
			}
		})
	}
}
