// Tallies: how often names occur among items, and in which spellings.

package search

import "cmp"

// tally is how many hits have a name, and when the newest of them was published first.
type tally struct {
	count  int
	newest int64
}

func (t *tally) add(released int64) {
	t.count++
	t.newest = max(t.newest, released)
}

// spelling is a name as some hits have it.
type spelling struct {
	name   string
	key    string // the same for all its spellings
	count  int
	newest int64 // when the newest of them was published first
}

// before reports whether a name is rather spelled so than in another way: more have it, or the newest does.
func (s *spelling) before(other *spelling) bool {
	return cmp.Or(cmp.Compare(other.count, s.count), cmp.Compare(other.newest, s.newest), cmp.Compare(s.name, other.name)) < 0
}

// united returns, by key, the spelling that names with the same key have, and how many items have the name.
func united(spellings []spelling) (best map[string]*spelling, totals map[string]int) {
	best, totals = make(map[string]*spelling, len(spellings)), make(map[string]int, len(spellings))
	for i := range spellings {
		one := &spellings[i]
		totals[one.key] += one.count
		if b := best[one.key]; b == nil || one.before(b) {
			best[one.key] = one
		}
	}
	return best, totals
}
