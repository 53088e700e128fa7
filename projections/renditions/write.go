// Writing copies, and deleting them.

package renditions

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

const (
	fresh  = "new"    // the folder of copies that aren't complete
	tried  = "tried"  // the folder of pictures that are worked on
	failed = "failed" // the file that says why a picture has no copies
)

// keep writes a picture's copies to disk, and why they could not be made unless that is "". All is there afterwards, or nothing.
func (s *Store) keep(sha256 string, widths []int, files [][]byte, why string) (of copies, err error) {
	dir := filepath.Join(s.dir, fresh)
	if err = errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o700)); err != nil {
		return of, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	for i, width := range widths {
		if err = writeDurably(filepath.Join(dir, strconv.Itoa(width)), files[i]); err != nil {
			return of, err
		}
		of.add(int64(len(files[i])))
	}
	if why != "" {
		if err = writeDurably(filepath.Join(dir, failed), []byte(why)); err != nil {
			return of, err
		}
		of.failed = why
	}
	folder := s.folder(sha256)
	if err = errors.Join(os.MkdirAll(filepath.Dir(folder), 0o700), os.RemoveAll(folder)); err != nil {
		return of, err
	}
	of.complete = true
	return of, os.Rename(dir, folder)
}

// add counts a copy. An empty one stands for the original.
func (of *copies) add(bytes int64) {
	if bytes > 0 {
		of.count, of.bytes = of.count+1, of.bytes+bytes
	}
}

func writeDurably(path string, content []byte) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err = file.Write(content); err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// begin marks a picture before it is worked on, so that a process that dies over it doesn't do so at every start.
func (s *Store) begin(sha256 string) error {
	path := filepath.Join(s.dir, tried, sha256)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), removed(path)); err != nil {
		return err
	}
	if err := writeDurably(path, []byte(strconv.Itoa(s.triesOf(sha256)+1))); err != nil {
		return errors.Join(err, removed(path))
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// end removes the mark: the process has survived.
func (s *Store) end(sha256 string) error {
	s.mu.Lock()
	delete(s.tried, sha256)
	s.mu.Unlock()
	return removed(filepath.Join(s.dir, tried, sha256))
}

// triesOf returns how often the process died over a picture.
func (s *Store) triesOf(sha256 string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tried[sha256]
}

// removed removes a file that may be missing.
func removed(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// remove deletes a picture's copies, and its mark.
func (s *Store) remove(sha256 string) error {
	s.doubt(sha256)
	return errors.Join(os.RemoveAll(s.folder(sha256)), s.end(sha256))
}

// find notes what is in the folder, and deletes what a process that was killed has left, and copies of another version.
func (s *Store) find() error {
	err := os.RemoveAll(filepath.Join(s.dir, fresh))
	all, readErr := listed(s.config.Dir)
	err = errors.Join(err, readErr)
	for _, other := range all {
		if other != filepath.Base(s.dir) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(s.config.Dir, other)))
		}
	}
	groups, readErr := listed(s.dir)
	err = errors.Join(err, readErr)
	for _, group := range groups {
		pictures, readErr := listed(filepath.Join(s.dir, group))
		err = errors.Join(err, readErr)
		for _, name := range pictures {
			switch {
			case len(name) != 64:
			case group == tried:
				s.noteTries(name)
			case name[:2] == group:
				s.note(name, s.measure(name))
			}
		}
	}
	return err
}

// listed returns the names in a folder, none if it is missing.
func listed(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names, err
}

// noteTries notes how often the process died over a picture: once at least, as there is a mark.
func (s *Store) noteTries(sha256 string) {
	text, _ := os.ReadFile(filepath.Join(s.dir, tried, sha256))
	n, _ := strconv.Atoi(string(text))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tried[sha256] = max(1, n)
}

// measure looks at a picture's copies. What can't be looked at isn't counted.
func (s *Store) measure(sha256 string) (of copies) {
	files, _ := os.ReadDir(s.folder(sha256))
	for _, file := range files {
		if file.Name() == failed {
			why, _ := os.ReadFile(filepath.Join(s.folder(sha256), failed))
			of.failed = string(why)
		} else if info, err := file.Info(); err == nil {
			of.add(info.Size())
		}
	}
	return of
}

// complete reports whether a picture has all its copies.
func (s *Store) complete(sha256 string, widths []int) bool {
	for _, width := range widths {
		if !isUsable(s.path(sha256, width)) {
			return false
		}
	}
	return true
}

// isUsable reports whether a file is a copy, or says that there is none.
func isUsable(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return err == nil
	}
	beginning := make([]byte, 12)
	_, err = io.ReadFull(file, beginning)
	return err == nil && isWhole(beginning, info.Size())
}
