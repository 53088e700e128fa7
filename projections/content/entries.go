// Entries of a bucket, written together.

package content

import (
	"bytes"
	"slices"

	"candor/projections/projector"
)

// entryChange is an entry that is added or replaced, or else removed.
type entryChange struct {
	key, payload []byte
	added        bool
}

// writeEntries writes entries in ascending order: bbolt splits pages only on commit, so that each entry written in descending order would
// move all others.
func writeEntries(to projector.Bucket, all []entryChange) {
	slices.SortFunc(all, func(a, b entryChange) int { return bytes.Compare(a.key, b.key) })
	for _, e := range all {
		if e.added {
			to.Put(e.key, e.payload)
		} else {
			to.Delete(e.key)
		}
	}
}
