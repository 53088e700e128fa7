// The progress bar of a long command.

package cli

import (
	"fmt"
	"strings"
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
