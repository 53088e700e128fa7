package importer_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"candor/commands/importer"
	"candor/events"
)

func zipped(t *testing.T, files ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = io.WriteString(f, files[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func gzipped(t *testing.T, text []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func tarred(t *testing.T, name string, text []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(text))})
	if err == nil {
		_, err = w.Write(text)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestAnExportInAnArchiveIsOpened(t *testing.T) {
	text := ghostSite(t, map[string]any{"html": `<p>Text.</p><img src="__GHOST_URL__/content/images/2025/lamp.png">`})
	picture := string(pngFile(t, 3))
	const limit = 1 << 20
	gz := gzipped(t, []byte(text))
	for name, c := range map[string]struct {
		file     []byte
		says     string // the error; "": the export is imported
		pictures bool
	}{
		"itself":            {[]byte(text), "", false},
		"a gz":              {gz, "", false},
		"a gz in two parts": {append(gzipped(t, []byte(text[:40])), gzipped(t, []byte(text[40:]))...), "", false},
		"a zip": {zipped(t, "old/data/site.ghost.json", text, "__MACOSX/old/data/._site.json", text, "old/package.json",
			`{"name":"x"}`, "old/members.csv", "id,email"), "", false},
		"a zip with its pictures": {zipped(t, "site.ghost.json", text, "content/images/2025/lamp.png", picture), "", true},
		"a zip with two exports": {zipped(t, "a.xml", wordpressSite(wordpressPost("1", "Text.")), "b.json", text),
			"several exports, a.xml and b.json", false},
		"a zip with none":           {zipped(t, "a.xml", "<a></a>", "../../site.json", "{}"), "the zip holds no export", false},
		"a gz of a tar":             {gzipped(t, tarred(t, "site.json", []byte(text))), "the gz holds a tar: unpack", false},
		"a tar":                     {tarred(t, "site.json", []byte(text)), "this is a tar: unpack", false},
		"a gz of a zip":             {gzipped(t, zipped(t, "site.json", text)), "the gz holds a zip: unpack", false},
		"another kind":              {[]byte("7z\xbc\xaf\x27\x1c..."), "this is a 7z: unpack", false},
		"a gz that is cut short":    {gz[:len(gz)-20], "can't be read", false},
		"a zip that is cut short":   {zipped(t, "site.json", text)[:300], "can't be read", false},
		"a gz that holds too much":  {gzipped(t, bytes.Repeat([]byte(" "), limit+1)), "more than 1048576 bytes", false},
		"a zip that holds too much": {zipped(t, "site.json", text+strings.Repeat(" ", limit)), "more than 1048576 bytes", false},
	} {
		t.Run(name, func(t *testing.T) {
			temporary := t.TempDir()
			t.Setenv("TMPDIR", temporary)
			path := filepath.Join(t.TempDir(), "export")
			if err := os.WriteFile(path, c.file, 0o600); err != nil {
				t.Fatal(err)
			}
			file, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			export, err := importer.Open(file, limit, file.Close)
			if c.says != "" {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("got %v, want %q", err, c.says)
				}
			} else {
				if err != nil {
					t.Fatal(err)
				}
				s := newSite(t)
				report, err := importer.Run(t.Context(), export.File, importer.Config{Handler: s.handler, Now: now, Pictures: export.Pictures,
					BaseURL: "https://old.example"})
				if err != nil || report.Count(importer.Added) != 1 {
					t.Errorf("%v\n%s", err, said(t, report))
				}
				if image := first[events.ArticleCreated](s, "article-1").ImageURL; strings.HasPrefix(image, "/media/") != c.pictures {
					t.Errorf("the picture is %s", image)
				}
				if err := export.Close(); err != nil {
					t.Error(err)
				}
			}
			if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
				t.Errorf("files are left behind: %v %v", left, err)
			}
		})
	}
}
