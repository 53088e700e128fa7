// Checking a file: its pages before it is opened for writing, and every pair against the sum.

package projector

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"os"

	"go.etcd.io/bbolt"
)

// verifyAtOnce is up to which size a file is checked whole before it serves; a larger one is
// checked beside serving, its rows guarded by their checksums meanwhile.
const verifyAtOnce = 8 << 20 // bytes

// The layout of a bbolt file, version 2 (bbolt's internal/common): page header id u64, flags
// u16, count u16, overflow u32; the meta behind it.
const (
	boltMagic       = 0xED0CDAED
	pageHeader      = 16
	metaSize        = 64
	freelistFlag    = 0x10
	noFreelist      = ^uint64(0)
	manyFreePages   = 0xFFFF // count's escape value: the real count is the first entry
	smallestBoltPgs = 4      // pages of an empty file
)

// checkPages looks at what bbolt believes without a checksum when it opens a file for writing:
// that all pages are there, and the list of free pages (a wrong entry would overwrite live data).
func checkPages(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	pageSize := int64(os.Getpagesize())
	var newest []byte
	for i := range int64(2) {
		m := make([]byte, metaSize)
		if _, err := f.ReadAt(m, i*pageSize+pageHeader); err != nil {
			continue
		}
		h := fnv.New64a()
		h.Write(m[:metaSize-8])
		if binary.LittleEndian.Uint32(m) == boltMagic && h.Sum64() == binary.LittleEndian.Uint64(m[56:]) &&
			(newest == nil || binary.LittleEndian.Uint64(m[48:]) > binary.LittleEndian.Uint64(newest[48:])) {
			newest = m
		}
	}
	if newest == nil || int64(binary.LittleEndian.Uint32(newest[8:])) != pageSize {
		return fmt.Errorf("%w: it has no bbolt meta page", errDamaged)
	}
	freelist, pages := binary.LittleEndian.Uint64(newest[32:]), binary.LittleEndian.Uint64(newest[40:])
	if pages < smallestBoltPgs || info.Size()/pageSize < int64(pages) {
		return fmt.Errorf("%w: it should have %d pages", errDamaged, pages)
	}
	if freelist == noFreelist || freelist >= pages {
		return fmt.Errorf("%w: it has no list of free pages", errDamaged)
	}
	return checkFreelist(f, freelist, pages, pageSize)
}

// checkFreelist demands page numbers in strictly ascending order, as bbolt writes them: noise isn't.
func checkFreelist(f io.ReaderAt, freelist, pages uint64, pageSize int64) error {
	bad := fmt.Errorf("%w: its list of free pages", errDamaged)
	at := int64(freelist) * pageSize
	header := make([]byte, pageHeader+8)
	if _, err := f.ReadAt(header, at); err != nil {
		return bad
	}
	if binary.LittleEndian.Uint64(header) != freelist || binary.LittleEndian.Uint16(header[8:]) != freelistFlag {
		return bad
	}
	count, first := uint64(binary.LittleEndian.Uint16(header[10:])), at+pageHeader
	if count == manyFreePages {
		count, first = binary.LittleEndian.Uint64(header[pageHeader:]), first+8
	}
	if count > pages {
		return bad
	}
	ids := make([]byte, count*8)
	if _, err := f.ReadAt(ids, first); err != nil {
		return bad
	}
	last := uint64(1)
	for ; len(ids) > 0; ids = ids[8:] {
		id := binary.LittleEndian.Uint64(ids)
		if id <= last || id >= pages {
			return bad
		}
		last = id
	}
	return nil
}

// verify reads every pair and counts the sum anew. Its error is errDamaged.
func (f *file) verify() error {
	return f.view(func(t *Tx) error {
		// The meta of this very transaction: the file may be written to meanwhile.
		want, err := metaOf(t.tx)
		if err != nil {
			return err
		}
		sum := uint64(0)
		err = t.everyPair(func(b Bucket, key, stored []byte) {
			b.payload(key, stored)
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
// keys that lead to its pages, so damage to those shows only so.
func (b Bucket) reachable(key []byte) {
	if b.b.Get(key) == nil {
		panic(Damage("a row can't be found by its key"))
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
