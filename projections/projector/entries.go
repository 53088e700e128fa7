// Entries of a bucket, written together.

package projector

import (
	"bytes"
	"slices"
)

// EntryChange is an entry that is added or replaced, or else removed.
type EntryChange struct {
	Key, Payload []byte
	Added        bool
}

// WriteEntries writes entries in ascending order: bbolt splits pages only on commit, so that each entry written in descending order would
// move all others.
func WriteEntries(to Bucket, all []EntryChange) {
	slices.SortFunc(all, func(a, b EntryChange) int { return bytes.Compare(a.Key, b.Key) })
	for _, e := range all {
		if e.Added {
			to.Put(e.Key, e.Payload)
		} else {
			to.Delete(e.Key)
		}
	}
}
