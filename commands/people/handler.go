// Package people carries out commands on what people have sent about themselves: contact messages, subscriptions of the newsletter, and the
// erasure of a person's data.
package people

import (
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"candor/commands"
	"candor/commands/traffic"
)

// Handler carries out the commands. It is safe for concurrent use.
type Handler struct {
	*commands.Executor
	traffic     *traffic.Handler
	subscribers SubscriberIndex
	subscribing *semaphore.Weighted // held during a change of subscriptions
	repeatsGo   atomic.Bool         // the stream of repeated subscriptions has its $maxCount
}

// New returns a handler. Without an index, the log is read from its start whenever an address is looked up.
func New(x *commands.Executor, visits *traffic.Handler, subscribers SubscriberIndex) *Handler {
	if subscribers == nil {
		subscribers = loggedSubscribers{x.Log}
	}
	return &Handler{Executor: x, traffic: visits, subscribers: subscribers, subscribing: commands.NewLock()}
}
