// What the dashboard's shell has beyond others: its code is named, so that the browser loads it with the rest, and what it calls first is
// answered.

package pages

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// EarlyAnswer is the answer to a call that the dashboard makes first (webapp/src/lib/early-answers.ts).
type EarlyAnswer struct {
	Body  json.RawMessage `json:"body"`
	Total *int            `json:"total,omitempty"` // of a list
}

// dashboardChunk begins the names of the dashboard's first script (webapp/src/app/routes/admin.tsx) and dashboardStyles that of its styles.
const (
	dashboardChunk  = "assets/admin-"
	dashboardStyles = "assets/dashboard-"
)

// chunkImport finds what a built script imports before it runs.
var chunkImport = regexp.MustCompile(`\b(?:from|import)"\./([\w.-]+\.js)"`)

// dashboardLinks returns the links to the dashboard's styles and scripts, as far as the shell has none. Its error is of reading files.
func dashboardLinks(files fs.FS, assets map[string]*Asset, shell []byte) ([]byte, error) {
	var b bytes.Buffer
	seen := map[string]bool{}
	var preload func(name string) error
	preload = func(name string) error {
		if seen[name] || assets[name] == nil || bytes.Contains(shell, []byte(name)) {
			return nil
		}
		seen[name] = true
		b.WriteString(`    <link rel="modulepreload" crossorigin href="/` + name + "\">\n")
		script, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		for _, found := range chunkImport.FindAllSubmatch(script, -1) {
			if err := preload(path.Join(path.Dir(name), string(found[1]))); err != nil {
				return err
			}
		}
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(assets)) {
		switch {
		case strings.HasPrefix(name, dashboardStyles) && path.Ext(name) == ".css":
			b.WriteString(`    <link rel="stylesheet" crossorigin href="/` + name + "\">\n")
		case strings.HasPrefix(name, dashboardChunk) && path.Ext(name) == ".js":
			if err := preload(name); err != nil {
				return nil, err
			}
		}
	}
	return b.Bytes(), nil
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
