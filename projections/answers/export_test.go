package answers

// BoundLists gives lists other bounds, in bytes. The returned function gives the old ones back, and says how much was still in use.
func BoundLists(most, large, cached int64) (restore func() (used int64)) {
	before := lists
	lists = newListMemory(most, large, cached)
	return func() int64 {
		used := lists.used
		lists = before
		return used
	}
}
