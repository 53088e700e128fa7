// Aligning: which elements of two lists are the same, and which are the same one that has changed.

package difference

// visitor is told of an element of the old list, of the new one, or of both.
type visitor[T any] func(was, is T, s state)

// leastAlike is how much of two elements has to be the same for one to be the other, changed.
const leastAlike = 0.3

// align visits the elements of two lists in the order in which they are shown: what went before what came in its place. Of an element that
// went, is is the zero value, of one that came was. Where equal elements leave others between them, those are paired that are most alike.
func align[T any](c *comparer, old, new []T, key func(T) uint64, likeness func(was, is T) float64, visit visitor[T]) {
	keys := func(all []T) []uint64 {
		ids := make([]uint64, len(all))
		for i, one := range all {
			ids[i] = key(one)
		}
		return ids
	}
	var none T
	i, j := 0, 0
	apart := func(toOld, toNew int) {
		for ; i < toOld; i++ {
			visit(old[i], none, removed)
		}
		for ; j < toNew; j++ {
			visit(none, new[j], added)
		}
	}
	for _, same := range append(common(c, keys(old), keys(new)), pair{len(old), len(new)}) {
		fromOld, fromNew := i, j
		for _, p := range alike(c, old[i:same.old], new[j:same.new], likeness) {
			apart(fromOld+p.old, fromNew+p.new)
			visit(old[i], new[j], changed)
			i, j = i+1, j+1
		}
		apart(same.old, same.new)
		if i < len(old) && j < len(new) {
			visit(old[i], new[j], stayed)
			i, j = i+1, j+1
		}
	}
}

// nearby is how far from its own place an element is looked for.
const nearby = 12

// alike returns pairs of elements in their order, so that together they are as alike as can be.
func alike[T any](c *comparer, old, new []T, likeness func(was, is T) float64) (pairs []pair) {
	n, m := len(old), len(new)
	if n == 0 || m == 0 {
		return nil
	}
	// best[i][j-first(i)] is what old from i on and new from j on can reach. Only elements near the diagonal are compared.
	width := min(m, nearby*2+max(n, m)-min(n, m)) + 1
	first := func(i int) int { return max(0, min(m+1-width, i*m/n-width/2)) }
	if !c.spend((n + 1) * width) {
		return nil
	}
	best, like := make([][]float64, n+1), make([][]float64, n+1)
	at := func(i, j int) float64 {
		if k := j - first(i); k >= 0 && k < width {
			return best[i][k]
		}
		return 0
	}
	for i := n; i >= 0; i-- {
		best[i], like[i] = make([]float64, width), make([]float64, width)
		for k := width - 1; k >= 0; k-- {
			j := first(i) + k
			if i == n || j >= m {
				continue
			}
			best[i][k] = max(at(i+1, j), at(i, j+1))
			if one := likeness(old[i], new[j]); one >= leastAlike && one+at(i+1, j+1) >= best[i][k] {
				like[i][k], best[i][k] = one, one+at(i+1, j+1)
			}
		}
	}
	for i, j := 0, first(0); i < n && j < m; {
		k := j - first(i)
		switch {
		case k < 0:
			j++
		case k >= width:
			i++
		case like[i][k] > 0:
			pairs = append(pairs, pair{i, j})
			i, j = i+1, j+1
		case at(i+1, j) >= at(i, j+1):
			i++
		default:
			j++
		}
	}
	return pairs
}
