//go:build !race

package markdown_test

// raced says that the race detector watches.
const raced = false
