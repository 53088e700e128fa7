// The index: a scorch index of bleve in a folder. It is made of the documents in the file, and keeps beside them the key in the bucket
// "changed" up to which it has taken them in, in the same batch. So it is at one state of the file or at another, whenever the process ends,
// and what is missing is taken in when it is opened.

package search

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	documents "github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/index/scorch"
	bleve "github.com/blevesearch/bleve_index_api"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/projections/projector"
)

// The fields of the index, by how much a word in them says of an item.
const (
	titleField = "title" // and the product's name
	leadField  = "lead"  // verdict or excerpt
	namesField = "names" // brand, category, tags and author
	textField  = "text"  // everything else
	factsField = "facts" // what is counted and sorted by, see facts.go
)

var wordFields = [...]string{titleField, leadField, namesField, textField}

// beginningsOf returns the field with the beginnings of a field's words: so many words have one of two or three letters that they aren't looked for
// one by one.
func beginningsOf(field string) string { return field + "^" }

const (
	batchDocuments = 256     // in one batch of the index at most
	batchBytes     = 4 << 20 // of texts in one batch; its last document may exceed it
	lockTimeout    = "2s"    // how long another process may hold the index before we give up
)

// markKey is where the index keeps the last key of "changed" that it has taken in.
var markKey = []byte("changed")

// store is one generation's index. It implements projector.Store.
type store struct {
	folder string
	past   []events.WithheldVersion
	logger zerolog.Logger

	following sync.Mutex  // locked while the index is opened, written or closed
	ready     atomic.Bool // it has taken in everything once since it was opened
	editions  editionCache

	mu      sync.RWMutex // of what follows: where the index is
	index   bleve.Index  // nil until it is opened, and after a failure
	queue   *bleve.AnalysisQueue
	mark    []byte // the last key of "changed" that is taken in; nil: none
	edition uint64 // changes with the index
}

// New returns a model over the index.
func (s *store) New() projector.Model { return newSearch(s, s.past) }

// Follow takes in the documents that have changed since the last time. An index that can't be opened, is damaged, or has taken in more than
// the file is begun anew.
func (s *store) Follow(ctx context.Context, t *projector.Tx) error {
	s.following.Lock()
	defer s.following.Unlock()
	if s.index == nil {
		if err := s.open(); err != nil {
			return err
		}
	}
	if last := lastChange(t); bytes.Compare(s.mark, last) > 0 {
		if err := s.begin(); err != nil {
			return err
		}
	}
	err := s.takeIn(ctx, t)
	if err == nil {
		s.ready.Store(true)
	} else {
		err = errors.Join(err, s.close()) // the next call opens it
	}
	return err
}

// open opens the index, or begins a new one where there is none or it is damaged; s.following is locked.
func (s *store) open() error {
	if checkFiles(s.folder) != nil {
		return s.begin()
	}
	err := s.openFolder()
	if err != nil {
		err = s.begin()
	}
	return err
}

// begin begins a new index in an empty folder; s.following is locked.
func (s *store) begin() error {
	if err := errors.Join(s.close(), os.RemoveAll(s.folder)); err != nil {
		return err
	}
	return s.openFolder()
}

func (s *store) openFolder() (err error) {
	queue := bleve.NewAnalysisQueue(1)
	defer func() {
		if cause := recover(); cause != nil { // a damaged folder
			err = fmt.Errorf("open the index: %v", cause)
		}
		if err != nil {
			queue.Close()
		}
	}()
	opened, err := scorch.NewScorch(scorch.Name, map[string]any{"path": s.folder, "unsafe_batch": true, "bolt_timeout": lockTimeout}, queue)
	if err != nil {
		return err
	}
	if err := opened.Open(); err != nil {
		return fmt.Errorf("open the index: %w", err)
	}
	var mark []byte
	reader, err := opened.Reader()
	if err == nil {
		mark, err = reader.GetInternal(markKey)
		err = errors.Join(err, reader.Close())
	}
	if err != nil {
		return errors.Join(fmt.Errorf("open the index: %w", err), opened.Close())
	}
	s.set(opened, queue, bytes.Clone(mark))
	return nil
}

// lastChange returns the last key of "changed", nil without any.
func lastChange(t *projector.Tx) (last []byte) {
	t.Bucket("changed").ScanBack(nil, func(key, _ []byte) bool {
		last = bytes.Clone(key)
		return false
	})
	return last
}

// takeIn takes in the documents after s.mark; s.following is locked.
func (s *store) takeIn(ctx context.Context, t *projector.Tx) (err error) {
	from := append(bytes.Clone(s.mark), 0) // after it
	if s.mark == nil {
		from = nil
	}
	batch, size := bleve.NewBatch(), 0
	var mark []byte
	t.Bucket("changed").Scan(nil, from, func(key, _ []byte) bool {
		mark = bytes.Clone(key)
		item := string(key[8:])
		if d, n := s.prepare(t.Bucket("document").Get([]byte(item)), item); d != nil {
			batch.Update(d)
			size += n
		} else {
			batch.Delete(item)
		}
		if len(batch.IndexOps) == batchDocuments || size >= batchBytes {
			err = s.apply(batch, mark, true)
			batch, size = bleve.NewBatch(), 0
		}
		if err == nil {
			err = ctx.Err()
		}
		return err == nil
	})
	if err == nil && len(batch.IndexOps) > 0 {
		err = s.apply(batch, mark, false)
	}
	return err
}

