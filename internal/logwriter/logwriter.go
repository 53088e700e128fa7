// Package logwriter writes log lines from a goroutine of its own, so that no request waits for the disk.
package logwriter

import (
	"fmt"
	"io"
	"sync"
	"time"
)

const (
	bufferLines = 4096                  // lines that may wait
	pause       = 20 * time.Millisecond // for which lines are gathered, to be written together
)

// Writer is an asynchronous io.Writer for zerolog. When the buffer is full, further lines are dropped and counted, and a line says how many
// were. Close it last.
type Writer struct {
	out     io.Writer
	waits   chan struct{} // holds one value while lines wait
	closing chan struct{}
	ended   chan struct{}

	mu      sync.Mutex
	waiting []byte // whole lines
	lines   int    // of them
	dropped int64
	told    int64 // how many of the dropped ones the log has told of
	closed  bool
}

// New starts the goroutine that writes to out. Close ends it, and leaves out open.
func New(out io.Writer) *Writer {
	w := &Writer{out: out, waits: make(chan struct{}, 1), closing: make(chan struct{}), ended: make(chan struct{})}
	go w.run()
	return w
}

// Write keeps a copy of line for later. It never fails and never waits for the disk.
func (w *Writer) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.lines == bufferLines {
		w.dropped++
		return len(line), nil
	}
	w.waiting = append(w.waiting, line...)
	w.lines++
	select {
	case w.waits <- struct{}{}:
	default: // the goroutine knows already
	}
	return len(line), nil
}

// run writes what waits until the writer is closed.
func (w *Writer) run() {
	defer close(w.ended)
	var spare []byte // the buffer that isn't being filled
	for open := true; open; {
		select {
		case <-w.waits:
			select {
			case <-time.After(pause):
			case <-w.closing:
			}
		case <-w.closing:
			open = false
		}
		spare = w.flush(spare)
	}
}

// flush writes the lines that wait, and lets spare be filled meanwhile. It returns the buffer that it has written.
func (w *Writer) flush(spare []byte) []byte {
	w.mu.Lock()
	lines, dropped := w.waiting, w.dropped-w.told
	w.waiting, w.lines, w.told = spare[:0], 0, w.dropped
	w.mu.Unlock()
	if len(lines) > 0 {
		_, _ = w.out.Write(lines) // there is nowhere to report an error
	}
	if dropped > 0 {
		_, _ = fmt.Fprintf(w.out, `{"level":"warn","dropped":%d,"message":"log lines dropped"}`+"\n", dropped)
	}
	return lines
}

// Dropped returns how many lines have been dropped so far.
func (w *Writer) Dropped() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.dropped
}

// Close writes the lines that wait and returns when they are written. Later lines are dropped. Closing again does nothing.
func (w *Writer) Close() error {
	w.mu.Lock()
	closed := w.closed
	w.closed = true
	w.mu.Unlock()
	if !closed {
		close(w.closing)
	}
	<-w.ended
	return nil
}
