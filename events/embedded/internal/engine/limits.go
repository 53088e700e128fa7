package engine

// The limits of a write, which are EventStoreDB's: names, types, ids and sizes.

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"candor/events/embedded/internal/storage"
)

// MaxAppend is the maximum size of the events of one append in bytes, EventStoreDB's default MaxAppendSize. [AppendSize] counts them.
const MaxAppend = 1 << 20

// CheckStream returns what is wrong with a stream's name, nil if nothing is.
func CheckStream(name []byte) error {
	switch {
	case len(name) == 0 || string(name) == metadataPrefix:
		return errors.New("stream name: must not be empty")
	case len(name) > storage.MaxStreamName:
		return fmt.Errorf("stream name: %d bytes are more than %d", len(name), storage.MaxStreamName)
	case !utf8.Valid(name):
		return errors.New("stream name: not valid UTF-8")
	}
	return nil
}

// CheckEvent returns what is wrong with an event that is to be appended, nil if nothing is.
func CheckEvent(e *storage.Event) error {
	switch {
	case len(e.Type) == 0:
		return errors.New("event type: must not be empty")
	case !utf8.Valid(e.Type):
		return errors.New("event type: not valid UTF-8")
	case e.ID == storage.ID{}:
		return errors.New("event id: must be a UUID that is not zero")
	}
	return nil
}

// AppendSize returns how much of [MaxAppend] an event takes: its data, its metadata and two bytes for each UTF-16 unit of its type, as in
// EventStoreDB, whose strings are UTF-16.
func AppendSize(e *storage.Event) int {
	units := 0
	for _, r := range string(e.Type) {
		units++
		if r > 0xffff {
			units++
		}
	}
	return len(e.Data) + len(e.Metadata) + 2*units
}
