// The memory that the process takes for the largest pictures, as the system counts it.

package imagefile_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"candor/commands/imagefile"
)

// pictureFolder, if it is set, makes this test binary a process that works on all pictures in a folder and prints how much memory that
// took.
const pictureFolder = "CANDOR_TEST_PICTURES"

// noisy fills pixels with noise, which takes encoders most.
func noisy(pix []byte) {
	random := rand.NewChaCha8([32]byte{1})
	_, _ = random.Read(pix)
}

func TestTheLargestPicturesTakeNoMoreThanTheirBudget(t *testing.T) {
	if dir := os.Getenv(pictureFolder); dir != "" {
		workOn(t, dir)
		return
	}
	if testing.Short() {
		t.Skip("make nightly runs it: the largest pictures take a minute")
	}
	if raced {
		t.Skip("the race detector takes memory of its own: make nightly runs it without")
	}
	dir := t.TempDir()
	keep := func(name string, file []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tall := image.NewYCbCr(image.Rect(0, 0, 2400, 16_384), image.YCbCrSubsampleRatio420)
	keep("tall.jpeg", encoded(t, "image/jpeg", tall))
	wide := image.NewYCbCr(image.Rect(0, 0, 7700, 5190), image.YCbCrSubsampleRatio420)
	keep("large.jpeg", encoded(t, "image/jpeg", wide))
	keep("progressive.jpeg", scans(t, 4400, 4400, 30, make([]byte, 550*550/4)...))
	keep("shallow.png", emptyPNG(t, 16_384, 1700, 8, 6))
	keep("deep.png", emptyPNG(t, 3800, 3800, 16, 6))
	keep("grey.png", emptyPNG(t, 16_384, 700, 16, 0))
	keep("true.png", emptyPNG(t, 4900, 4900, 8, 2))
	stored := image.NewNRGBA(image.Rect(0, 0, 2400, 2400)) // as large as what is stored, of noise, and with a corner that can be seen through
	noisy(stored.Pix)
	for i := 3; i < len(stored.Pix); i += 4 {
		stored.Pix[i] = 255
	}
	stored.Pix[3] = 0
	keep("noise.png", encoded(t, "image/png", stored))
	var moving bytes.Buffer
	if err := gif.Encode(&moving, image.NewPaletted(image.Rect(0, 0, 6300, 6300), color.Palette{color.Black, color.White}), nil); err != nil {
		t.Fatal(err)
	}
	keep("large.gif", moving.Bytes())
	keep("large.webp", lossyWebP(t, patched(2500, 1600)))

	command := exec.Command(os.Args[0], "-test.run=^TestTheLargestPicturesTakeNoMoreThanTheirBudget$", "-test.v")
	command.Env = append(os.Environ(), pictureFolder+"="+dir, "GOGC=100")
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Logf("%s", out)
	const budget = 200 // MiB
	found := false
	for line := range strings.Lines(string(out)) {
		name, number, ok := strings.Cut(strings.TrimSpace(line), " took MiB: ")
		if !ok {
			continue
		}
		found = true
		if n, err := strconv.Atoi(number); err != nil || n > budget {
			t.Errorf("%s took %s MiB; a picture may take %d", name, number, budget)
		}
	}
	if !found {
		t.Errorf("nothing was measured: %s", out)
	}
}

// workOn does with every picture what an upload does, and what happens to a stored one.
func workOn(t *testing.T, dir string) {
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range files {
		file, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		kind := "image/" + strings.TrimPrefix(filepath.Ext(entry.Name()), ".")
		debug.FreeOSMemory()
		before, began := anonymous(t), time.Now()
		most, stop, stopped := before, make(chan struct{}), make(chan struct{})
		go func() {
			defer close(stopped)
			for {
				most = max(most, anonymous(t))
				select {
				case <-stop:
					return
				case <-time.After(3 * time.Millisecond):
				}
			}
		}()
		got, cleanErr := imagefile.Clean(t.Context(), kind, file)
		cleaned := time.Since(began)
		_, copyErr := imagefile.Copies(t.Context(), kind, file, []int{1600})
		close(stop)
		<-stopped
		fmt.Printf("%s: cleaned in %v (%v), copied in %v (%v)\n", entry.Name(), cleaned.Round(time.Millisecond), cleanErr,
			(time.Since(began) - cleaned).Round(time.Millisecond), copyErr)
		if entry.Name() == "large.jpeg" && (got.Width != imagefile.MaxSide || copyErr != nil) {
			t.Errorf("a photo of 40 megapixels is %d pixels wide, copies: %v", got.Width, copyErr)
		}
		fmt.Printf("%s took MiB: %d\n", entry.Name(), (most-before)>>10)
	}
}

// anonymous returns how much memory the process holds that is no file's, in KiB.
func anonymous(t *testing.T) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Error(err)
		return 0
	}
	_, after, _ := strings.Cut(string(status), "RssAnon:")
	number, _, _ := strings.Cut(strings.TrimSpace(after), " ")
	n, err := strconv.Atoi(number)
	if err != nil {
		t.Error(err)
	}
	return n
}
