// Additions: what is added to the numbers under many keys, in few pieces of memory.

package analytics

import (
	"bytes"
	"slices"

	"candor/projections/projector"
)

const (
	additionsRoom = 32 << 10                      // bytes of a piece of memory for keys
	longestKey    = 8 + projector.MaxKey + 1 + 64 // bytes that a key of a count takes at most
)

// additions are numbers to be added. The zero value is none. [countEach] makes them and leaves it empty, with its capacity.
type additions struct {
	list []addition
	keys []byte // memory for keys; what is full belongs to them alone
}

type addition struct {
	key []byte
	n   int64
}

// next returns where to put the next key together, by appending; [additions.add] takes it.
func (a *additions) next() []byte {
	if cap(a.keys)-len(a.keys) < longestKey {
		a.keys = make([]byte, 0, additionsRoom)
	}
	return a.keys[len(a.keys):]
}

// add adds n under a key that was begun with next. The same key may come again.
func (a *additions) add(key []byte, n int64) {
	a.keys = a.keys[:len(a.keys)+len(key)]
	a.list = append(a.list, addition{key[:len(key):len(key)], n})
}

// countEach adds to the numbers under the keys, in key order for bbolt's sake.
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
