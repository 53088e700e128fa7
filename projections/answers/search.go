// Searching: how many searches run at once.

package answers

import "runtime"

// searches bounds how many searches run at once, as each reads all texts of its index.
var searches = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))

// BeginSearch waits until another search may run. The returned function ends it.
func BeginSearch() (end func()) {
	searches <- struct{}{}
	return func() { <-searches }
}
