package storage

// Checking a file's two meta pages before bbolt uses it. When one of them is damaged, bbolt falls back on the other without a word,
// and that may be the older one: acknowledged events would be gone. Its API doesn't tell, so we look ourselves.

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
)

// The layout of bbolt's two meta pages, from go.etcd.io/bbolt/internal/common (page.go, meta.go), in the byte
// order of the machine; every machine that we build for is little-endian.
const (
	metaOffset   = 16 // after the page header
	metaSize     = 64
	metaMagic    = 0xED0CDAED
	metaVersion  = 2
	metaPageSize = 8  // offsets within the meta
	metaEnd      = 40 // number of pages in use
	metaTxid     = 48
	metaSum      = 56
)

type meta struct {
	pageSize uint32
	pages    uint64
	txid     uint64
}

// inspect checks that the file's two meta pages are valid and the file is as long as they say, and returns how many
// bytes of it are in use. It only reads.
func inspect(path string, f io.ReaderAt, size int64) (used uint64, err error) {
	first, magicFirst, okFirst := readMeta(f, 0)
	pageSize := first.pageSize
	second, magicSecond, okSecond := meta{}, false, false
	if okFirst {
		second, magicSecond, okSecond = readMeta(f, int64(pageSize))
	} else {
		for p := int64(1 << 10); p <= 64<<10 && !okSecond; p <<= 1 {
			var m bool
			second, m, okSecond = readMeta(f, p)
			magicSecond = magicSecond || m
		}
	}
	switch {
	case !okFirst && !okSecond && !magicFirst && !magicSecond:
		return 0, fmt.Errorf("%s: %w: it is no bbolt file", path, ErrForeignFile)
	case !okFirst || !okSecond:
		// The other one may be older: using it could silently undo acknowledged appends.
		return 0, fmt.Errorf("%s: %w: its first pages are not whole", path, ErrDamaged)
	}
	newest := first
	if second.txid > first.txid {
		newest = second
	}
	used = newest.pages * uint64(newest.pageSize)
	if uint64(size) < used {
		return 0, fmt.Errorf("%s: %w: it has %d bytes of %d, the end is missing", path, ErrDamaged, size, used)
	}
	return used, nil
}

// readMeta reads the meta page at offset; known reports that it has bbolt's magic number, ok that it is valid.
func readMeta(f io.ReaderAt, offset int64) (m meta, known, ok bool) {
	var p [metaSize]byte
	if _, err := f.ReadAt(p[:], offset+metaOffset); err != nil {
		return meta{}, false, false
	}
	order := binary.LittleEndian
	if order.Uint32(p[:]) != metaMagic {
		return meta{}, false, false
	}
	h := fnv.New64a()
	h.Write(p[:metaSum])
	if order.Uint32(p[4:]) != metaVersion || order.Uint64(p[metaSum:]) != h.Sum64() {
		return meta{}, true, false
	}
	return meta{
		pageSize: order.Uint32(p[metaPageSize:]),
		pages:    order.Uint64(p[metaEnd:]),
		txid:     order.Uint64(p[metaTxid:]),
	}, true, true
}
