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

// fresh is the folder of copies that aren't complete.
const fresh = "new"

// keep writes a picture's copies to disk. They are all there afterwards, or none of them.
func (s *Store) keep(sha256 string, widths []int, files [][]byte) (of copies, err error) {
	dir := filepath.Join(s.config.Dir, fresh)
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

// remove deletes a picture's copies.
func (s *Store) remove(sha256 string) error {
	s.doubt(sha256)
	return os.RemoveAll(s.folder(sha256))
}

// find notes what is in the folder, and deletes what a process that was killed has left.
func (s *Store) find() error {
	err := os.RemoveAll(filepath.Join(s.config.Dir, fresh))
	groups, readErr := os.ReadDir(s.config.Dir)
	if errors.Is(readErr, fs.ErrNotExist) {
		return err
	}
	err = errors.Join(err, readErr)
	for _, group := range groups {
		pictures, readErr := os.ReadDir(filepath.Join(s.config.Dir, group.Name()))
		err = errors.Join(err, readErr)
		for _, picture := range pictures {
			if name := picture.Name(); len(name) == 64 && name[:2] == group.Name() {
				s.note(name, s.measure(name))
			}
		}
	}
	return err
}

// measure looks at a picture's copies. What can't be looked at isn't counted.
func (s *Store) measure(sha256 string) (of copies) {
	files, _ := os.ReadDir(s.folder(sha256))
	for _, file := range files {
		if info, err := file.Info(); err == nil {
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
