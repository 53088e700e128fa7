package main

import (
	"os"
	"runtime"
)

// addThread lets one more thread run Go code than there are processors, unless GOMAXPROCS is set. When all of them compute, Go's scheduler
// lets a request that has arrived wait for up to 10 ms; the system's scheduler gives it a processor at once.
func addThread() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	}
}
