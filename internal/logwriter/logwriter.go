// Package logwriter writes log lines from a goroutine of its own, so that no request waits for the disk.
package logwriter

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog/diode"
)

const (
	bufferLines  = 4096                  // lines that may wait
	pollInterval = 20 * time.Millisecond // between two looks for new lines
)

// Writer is an asynchronous io.Writer for zerolog. When the buffer is full, the oldest lines are dropped and counted, and a line says how
// many were. Close it last.
type Writer struct {
	lines   diode.Writer
	dropped atomic.Int64
}

// New starts the goroutine that writes to out. Close ends it, and leaves out open.
func New(out io.Writer) *Writer {
	w := &Writer{}
	w.lines = diode.NewWriter(struct{ io.Writer }{out}, bufferLines, pollInterval, func(dropped int) { // called by the same goroutine
		w.dropped.Add(int64(dropped))
		_, _ = fmt.Fprintf(out, `{"level":"warn","dropped":%d,"message":"log lines dropped"}`+"\n", dropped) // there is nowhere to report an error
	})
	return w
}

// Write keeps a copy of line for later. It never fails and never waits for the disk.
func (w *Writer) Write(line []byte) (int, error) { return w.lines.Write(line) }

// Dropped returns how many lines have been dropped so far.
func (w *Writer) Dropped() int64 { return w.dropped.Load() }

// Close writes the lines that wait and returns when they are written. Later lines are dropped.
func (w *Writer) Close() error { return w.lines.Close() }
