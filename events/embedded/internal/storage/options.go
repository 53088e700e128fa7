package storage

// What tests change of a store: small limits, so that boundaries are met often, and files that fail.

import (
	"io"
	"os"
)

// Options are how a store keeps its log. The zero value is what everybody uses.
type Options struct {
	JournalHalf int // bytes of one half of the journal, a multiple of 4,096; 0 is 2 MiB
	TailEvents  int // events whose index and ids wait in memory; 0 is 16,384
	// OpenJournal makes the journal's file, or empties the one that is there; nil does so in the file system.
	OpenJournal func(path string) (File, error)
}

// File is what a journal is written to.
type File interface {
	io.WriterAt
	// Sync returns when what was written is on the disk.
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

// dataFile is a file whose Sync leaves out times and the like.
type dataFile struct{ *os.File }

func (f dataFile) Sync() error { return syncData(f.File) }
