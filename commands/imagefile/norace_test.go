//go:build !race

package imagefile_test

// raced says that the race detector watches.
const raced = false
