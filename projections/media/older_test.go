package media_test

import (
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"candor/projections"
	"candor/projections/internal/modeltest"
	"candor/projections/media"
	"candor/projections/projector"
)

// While a file of an older version answers, pictures are served, and the library, which it doesn't have, is not ready rather than empty.
func TestPicturesAreServedByAnOlderVersionUntilItIsMadeAnew(t *testing.T) {
	log, dir := modeltest.NewLog(), t.TempDir()
	m, err := projections.Open(t.Context(), modeltest.Config(dir, log))
	if err != nil {
		t.Fatal(err)
	}
	one := library{t, log, m}.store("one")
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	modeltest.SetVersion(t, filepath.Join(dir, media.Name+".db"), media.Version-1)
	entered, blocked := make(chan struct{}), make(chan struct{})
	enter := sync.OnceFunc(func() { close(entered) })
	log.During = func() {
		enter()
		<-blocked
	}
	release := sync.OnceFunc(func() { close(blocked) })
	m = modeltest.Open(t, dir, log)
	t.Cleanup(release) // before Open's, which waits
	select {
	case <-entered:
	case <-time.After(time.Minute):
		t.Fatal("no new file is made")
	}
	if _, body, err := m.Media.File(one); err != nil || string(body) != "one" {
		t.Errorf("the file is %q (%v)", body, err)
	}
	if shown, err := m.Media.Shown(one); err != nil || shown != one {
		t.Errorf("it is shown as %s (%v)", shown, err)
	}
	if _, err := m.Library(projections.LibraryQuery{}); !errors.Is(err, projector.ErrNotReady) {
		t.Errorf("the library: %v", err)
	}
	release()
	modeltest.CaughtUp(t, m)
	if page, err := m.Library(projections.LibraryQuery{}); err != nil || page.Total != 1 {
		t.Errorf("afterwards the library has %d (%v)", page.Total, err)
	}
}
