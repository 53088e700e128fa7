// The files of the web app beside its shell.

package pages

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"candor/httpapi/respond"
)

// Asset is one file of the web app.
type Asset struct {
	ContentType string
	Hash        string           // of its bytes, for the ETag
	Hashed      bool             // its name contains a hash, so that it never changes
	Codings     []respond.Coding // that the build has compressed it in, the smallest first

	files fs.FS
	name  string
}

// endings are those of the files with the compressed forms of others (webapp/compress.mjs), the smallest first.
var endings = []struct {
	coding respond.Coding
	ending string
}{{respond.Brotli, ".br"}, {respond.Gzip, ".gz"}}

// contentTypes are the types of files that a web app consists of. The system's own table differs from one machine to the next.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".json": "application/json", ".map": "application/json",
	".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8", ".xml": "application/xml",
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp",
	".avif": "image/avif", ".gif": "image/gif", ".ico": "image/x-icon", ".woff2": "font/woff2", ".woff": "font/woff",
	".wasm": "application/wasm", ".mp4": "video/mp4", ".pdf": "application/pdf",
}

// openAssets returns every file but the shell and the manifest, by path without a leading slash.
func openAssets(files fs.FS) (map[string]*Asset, error) {
	assets := map[string]*Asset{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "index.html" || name == manifestFile || path.Ext(name) == ".gz" || path.Ext(name) == ".br" {
			return err
		}
		assets[name], err = newAsset(files, name)
		return err
	})
	return assets, err
}

func newAsset(files fs.FS, name string) (*Asset, error) {
	hash, err := hashFile(files, name)
	if err != nil {
		return nil, err
	}
	a := &Asset{files: files, name: name, ContentType: contentTypes[strings.ToLower(path.Ext(name))], Hash: hash,
		Hashed: strings.HasPrefix(name, "assets/")}
	if a.ContentType == "" {
		a.ContentType = "application/octet-stream"
	}
	for _, e := range endings {
		if _, err := fs.Stat(files, name+e.ending); err == nil {
			a.Codings = append(a.Codings, e.coding)
		}
	}
	return a, nil
}

// hashFile reads a file piece by piece, since the files together are larger than the rest of an idle server.
func hashFile(files fs.FS, name string) (string, error) {
	f, err := files.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err = io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

// Asset returns the file at the path of a URL, nil where there is none.
func (s *Site) Asset(urlPath string) *Asset { return s.assets[strings.TrimPrefix(urlPath, "/")] }

// AssetPatterns returns the patterns of the files' paths: "/favicon.svg", "/assets/{rest:.+}".
func (s *Site) AssetPatterns() []string {
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

// Open returns the file's content in one of its codings.
func (a *Asset) Open(coding respond.Coding) (io.ReadSeekCloser, error) {
	name := a.name
	for _, e := range endings {
		if e.coding == coding {
			name += e.ending
		}
	}
	file, err := a.files.Open(name)
	if err != nil {
		return nil, err
	}
	if content, ok := file.(io.ReadSeekCloser); ok {
		return content, nil
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	return withoutClose{bytes.NewReader(data)}, err
}

type withoutClose struct{ io.ReadSeeker }

func (withoutClose) Close() error { return nil }