// prepare returns the document of a row as the index takes it, and the size of its text in bytes. It is nil for an item that readers don't see, and
// for one at which we panic: the index goes on without it. The terms are made here and not in bleve's goroutine, where a panic would end the process.
func (s *store) prepare(stored []byte, key string) (made bleve.Document, size int) {
	if stored == nil {
		return nil, 0
	}
	stored = bytes.Clone(stored) // a fault in the file's bytes isn't the document's
	defer func() {
		if cause := recover(); cause != nil {
			made, size = nil, 0
			s.logger.Error().Str("item", key).Str("panic", fmt.Sprintf("%T", cause)).Str("stack", string(debug.Stack())).Msg("an item can't be prepared for the index and won't be found")
		}
	}()
	d := parseDocument(stored)
	return d.indexed(key), len(d.Text)
}

// apply applies a batch up to a key of "changed". One of many is waited for until it is on disk, so that they don't gather in memory.
func (s *store) apply(batch *bleve.Batch, mark []byte, many bool) error {
	batch.SetInternal(markKey, mark)
	written := make(chan error, 1)
	if many {
		batch.SetPersistedCallback(func(err error) { written <- err })
	}
	err := s.index.Batch(batch)
	if err == nil && many {
		err = <-written
	}
	if err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	s.set(s.index, s.queue, mark)
	return nil
}

// Close closes the index.
func (s *store) Close() error {
	s.following.Lock()
	defer s.following.Unlock()
	return s.close()
}

// set sets where the index is.
func (s *store) set(index bleve.Index, queue *bleve.AnalysisQueue, mark []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.index, s.queue, s.mark = index, queue, mark
	s.edition++
}

func (s *store) close() error {
	if s.index == nil {
		return nil
	}
	s.ready.Store(false)
	index, queue := s.index, s.queue
	s.set(nil, nil, nil)
	err := errors.Join(s.editions.close(), index.Close())
	queue.Close()
	return err
}

// read returns the index as it is now. The caller calls Done on the edition's searches. Its error is ErrNotReady.
func (s *store) read() (*edition, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.index == nil || !s.ready.Load() {
		return nil, projector.ErrNotReady
	}
	return s.editions.use(s.edition, s.index.Reader)
}

// indexed returns the document as the index takes it.
func (d *document) indexed(key string) bleve.Document {
	made := documents.NewDocument(key)
	add := func(field string, texts ...string) {
		text := strings.Join(texts, "\n")
		made.AddField(documents.NewTextFieldCustom(field, nil, nil, bleve.IndexField, newTokens(terms(text))))
		options := bleve.IndexField
		if field != titleField { // of which the length counts
			options |= bleve.SkipFreqNorm
		}
		made.AddField(documents.NewTextFieldCustom(beginningsOf(field), nil, nil, options, newTokens(beginnings(text))))
	}
	add(titleField, d.Title, d.Product)
	add(leadField, d.Lead)
	add(namesField, append([]string{d.Brand, d.Category, d.Author}, d.Tags...)...)
	add(textField, append([]string{d.Text}, d.Points...)...)
	made.AddField(documents.NewTextFieldCustom(factsField, nil, []byte(d.facts()), bleve.IndexField|bleve.DocValues|bleve.SkipFreqNorm, nil))
	return made
}

// Sum implements projector.Store: over every term of every document.
func (s *store) Sum(t *projector.Tx) (string, error) {
	s.mu.RLock()
	here := s.index != nil && s.ready.Load() && bytes.Equal(s.mark, lastChange(t))
	var r bleve.IndexReader
	var err error
	if here {
		r, err = s.index.Reader()
	}
	s.mu.RUnlock()
	if !here || err != nil {
		return "", errors.Join(projector.ErrStoreElsewhere, err)
	}
	defer r.Close()
	return sumOf(r)
}

// sumOf returns a sum of what an index says, in whatever segments it is.
func sumOf(r bleve.IndexReader) (string, error) {
	ids := map[uint64]string{}
	all, err := r.DocIDReaderAll()
	if err != nil {
		return "", err
	}
	defer all.Close()
	for {
		id, err := all.Next()
		if err != nil {
			return "", err
		}
		if id == nil {
			break
		}
		if ids[id.Value()], err = r.ExternalID(id); err != nil {
			return "", err
		}
	}
	sum := sha256.New()
	fields := []string{factsField}
	for _, field := range wordFields {
		fields = append(fields, field, beginningsOf(field))
	}
	for _, field := range fields {
		err := visitTerms(r, field, "", func(term string) error {
			found := map[string]string{} // by item
			err := visitPostings(r, field, term, field == textField, func(number, freq uint64, _ float64) {
				found[ids[number]] = strconv.FormatUint(freq, 10)
			})
			for _, id := range sortedKeys(found) {
				fmt.Fprintf(sum, "%q %q %q %s\n", field, term, id, found[id])
			}
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// checkFiles checks the sums of an index's segments: reading a damaged one may be a fault. Its error is of the first damaged one.
func checkFiles(folder string) error {
	segments, err := filepath.Glob(filepath.Join(folder, "*.zap"))
	if err != nil {
		return err
	}
	for _, path := range segments {
		if err := checkSegment(path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}
