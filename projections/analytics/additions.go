// Additions: numbers to be added under many keys, in few allocations.

package analytics

import (
	"bytes"
	"slices"

	"candor/projections/projector"
)

const (
	additionsChunk = 32 << 10                      // bytes of one allocation for keys
	maxKey         = 8 + projector.MaxKey + 1 + 64 // bytes of a count's key at most
)

// additions are numbers to be added; the zero value has none. [countEach] carries them out and leaves it empty, with its capacity.
type additions struct {
	list []addition
	keys []byte // the allocation in use; full ones belong to their keys
}

type addition struct {
	key []byte
	n   int64
}

// next returns an empty slice to which the next key is appended; [additions.add] takes it.
func (a *additions) next() []byte {
	if cap(a.keys)-len(a.keys) < maxKey {
		a.keys = make([]byte, 0, additionsChunk)
	}
	return a.keys[len(a.keys):]
}

// add adds n under a key that was begun with next. The same key may come again.
func (a *additions) add(key []byte, n int64) {
	a.keys = a.keys[:len(a.keys)+len(key)]
	a.list = append(a.list, addition{key[:len(key):len(key)], n})
}

// countEach adds to the numbers under the keys, in the order of the keys, which is fastest in bbolt.
func countEach(b projector.Bucket, a *additions) {
	slices.SortFunc(a.list, func(x, y addition) int { return bytes.Compare(x.key, y.key) })
	for i := 0; i < len(a.list); {
		key, n := a.list[i].key, int64(0)
		for ; i < len(a.list) && bytes.Equal(a.list[i].key, key); i++ {
			n += a.list[i].n
		}
		if n != 0 {
			b.Count(key, n)
		}
	}
	a.list, a.keys = nil, nil
}

// countAll calls countEach with a map.
func countAll(b projector.Bucket, all map[string]int64) {
	var a additions
	for key, n := range all {
		a.list = append(a.list, addition{[]byte(key), n})
	}
	countEach(b, &a)
}
