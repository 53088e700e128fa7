// The progress bar of a long command.

package cli

import (
	"fmt"
	"strings"
	"time"
)

// progress draws how far a command is over the line that it drew before.
func (c *console) progress(name string, at, head uint64) {
	share := 1.0
	if head > 0 {
		share = min(1, float64(at)/float64(head))
	}
	const width = 30
	bar := strings.Repeat("█", int(share*width)) + strings.Repeat("░", width-int(share*width))
	fmt.Fprintf(c.stderr, "\r%-10s %s %3.0f %%", name, bar, share*100)
}

// progressEnd ends the line of a progress bar.
func (c *console) progressEnd() { fmt.Fprintln(c.stderr) }

// throttledProgress returns a progress bar that may be updated at any rate.
func (c *console) throttledProgress(name string) func(at, head uint64) {
	var drawn time.Time
	return func(at, head uint64) {
		if now := time.Now(); at >= head || now.Sub(drawn) > 100*time.Millisecond {
			drawn = now
			c.progress(name, at, head)
		}
	}
}
