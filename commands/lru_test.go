// What is remembered.

package commands

import "testing"

func TestRecentForgetsTheOldest(t *testing.T) {
	r := NewLRU[int, int](10)
	for i := range 100 {
		r.Put(i, i)
		if n := len(r.young) + len(r.old); n > 10 {
			t.Fatalf("%d keys are remembered, 10 are allowed", n)
		}
		for j := max(0, i-4); j <= i; j++ {
			_, young := r.young[j]
			if _, old := r.old[j]; !young && !old {
				t.Fatalf("after %d keys, key %d is forgotten", i+1, j)
			}
		}
	}
	if _, ok := r.Get(0); ok {
		t.Error("key 0 is still there")
	}
}
