// A path leads to the same place however it is looked up.

package httpapi_test

import (
	"regexp"
	"strings"
	"testing"

	"candor/httpapi"
)

func TestPathsAreFoundWhereTheRouterFindsThem(t *testing.T) {
	t.Parallel()
	h, err := assemble(t, func(c *httpapi.Config) { c.ControlToken = "control-token" })
	if err != nil {
		t.Fatal(err)
	}
	routes, err := httpapi.Routes(h)
	if err != nil {
		t.Fatal(err)
	}
	paths := []string{"", "/", "*", "/api", "/api/", "//", "/reviews//", "/reviews/1/", "/reviews/1/2", "/sitemap-1.xml", "/sitemap-x.xml"}
	variable := regexp.MustCompile(`\{[^}]+\}`)
	for _, route := range routes {
		_, pattern, _ := strings.Cut(route, " ")
		for _, value := range []string{"1", "x y\n", ""} {
			path := variable.ReplaceAllLiteralString(pattern, value)
			paths = append(paths, path, path+"/x")
		}
	}
	quick := 0
	for _, path := range paths {
		found, router, mux := httpapi.Finds(h, path)
		if found != router {
			t.Errorf("GET %q: %s, by mux %s", path, found, router)
		}
		if !mux {
			quick++
		}
	}
	if quick < len(paths)/4 {
		t.Errorf("%d of %d paths are found without mux", quick, len(paths))
	}
}
