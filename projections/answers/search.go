// Searching: how texts are compared, and how many searches run at once.

package answers

import (
	"runtime"
	"strings"
)

// searches bounds how many searches run at once, as each reads all texts of its index.
var searches = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))

// BeginSearch waits until another search may run. The returned function ends it.
func BeginSearch() (end func()) {
	searches <- struct{}{}
	return func() { <-searches }
}

// Fold returns a text in the form in which texts are compared, ignoring case.
func Fold(s string) string { return strings.ToLower(s) }
