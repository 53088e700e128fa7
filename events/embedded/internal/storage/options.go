package storage

// Options for tests: small limits, so that boundaries are met often, and files that fail.

import (
	"io"
	"os"
)

// Options change a store's limits and files. The zero value is the default.
type Options struct {
	JournalHalf int // bytes of one half of the journal, a multiple of 4,096; 0 is 2 MiB
	TailEvents  int // events whose entries for index and ids are collected in memory; 0 is 16,384
	// OpenJournal creates the journal's file, or empties an existing one; nil uses the file system.
	OpenJournal func(path string) (File, error)
}

// File is a journal's file.
type File interface {
	io.WriterAt
	// Sync returns when everything written is on the disk.
	Sync() error
	Close() error
}

func (o Options) withDefaults() Options {
	if o.JournalHalf == 0 {
		o.JournalHalf = 2 << 20
	}
	if o.TailEvents == 0 {
		o.TailEvents = tailEvents
	}
	if o.OpenJournal == nil {
		o.OpenJournal = func(path string) (File, error) {
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
			if err != nil {
				return nil, err
			}
			return dataFile{f}, nil
		}
	}
	return o
}

// dataFile is a file whose Sync leaves out its metadata.
type dataFile struct{ *os.File }

func (f dataFile) Sync() error { return syncData(f.File) }
