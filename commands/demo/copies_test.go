// The smaller copies of the demo's pictures, which -update writes anew.

package demo_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"testing"

	"candor/commands/demo"
	"candor/commands/imagefile"
	"candor/events"
)

var updateCopies = flag.Bool("update", false, "write the smaller copies of the demo's pictures anew")

func TestTheSmallerPicturesAreAsTheyWouldBeMadeNow(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: it makes them all")
	}
	shipped, err := demo.Copies()
	if err != nil {
		t.Fatal(err)
	}
	versions, err := fs.Glob(shipped, "v*")
	if err != nil || len(versions) != 1 {
		t.Fatalf("there are copies of the versions %v (%v)", versions, err)
	}
	made := map[string][]byte{}
	content := load(t)
	for name := range content.Alts {
		file, contentType, err := content.Image(name)
		if err != nil {
			t.Fatal(err)
		}
		image, err := imagefile.Clean(t.Context(), contentType, file)
		if err != nil {
			t.Fatal(err)
		}
		sum := fmt.Sprintf("%x", sha256.Sum256(image.Bytes))
		widths := events.Shape{Width: image.Width, Height: image.Height, Animated: image.Animated}.Renditions()
		copies, err := imagefile.Copies(t.Context(), image.ContentType, image.Bytes, widths)
		if err != nil {
			t.Fatal(err)
		}
		for i, width := range widths {
			made[path.Join(versions[0], sum[:2], sum, strconv.Itoa(width))] = copies[i]
		}
	}
	if *updateCopies {
		err = os.RemoveAll("content/copies")
		for name, file := range made {
			name = filepath.Join("content/copies", filepath.FromSlash(name))
			err = errors.Join(err, os.MkdirAll(filepath.Dir(name), 0o750), os.WriteFile(name, file, 0o600))
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	found, err := fs.Glob(shipped, "v*/??/*/*")
	if err != nil || len(found) != len(made) {
		t.Errorf("there are %d copies, %d would be made (%v)", len(found), len(made), err)
	}
	for name, file := range made {
		if got, err := fs.ReadFile(shipped, name); err != nil || !bytes.Equal(got, file) {
			t.Errorf("%s differs (%v): go test ./commands/demo -run %s -update writes all anew", name, err, t.Name())
		}
	}
}
