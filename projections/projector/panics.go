// Panics: which are damage of the file, and which are the event's or the query's.

package projector

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Damage is the panic for a row that makes no sense although its checksum is right. The code that wrote it is at fault, or the event that
// it came from, and the same row would be written again. So the file isn't rebuilt: the event that is being applied is set aside, and a
// query fails.
type Damage string

func (d Damage) Error() string { return string(d) }

// corruption is the panic for bytes that aren't as they were written: the file is damaged.
type corruption string

func (c corruption) Error() string { return string(c) }

// panicked is a panic that is no damage of the file, as an error.
type panicked struct {
	cause any
	stack []byte
	index int // of the event in its transaction that was being applied; noEvent: none was
}

const noEvent = -1

// Error doesn't contain the panic's own text, which may quote personal data.
func (p *panicked) Error() string { return "a panic: " + describePanic(p.cause) }

// describePanic returns the text of a panic if it can't contain any content, and its type otherwise.
func describePanic(cause any) string {
	var known runtime.Error
	if err, ok := cause.(error); ok && errors.As(err, &known) {
		return known.Error()
	}
	return fmt.Sprintf("%T", cause)
}

// guard runs op on a file and returns a panic as an error: errDamaged if it is damage of the file, otherwise a *panicked. On damaged pages
// bbolt panics, or reads beyond the mapped file, which is a fault that only SetPanicOnFault makes recoverable.
func guard(op func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		cause := recover()
		switch {
		case cause == nil:
		case isCorruption(cause):
			err = fmt.Errorf("%w: %v", errDamaged, cause)
		case isDamage(cause):
			err = fmt.Errorf("%w: %v\n%s", errDamaged, cause, debug.Stack())
		default:
			err = &panicked{cause, debug.Stack(), noEvent}
		}
	}()
	return op()
}

// guardFile is guard for what involves no model and no event: there every panic is damage.
func guardFile(op func() error) error {
	err := guard(op)
	if caught := (*panicked)(nil); errors.As(err, &caught) {
		err = fmt.Errorf("%w: %w\n%s", errDamaged, err, caught.stack)
	}
	return err
}

func isCorruption(cause any) bool {
	_, is := cause.(corruption)
	return is
}

// Code by whose functions it is decided what a panic means.
const (
	boltCode  = "go.etcd.io/bbolt"
	rowCode   = "candor/projections/projector." // reads the mapped bytes to compare keys and check sums
	ownCode   = "candor/"
	maxFrames = 64 // between a panic and the code that caused it
)

// isDamage reports whether a panic was raised in bbolt's own code, or is a memory fault in the code that checks rows. It is called while
// the panic is being recovered, by a deferred function: the frames below runtime.gopanic are those of the panic. Code of ours that bbolt
// has called, as for a transaction, is above bbolt's frames.
func isDamage(cause any) bool {
	_, fault := cause.(interface{ Addr() uintptr }) // not a nil dereference, which has no address
	callers := make([]uintptr, maxFrames)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	raised := false
	for {
		frame, more := frames.Next()
		name := frame.Function
		switch {
		case name == "runtime.gopanic":
			raised = true
		case !raised:
		case strings.HasPrefix(name, boltCode):
			return true
		case strings.HasPrefix(name, ownCode):
			return fault && strings.HasPrefix(name, rowCode)
		}
		if !more {
			return false
		}
	}
}
