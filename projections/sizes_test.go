package projections_test

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"candor/projections/internal/modeltest"
)

// The read models' files take little more than the texts once, in content's, which lists are searched in; the others have them packed.
func TestFilesHaveTextsOnce(t *testing.T) {
	const reviews = 400
	most := map[string]int{"content": 6500, "search": 4800, "versions": 3300, "history": 1100} // bytes per review
	random, log := rand.New(rand.NewPCG(1, 2)), modeltest.NewLog()
	words := make([]string, 2000)
	for i := range words {
		letters := make([]byte, 3+random.IntN(9))
		for j := range letters {
			letters[j] = byte('a' + random.IntN(26))
		}
		words[i] = string(letters)
	}
	often := rand.NewZipf(random, 1.1, 8, uint64(len(words)-1))
	text := func(n int) string {
		all := make([]string, n)
		for i := range all {
			all[i] = words[often.Uint64()]
		}
		return strings.Join(all, " ")
	}
	for id := 1; id <= reviews; id++ {
		one := modeltest.Review(id, text(8))
		one.Verdict, one.Pros, one.Cons, one.Tags = text(25), []string{text(5), text(5)}, []string{text(5)}, []string{text(1), text(1)}
		paragraphs := make([]string, 5)
		for i := range paragraphs {
			paragraphs[i] = text(100)
		}
		one.Content = strings.Join(paragraphs, "\n\n")
		log.Append(t, one.ReviewID.Stream(), one, modeltest.Published(id))
	}
	dir := modeltest.MemDir(t)
	m := modeltest.Open(t, dir, log)
	modeltest.CaughtUp(t, m)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	for _, model := range modeltest.SortedKeys(most) {
		if used := bytesUsed(t, filepath.Join(dir, model+".db")) / reviews; used > most[model] {
			t.Errorf("%s takes %d bytes per review, more than %d", model, used, most[model])
		} else {
			t.Logf("%s takes %d bytes per review", model, used)
		}
	}
}

// bytesUsed returns how many bytes the pairs in a read model's file take.
func bytesUsed(t *testing.T, path string) (used int) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	err = db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(_ []byte, b *bbolt.Bucket) error {
			used += b.Stats().LeafInuse
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return used
}
