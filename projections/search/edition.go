// Editions: states of the index with what every search looks through, which is read once for each.

package search

import (
	"errors"
	"sync"

	bleve "github.com/blevesearch/bleve_index_api"
)

// edition is a state of the index. Its documents' numbers are those of the reader: others may number them anew.
type edition struct {
	number     uint64
	index      bleve.IndexReader
	vocabulary *vocabulary
	facts      *factsTable
	searches   sync.WaitGroup // that use it
}

func newEdition(number uint64, r bleve.IndexReader) (*edition, error) {
	words, err := readVocabulary(r)
	if err != nil {
		return nil, err
	}
	facts, err := readFacts(r)
	if err != nil {
		return nil, err
	}
	return &edition{number: number, index: r, vocabulary: words, facts: facts}, nil
}

// close closes the reader once no search uses it.
func (e *edition) close() error {
	e.searches.Wait()
	return e.index.Close()
}

// editionCache holds the latest edition.
type editionCache struct {
	mu      sync.Mutex
	latest  *edition
	earlier sync.WaitGroup // that searches still use
}

// use returns the edition with a number, which is read from the index if it isn't the latest. The caller calls Done on its searches.
func (c *editionCache) use(number uint64, open func() (bleve.IndexReader, error)) (*edition, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.latest == nil || c.latest.number != number {
		r, err := open()
		if err != nil {
			return nil, err
		}
		now, err := newEdition(number, r)
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
		if before := c.latest; before != nil {
			c.earlier.Go(func() { _ = before.close() }) // its searches have what they need
		}
		c.latest = now
	}
	c.latest.searches.Add(1)
	return c.latest, nil
}

// close closes the latest edition, and waits until those before it are closed.
func (c *editionCache) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.earlier.Wait()
	if c.latest == nil {
		return nil
	}
	defer func() { c.latest = nil }()
	return c.latest.close()
}
