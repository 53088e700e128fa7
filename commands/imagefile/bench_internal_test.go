package imagefile

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

func TestOneImageIsDecodedAndSixUploadsWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &workbench{place: make(chan struct{}, 1)}
		if err := b.enterSoon(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, giveUp := context.WithCancel(t.Context())
		var refused, entered atomic.Int32
		var group sync.WaitGroup
		for range 10 {
			group.Go(func() {
				switch err := b.enterSoon(ctx); {
				case err == nil:
					entered.Add(1)
				case errors.Is(err, ErrBusy):
					refused.Add(1)
				}
			})
		}
		synctest.Wait()
		if entered.Load() != 0 || refused.Load() != 4 {
			t.Errorf("beside an image that is decoded, %d of 10 are as well, and %d are refused; want 0 and 4", entered.Load(), refused.Load())
		}
		giveUp()
		group.Wait()
		if err := b.enterSoon(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("after those have given up: %v", err)
		}
	})
}
