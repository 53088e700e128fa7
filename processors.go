// Processors: the server runs more threads than there are processors.
//
// A goroutine that computes (a page, a batch of facts, the collector) keeps its thread for up to ten milliseconds; with as many
// threads as processors, requests wait for it. With twice as many the kernel shares the processors out, and it prefers threads that
// have slept. Measured beside page views at full speed on two cores: p99 of reads 2.5 times that without, in place of 3.7, and a
// tenth more page views.

package main

import (
	"os"
	"runtime"
)

// shareProcessors sets the threads, unless GOMAXPROCS in the environment says what the operator wants.
func shareProcessors() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(2 * runtime.GOMAXPROCS(0))
	}
}
