package renditions

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"candor/projections/media"
)

// ContentType is the type of all copies.
const ContentType = "image/webp"

// Copier makes the copies of a picture.
type Copier interface {
	// Copies returns copies in as many widths, nil for each of which the original is to be served. An error that wraps
	// what Config.Hopeless names is the picture's own. When ctx ends, it returns soon.
	Copies(ctx context.Context, contentType string, file []byte, widths []int) ([][]byte, error)
	// Close gives memory back until the next copies are made.
	Close() error
}

// Config says where copies are kept, and how they are made.
type Config struct {
	Dir      string // is made when it is missing
	Media    *media.Reader
	Copier   Copier
	Hopeless []error       // the Copier's errors that will come again with the same picture
	Busy     func() bool   // whether requests come in, for which pictures that nobody waits for are put off; nil: never
	Retry    time.Duration // how long to wait after copies couldn't be written, at first; 0: 15 s
	Logger   zerolog.Logger
}

// Store answers with copies. It is safe for concurrent use.
type Store struct {
	config Config
	woken  chan struct{} // there is something to do

	mu     sync.Mutex
	known  map[string]copies // the pictures that have a folder, or need none
	asked  []string          // pictures that somebody waits for, in order, at most maxAsked
	others []string          // stored pictures that may have no copies, in order
	told   bool              // that copies can't be written, or read, until they can again
}

// copies says what there is of a picture.
type copies struct {
	complete bool // none is missing, as far as is known
	count    int
	bytes    int64 // of all together
}

// maxAsked is how many pictures wait to be made first. Those beyond are made after all others, or when they are asked for again.
const maxAsked = 1024

// Open returns the copies in a folder. It makes none before Run is called.
func Open(c Config) (*Store, error) {
	if c.Busy == nil {
		c.Busy = func() bool { return false }
	}
	if c.Retry == 0 {
		c.Retry = retryTime
	}
	if c.Media == nil || c.Copier == nil || c.Dir == "" {
		return nil, errors.New("renditions: Dir, Media and Copier are required")
	}
	return &Store{config: c, woken: make(chan struct{}, 1), known: map[string]copies{}}, nil
}

// Rendition is what is known of a copy.
type Rendition struct {
	Ready bool   // what is to be served is known for good
	Bytes []byte // the copy, of type ContentType; nil: the original is to be served, until the copy is ready, or for good
}

// Get returns a copy of a stored picture, whose file must not be modified. One that isn't ready is made next.
func (s *Store) Get(sha256 string, width int) Rendition {
	file, err := os.ReadFile(s.path(sha256, width))
	switch {
	case err == nil && len(file) == 0:
		return Rendition{Ready: true}
	case err == nil && isWhole(file, int64(len(file))):
		return Rendition{Ready: true, Bytes: file}
	case err == nil:
		s.tellOnce(fmt.Errorf("the copy of picture %s in %d pixels is damaged", sha256, width))
	case !errors.Is(err, fs.ErrNotExist):
		s.tellOnce(err)
	}
	s.doubt(sha256)
	s.Want(sha256)
	return Rendition{}
}

// isWhole reports whether a file is as long as its beginning says.
func isWhole(beginning []byte, length int64) bool {
	return len(beginning) >= 12 && string(beginning[:4]) == "RIFF" && string(beginning[8:12]) == "WEBP" && int64(binary.LittleEndian.Uint32(beginning[4:]))+8 == length
}

// Want lets the copies of a picture be made next, unless they are there or too many wait.
func (s *Store) Want(sha256 string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.known[sha256].complete && len(s.asked) < maxAsked && !slices.Contains(s.asked, sha256) {
		s.asked = append(s.asked, sha256)
		s.wake()
	}
}

func (s *Store) wake() {
	select {
	case s.woken <- struct{}{}:
	default:
	}
}

// Stats describes what is kept.
type Stats struct {
	Count int
	Bytes int64
}

// Stats returns how many copies there are, and how large they are.
func (s *Store) Stats() (all Stats) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.known {
		all.Count, all.Bytes = all.Count+one.count, all.Bytes+one.bytes
	}
	return all
}

// note notes what there is of a picture.
func (s *Store) note(sha256 string, of copies) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[sha256] = of
}

// doubt lets the copies of a picture be made again.
func (s *Store) doubt(sha256 string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.known, sha256)
}

// tellOnce logs why copies can't be written or read, unless that is known already.
func (s *Store) tellOnce(why error) {
	s.mu.Lock()
	told := s.told
	s.told = true
	s.mu.Unlock()
	if !told {
		s.config.Logger.Error().Err(why).Msg("a smaller copy of a picture can't be used: readers get the original")
	}
}

func (s *Store) folder(sha256 string) string {
	return filepath.Join(s.config.Dir, sha256[:2], sha256)
}

func (s *Store) path(sha256 string, width int) string {
	return filepath.Join(s.folder(sha256), strconv.Itoa(width))
}
