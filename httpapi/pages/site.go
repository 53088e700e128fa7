// The shell of the built web app, with which every page begins.

package pages

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"regexp"

	"candor/events"
)

// bareShell is used where the web app was not built, so that heads and links still work.
const bareShell = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <!--head-->
  </head>
  <body>
    <div id="root"></div>
    <p>The web app is not included in this build. The API is available under /api/.</p>
  </body>
</html>
`

const (
	headMarker = "<!--head-->"
	rootMarker = `<div id="root"></div>`
)

// Site is the built web app. It is read-only once opened.
type Site struct {
	ScriptHashes []string // "sha256-…" of the shell's inline scripts, for the Content-Security-Policy

	assets        map[string]*Asset // by path without a leading slash
	before, after []byte            // the shell around head and body
	between       []byte
	dashboard     []byte // between, with the dashboard's part of the head
}

// OpenSite reads the shell and lists the files of the web app. files may be nil.
func OpenSite(files fs.FS) (*Site, error) {
	s := &Site{assets: map[string]*Asset{}}
	shell := []byte(bareShell)
	if files != nil {
		var err error
		if shell, err = fs.ReadFile(files, "index.html"); err != nil {
			return nil, fmt.Errorf("web app: %w", err)
		}
		if s.assets, err = openAssets(files); err != nil {
			return nil, fmt.Errorf("web app: %w", err)
		}
	}
	before, rest, ok := bytes.Cut(shell, []byte(headMarker))
	between, after, found := bytes.Cut(rest, []byte(rootMarker))
	if !ok || !found {
		return nil, errors.New("web app: index.html must contain " + headMarker + " and, after it, " + rootMarker)
	}
	s.before, s.between, s.after, s.dashboard = before, between, after, between
	s.ScriptHashes = inlineScripts(shell)
	if files != nil {
		scripts, styles, err := dashboardLinks(files, shell)
		if err != nil {
			return nil, fmt.Errorf("web app: %w", err)
		}
		// Typefaces wait until its scripts are there. Its styles come last, since they override the shell's.
		s.dashboard = append(scripts,
			bytes.Replace(fontPreload.ReplaceAll(between, nil), []byte("</head>"), append(styles, "  </head>"...), 1)...)
	}
	return s, nil
}

// Shell returns a page that the browser renders, of a site as readers see it. begin are the answers that it is rendered
// from at once, by their addresses. Where JavaScript is off, it says what it needs.
func (s *Site) Shell(h *Head, origin string, site *events.SiteSettings, begin map[string]json.RawMessage) *Document {
	var b bytes.Buffer
	b.Grow(len(s.before) + len(s.between) + len(s.after) + 8192)
	language := site.Language
	if h.Part == DashboardPart || h.Part == SignInPart { // its words are the interface's
		language = interfaceLanguage
	}
	b.Write(s.beforeIn(language))
	h.write(&b, origin, site)
	b.WriteString(noScriptStyle)
	if h.Part == DashboardPart {
		b.Write(s.dashboard)
	} else {
		b.Write(s.between)
	}
	b.WriteString(rootMarker)
	h.noScript(&b, site.Name)
	writeData(&b, "site-data", begin)
	writeData(&b, "early-answers", h.Answers)
	b.Write(s.after)
	return NewDocument(origin, b.Bytes())
}

// interfaceLanguage is the language of the web app's own words.
const interfaceLanguage = "en"

// htmlElement begins the shell's element html.
const htmlElement = `<html lang="` + interfaceLanguage + `"`

// beforeIn returns the shell's beginning in a language.
func (s *Site) beforeIn(language string) []byte {
	if language == "" || language == interfaceLanguage {
		return s.before
	}
	return bytes.Replace(s.before, []byte(htmlElement), []byte(`<html lang="`+html.EscapeString(language)+`"`), 1)
}

// writeData appends values to b, by their names, as the JSON of a script element. Marshal escapes what could end the element.
func writeData[T any](b *bytes.Buffer, id string, values map[string]T) {
	if len(values) == 0 {
		return
	}
	if all, err := json.Marshal(values); err == nil { // they are JSON
		b.WriteString("\n    <script type=\"application/json\" id=\"" + id + "\">" + string(all) + "</script>")
	}
}

var (
	fontPreload   = regexp.MustCompile(`\s*<link rel="preload"[^>]*\bas="font"[^>]*>`)
	scriptElement = regexp.MustCompile(`(?is)<script\b([^>]*)>(.*?)</script>`)
	dataScript    = regexp.MustCompile(`(?i)\btype\s*=\s*["']?(application|text)/(ld\+)?(json|plain)`)
	hasSource     = regexp.MustCompile(`(?i)\bsrc\s*=`)
)

// inlineScripts returns the hashes of the scripts that run from the shell itself.
func inlineScripts(shell []byte) []string {
	var hashes []string
	for _, m := range scriptElement.FindAllSubmatch(shell, -1) {
		if !hasSource.Match(m[1]) && !dataScript.Match(m[1]) {
			sum := sha256.Sum256(m[2])
			hashes = append(hashes, "sha256-"+base64.StdEncoding.EncodeToString(sum[:]))
		}
	}
	return hashes
}
