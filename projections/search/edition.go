// Editions: what every search looks through, in memory: the words, and the facts of all documents. They are read again for the first
// search after a change. Bucket
//
//	edition  "at" → 00…2a (position of the last event that changed anything)

package search

import (
	"sync"

	"candor/projections/projector"
)

// edition belongs to one state of the file.
type edition struct {
	at uint64
	language
	vocabulary *vocabulary
	facts      *factsTable
	known      func() map[string][]knownName
}

var editionKey = []byte("at")

// editionCache holds the latest edition.
type editionCache struct {
	mu     sync.Mutex
	latest *edition
}

// of returns the edition of the file as t sees it.
func (c *editionCache) of(t *projector.Tx) *edition {
	at := uint64(t.Bucket("edition").Counted(editionKey))
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.latest != nil && c.latest.at == at {
		return c.latest
	}
	spoken := readLanguage(t)
	facts := readFacts(t)
	read := &edition{at, spoken, readVocabulary(t, spoken), facts, sync.OnceValue(facts.knownNames)}
	if c.latest == nil || c.latest.at < at { // not one of a transaction that began before
		c.latest = read
	}
	return read
}
