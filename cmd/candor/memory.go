package main

import (
	"os"
	"runtime/debug"
)

// garbagePercent is how much garbage may accumulate before it is collected, in percent of the live memory. With half of Go's own 100, a
// small site stays small under load, for some of its processor time.
const garbagePercent = 50

// collectSooner sets garbagePercent, unless GOGC in the environment says otherwise.
func collectSooner() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
}
