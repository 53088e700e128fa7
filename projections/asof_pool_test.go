package projections_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"candor/projections"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

// openPool opens a pool over log until the test ends.
func openPool(t *testing.T, log projector.Source) (*projections.AsOfPool, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "past")
	if err := os.MkdirAll(filepath.Join(dir, "left-behind"), 0o700); err != nil {
		t.Fatal(err)
	}
	p, err := projections.NewAsOfPool(projections.AsOfPoolConfig{Dir: dir, Log: log, Logger: modeltest.Logger})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p, dir
}

// folders counts the models that have files.
func folders(t *testing.T, dir string) int {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return len(entries)
}

func mustOpen(t *testing.T, p *projections.AsOfPool, moment time.Time) *projections.AsOf {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	past, err := p.Open(ctx, moment, "content")
	if err != nil {
		t.Fatal(err)
	}
	return past
}

func TestModelsAsOfAMomentAreSharedBoundedAndDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := modeltest.NewLog()
		log.Append(t, "review-1", modeltest.Review(1, "One"), modeltest.Published(1))
		p, dir := openPool(t, log)
		if n := folders(t, dir); n != 0 {
			t.Errorf("%d folders of a process that died are still there", n)
		}
		same := make([]*projections.AsOf, 8)
		var opening sync.WaitGroup
		for i := range same {
			opening.Go(func() { same[i] = mustOpen(t, p, modeltest.Began.In(time.FixedZone("elsewhere", 3600)).Add(time.Hour)) })
		}
		opening.Wait()
		for _, past := range same {
			if past != same[0] {
				t.Error("one moment was built twice")
			}
			if got := modeltest.Body(t)(past.Models.Content.Reviews().One(1)); !strings.Contains(got, "One") {
				t.Errorf("the review is %s", got)
			}
		}
		for _, past := range same[1:] {
			past.Release()
		}
		second, third := mustOpen(t, p, modeltest.Began), mustOpen(t, p, modeltest.Began.Add(time.Minute))
		if _, err := p.Open(t.Context(), modeltest.Began.Add(time.Second), "content"); !errors.Is(err, projections.ErrAsOfPoolFull) {
			t.Errorf("a fourth: %v", err)
		}
		second.Release()
		mustOpen(t, p, modeltest.Began.Add(time.Second)).Release()
		synctest.Wait()
		if n := folders(t, dir); n != 3 { // the second was replaced
			t.Errorf("%d folders, want 3", n)
		}
		if got := modeltest.Body(t)(third.Models.Content.Reviews().One(1)); !strings.Contains(got, "One") {
			t.Errorf("what is in use was dropped: %s", got)
		}
		if _, err := p.Open(t.Context(), modeltest.Began, "sitemap"); !errors.Is(err, projector.ErrUnknownModel) {
			t.Errorf("a model that there isn't: %v", err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		if _, err := p.Open(t.Context(), modeltest.Began, "content"); !errors.Is(err, projector.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("the folder is still there: %v", err)
		}
	})
}

func TestAModelThatIsBeingBuiltSaysHowFarItIs(t *testing.T) {
	log := modeltest.NewLog()
	for range 4 {
		log.Append(t, "review-1", modeltest.Review(1, "One"))
	}
	halfway, goOn, handed := make(chan struct{}), make(chan struct{}), 0
	log.During = func() {
		if handed++; handed == 3 {
			close(halfway)
			<-goOn
		}
	}
	p, _ := openPool(t, log)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-halfway
		cancel()
	}()
	var building *projections.BuildingError
	if _, err := p.Open(ctx, modeltest.Began.Add(2*time.Second), "content"); !errors.As(err, &building) || building.Progress != 0.5 {
		t.Errorf("halfway: %v", err)
	}
	close(goOn)
	mustOpen(t, p, modeltest.Began.Add(2*time.Second)).Release()
}

func TestAModelThatNobodyAsksForIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := modeltest.NewLog()
		log.Append(t, "review-1", modeltest.Review(1, "One"), modeltest.Published(1))
		p, dir := openPool(t, log)
		used := mustOpen(t, p, modeltest.Began)
		mustOpen(t, p, modeltest.Began.Add(time.Second)).Release()
		time.Sleep(9 * time.Minute)
		synctest.Wait()
		if n := folders(t, dir); n != 2 {
			t.Errorf("%d folders before a model has been unused for ten minutes, want 2", n)
		}
		time.Sleep(6 * time.Minute) // unused models are looked for every five minutes
		synctest.Wait()
		if n := folders(t, dir); n != 1 {
			t.Errorf("%d folders, want that of the model in use", n)
		}
		if _, err := used.Models.Content.Categories(); err != nil {
			t.Errorf("what is in use was dropped: %v", err)
		}
		used.Release()
	})
}
