package pages

import (
	"strings"
	"testing"
	"testing/fstest"

	"candor/events"
)

func TestTheDashboardsShellNamesItsCode(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	s, err := OpenSite(fstest.MapFS{
		"index.html": file(`<html><head><!--head--><link rel="preload" href="/assets/inter-8.woff2" as="font" crossorigin /><script type="module" src="/assets/index-1.js"></script></head><body><div id="root"></div></body></html>`),
		".vite/manifest.json": file(`{
			"index.html": {"file": "assets/index-1.js", "name": "index", "isEntry": true, "css": ["assets/index-7.css"], "dynamicImports": ["src/app/routes/admin.tsx"]},
			"src/app/routes/admin.tsx": {"file": "assets/admin-3.js", "name": "admin", "imports": ["index.html", "_icons-4.js"], "dynamicImports": ["src/editor.tsx"], "css": ["assets/admin-6.css"]},
			"_icons-4.js": {"file": "assets/icons-4.js", "name": "icons", "imports": ["index.html"]},
			"src/editor.tsx": {"file": "assets/editor-5.js", "name": "editor", "isDynamicEntry": true}
		}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	shell := func(part Part) string {
		return string(s.Shell(&Head{Part: part}, "https://example.com", &events.SiteSettings{}, nil).Body(""))
	}
	const link = `<link rel="modulepreload" crossorigin href="/assets/`
	for _, name := range []string{"index-1.js", "admin-3.js", "icons-4.js"} {
		if strings.Count(shell(DashboardPart), link+name) != 1 || strings.Contains(shell(SignInPart), link) {
			t.Errorf("%s: dashboard %s\nsign-in %s", name, shell(DashboardPart), shell(SignInPart))
		}
	}
	if got := shell(DashboardPart); strings.Count(got, "modulepreload") != 3 || strings.Count(got, `href="/assets/admin-6.css">`) != 1 ||
		strings.Contains(got, "index-7.css") || strings.Contains(got, "inter-8") || !strings.Contains(got, "</head><body>") {
		t.Error(got)
	}
}
