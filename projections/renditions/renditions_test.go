package renditions_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"candor/events"
	"candor/projections"
	"candor/projections/internal/modeltest"
	"candor/projections/renditions"
)

var version = "v" + strconv.Itoa(renditions.Version)

var errBroken = errors.New("broken")

// copier makes copies of ten bytes a width, and none of a width that a picture's bytes name.
type copier struct {
	mu     sync.Mutex
	made   []string      // the pictures' bytes
	began  chan struct{} // if it isn't nil: takes a value when a picture is begun,
	resume chan struct{} // and gives one before it is done
	mended bool          // broken pictures are copied, too
	during func(file string)
}

func (c *copier) mend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.mended = true
}

func (c *copier) copies(_ context.Context, _ string, file []byte, widths []int) ([][]byte, error) {
	if c.began != nil {
		c.began <- struct{}{}
		<-c.resume
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made = append(c.made, string(file))
	if c.during != nil {
		c.during(string(file))
	}
	if strings.HasPrefix(string(file), "broken") && !c.mended {
		return nil, errBroken
	}
	all := make([][]byte, len(widths))
	for i, width := range widths {
		if !strings.Contains(string(file), strconv.Itoa(width)) {
			all[i] = webp(width)
		}
	}
	return all, nil
}

// reason says why a picture can't be copied.
func reason(err error) string {
	if errors.Is(err, errBroken) {
		return "It is broken."
	}
	return ""
}

func (c *copier) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.made)
}

// webp begins as a copy in a width does, and is as long as it says.
func webp(width int) []byte {
	file := append([]byte("RIFF    WEBP"), make([]byte, width/10)...)
	binary.LittleEndian.PutUint32(file[4:], uint32(len(file)-8))
	return file
}

// lines collects what is logged.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// gallery is a store beside a log.
type gallery struct {
	testing.TB
	*renditions.Store
	dir    string
	log    *modeltest.Log
	models *projections.Models
	copier *copier
	ships  fstest.MapFS
	told   *lines
	stop   func()
}

func newGallery(t *testing.T) *gallery {
	log := modeltest.NewLog()
	g := &gallery{TB: t, dir: filepath.Join(t.TempDir(), "renditions"), log: log, models: modeltest.Open(t, modeltest.MemDir(t), log),
		copier: &copier{}}
	t.Cleanup(func() { g.stop() })
	g.start()
	return g
}

// start opens the store and lets it work.
func (g *gallery) start() {
	g.Helper()
	g.Store = opened(g)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { g.Run(ctx) })
	g.stop = func() { cancel(); running.Wait() }
}

// opened returns the gallery's store, which makes nothing yet.
func opened(g *gallery) *renditions.Store {
	g.Helper()
	g.told = &lines{}
	store, err := renditions.Open(renditions.Config{Dir: g.dir, Media: g.models.Media, Copies: g.copier.copies, Reason: reason,
		Shipped: g.ships, Logger: zerolog.New(g.told)})
	if err != nil {
		g.Fatal(err)
	}
	return store
}

// upload stores a picture of 1,000 pixels in width, which has three copies.
func (g *gallery) upload(file string) (sha string) {
	g.Helper()
	sum := sha256.Sum256([]byte(file))
	sha = hex.EncodeToString(sum[:])
	modeltest.Seen(g, g.log.Append(g, events.MediaStream(sha), events.MediaStored{
		MediaChunk: events.MediaChunk{SHA256: sha, ContentType: "image/png", Size: len(file), Chunks: 1, Width: 1000, Height: 10},
		Bytes:      []byte(file),
	}), g.models.Media)
	return sha
}

func (g *gallery) removePicture(sha string) {
	g.Helper()
	modeltest.Seen(g, g.log.Append(g, events.PictureStream(sha), events.MediaRemoved{SHA256: sha, ContentType: "image/png"}), g.models.Media)
}

// afterAMinute checks that something is so once the store has had a minute to work and to try again.
func (g *gallery) afterAMinute(what string, is func() bool) {
	g.Helper()
	time.Sleep(time.Minute)
	synctest.Wait()
	if !is() {
		g.Fatalf("not so: %s\n%s", what, g.told)
	}
}

func (g *gallery) made(sha string, width int) func() bool {
	return func() bool { return bytes.Equal(g.Get(sha, width).Bytes, webp(width)) }
}

func (g *gallery) read(path string) string {
	g.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		g.Error(err)
	}
	return string(text)
}

func (g *gallery) files() (names []string) {
	g.Helper()
	_ = filepath.WalkDir(g.dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, path)
		}
		return nil
	})
	return names
}

func TestCopiesAreMadeOfWhatIsThereAndOfWhatComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGallery(t)
		first := g.upload("one")
		g.afterAMinute("the first has its copies", g.made(first, 480))
		g.afterAMinute("the first has its larger copy", g.made(first, 800))
		second := g.upload("two")
		g.afterAMinute("the second has its copies", g.made(second, 800))
		g.afterAMinute("all are counted", func() bool {
			return g.Stats() == renditions.Stats{Count: 6, Bytes: int64(2 * (len(webp(240)) + len(webp(480)) + len(webp(800))))}
		})
		if g.copier.count() != 2 {
			t.Errorf("pictures were copied %d times", g.copier.count())
		}
		g.stop()
		g.start()
		g.afterAMinute("all are known after a restart", func() bool { return g.Stats().Count == 6 })
		if !g.made(first, 480)() || g.copier.count() != 2 {
			t.Errorf("after a restart, pictures were copied %d times", g.copier.count())
		}
	})
}

