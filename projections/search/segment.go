// Segments: the files of the index, whose last four bytes are a checksum of the others. bleve doesn't look at it.

package search

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
)

const checksumSize = 4 // bytes

var errSegment = errors.New("the segment doesn't match its checksum")

// checkSegment checks a segment's checksum.
func checkSegment(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() < checksumSize {
		return errSegment
	}
	in, sum := bufio.NewReaderSize(f, 64<<10), crc32.NewIEEE()
	if _, err := io.CopyN(sum, in, info.Size()-checksumSize); err != nil {
		return err
	}
	var stored [checksumSize]byte
	if _, err := io.ReadFull(in, stored[:]); err != nil {
		return err
	}
	if binary.BigEndian.Uint32(stored[:]) != sum.Sum32() {
		return errSegment
	}
	return nil
}
