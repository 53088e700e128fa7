package imagefile

import (
	"context"
	"errors"
	"runtime/debug"
	"sync/atomic"
	"time"

	"candor/commands/imagefile/webp"
)

const (
	maxWaiting = 6                // uploads that wait to be decoded
	idleTime   = 20 * time.Second // how long libwebp stays compiled after it was needed

	// For one image. The limits of what is decoded keep it to a few seconds, unless the machine is overloaded.
	maxUploadTime = time.Minute
	maxCopiesTime = 5 * time.Minute
)

// workbench is where images are decoded, made smaller and encoded: one at a time in the whole process, as pixels take many times as much
// memory as their file.
type workbench struct {
	place   chan struct{} // holds a value while an image is worked on
	waiting atomic.Int32

	codec webp.Codec  // only for the holder of the place
	idle  *time.Timer // frees codec's memory
}

var bench = &workbench{place: make(chan struct{}, 1)}

// enter waits for the place. The caller leaves it. Its error is that of ctx.
func (b *workbench) enter(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	select {
	case b.place <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// enterSoon is enter for uploads, whose bytes take memory while they wait. Its error is ErrBusy where too many do.
func (b *workbench) enterSoon(ctx context.Context) error {
	defer b.waiting.Add(-1)
	if b.waiting.Add(1) > maxWaiting {
		return ErrBusy
	}
	return b.enter(ctx)
}

func (b *workbench) leave() {
	debug.FreeOSMemory()
	if b.idle == nil {
		b.idle = time.AfterFunc(idleTime, b.rest)
	} else {
		b.idle.Reset(idleTime)
	}
	<-b.place
}

// rest frees libwebp, unless an image is worked on.
func (b *workbench) rest() {
	select {
	case b.place <- struct{}{}:
	default: // leaving sets the timer again
		return
	}
	_ = b.codec.Close() // it runs nothing
	debug.FreeOSMemory()
	<-b.place
}

// limited returns a context for work on one image, and what makes of an error ErrTime where that context ended before ctx.
func limited(ctx context.Context, most time.Duration) (working context.Context, end func(), cause func(error) error) {
	working, cancel := context.WithTimeout(ctx, most)
	return working, cancel, func(err error) error {
		if err != nil && ctx.Err() == nil && errors.Is(working.Err(), context.DeadlineExceeded) {
			return ErrTime
		}
		return err
	}
}
