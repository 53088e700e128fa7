// Refused credentials: said once, however many requests are refused for them and however often they are made again.

package events

import (
	"errors"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc/status"
)

// requestKind tells apart requests that a server may allow the one without the other.
type requestKind string

const (
	readRequest      requestKind = "read"
	writeRequest     requestKind = "append"
	subscribeRequest requestKind = "subscribe"
)

// denials is what has been said of refused credentials. It is safe for concurrent use.
type denials struct {
	said atomic.Bool // so that success costs nothing

	mu   sync.Mutex
	kind requestKind // of the request that was refused first
	text string      // what the server said
}

// forget makes the next refusal news: there has been something else meanwhile.
func (d *denials) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.text = ""
}

// credentials logs that the server refuses the credentials, when that is news, and that it accepts them again. err is how a
// request ended; another error tells nothing.
func (l *Log) credentials(kind requestKind, err error) {
	d := &l.denied
	if !errors.Is(err, ErrAccessDenied) {
		if err == nil && d.said.Load() {
			d.mu.Lock()
			defer d.mu.Unlock()
			if d.kind == kind && d.said.Swap(false) {
				d.text = ""
				l.logger.Info().Msg("the event store accepts the credentials again")
			}
		}
		return
	}
	text := status.Convert(rootCause(err)).Message()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.said.Load() && (d.text == text || d.kind != kind && d.text != "") {
		return
	}
	d.kind, d.text = kind, text
	d.said.Store(true)
	l.logger.Error().Err(err).Msg("the event store refuses the credentials")
}
