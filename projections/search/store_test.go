package search_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/blevesearch/bleve/v2/index/scorch"
	bleve "github.com/blevesearch/bleve_index_api"

	"candor/events"
	"candor/projections"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
	"candor/projections/search"
)

// indexFolder returns the folder of the index.
func indexFolder(t *testing.T, dir string) string {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(dir, "search.index-*"))
	if err != nil || len(folders) != 1 {
		t.Fatalf("%d folders of indexes, %v", len(folders), err)
	}
	return folders[0]
}

// built builds the read model in a folder, and returns what it holds.
func (c *corpus) built(dir string) string {
	c.t.Helper()
	m := c.openIn(dir)
	defer m.Close()
	return dumped(c.t, m)
}

// dumped returns a sum of all rows and of the whole index.
func dumped(t testing.TB, m *projections.Models) string {
	t.Helper()
	sum, err := m.Dump(search.Name)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func eachSegment(t *testing.T, folder string, do func(path string, content []byte) error) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.zap"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d segments, %v", len(files), err)
	}
	for _, path := range files {
		content, err := os.ReadFile(path)
		if err == nil {
			err = do(path, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestALostOrDamagedIndexIsMadeAnew(t *testing.T) {
	c := newCorpus(t)
	dir := modeltest.MemDir(t)
	want := c.built(dir)
	for name, damage := range map[string]func(folder string){
		"lost":                         func(folder string) { _ = os.RemoveAll(folder) },
		"emptied":                      func(folder string) { _ = os.RemoveAll(folder); _ = os.Mkdir(folder, 0o700) },
		"without its list of segments": func(folder string) { _ = os.Remove(filepath.Join(folder, "root.bolt")) },
		"with a damaged list of segments": func(folder string) {
			_ = os.WriteFile(filepath.Join(folder, "root.bolt"), []byte("SQLite format 3"), 0o600)
		},
		"without segments": func(folder string) {
			eachSegment(t, folder, func(path string, _ []byte) error { return os.Remove(path) })
		},
		"with damaged segments": func(folder string) {
			eachSegment(t, folder, func(path string, content []byte) error {
				content[len(content)/2] ^= 0xff
				return os.WriteFile(path, content, 0o600)
			})
		},
		"with half segments": func(folder string) {
			eachSegment(t, folder, func(path string, content []byte) error { return os.WriteFile(path, content[:len(content)/2], 0o600) })
		},
	} {
		damage(indexFolder(t, dir))
		if got := c.built(dir); got != want {
			t.Errorf("an index %s is not as it was", name)
		}
	}
}

func TestAnIndexThatIsAheadOfItsFileIsMadeAnew(t *testing.T) {
	c := newCorpus(t)
	dir := modeltest.MemDir(t)
	want, events0 := c.built(dir), len(c.All)
	file := filepath.Join(dir, "search.db")
	older, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c.imported()
	if later := c.built(dir); later == want {
		t.Fatal("nothing has changed")
	}
	if err := os.WriteFile(file, older, 0o600); err != nil {
		t.Fatal(err)
	}
	c.Log = c.UpTo(events0) // as after a backup was restored
	if got := c.built(dir); got != want {
		t.Error("it finds what is not in its log")
	}
}

func TestAnIndexOfAnotherVersionIsMadeAnew(t *testing.T) {
	c := newCorpus(t)
	dir := modeltest.MemDir(t)
	want := c.built(dir)
	before := indexFolder(t, dir)
	modeltest.SetVersion(t, filepath.Join(dir, "search.db"), search.Version+1)
	if got := c.built(dir); got != want {
		t.Error("it is another one than before")
	}
	if after := indexFolder(t, dir); after == before {
		t.Error("the index of another version is still there")
	}
}

func TestACheckComparesTheIndex(t *testing.T) {
	c := newCorpus(t)
	dir := modeltest.MemDir(t)
	m := c.openIn(dir)
	if err := m.Check(t.Context(), search.Name, nil); err != nil {
		t.Errorf("a whole index is told to be broken: %v", err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	opened, err := scorch.NewScorch(scorch.Name, map[string]any{"path": indexFolder(t, dir)}, bleve.NewAnalysisQueue(1))
	if err == nil {
		err = errors.Join(opened.Open(), opened.Delete("r\x00\x00\x00\x00\x00\x00\x00\x03"), opened.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	m = c.openIn(dir)
	if err := m.Check(t.Context(), search.Name, nil); !errors.Is(err, projector.ErrDiffers) {
		t.Errorf("an index without a review is told to be whole: %v", err)
	}
	if err := m.Rebuild(t.Context(), search.Name, nil); err != nil {
		t.Fatal(err)
	}
	if err := m.Check(t.Context(), search.Name, nil); err != nil {
		t.Errorf("after a rebuild: %v", err)
	}
	indexFolder(t, dir) // the one of before is gone
}

func TestWhatIsGoneIsNotFound(t *testing.T) {
	c := newCorpus(t).imported()
	m := c.open()
	id := c.review(1, events.ReviewContent{ProductName: "Quorb", ProductBrand: "Quorbco", CategoryID: 2, Title: "Quorbly", Content: "Quorbtext.", AuthorName: "Quorbert", Rating: 3, Tags: []string{"quorbs"}})
	stream := id.Stream()
	steps := []struct {
		events []events.Event
		found  bool
	}{
		{nil, true},
		{[]events.Event{events.ReviewUnpublished{ReviewID: id, At: ago(0)}}, false},
		{[]events.Event{events.ReviewPublished{ReviewID: id, At: ago(0)}}, true},
		{[]events.Event{events.ReviewDeleted{ReviewID: id, At: ago(0)}}, false},
		{[]events.Event{events.ReviewRestored{ReviewID: id, At: ago(0)}}, true},
		{[]events.Event{events.ReviewUnpublished{ReviewID: id, At: ago(0)}, events.ReviewDeleted{ReviewID: id, At: ago(0)}, events.ReviewRestored{ReviewID: id, At: ago(0)}}, false},
	}
	for i, step := range steps {
		c.Append(t, stream, step.events...)
		c.seen(m)
		for _, q := range []string{"quorb", "quorbly", "quorbtext", "quorbert", "quorbs", "uorb", "qu orb", "quorbtxt"} {
			r := find(t, m, q)
			for _, hit := range r.Hits {
				if hit.ID == int64(id) && hit.Type == "review" && !step.found {
					t.Errorf("step %d: %q finds it", i, q)
				}
			}
			if !step.found && r.DidYouMean != "" {
				t.Errorf("step %d: %q is taken for %q", i, q, r.DidYouMean)
			}
			if step.found && q != "qu orb" && r.Total == 0 {
				t.Errorf("step %d: %q doesn't find it", i, q)
			}
		}
		all, err := m.Search.Suggest("quorb")
		if err != nil || (len(all) > 0) != step.found {
			t.Errorf("step %d: it suggests %v, %v", i, all, err)
		}
	}
}

func TestADraftIsNotFound(t *testing.T) {
	c := newCorpus(t)
	m := c.open()
	c.Append(t, "review-99", modeltest.Review(99, "Quorbly"))
	c.seen(m)
	if r := find(t, m, "quorbly"); r.Total != 0 {
		t.Errorf("it finds %s", titles(r))
	}
}

func TestVersionsThatAreWithheldAreNotFoundInThePast(t *testing.T) {
	c := newCorpus(t)
	id := c.review(1, events.ReviewContent{ProductName: "Quorb", ProductBrand: "Acme", CategoryID: 2, Title: "Quorbly", Content: "It is.", AuthorName: "Ada", Rating: 3})
	config := modeltest.Config(modeltest.MemDir(t), c.Log)
	config.Only = []string{search.Name}
	for until, found := range map[uint64]int{1: 1, 2: 0} {
		config.Dir = modeltest.MemDir(t)
		config.Withheld = []events.WithheldVersion{{Item: events.Item{Kind: events.ReviewKind, ID: int64(id)}, First: 0, Revision: 0, Until: until}}
		m, err := projections.Open(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		modeltest.CaughtUp(t, m)
		if r := find(t, m, "quorbly"); r.Total != found {
			t.Errorf("withheld until revision %d, %d are found", until, r.Total)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Whoever searches while others write finds whole items, and what was there all the time.
func TestSearchesGoOnBesideWrites(t *testing.T) {
	c := newCorpus(t)
	m := c.open()
	want := find(t, m, "tarnholt slate").Hits[0]
	done := make(chan struct{})
	var searches sync.WaitGroup
	for range 4 {
		searches.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				r, err := m.Search.Find(t.Context(), search.Query{Text: "tarnholt slate", Limit: 100})
				if err != nil || len(r.Hits) == 0 || r.Hits[0] != want {
					t.Errorf("got %+v, %v, want %+v first", r.Hits, err, want)
					return
				}
				if r, err = m.Search.Find(t.Context(), search.Query{Text: "quorbly", Limit: 100}); err != nil || r.Total < len(r.Hits) {
					t.Errorf("got %+v, %v", r, err)
					return
				}
			}
		})
	}
	for i := range 40 {
		id := c.review(0, events.ReviewContent{ProductName: "Later", ProductBrand: "Acme", CategoryID: 2, Title: fmt.Sprintf("Quorbly %d", i), Content: "While others search.", AuthorName: "A", Rating: 3})
		if i%2 == 0 {
			c.Append(t, id.Stream(), events.ReviewDeleted{ReviewID: id, At: ago(0)})
		}
		c.seen(m)
		if got := find(t, m, "quorbly").Total; got != (i+1)/2 {
			t.Errorf("after %d writes %d are found", i+1, got)
		}
	}
	close(done)
	searches.Wait()
}
