package e2e

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os/exec"
	"testing"
)

// publicScreens are the addresses of the demo's public pages, one of each kind.
var publicScreens = []string{
	"/", "/reviews", "/reviews?search=laptop", "/reviews?search=qqqqzzzz", "/reviews/14", "/reviews/14/history", "/category/computers",
	"/compare?reviews=1,2,3",
	"/tech-articles", "/tech-articles/9", "/corrections", "/about", "/contact", "/privacy", "/docs", "/tags/quiet", "/brands/yarrowick",
	"/authors/odile-marchbank",
	"/nothing-here", "/admin-login",
}

// Every public page is valid HTML as the server renders it.
func TestPagesAreValidHTML(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir(), "--demo")
	var all [][2]string
	for _, path := range publicScreens {
		res, err := http.Get(s.url + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		if _ = res.Body.Close(); err != nil {
			t.Fatal(err)
		}
		all = append(all, [2]string{path, string(body)})
	}
	pages, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	check := exec.Command("node", "validate-html.mjs")
	check.Dir, check.Stdin = "webapp", bytes.NewReader(pages)
	if out, err := check.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}
