// site: the built web app: the shell that every page begins with, and its files.

package httpapi

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"candor/httpapi/respond"
)

// bareShell stands in for a web app that was not built, so that heads and links still work.
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

// site is read-only once opened.
type site struct {
	files         fs.FS
	assets        map[string]*asset // by path without leading slash
	before, after []byte            // the shell around head and body
	between       []byte
	scriptHashes  []string // of the shell's inline scripts, for the Content-Security-Policy
}

// openSite reads the shell and lists the files of the web app. files may be nil.
func openSite(files fs.FS) (*site, error) {
	s := &site{files: files, assets: map[string]*asset{}}
	shell := []byte(bareShell)
	if files != nil {
		var err error
		if shell, err = fs.ReadFile(files, "index.html"); err != nil {
			return nil, fmt.Errorf("httpapi: web app: %w", err)
		}
		if err := s.list(); err != nil {
			return nil, fmt.Errorf("httpapi: web app: %w", err)
		}
	}
	before, rest, ok := bytes.Cut(shell, []byte(headMarker))
	between, after, found := bytes.Cut(rest, []byte(rootMarker))
	if !ok || !found {
		return nil, errors.New("httpapi: web app: index.html must hold " + headMarker + " and, after it, " + rootMarker)
	}
	s.before, s.between, s.after = before, between, after
	s.scriptHashes = inlineScripts(shell)
	return s, nil
}

// shell is a page that the browser renders.
func (s *site) shell(h *head, origin string) *document {
	var b bytes.Buffer
	b.Grow(len(s.before) + len(s.between) + len(s.after) + 2048)
	b.Write(s.before)
	h.write(&b, origin)
	b.Write(s.between)
	b.WriteString(rootMarker)
	b.Write(s.after)
	return newDocument(origin, b.Bytes())
}

var (
	scriptElement = regexp.MustCompile(`(?is)<script\b([^>]*)>(.*?)</script>`)
	dataScript    = regexp.MustCompile(`(?i)\btype\s*=\s*["']?(application|text)/(ld\+)?(json|plain)`)
	hasSource     = regexp.MustCompile(`(?i)\bsrc\s*=`)
)

// inlineScripts returns the hashes of the scripts that run from the shell itself: "sha256-…".
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

// asset is one file of the web app.
type asset struct {
	name     string
	kind     string // Content-Type
	hash     string // of its bytes, for the ETag
	hashed   bool   // its name carries a hash: cached for ever
	packable bool   // text, worth compressing
	ready    string // name of the compressed variant that the build made; ""

	once   sync.Once
	packed []byte // compressed on the first demand; nil: not worth it
}

// kinds are the types of files that a web app is made of; the system's own table is not asked,
// since it differs from one machine to the next.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".json": "application/json", ".map": "application/json",
	".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8", ".xml": "application/xml",
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp",
	".avif": "image/avif", ".gif": "image/gif", ".ico": "image/x-icon", ".woff2": "font/woff2", ".woff": "font/woff",
	".wasm": "application/wasm", ".mp4": "video/mp4", ".pdf": "application/pdf",
}

// list notes every file but the shell.
func (s *site) list() error {
	return fs.WalkDir(s.files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "index.html" || path.Ext(name) == ".gz" || path.Ext(name) == ".br" {
			return err
		}
		hash, size, err := hashFile(s.files, name)
		if err != nil {
			return err
		}
		a := &asset{name: name, kind: kinds[strings.ToLower(path.Ext(name))], hash: hash, hashed: strings.HasPrefix(name, "assets/")}
		if a.kind == "" {
			a.kind = "application/octet-stream"
		}
		a.packable = size > 1024 && (strings.HasPrefix(a.kind, "text/") || strings.Contains(a.kind, "json") || strings.Contains(a.kind, "xml"))
		if _, err := fs.Stat(s.files, name+".gz"); err == nil {
			a.ready = name + ".gz"
		}
		s.assets[name] = a
		return nil
	})
}

// hashFile reads a file piece by piece, since the files together are larger than the rest of an idle server.
func hashFile(files fs.FS, name string) (hash string, size int64, err error) {
	f, err := files.Open(name)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	sum := sha256.New()
	if size, err = io.Copy(sum, f); err != nil {
		return "", 0, err
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), size, nil
}

// roots are the patterns under which the files lie: "/favicon.svg", "/assets/{rest:.+}".
func (s *site) roots() []string {
	seen := map[string]bool{}
	for name := range s.assets {
		if folder, _, inside := strings.Cut(name, "/"); inside {
			seen["/"+folder+"/{rest:.+}"] = true
		} else {
			seen["/"+name] = true
		}
	}
	patterns := make([]string, 0, len(seen))
	for p := range seen {
		patterns = append(patterns, p)
	}
	slices.Sort(patterns)
	return patterns
}

// compressed returns the file's gzip form, nil when there is no use in it.
func (a *asset) compressed(files fs.FS) []byte {
	a.once.Do(func() {
		if a.ready != "" {
			a.packed, _ = fs.ReadFile(files, a.ready) // unreadable: the plain file will do
			return
		}
		data, err := fs.ReadFile(files, a.name)
		if err != nil || !a.packable {
			return
		}
		var b bytes.Buffer
		w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if err != nil {
			return
		}
		if _, err = w.Write(data); err == nil && w.Close() == nil && b.Len() < len(data) {
			a.packed = b.Bytes()
		}
	})
	return a.packed
}

// getAsset answers with a file of the web app: GET /assets/… and the files beside index.html.
func getAsset(x *exchange) error {
	a := x.site.assets[strings.TrimPrefix(x.request.URL.Path, "/")]
	if a == nil {
		return notFound("File")
	}
	h := x.Header()
	x.set("Content-Type", a.kind)
	h["Cache-Control"] = publicCache
	if a.hashed {
		h["Cache-Control"] = immutableCache
	}
	etag := `"` + a.hash + `"`
	if a.packable || a.ready != "" {
		h["Vary"] = varyEncoding
		if packed := a.compressed(x.site.files); packed != nil && respond.AcceptsGzip(x.request.Header["Accept-Encoding"]) && x.request.Header["Range"] == nil {
			x.set("Etag", `"`+a.hash+`-gzip"`)
			h["Content-Encoding"] = gzipEncoding
			http.ServeContent(x, x.request, "", time.Time{}, bytes.NewReader(packed))
			return nil
		}
	}
	file, err := x.site.files.Open(a.name)
	if err != nil {
		return err
	}
	defer file.Close()
	content, ok := file.(io.ReadSeeker)
	if !ok {
		data, err := io.ReadAll(file)
		if err != nil {
			return err
		}
		content = bytes.NewReader(data)
	}
	x.set("Etag", etag)
	http.ServeContent(x, x.request, "", time.Time{}, content)
	return nil
}
