package projections

import "testing"

// A server whose analytics caught up with a hundred thousand views counts a few a second afterwards: the room of its start goes, and the room of
// a busy hour stays while it is busy.
func TestRoomOfACatchUpGoesWithTheFirstSmallBatch(t *testing.T) {
	m := newRoomyMap[int, int]()
	var list []int
	fill := func(n int) {
		for i := range n {
			m.of[i] = i
			list = append(list, i)
		}
		m.empty()
		list = emptied(list)
		if len(m.of) != 0 || len(list) != 0 {
			t.Fatalf("emptied, there are %d and %d entries", len(m.of), len(list))
		}
	}
	fill(32 << 10)
	fill(8 << 10) // smaller, but not by much
	if cap(list) < 32<<10 || m.most != 32<<10 {
		t.Errorf("after a batch of a quarter there is room for %d and %d entries", cap(list), m.most)
	}
	fill(30)
	if cap(list) > smallRoom || m.most > smallRoom {
		t.Errorf("after a small batch there still is room for %d and %d entries", cap(list), m.most)
	}
}
