// LogWriter: log lines leave the request's way at once and reach the disk from one goroutine.

package httpapi

import (
	"fmt"
	"io"
	"sync"
	"time"
)

const (
	logBuffer = 1 << 20               // bytes of log lines that may wait, some 4,000 lines
	logDelay  = 20 * time.Millisecond // how long the first of them waits for company: waking a goroutine for each costs more than the line
)

// LogWriter is an asynchronous io.Writer for zerolog. A line that finds the buffer full is
// dropped and counted; when there is room again, a line says how many were. Close it last.
type LogWriter struct {
	out     io.Writer
	wake    chan struct{} // holds a token while lines wait
	hurry   chan struct{} // holds a token when they should not wait any longer
	closing chan struct{}
	once    sync.Once
	flushed sync.WaitGroup

	mu      sync.Mutex
	waiting []byte
	spare   []byte // the buffer that is not being filled
	dropped int64  // since the last note
	total   int64  // ever
	closed  bool
}

// NewLogWriter starts the goroutine that writes to out; Close ends it.
func NewLogWriter(out io.Writer) *LogWriter {
	w := &LogWriter{out: out, wake: make(chan struct{}, 1), hurry: make(chan struct{}, 1), closing: make(chan struct{})}
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
	before := len(w.waiting)
	w.waiting = append(w.waiting, line...)
	if before == 0 {
		signal(w.wake)
	}
	if before < logBuffer/4 && len(w.waiting) >= logBuffer/4 {
		signal(w.hurry)
	}
	return len(line), nil
}

// signal leaves a token where there is none yet.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Dropped returns how many lines were dropped so far.
func (w *LogWriter) Dropped() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.total
}

// Close writes what waits and returns when it is written. Lines that come later are dropped.
func (w *LogWriter) Close() error {
	w.once.Do(func() {
		w.mu.Lock()
		w.closed = true
		w.mu.Unlock()
		close(w.closing)
	})
	w.flushed.Wait()
	return nil
}

func (w *LogWriter) run() {
	for {
		select {
		case <-w.wake:
			select {
			case <-time.After(logDelay):
			case <-w.hurry:
			case <-w.closing:
			}
			w.flush()
		case <-w.closing:
			w.flush()
			return
		}
	}
}

// flush writes all that waits, in one piece.
func (w *LogWriter) flush() {
	w.mu.Lock()
	batch := w.waiting
	w.waiting, w.spare = w.spare[:0], nil
	dropped := w.dropped
	w.dropped = 0
	w.mu.Unlock()
	if dropped > 0 {
		batch = fmt.Appendf(batch, `{"level":"warn","dropped":%d,"message":"log lines dropped"}`+"\n", dropped)
	}
	if len(batch) > 0 {
		_, _ = w.out.Write(batch) // there is nowhere to report it
	}
	w.mu.Lock()
	w.spare = batch
	w.mu.Unlock()
}
