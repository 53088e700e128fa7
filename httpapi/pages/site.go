// The shell of the built web app, with which every page begins.

package pages

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
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

// Shell returns a page that the browser renders. Where JavaScript is off, it says what it needs.
func (s *Site) Shell(h *Head, origin string) *Document {
	var b bytes.Buffer
	b.Grow(len(s.before) + len(s.between) + len(s.after) + 4096)
	b.Write(s.before)
	h.write(&b, origin)
	b.WriteString(noScriptStyle)
	if h.Part == DashboardPart {
		b.Write(s.dashboard)
	} else {
		b.Write(s.between)
	}
	b.WriteString(rootMarker)
	h.noScript(&b)
	h.earlyAnswers(&b)
	b.Write(s.after)
	return NewDocument(origin, b.Bytes())
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
