package engine

// Links: events that stand for another one, and the system streams that $all does not show.

import (
	"bytes"
	"strconv"

	"candor/events/embedded/internal/storage"
)

// TypeLink is the type of an event that stands for another one; its data is "revision@stream".
const TypeLink = "$>"

// ParseLink reads "revision@stream".
func ParseLink(data []byte) (revision uint64, stream string, ok bool) {
	left, right, ok := bytes.Cut(data, []byte("@"))
	if !ok {
		return 0, "", false
	}
	revision, err := strconv.ParseUint(string(left), 10, 63)
	return revision, string(right), err == nil
}

// At calls found with the event at a position of the log, number i of block b. It does not call it if the position is
// beyond the end or the event was scavenged. What stream metadata hides is found too.
func (e *Engine) At(position uint64, found func(b *storage.Block, i int, ev *storage.Event)) error {
	return e.eventAt(position, func(b *storage.Block, ev *storage.Event) {
		found(b, int(position-b.First), ev)
	})
}

// Hidden reports whether $all does not show a stream's events: persistent subscriptions to $all store
// their own state in them, which would otherwise cause further events.
func Hidden(stream []byte) bool {
	return bytes.HasPrefix(stream, []byte("$persistentsubscription-$all::")) &&
		(bytes.HasSuffix(stream, []byte("-checkpoint")) || bytes.HasSuffix(stream, []byte("-parked")))
}
