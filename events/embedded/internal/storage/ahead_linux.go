package storage

// Reading ahead: the log, for who goes on from block to block.

import (
	"os"
	"syscall"
	"unsafe"
)

// readAhead has the system begin to read the file from where p lies in it, p being of its map. What is in memory already costs a look.
func readAhead(p []byte) {
	from := uintptr(unsafe.Pointer(unsafe.SliceData(p))) &^ uintptr(os.Getpagesize()-1)
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, from, aheadBytes, syscall.MADV_WILLNEED) // beyond the map there is nothing to read
}
