//go:build race

package httpapi_test

// raced says that the race detector watches.
const raced = true
