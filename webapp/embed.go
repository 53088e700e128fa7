// Package webapp holds the built web app, embedded into the binary.
//
// `npm run build` writes the site into dist/site: index.html (with the marker
// <!--head--> where the server puts a page's head, and #root where it puts the page) and assets/
// (names carry a hash of their content, so they can be cached for ever); and the app once more into
// build/render.js, as one script with which the server renders pages, of which `make` compiles
// dist/server/render.bin. dist/README.md is committed, so the package compiles before the first build.
package webapp

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Site returns the built web app with index.html at its root. It is false when the web
// app was not built before the binary was.
func Site() (fs.FS, bool) {
	site, err := fs.Sub(dist, "dist/site")
	if err != nil {
		return nil, false
	}
	if _, err := fs.Stat(site, "index.html"); err != nil {
		return nil, false
	}
	return site, true
}

// Script reads the script that renders pages, as the engine's bytecode. Its error is fs.ErrNotExist when the web app was not
// built before the binary was.
func Script() ([]byte, error) { return dist.ReadFile("dist/server/render.bin") }
