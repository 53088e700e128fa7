package embedded_test

import (
	"context"
	"errors"
	"testing"

	candor "candor/events"
	"candor/events/logtest"
)

func TestLog(t *testing.T) {
	t.Parallel()
	logtest.Run(t, func(t testing.TB) candor.Log {
		c := config(t)
		c.Path = memory(t) + "/log.db"
		log := open(t, c).Log()
		t.Cleanup(func() { log.Close() })
		return log
	})
}

func TestHeadOfAnEmptyLogIsZero(t *testing.T) {
	t.Parallel()
	log := open(t, config(t)).Log()
	if head, err := log.Head(within(t)); err != nil || head != 0 {
		t.Errorf("got %d, %v", head, err)
	}
}

// Whoever uses the log directly gets to know that its node is closed.
func TestTheEndOfTheNodeEndsItsLog(t *testing.T) {
	t.Parallel()
	n := open(t, config(t))
	log := n.Log()
	ended, caughtUp := make(chan error, 1), make(chan struct{})
	go func() {
		ended <- log.Subscribe(context.Background(), 0, candor.Filter{}, func(m candor.Message) error {
			if m.Kind == candor.CaughtUp {
				close(caughtUp)
			}
			return nil
		})
	}()
	<-caughtUp
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, candor.ErrUnavailable) {
		t.Errorf("a subscription ended with %v", err)
	}
	if _, err := log.Append(within(t), "review-1", candor.Any); !errors.Is(err, candor.ErrUnavailable) {
		t.Errorf("append: %v", err)
	}
	if err := log.Available(); !errors.Is(err, candor.ErrUnavailable) {
		t.Errorf("available: %v", err)
	}
}
