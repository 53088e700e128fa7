package projector_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"candor/projections/internal/modeltest"
)

func TestNoReadModelClaimsMoreThanTheLogHolds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newsroom(t)
		m := modeltest.Open(t, modeltest.MemDir(t), log)
		modeltest.CaughtUp(t, m)
		head, err := log.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := m.Content.WaitFor(ctx, head+99999999999); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("waiting for what nobody has written ends with %v", err)
		}
		if at := m.Content.Position(); at > head {
			t.Errorf("it is at %d, the log ends at %d", at, head)
		}
		if err := m.WaitFor(t.Context(), head); err != nil { // the last event is none of most models'
			t.Error(err)
		}
		at := log.Append(t, "review-90", modeltest.Review(90, "Written since"), modeltest.Published(90))
		if err := m.Content.WaitFor(t.Context(), at); err != nil {
			t.Error(err)
		}
		if _, err := m.Content.Reviews().One(90); err != nil {
			t.Errorf("what was written since is not shown: %v", err)
		}
	})
}
