package importer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"candor/commands/importer"
	"candor/events"
)

// pngFile is a picture of one shade.
func pngFile(t testing.TB, shade uint8) []byte {
	t.Helper()
	picture := image.NewGray(image.Rect(0, 0, 6, 4))
	for i := range picture.Pix {
		picture.Pix[i] = shade
	}
	picture.Set(0, 0, color.Gray{Y: 255 - shade})
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// folderWith is a folder with files.
func folderWith(t *testing.T, files map[string][]byte) string {
	t.Helper()
	folder := t.TempDir()
	for name, body := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, body, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// picturesIn makes an import take the pictures of a folder.
func picturesIn(t *testing.T, folder string) func(*importer.Config) {
	t.Helper()
	root, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return func(c *importer.Config) { c.Pictures = []fs.FS{root.FS()} }
}

// described is a stored picture as the library has it.
type described struct {
	address string
	events.MediaDescription
}

// stored returns the site's pictures by the names of their files.
func (s *site) stored() map[string]described {
	s.t.Helper()
	all, types := map[string]described{}, map[string]string{}
	err := s.log.ReadAll(context.Background(), 0, 1<<20, func(r events.Recorded) error {
		e, err := r.Decode()
		if stored, ok := e.(events.MediaStored); ok {
			types[stored.SHA256] = stored.ContentType
		}
		return err
	})
	for hash, contentType := range types {
		d, failed := s.handler.Pictures.PictureDescription(context.Background(), hash)
		if failed != nil {
			err = failed
		}
		all[d.Name] = described{events.MediaAddress(hash, contentType), d}
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

// first returns the first event of a stream.
func first[T any](s *site, stream string) (first T) {
	s.t.Helper()
	if err := s.log.Load(context.Background(), stream, 0, func(r events.Recorded) error {
		if r.Revision == 0 {
			return json.Unmarshal(r.Data, &first)
		}
		return nil
	}); err != nil {
		s.t.Fatal(err)
	}
	return first
}

func counts(t *testing.T, r *importer.Report, taken, refused, left int) {
	t.Helper()
	if got, want := r.Pictures.Counts(), (importer.PictureCounts{Taken: taken, Refused: refused, Left: left}); got != want {
		t.Errorf("the pictures are %+v, want %+v\n%s", got, want, said(t, r))
	}
}

func TestPicturesBesideAWordPressExportAreTakenAlong(t *testing.T) {
	attachment := func(id, name, alt, caption string) string {
		return `<item><title>x</title><excerpt:encoded>` + caption + `</excerpt:encoded><wp:post_id>` + id +
			`</wp:post_id><wp:status>inherit</wp:status><wp:post_type>attachment</wp:post_type>` +
			`<wp:attachment_url>https://old.example/wp-content/uploads/` + name +
			`</wp:attachment_url><wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>` + alt +
			`</wp:meta_value></wp:postmeta></item>`
	}
	text := strings.Replace(post("Pictures", `<p>Before.</p>
<figure><a href="https://www.old.example/wp-content/uploads/2024/03/inside.png"><img src="https://old.example/wp-content/uploads/2024/03/inside-1024x683.png" alt="The inside"></a><figcaption>As it <b>should</b> be</figcaption></figure>
[caption id="x"]<img src="/wp-content/uploads/plain.png"> With a [sic] caption[/caption]
<figure><img src="http://old.example/wp-content/uploads/linked%20one.png"><figcaption>By <a href="https://photos.example/">Una</a></figcaption></figure>
<img src="https://elsewhere.example/wp-content/uploads/plain.png"> <img src="/wp-content/uploads/lost.png"> <img src="/wp-content/uploads/broken.png" alt="Broken">
<img src="/wp-content/uploads/2024/03/inside.png"><img src="/%2e%2e/secret.png"><img src="/wp-content/uploads/out.png">
<p>After.</p>`), "<wp:post_type>post",
		`<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>20</wp:meta_value></wp:postmeta><wp:post_type>post`, 1)
	text = strings.Replace(text, "<rss", `<rss xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"`, 1)
	text = strings.Replace(text, "</channel>", attachment("20", "main-scaled.png", "A kettle", "On &lt;i&gt;the&lt;/i&gt; stove")+
		attachment("21", "plain.png", "Plain", "Unlike below")+attachment("22", "unused.png", "", "")+"</channel>", 1)
	folder := folderWith(t, map[string][]byte{
		"export/wp-content/uploads/2024/03/inside.png": pngFile(t, 1), "export/uploads/plain.png": pngFile(t, 2),
		"export/wp-content/uploads/linked one.png": pngFile(t, 3),
		"export/wp-content/uploads/broken.png":     []byte("<html>not found</html>"), "export/wp-content/uploads/main-scaled.png": pngFile(t, 4),
		"export/wp-content/uploads/unused.png": pngFile(t, 5), "secret.png": pngFile(t, 6),
	})
	if err := os.Symlink(filepath.Join(folder, "secret.png"), filepath.Join(folder, "export/wp-content/uploads/out.png")); err != nil {
		t.Fatal(err)
	}
	beside := picturesIn(t, filepath.Join(folder, "export"))
	s := newSite(t)
	before := s.head()
	planned := s.imports(text, beside, dry)
	counts(t, planned, 4, 2, 1)
	if s.head() != before {
		t.Error("the dry run stored something")
	}
	report := s.imports(text, beside)
	counts(t, report, 4, 2, 1)
	if p, r := planned.Items[0].Notes, report.Items[0].Notes; strings.Join(p, "\n") != strings.Join(r, "\n") {
		t.Errorf("the dry run noted %q, the import %q", p, r)
	}
	for _, want := range []string{"uploads/broken.png was not taken: ", "uploads/out.png was not taken: it can't be read",
		"1  attachment: no imported post shows it", "4 taken, 2 refused, 1 left"} {
		if !strings.Contains(said(t, report), want) {
			t.Errorf("the report doesn't say %q:\n%s", want, said(t, report))
		}
	}

	all := s.stored()
	if len(all) != 4 {
		t.Errorf("stored: %v", all)
	}
	for name, want := range map[string][2]string{"main-scaled.png": {"A kettle", "On the stove"},
		"inside.png": {"The inside", "As it should be"}, "plain.png": {"Plain", "With a [sic] caption"}, "linked one.png": {"", ""}} {
		if d := all[name]; d.Alt != want[0] || d.Caption != want[1] {
			t.Errorf("%s is described as %+v, want %q", name, d, want)
		}
	}
	article := first[events.ArticleCreated](s, "article-1")
	if article.ImageURL != all["main-scaled.png"].address {
		t.Errorf("the main picture is %s", article.ImageURL)
	}
	inside := all["inside.png"].address
	want := strings.Join([]string{"Before.", "![The inside](" + inside + ")", "![](" + all["plain.png"].address + ")",
		"![](" + all["linked one.png"].address + ")", "By [Una](https://photos.example/)",
		"![](https://elsewhere.example/wp-content/uploads/plain.png)", "![](https://old.example/wp-content/uploads/lost.png)",
		"![Broken](https://old.example/wp-content/uploads/broken.png)",
		"![](" + inside + ")", "![](https://old.example/%2e%2e/secret.png)", "![](https://old.example/wp-content/uploads/out.png)", "After."},
		"\n\n")
	if article.Content != want {
		t.Errorf("the text is\n%s\n\nwant\n%s", article.Content, want)
	}

	// Whoever edits a description keeps it when the file is imported again.
	hash, none := events.PictureIn(inside), ""
	if _, err := s.handler.Pictures.DescribePicture(context.Background(), admin, hash, nil, events.MediaChanges{Alt: &none}); err != nil {
		t.Fatal(err)
	}
	after := s.head()
	again := s.imports(text, beside)
	if s.head() != after || again.Count(importer.Present) != 1 {
		t.Errorf("the second import appended something:\n%s", said(t, again))
	}
}

func TestPicturesBesideAGhostExportAreTakenAlong(t *testing.T) {
	text := strings.Replace(file(t, "ghost.json"), `"meta_title":null}`,
		`"meta_title":null,"feature_image_alt":"A fridge","feature_image_caption":"Photo by <a href=\"https://photos.example/\">Una</a>"}`, 1)
	text = strings.Replace(text, "__GHOST_URL__/content/images/2025/01/inside.jpg",
		"__GHOST_URL__/content/images/size/w600/2025/01/inside.jpg", 1)
	for name, folder := range map[string]string{"Ghost's folder": "content/images/2025/01/", "the folder of images": "images/2025/01/",
		"what is in it": "2025/01/"} {
		t.Run(name, func(t *testing.T) {
			beside := picturesIn(t, folderWith(t, map[string][]byte{folder + "inside.jpg": pngFile(t, 1), folder + "fridge.jpg": pngFile(t, 2)}))
			s := newSite(t)
			counts(t, s.imports(text, beside), 2, 0, 0)
			all := s.stored()
			if d := all["fridge.jpg"]; d.Alt != "A fridge" || d.Caption != "Photo by Una" ||
				first[events.ArticleCreated](s, "article-1").ImageURL != d.address {
				t.Errorf("the main picture: %+v", d)
			}
			if d := all["inside.jpg"]; d.Alt != "Inside" ||
				!strings.Contains(first[events.ArticleCreated](s, "article-1").Content, "![Inside]("+d.address+")") {
				t.Errorf("the picture in the text: %+v", d)
			}
		})
	}
}

// Pictures of a text that breaks a rule would be shown nowhere.
func TestNoPictureOfARefusedItemIsTaken(t *testing.T) {
	s := newSite(t)
	text := post("Long", `<img src="/a.png">`+strings.Repeat("word ", 60_000))
	counts(t, s.imports(text, picturesIn(t, folderWith(t, map[string][]byte{"a.png": pngFile(t, 1)}))), 0, 0, 0)
	if all := s.stored(); len(all) > 0 {
		t.Errorf("stored: %v", all)
	}
}
