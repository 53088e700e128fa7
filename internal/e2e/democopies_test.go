// The smaller copies of the demo's pictures: commands/demo/content/copies, which -update writes anew.

package e2e

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"candor/commands/demo"
	"candor/events/datadir"
	"candor/internal/eventually"
)

var updateCopies = flag.Bool("update", false, "write the smaller copies of the demo's pictures anew")

const shippedCopies = "commands/demo/content/copies"

// copiesShown returns the addresses of the smaller copies that the pictures of reviews and articles have.
func copiesShown(reader *visitor) (addresses []string) {
	for _, list := range []string{"/api/reviews", "/api/news"} {
		var items []struct {
			Pictures map[string]struct{ Widths []int }
		}
		if err := json.Unmarshal([]byte(reader.want(200, "GET", list, nil)), &items); err != nil {
			reader.t.Fatal(err)
		}
		for _, item := range items {
			for address, picture := range item.Pictures {
				for _, width := range picture.Widths {
					addresses = append(addresses, fmt.Sprint(strings.TrimSuffix(address, path.Ext(address)), "/", width))
				}
			}
		}
	}
	slices.Sort(addresses)
	return slices.Compact(addresses)
}

// copyReady returns nil if a smaller copy is there. Until it is, the original is served for a minute.
func copyReady(reader *visitor, address string) error {
	answer, err := reader.exchange("GET", address, nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if cache := answer.Header.Get("Cache-Control"); answer.StatusCode != 200 || cache == "public, max-age=60" {
		return fmt.Errorf("GET %s: %d, Cache-Control: %s", address, answer.StatusCode, cache)
	}
	return nil
}

func TestADemoSiteHasItsSmallerPicturesFromTheStart(t *testing.T) {
	t.Parallel()
	reader := serve(t, t.TempDir(), "--demo").visitor()
	addresses := copiesShown(reader)
	if len(addresses) < 60 {
		t.Errorf("only %d copies are shown", len(addresses))
	}
	for _, address := range addresses {
		if err := copyReady(reader, address); err != nil {
			t.Error(err)
		}
	}
}

func TestTheSmallerPicturesOfTheDemoAreAsTheyWouldBeMadeNow(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: it makes them all")
	}
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir, "--demo")
	s.stop()
	made := datadir.Folder(dir).Renditions()
	if err := os.RemoveAll(made); err != nil {
		t.Fatal(err)
	}
	content, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	reader := serve(t, dir).visitor()
	for _, address := range copiesShown(reader) { // what is asked for is made first
		eventually.Holds(t, func() error { return copyReady(reader, address) })
	}
	for n := range len(content.Alts) {
		eventually.Holds(t, func() error {
			if folders, err := filepath.Glob(filepath.Join(made, "v*", "??", "*")); err != nil || len(folders) <= n {
				return fmt.Errorf("%d of %d pictures have copies (%v)", len(folders), len(content.Alts), err)
			}
			return nil
		})
	}
	if *updateCopies {
		if err := errors.Join(os.RemoveAll(shippedCopies), os.CopyFS(shippedCopies, os.DirFS(made))); err != nil {
			t.Fatal(err)
		}
	}
	got, want := filesIn(t, made), filesIn(t, shippedCopies)
	if !maps.Equal(got, want) {
		t.Errorf("%d copies are made, %d are there, or some differ: go test ./internal/e2e -run %s -update writes them anew",
			len(got), len(want), t.Name())
	}
}

// filesIn returns the copies in a folder, by their paths.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	names, err := filepath.Glob(filepath.Join(dir, "v*", "??", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		relative, _ := filepath.Rel(dir, name) // both are paths of this folder
		files[relative] = string(content)
	}
	return files
}
