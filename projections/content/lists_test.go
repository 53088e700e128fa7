package content

import "testing"

// ARCHITECTURE.md says what a kind of content must have; what its lists can be narrowed to isn't among it.
func TestAKindWithoutWaysToNarrowItsListsHasLists(t *testing.T) {
	plain := &collection{kind: kind{}}
	if got := plain.query(scopePublic, Query{Limit: 5}, nil); got.limit != 5 || got.none {
		t.Errorf("got %+v", got)
	}
}
