// Package eventually waits in tests for what other goroutines, processes or instances bring about.
package eventually

import "time"

// waitTime is the longest wait. It is reached only where what is awaited never comes, however busy the machine: under the race detector
// and beside other work, a picture's copies have taken more than a minute.
const waitTime = 3 * time.Minute

// T is a [testing.TB], or a test of rapid's.
type T interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Holds repeats check every few milliseconds until it returns nil, and ends the test with its last error after three minutes. It is called
// from the test's own goroutine.
func Holds(t T, check func() error) {
	t.Helper()
	var err error
	for deadline := time.Now().Add(waitTime); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if err = check(); err == nil {
			return
		}
	}
	t.Fatalf("still not after %s: %v", waitTime, err)
}
