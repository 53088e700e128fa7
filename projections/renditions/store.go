package renditions

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"github.com/rs/zerolog"

	"candor/projections/media"
)

// ContentType is the type of all copies.
const ContentType = "image/webp"

// Version is that of the copies. It is raised when they are made in another way; all are made again then.
//
//	3: in quality 75
//	2: with the right levels of lossy WebP originals, and none of pictures whose colors can't be converted
const Version = 3

// Config says where copies are kept, and how they are made.
type Config struct {
	Dir   string // is made when it is missing; what is in it of another version is deleted
	Media *media.Reader
	// Copies returns copies of a picture in as many widths, nil for each of which the original is to be served. When ctx ends, it returns
	// soon.
	Copies func(ctx context.Context, contentType string, file []byte, widths []int) ([][]byte, error)
	// Shipped holds copies that need not be made, in files as in Dir. What it has of another version isn't used; nil: none.
	Shipped fs.FS
	Reason  func(error) string // returns in plain words why Copies will fail again with the same picture, "" where it may not
	Busy    func() bool        // whether requests come in, during which pictures without a waiting request are put off; nil: never
	Logger  zerolog.Logger
}

// Store answers with copies. It is safe for concurrent use.
type Store struct {
	config Config
	dir    string        // of this version
	woken  chan struct{} // there is something to do

	mu     sync.Mutex
	known  map[string]copies // the pictures that have a folder, or need none
	tried  map[string]int    // how often the process died over a picture
	asked  []string          // pictures that somebody waits for, in order, at most maxAsked
	others []string          // stored pictures that may have no copies, in order
	told   bool              // that copies can't be written, or read, until they can again
}

// copies says what there is of a picture.
type copies struct {
	complete bool   // none is missing, as far as is known
	failed   string // why they could not be made, "" if they could
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
	if c.Media == nil || c.Copies == nil || c.Reason == nil || c.Dir == "" {
		return nil, errors.New("renditions: Dir, Media, Copies and Reason are required")
	}
	dir := filepath.Join(c.Dir, "v"+strconv.Itoa(Version))
	return &Store{config: c, dir: dir, woken: make(chan struct{}, 1), known: map[string]copies{}, tried: map[string]int{}}, nil
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
	default:
		if file, err = s.shipped(sha256, width); err == nil {
			s.Want(sha256)
			return Rendition{Ready: true, Bytes: file}
		}
	}
	s.doubt(sha256)
	s.Want(sha256)
	return Rendition{}
}

// isWhole reports whether a file is as long as its beginning says.
func isWhole(beginning []byte, length int64) bool {
	return len(beginning) >= 12 && string(beginning[:4]) == "RIFF" && string(beginning[8:12]) == "WEBP" &&
		int64(binary.LittleEndian.Uint32(beginning[4:]))+8 == length
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

// State says how far the copies of a picture are.
type State string

// The states.
const (
	Ready   State = "ready"   // they are there, as far as they are smaller than the original
	Pending State = "pending" // they will be made
	Failed  State = "failed"  // they could not be made, and won't be tried again
)

// State returns the state of a stored picture's copies, and why they could not be made. A picture that needs none is Ready or Pending.
func (s *Store) State(sha256 string) (state State, reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch of := s.known[sha256]; {
	case of.failed != "":
		return Failed, of.failed
	case of.complete:
		return Ready, ""
	}
	return Pending, ""
}

// TryAgain lets the copies of a picture be made once more if they could not be made before.
func (s *Store) TryAgain(sha256 string) error {
	if state, _ := s.State(sha256); state != Failed {
		return nil
	}
	if err := s.remove(sha256); err != nil {
		return err
	}
	s.Want(sha256)
	return nil
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

// shipped returns a copy that need not be made, nil where the original is to be served. It fails if there is none.
func (s *Store) shipped(sha256 string, width int) ([]byte, error) {
	if s.config.Shipped == nil {
		return nil, fs.ErrNotExist
	}
	file, err := fs.ReadFile(s.config.Shipped, path.Join(filepath.Base(s.dir), sha256[:2], sha256, strconv.Itoa(width)))
	if len(file) == 0 {
		return nil, err
	}
	return file, err
}

// allShipped returns the copies of a picture if none has to be made.
func (s *Store) allShipped(sha256 string, widths []int) (files [][]byte, found bool) {
	for _, width := range widths {
		file, err := s.shipped(sha256, width)
		if err != nil {
			return nil, false
		}
		files = append(files, file)
	}
	return files, true
}

func (s *Store) folder(sha256 string) string {
	return filepath.Join(s.dir, sha256[:2], sha256)
}

func (s *Store) path(sha256 string, width int) string {
	return filepath.Join(s.folder(sha256), strconv.Itoa(width))
}
