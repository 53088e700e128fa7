package difference

import (
	"testing"

	"pgregory.net/rapid"
)

// What is common is a common subsequence, and none is longer.
func TestCommon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 24)
		a, b := letters.Draw(t, "old"), letters.Draw(t, "new")
		pairs := common(&comparer{budget}, a, b)
		i, j := -1, -1
		for _, p := range pairs {
			if p.old <= i || p.new <= j || a[p.old] != b[p.new] {
				t.Fatalf("%v", pairs)
			}
			i, j = p.old, p.new
		}
		if want := longest(a, b); len(pairs) != want {
			t.Fatalf("%d in common, want %d", len(pairs), want)
		}
	})
}

func longest(a, b []int) int {
	table := make([][]int, len(a)+1)
	table[0] = make([]int, len(b)+1)
	for i := range a {
		table[i+1] = make([]int, len(b)+1)
		for j := range b {
			table[i+1][j+1] = max(table[i][j+1], table[i+1][j])
			if a[i] == b[j] {
				table[i+1][j+1] = table[i][j] + 1
			}
		}
	}
	return table[len(a)][len(b)]
}

// Beyond the budget, what two sequences begin and end with is still in common.
func TestCommonWithinTheBudget(t *testing.T) {
	c := &comparer{10_000}
	var a, b []int
	for i := range 60_000 {
		a, b = append(a, i), append(b, -i)
	}
	a, b = append(a, 7), append(b, 7)
	if pairs := common(c, a, b); len(pairs) != 2 || pairs[1] != (pair{60_000, 60_000}) {
		t.Errorf("%v", pairs)
	}
}
