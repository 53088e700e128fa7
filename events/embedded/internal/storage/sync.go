package storage

import (
	"errors"
	"os"
	"path/filepath"
)

// syncFolder makes the names in path's folder durable.
func syncFolder(path string) error {
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
