// Panics outside of a request's own goroutine, where the HTTP server would catch them.

package commands

import (
	"fmt"
	"runtime/debug"
)

// Recovered turns a panic into an error. It is deferred in goroutines that work for requests: there a panic would end the program.
func Recovered(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
	}
}
