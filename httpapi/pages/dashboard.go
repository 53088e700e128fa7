// The dashboard's shell: it links the dashboard's code, so that the browser loads it with the page, and holds the answers to its first
// calls.

package pages

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
)

// EarlyAnswer is the answer to a call that the dashboard makes first (webapp/src/lib/early-answers.ts).
type EarlyAnswer struct {
	Body  json.RawMessage `json:"body"`
	Total *int            `json:"total,omitempty"` // of a list
}

// manifestFile is where Vite writes the files that each chunk of the web app needs.
const manifestFile = ".vite/manifest.json"

// dashboardEntry is the manifest's key of the dashboard's code.
const dashboardEntry = "src/app/routes/admin.tsx"

// chunk is an entry of the manifest.
type chunk struct {
	File    string   `json:"file"`
	CSS     []string `json:"css"`
	Imports []string `json:"imports"` // keys of the manifest
}

// dashboardLinks returns the links to the dashboard's scripts, those of every page among them, and to its styles without those that the
// shell has. Its errors are those of reading the manifest.
func dashboardLinks(files fs.FS, shell []byte) (scripts, styles []byte, err error) {
	text, err := fs.ReadFile(files, manifestFile)
	if err != nil {
		return nil, nil, err
	}
	var chunks map[string]chunk
	if err := json.Unmarshal(text, &chunks); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", manifestFile, err)
	}
	if _, ok := chunks[dashboardEntry]; !ok {
		return nil, nil, fmt.Errorf("%s lacks %s", manifestFile, dashboardEntry)
	}
	seen := map[string]bool{}
	var link func(key string)
	link = func(key string) {
		if seen[key] {
			return
		}
		seen[key] = true
		c := chunks[key]
		for _, imported := range c.Imports {
			link(imported)
		}
		scripts = append(scripts, `    <link rel="modulepreload" crossorigin href="/`+c.File+"\">\n"...)
		if bytes.Contains(shell, []byte(c.File)) {
			return
		}
		for _, name := range c.CSS {
			styles = append(styles, `    <link rel="stylesheet" crossorigin href="/`+name+"\">\n"...)
		}
	}
	link(dashboardEntry)
	return scripts, styles, nil
}
