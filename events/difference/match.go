// What two sequences have in common: Myers' algorithm (An O(ND) Difference Algorithm and Its Variations, 1986), within a budget.

package difference

// pair is an element of one sequence and the equal one of the other.
type pair struct{ old, new int }

// comparer counts what comparing costs, so that no text takes longer than others: what is beyond it counts as rewritten.
type comparer struct{ left int }

const (
	// budget is how many comparisons a difference may take. A review of 20,000 characters, rewritten in half, takes some 100,000.
	budget = 3_000_000
	// mostEdits is how many insertions and removals are looked for in one sequence: their traces take the square of it in memory.
	mostEdits = 800
)

// spend takes n from the budget, and reports whether there was so much.
func (c *comparer) spend(n int) bool {
	if n > c.left {
		return false
	}
	c.left -= n
	return true
}

// common returns a longest common subsequence of two sequences. Beyond the budget it is what they begin and end with in common.
func common[T comparable](c *comparer, old, new []T) []pair {
	start, end := 0, 0
	for start < min(len(old), len(new)) && old[start] == new[start] {
		start++
	}
	for end < min(len(old), len(new))-start && old[len(old)-1-end] == new[len(new)-1-end] {
		end++
	}
	pairs := make([]pair, 0, start+end)
	for i := range start {
		pairs = append(pairs, pair{i, i})
	}
	for _, p := range inner(c, old[start:len(old)-end], new[start:len(new)-end]) {
		pairs = append(pairs, pair{start + p.old, start + p.new})
	}
	for i := range end {
		pairs = append(pairs, pair{len(old) - end + i, len(new) - end + i})
	}
	return pairs
}

// inner is common for sequences that neither begin nor end alike; nil beyond the budget.
func inner[T comparable](c *comparer, old, new []T) []pair {
	n, m := len(old), len(new)
	if n == 0 || m == 0 {
		return nil
	}
	// furthest[k+most] is how far along old the furthest path on the diagonal k (old minus new) has come; trace is what it was before each
	// number of edits.
	most := min(n+m, mostEdits)
	furthest := make([]int32, 2*most+3)
	var trace [][]int32
	for edits := 0; edits <= most; edits++ {
		if !c.spend(edits + 1) {
			return nil
		}
		trace = append(trace, append([]int32(nil), furthest[most-edits:most+edits+3]...))
		for k := -edits; k <= edits; k += 2 {
			at := k + most + 1
			x := int(furthest[at-1]) + 1
			if k == -edits || k != edits && furthest[at-1] < furthest[at+1] {
				x = int(furthest[at+1])
			}
			y := x - k
			from := x
			for x < n && y >= 0 && y < m && old[x] == new[y] {
				x, y = x+1, y+1
			}
			if !c.spend(x - from) {
				return nil
			}
			furthest[at] = int32(x)
			if x >= n && y >= m {
				return backwards(trace, n, m)
			}
		}
	}
	return nil
}

// backwards returns the pairs on the path that the traces lead back along from the end.
func backwards(trace [][]int32, x, y int) []pair {
	var pairs []pair
	for edits := len(trace) - 1; edits >= 0; edits-- {
		before := func(k int) int { return int(trace[edits][k+edits+1]) }
		k := x - y
		from := k - 1
		if k == -edits || k != edits && before(k-1) < before(k+1) {
			from = k + 1
		}
		startX := before(from)
		startY := startX - from
		if edits == 0 {
			startX, startY = 0, 0
		}
		for x > startX && y > startY && (edits == 0 || x > startX+max(0, k-from) && y > startY+max(0, from-k)) {
			x, y = x-1, y-1
			pairs = append(pairs, pair{x, y})
		}
		x, y = startX, startY
	}
	for i, j := 0, len(pairs)-1; i < j; i, j = i+1, j-1 {
		pairs[i], pairs[j] = pairs[j], pairs[i]
	}
	return pairs
}
