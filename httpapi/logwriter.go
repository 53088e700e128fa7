// LogWriter: log lines reach the disk from a goroutine of their own, so that no request waits for it.

package httpapi

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog/diode"
)

const (
	logBuffer = 4096                  // lines that may wait
	logPoll   = 20 * time.Millisecond // between two looks for new lines
)

// LogWriter is an asynchronous io.Writer for zerolog. Of lines that find the buffer full the oldest are dropped and counted, and a line
// says how many were. Close it last.
type LogWriter struct {
	lines   diode.Writer
	dropped atomic.Int64
}

// NewLogWriter starts the goroutine that writes to out; Close ends it, and leaves out open.
func NewLogWriter(out io.Writer) *LogWriter {
	w := &LogWriter{}
	w.lines = diode.NewWriter(struct{ io.Writer }{out}, logBuffer, logPoll, func(dropped int) { // called by the same goroutine
		w.dropped.Add(int64(dropped))
		_, _ = fmt.Fprintf(out, `{"level":"warn","dropped":%d,"message":"log lines dropped"}`+"\n", dropped) // there is nowhere to report an error
	})
	return w
}

// Write keeps a copy of line for later. It never fails and never waits for the disk.
func (w *LogWriter) Write(line []byte) (int, error) { return w.lines.Write(line) }

// Dropped returns how many lines were found to be dropped so far.
func (w *LogWriter) Dropped() int64 { return w.dropped.Load() }

// Close writes what waits and returns when it is written. Lines that come later are dropped.
func (w *LogWriter) Close() error { return w.lines.Close() }
