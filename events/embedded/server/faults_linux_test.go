package server_test

// Faults of the log's own file, by the kernel's hand: its descriptor is made one of a device that takes nothing.

import (
	"context"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candor/events/embedded/internal/brokendisk"
	"candor/events/embedded/server"
)

func TestAnyFaultOfTheLogsFileIsToldAndLosesNothing(t *testing.T) {
	for _, device := range []string{brokendisk.Full, brokendisk.Forgetful} {
		for _, after := range []time.Duration{0, 30 * time.Millisecond, 100 * time.Millisecond} {
			t.Run(device+" after "+after.String(), func(t *testing.T) {
				var said lines
				c := config(t)
				c.Insecure, c.Logger = true, zerolog.New(&said)
				n, err := server.Open(context.Background(), c)
				if err != nil {
					t.Fatal(err)
				}
				clients := clientsOf(t, n, 3)
				replace := func() { brokendisk.Break(t, c.Path, device) }
				if after == 0 {
					replace()
				} else {
					done := make(chan struct{})
					time.AfterFunc(after, func() { defer close(done); replace() })
					defer func() { <-done }()
				}
				a := appendUntilRefused(t, clients, 5000)
				a.failed(t, n, c, &said)
			})
		}
	}
}
