// What the dashboard's shell has beyond others: its code is named, so that the browser loads it with the rest, and what it calls first is
// answered.

package pages

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
)

// EarlyAnswer is the answer to a call that the dashboard makes first (webapp/src/lib/early-answers.ts).
type EarlyAnswer struct {
	Body  json.RawMessage `json:"body"`
	Total *int            `json:"total,omitempty"` // of a list
}

// manifestFile is where Vite writes which files each chunk of the web app needs.
const manifestFile = ".vite/manifest.json"

// dashboardChunk is the name of the chunk that the dashboard begins with (webapp/vite.config.ts).
const dashboardChunk = "dashboard"

// chunk is an entry of the manifest.
type chunk struct {
	Name    string   `json:"name"`
	File    string   `json:"file"`
	CSS     []string `json:"css"`
	Imports []string `json:"imports"` // keys of the manifest
}

// dashboardLinks returns the links to the dashboard's scripts, those of every page among them, and to its styles without those that the
// shell has. Its errors are of reading the manifest.
func dashboardLinks(files fs.FS, shell []byte) (scripts, styles []byte, err error) {
	text, err := fs.ReadFile(files, manifestFile)
	if err != nil {
		return nil, nil, err
	}
	var chunks map[string]chunk
	if err := json.Unmarshal(text, &chunks); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", manifestFile, err)
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
	for _, key := range slices.Sorted(maps.Keys(chunks)) {
		if chunks[key].Name == dashboardChunk {
			link(key)
			return scripts, styles, nil
		}
	}
	return nil, nil, fmt.Errorf("%s has no chunk %q", manifestFile, dashboardChunk)
}

// earlyAnswers appends the answers to calls, by their addresses, for the dashboard to read. Marshal escapes what could end the element.
func (h *Head) earlyAnswers(b *bytes.Buffer) {
	if len(h.Answers) == 0 {
		return
	}
	if all, err := json.Marshal(h.Answers); err == nil { // they are JSON
		b.WriteString("\n    <script type=\"application/json\" id=\"early-answers\">" + string(all) + "</script>")
	}
}
