package storage

// Checking a whole file.

import (
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Verify reads every block and every index entry and returns the first thing that is wrong.
func (s *Store) Verify() error {
	return s.View(func(r *Reader) error {
		if err := r.verify(); err != nil {
			return fmt.Errorf("%s: %w", s.path, err)
		}
		return nil
	})
}

func (r *Reader) verify() error {
	c := r.Cursor()
	next := uint64(1)
	var events []Event
	for b, ok, err := c.Seek(0); ok || err != nil; b, ok, err = c.Next() {
		if err != nil {
			return err
		}
		if b.First < next {
			return damaged("the block at position %d overlaps the one before", b.First)
		}
		if events, err = b.Events(events, 0, b.Count); err != nil {
			return err
		}
		next = b.Last() + 1
	}
	for _, bucket := range []*bolt.Bucket{r.index, r.ids} {
		var before []byte
		c := bucket.Cursor()
		for k, v := c.First(); k != nil; k, v = c.Next() {
			if string(before) >= string(k) || len(v) == 0 {
				return damaged("the keys %x and %x are out of order", before, k)
			}
			before = append(before[:0], k...)
		}
	}
	return nil
}
