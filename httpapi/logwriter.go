// LogWriter: log lines leave the request's way at once and reach the disk from one goroutine.

package httpapi

import (
	"fmt"
	"io"
	"sync"
)

// logBuffer is how many bytes of log lines may wait, some 4,000 lines.
const logBuffer = 1 << 20

// LogWriter is an asynchronous io.Writer for zerolog. A line that finds the buffer full is
// dropped and counted; when there is room again, a line says how many were. Close it last.
type LogWriter struct {
	out     io.Writer
	flushed sync.WaitGroup

	mu      sync.Mutex
	more    *sync.Cond // signalled when waiting or closed changes
	waiting []byte
	spare   []byte
	dropped int64 // since the last note
	total   int64 // ever
	closed  bool
}

// NewLogWriter starts the goroutine that writes to out; Close ends it.
func NewLogWriter(out io.Writer) *LogWriter {
	w := &LogWriter{out: out}
	w.more = sync.NewCond(&w.mu)
	w.flushed.Go(w.run)
	return w
}

// Write keeps a copy of line for later. It never fails and never waits for the disk.
func (w *LogWriter) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || len(w.waiting)+len(line) > logBuffer {
		w.dropped++
		w.total++
		return len(line), nil
	}
	if len(w.waiting) == 0 {
		w.more.Signal()
	}
	w.waiting = append(w.waiting, line...)
	return len(line), nil
}

// Dropped returns how many lines were dropped so far.
func (w *LogWriter) Dropped() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.total
}

// Close writes what waits and returns when it is written. Lines that come later are dropped.
func (w *LogWriter) Close() error {
	w.mu.Lock()
	w.closed = true
	w.more.Signal()
	w.mu.Unlock()
	w.flushed.Wait()
	return nil
}

func (w *LogWriter) run() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		for len(w.waiting) == 0 && !w.closed {
			w.more.Wait()
		}
		if len(w.waiting) == 0 {
			return
		}
		batch := w.waiting
		w.waiting, w.spare = w.spare[:0], nil
		if w.dropped > 0 {
			batch = fmt.Appendf(batch, `{"level":"warn","dropped":%d,"message":"log lines dropped"}`+"\n", w.dropped)
			w.dropped = 0
		}
		w.mu.Unlock()
		_, _ = w.out.Write(batch) // there is nowhere to report it
		w.mu.Lock()
		w.spare = batch
	}
}
