// Versions that readers may not see, for read models of past moments.

package events

import "time"

// WithheldVersion is a version of an item that is withheld from readers.
type WithheldVersion struct {
	Item
	First    uint64 // readers saw it from this revision of the item on
	Revision uint64 // the version's own
	Until    uint64 // they saw the next version from this one on; [math.MaxUint64]: there was none

	Reason string    // for readers
	At     time.Time // since when it is withheld
}

// Hides reports whether an item at a revision of its stream was as the version is.
func (w WithheldVersion) Hides(of Item, revision uint64) bool {
	return w.Item == of && w.First <= revision && revision < w.Until
}
