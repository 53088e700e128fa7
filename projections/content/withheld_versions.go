// Which versions of an item readers don't see, as far as the content model knows.

package content

import "slices"

// withheldVersions are the versions of an item that readers don't see.
type withheldVersions struct {
	revisions []uint64
	doubtful  uint64 // every version before this revision may be one, as an event that withholds one can't be read; 0: there is none
}

func (w withheldVersions) none() bool { return len(w.revisions) == 0 && w.doubtful == 0 }

// has reports whether the version with a revision is withheld, or may be.
func (w withheldVersions) has(revision uint64) bool { return w.between(revision, revision+1) }

// between reports whether any version from one revision on, up to another, is withheld, or may be.
func (w withheldVersions) between(from, until uint64) bool {
	return from < w.doubtful || slices.ContainsFunc(w.revisions, func(version uint64) bool { return from <= version && version < until })
}
