// Searching: how texts are compared, and how many searches run at once.

package answers

import (
	"runtime"
	"strings"
)

// searches bounds how many searches read at once: each reads all texts of its index.
var searches = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))

// BeginSearch waits until another search may read. The returned function ends it.
func BeginSearch() (end func()) {
	searches <- struct{}{}
	return func() { <-searches }
}

// Fold returns a text as it is compared, without regard to case.
func Fold(s string) string { return strings.ToLower(s) }
