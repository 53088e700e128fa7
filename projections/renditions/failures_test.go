// Copies that can't be made, and those of another version.

package renditions_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"candor/projections/renditions"
)

func TestWhatCannotBeWrittenIsToldOnceAndTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGallery(t)
		g.stop()
		if err := os.WriteFile(g.dir, nil, 0o600); err != nil { // a file where the folder should be
			t.Fatal(err)
		}
		g.start()
		sha := g.upload("one")
		if got := g.Get(sha, 480); got.Ready {
			t.Errorf("%+v", got)
		}
		g.afterAMinute("it has been told", func() bool { return g.told.String() != "" })
		if g.copier.count() > 0 {
			t.Error("work began on a picture that can't be marked")
		}
		if err := os.Remove(g.dir); err != nil {
			t.Fatal(err)
		}
		g.afterAMinute("it has copies", g.made(sha, 480))
		g.stop()
		if lines := strings.Count(g.told.String(), "\n"); lines != 1 {
			t.Errorf("%d lines were logged:\n%s", lines, g.told)
		}
	})
}

func TestABrokenPictureIsToldOnceAndServedAsItIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGallery(t)
		sha, next := g.upload("broken"), g.upload("one")
		g.afterAMinute("the next one has copies", g.made(next, 480))
		g.afterAMinute("it is served as it is", func() bool { got := g.Get(sha, 480); return got.Ready && got.Bytes == nil })
		g.stop()
		if lines := strings.Count(g.told.String(), "\n"); lines != 1 || !strings.Contains(g.told.String(), sha) {
			t.Errorf("logged:\n%s", g.told)
		}
		before := g.copier.count()
		g.start()
		g.afterAMinute("what is there is known", func() bool { return g.Stats().Count == 3 })
		if state, why := g.State(sha); state != renditions.Failed || why != "It is broken." {
			t.Errorf("after a restart it is %s: %q", state, why)
		}
		last := g.upload("two")
		g.afterAMinute("another one has copies", g.made(last, 480))
		if g.copier.count() != before+1 {
			t.Error("it was tried again after a restart")
		}

		// The owner asks for them.
		g.copier.mend()
		if err := g.TryAgain(sha); err != nil {
			t.Fatal(err)
		}
		g.afterAMinute("it has copies", g.made(sha, 480))
		g.afterAMinute("that is known", func() bool { state, _ := g.State(sha); return state == renditions.Ready })
	})
}

// Work on a picture may end the process: for lack of memory, say. It is marked before that.
func TestAPictureThatEndsTheProcessIsTriedOnceMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGallery(t)
		g.stop()
		sha, other := g.upload("deadly"), g.upload("one")
		mark := filepath.Join(g.dir, version, "tried", sha)
		var marks []string
		die := func() { // a copy of the mark outlives the process
			g.copier.during = func(file string) {
				if file == "deadly" {
					marks = append(marks, g.read(mark))
				}
			}
			g.start()
			g.afterAMinute("the other one has copies", g.made(other, 480))
			g.afterAMinute("it was tried", func() bool { state, _ := g.State(sha); return state == renditions.Ready })
			g.stop()
			if err := errors.Join(os.RemoveAll(filepath.Join(g.dir, version, sha[:2], sha)),
				os.WriteFile(mark, []byte(marks[len(marks)-1]), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		die()
		die()
		if !slices.Equal(marks, []string{"1", "2"}) {
			t.Fatalf("it was marked %q", marks)
		}
		before := g.copier.count()
		g.start()
		g.afterAMinute("it is given up", func() bool {
			state, why := g.State(sha)
			return state == renditions.Failed && strings.Contains(why, "stopped")
		})
		if got := g.Get(sha, 480); !got.Ready || got.Bytes != nil || g.copier.count() != before {
			t.Errorf("it was tried once more, or has copies: %+v", got)
		}
		if err := g.TryAgain(sha); err != nil {
			t.Fatal(err)
		}
		g.afterAMinute("it has copies", g.made(sha, 480))
		g.afterAMinute("its mark is gone", func() bool { _, err := os.Stat(mark); return errors.Is(err, os.ErrNotExist) })
	})
}

// Copies of an earlier version were made in another way.
func TestCopiesOfAnotherVersionAreMadeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGallery(t)
		g.stop()
		sha := g.upload("one")
		old := filepath.Join(g.dir, sha[:2], sha, "480")
		if err := errors.Join(os.MkdirAll(filepath.Dir(old), 0o700), os.WriteFile(old, webp(4800), 0o600)); err != nil {
			t.Fatal(err)
		}
		if got := g.Get(sha, 480); got.Ready {
			t.Errorf("the old copy is served: %+v", got)
		}
		g.start()
		g.afterAMinute("it has copies", g.made(sha, 480))
		g.afterAMinute("the old one is gone", func() bool { _, err := os.Stat(old); return errors.Is(err, os.ErrNotExist) })
	})
}
