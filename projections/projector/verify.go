// Checking a file: every row against the sum, and bbolt's list of free pages before anything is written.

package projector

import (
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"
)

// verifyAtOnce is up to which size the rows of a file are checked before it serves; those of a larger
// one are checked while it serves, each being protected by its checksum meanwhile.
const verifyAtOnce = 8 << 20 // bytes

// checkSize demands that the file is as long as bbolt says: reading beyond its end would be a fault.
func (f *file) checkSize() error {
	return f.inspect(func(t *Tx) error {
		if size := f.size(); size < t.tx.Size() {
			return fmt.Errorf("%w: it has %d bytes of %d", errDamaged, size, t.tx.Size())
		}
		return nil
	})
}

const metaPages = 2 // the first ones

// checkPages compares bbolt's list of free pages, in which there are listed pages, with the pages that are in use. bbolt
// believes the list: a page in use that it lists would be overwritten. Nothing may be written meanwhile.
//
// bbolt's own check, Tx.Check, runs in a goroutine of its own, where a fault on a damaged page ends the process.
func checkPages(tx *bbolt.Tx, listed int) error {
	var free, lists, leaves, branches int
	pages := int(tx.Size() / int64(tx.DB().Info().PageSize))
	for id := metaPages; id < pages; id++ {
		page, err := tx.Page(id)
		if err != nil {
			return err
		}
		switch size := 1 + page.OverflowCount; page.Type {
		case "free":
			free++
			continue
		case "leaf":
			leaves += size
		case "branch":
			branches += size
		case "freelist":
			lists++
		}
		id += page.OverflowCount
	}
	used := tx.Cursor().Bucket().Stats() // of all buckets
	if free != listed || lists != 1 || leaves != used.LeafPageN+used.LeafOverflowN || branches != used.BranchPageN+used.BranchOverflowN {
		return fmt.Errorf("%w: its list of free pages does not fit the pages in use", errDamaged)
	}
	return nil
}

// verify reads every pair and computes the sum anew. Its error is errDamaged.
func (f *file) verify() error {
	return f.inspect(func(t *Tx) error {
		// The meta of this very transaction: the file may be written to meanwhile.
		want, err := metaOf(t.tx)
		if err != nil {
			return err
		}
		sum := uint64(0)
		err = t.everyPair(func(b Bucket, key, stored []byte) {
			b.checked(key, stored)
			sum += mix(binary.LittleEndian.Uint32(stored))
			b.reachable(key)
		})
		if err == nil && sum != want.Sum {
			err = fmt.Errorf("%w: its rows don't add up", errDamaged)
		}
		return err
	})
}

// reachable checks that looking for key finds it. Walking through a file does not look at the
// keys that lead to its pages, so only this finds damage to those.
func (b Bucket) reachable(key []byte) {
	if b.b.Get(key) == nil {
		panic(corruption("a row can't be found by its key"))
	}
}

// everyPair visits all pairs of all buckets but the meta, in order.
func (t *Tx) everyPair(visit func(b Bucket, key, stored []byte)) error {
	return t.tx.ForEach(func(name []byte, raw *bbolt.Bucket) error {
		if string(name) == string(metaBucket) {
			return nil
		}
		b := t.Bucket(string(name))
		if b.b == nil {
			return fmt.Errorf("%w: a bucket can't be found by its name", errDamaged)
		}
		return raw.ForEach(func(key, stored []byte) error {
			visit(b, key, stored)
			return nil
		})
	})
}