func TestTheOriginalIsServedWhereACopyIsNotSmaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGallery(t)
		sha := g.upload("no smaller in 800")
		g.afterAMinute("the smaller copy is made", g.made(sha, 480))
		if got := g.Get(sha, 800); !got.Ready || got.Bytes != nil {
			t.Errorf("%+v", got)
		}
		g.afterAMinute("those that are there are counted", func() bool { return g.Stats().Count == 2 })
	})
}

func TestCopiesThatAreShippedAreNotMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGallery(t)
		g.stop()
		sum := sha256.Sum256([]byte("one"))
		sha := hex.EncodeToString(sum[:])
		g.ships = fstest.MapFS{}
		for width, file := range map[string][]byte{"240": webp(240), "480": webp(480), "800": nil} {
			g.ships[version+"/"+sha[:2]+"/"+sha+"/"+width] = &fstest.MapFile{Data: file}
		}
		g.upload("one")
		g.Store = opened(g)
		if !g.made(sha, 480)() {
			t.Error("a shipped copy isn't there from the start")
		}
		if got := g.Get(sha, 800); !got.Ready || got.Bytes != nil {
			t.Errorf("where the original is smaller: %+v", got)
		}
		g.start()
		g.afterAMinute("they are kept as others are", func() bool { return g.Stats().Count == 2 && len(g.files()) == 3 })
		other := g.upload("two")
		g.afterAMinute("those of others are made", g.made(other, 480))
		if g.copier.count() != 1 {
			t.Errorf("pictures were copied %d times", g.copier.count())
		}
	})
}

func TestWhatWasDeletedOrDamagedIsMadeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGallery(t)
		sha := g.upload("one")
		g.afterAMinute("it has copies", g.made(sha, 800))
		if err := os.RemoveAll(g.dir); err != nil {
			t.Fatal(err)
		}
		if got := g.Get(sha, 800); got.Ready {
			t.Errorf("of a deleted folder: %+v", got)
		}
		g.afterAMinute("it has copies again", g.made(sha, 800))
		g.afterAMinute("and the other one", g.made(sha, 480))

		path := filepath.Join(g.dir, version, sha[:2], sha, "480")
		if err := os.WriteFile(path, webp(480)[:20], 0o600); err != nil {
			t.Fatal(err)
		}
		if got := g.Get(sha, 480); got.Ready {
			t.Errorf("of a damaged file: %+v", got)
		}
		g.afterAMinute("it is whole again", g.made(sha, 480))

		g.stop()
		if err := os.WriteFile(path, webp(480)[:20], 0o600); err != nil {
			t.Fatal(err)
		}
		g.start()
		g.afterAMinute("what was damaged meanwhile is whole again", func() bool {
			file, err := os.ReadFile(path)
			return err == nil && bytes.Equal(file, webp(480))
		})
	})
}

func TestACopyOfAWidthThatIsNewIsMadeOfEarlierPictures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGallery(t)
		sha := g.upload("one")
		g.afterAMinute("it has copies", g.made(sha, 800))
		g.stop()
		if err := os.Remove(filepath.Join(g.dir, version, sha[:2], sha, "240")); err != nil { // as a store of an older program
			t.Fatal(err)
		}
		g.start()
		g.afterAMinute("the new one is made, unasked", func() bool { return g.Stats().Count == 3 && g.copier.count() == 2 })
		if !g.made(sha, 240)() || !g.made(sha, 480)() {
			t.Error("a copy can't be read")
		}
	})
}

func TestCopiesGoWithTheirPicture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGallery(t)
		first, second, third := g.upload("one"), g.upload("two"), g.upload("three")
		for _, sha := range []string{first, second, third} {
			g.afterAMinute("it has copies", g.made(sha, 800))
		}
		g.removePicture(first)
		g.afterAMinute("the first is gone", func() bool { return len(g.files()) == 6 && g.Stats().Count == 6 })
		g.stop()
		g.removePicture(second)
		g.start()
		g.afterAMinute("what was removed meanwhile is gone", func() bool { return len(g.files()) == 3 })
		g.afterAMinute("the third is still there", func() bool { return g.Stats().Count == 3 })
		if !g.made(third, 480)() {
			t.Error("the third can't be read")
		}
	})
}

// A picture that is removed while it is worked on leaves nothing.
func TestAPictureThatGoesWhileItIsCopiedLeavesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGallery(t)
		g.stop()
		g.copier.began, g.copier.resume = make(chan struct{}), make(chan struct{})
		g.start()
		sha := g.upload("one")
		<-g.copier.began
		g.removePicture(sha)
		g.copier.resume <- struct{}{}
		g.afterAMinute("it has been copied", func() bool { return g.copier.count() == 1 })
		g.stop()
		if left := g.files(); len(left) > 0 || g.Stats().Count > 0 {
			t.Errorf("%v are left", left)
		}
	})
}

func TestAKillInTheMiddleLeavesNoHalfFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGallery(t)
		g.stop()
		sha := g.upload("one")
		half := filepath.Join(g.dir, version, "new", "480")
		if err := errors.Join(os.MkdirAll(filepath.Dir(half), 0o700), os.WriteFile(half, webp(480)[:30], 0o600)); err != nil {
			t.Fatal(err)
		}
		if got := g.Get(sha, 480); got.Ready {
			t.Errorf("%+v", got)
		}
		g.start()
		g.afterAMinute("it has copies", g.made(sha, 480))
		for _, name := range g.files() {
			if strings.Contains(name, "new") {
				t.Errorf("%s is left", name)
			}
		}
	})
}
