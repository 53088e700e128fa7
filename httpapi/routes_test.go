// The routes of the site, one a line, with what each states of itself.

package httpapi_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/events/proof"
	"candor/httpapi"
)

func TestRoutesAreTheOnesThatWereReviewed(t *testing.T) {
	h, err := assemble(t, func(c *httpapi.Config) { c.ControlToken, c.SigningKey, c.Web = "on", &proof.KeyFile{}, shell })
	if err != nil {
		t.Fatal(err)
	}
	all, err := httpapi.Routes(h)
	if err != nil {
		t.Fatal(err)
	}
	lines := make([]string, len(all))
	for i, r := range all {
		lines[i] = r.Path + " " + r.Method + " | " + r.Properties
	}
	slices.Sort(lines)
	got := strings.Join(lines, "\n") + "\n"
	const file = "testdata/routes.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("the routes differ from %s (go test ./httpapi -run Reviewed -update writes it anew):\n%s", file, diff)
	}
}
