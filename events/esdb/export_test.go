package esdb

import (
	"context"
	"testing"

	official "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// Stragglers are two requests that were let in before the node was found away, and reach the client, one after the other, when the
// returned function is called. They tell the log nothing of what they find.
func (l *Log) Stragglers(tb testing.TB) (send func()) {
	tb.Helper()
	client, _, err := l.enter()
	if err != nil {
		tb.Fatal(err)
	}
	return func() {
		defer l.leave(client)
		for range 2 {
			_ = attempt(func() error {
				_, err := client.DeleteStream(context.Background(), "nothing", official.DeleteStreamOptions{ExpectedRevision: official.Any{}})
				return err
			})
		}
	}
}

// ForgetRefusals has the log tell of refused credentials as if none had been refused before.
func (l *Log) ForgetRefusals() {
	l.denied.forget()
	l.denied.reported.Store(false)
}
