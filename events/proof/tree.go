// Tree: the root over a history that is read once from its beginning, in a few hundred bytes.

package proof

import "golang.org/x/mod/sumdb/tlog"

// Tree takes leaves in and knows the root over them. Its zero value is the empty tree. It keeps one hash
// for each complete subtree, as many as its size has binary ones.
type Tree struct {
	size  int64
	peaks []tlog.Hash // roots of the complete subtrees, the largest and leftmost first
}

// Add takes the next leaf in.
func (t *Tree) Add(leaf tlog.Hash) {
	for n := t.size; n&1 == 1; n >>= 1 { // two subtrees of one height become one
		last := len(t.peaks) - 1
		leaf = tlog.NodeHash(t.peaks[last], leaf)
		t.peaks = t.peaks[:last]
	}
	t.peaks = append(t.peaks, leaf)
	t.size++
}

// Size is how many leaves there are.
func (t *Tree) Size() int64 { return t.size }

// Root is the tree's hash; that of the empty tree is the hash of nothing (RFC 6962 section 2.1).
func (t *Tree) Root() tlog.Hash {
	if t.size == 0 {
		return EmptyRoot
	}
	root := t.peaks[len(t.peaks)-1]
	for i := len(t.peaks) - 2; i >= 0; i-- {
		root = tlog.NodeHash(t.peaks[i], root)
	}
	return root
}
