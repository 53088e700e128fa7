package pages

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestTheDashboardsShellNamesItsCode(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	s, err := OpenSite(fstest.MapFS{
		"index.html":                file(`<html><head><!--head--><script type="module" src="/assets/index-1.js"></script></head><body><div id="root"></div></body></html>`),
		"assets/index-1.js":         file(`import("./admin-2.js")`),
		"assets/admin-2.js":         file(`import{a}from"./dashboard-3.js";`),
		"assets/dashboard-3.js":     file(`import"./index-1.js";import{b}from"./icons-4.js";import("./editor-5.js")`),
		"assets/icons-4.js":         file(`export{}`),
		"assets/editor-5.js":        file(`export{}`),
		"assets/dashboard-6.css":    file(`a{}`),
		"assets/dashboard-6.css.gz": file(`a{}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	shell := func(part Part) string { return string(s.Shell(&Head{Part: part}, "https://example.com").Body("")) }
	const link = `<link rel="modulepreload" crossorigin href="/assets/`
	for _, name := range []string{"admin-2.js", "dashboard-3.js", "icons-4.js"} {
		if strings.Count(shell(DashboardPart), link+name) != 1 || strings.Contains(shell(SignInPart), name) {
			t.Errorf("%s: dashboard %s\nsign-in %s", name, shell(DashboardPart), shell(SignInPart))
		}
	}
	if got := shell(DashboardPart); strings.Count(got, "modulepreload") != 3 || strings.Count(got, `href="/assets/dashboard-6.css">`) != 1 || !strings.Contains(got, "</head><body>") {
		t.Error(got)
	}
}
