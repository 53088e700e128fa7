// Refused credentials, which are logged once, however many requests are refused for them.

package esdb

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"candor/events"
)

// tooManyGuesses is how the embedded node begins its refusal of a password that it has not looked at, since too many wrong ones have come
// from the same network.
const tooManyGuesses = "too many wrong passwords"

// refusesCredentials reports whether a status of the node is about who asks.
func refusesCredentials(code codes.Code, text string) bool {
	switch code {
	case codes.Unauthenticated, codes.PermissionDenied:
		return true
	case codes.ResourceExhausted:
		return strings.HasPrefix(text, tooManyGuesses)
	}
	return false
}

// requestKind tells apart requests that a server may allow the one without the other.
type requestKind string

const (
	readRequest      requestKind = "read"
	writeRequest     requestKind = "append"
	subscribeRequest requestKind = "subscribe"
)

// denials records the refusal that was logged last. It is safe for concurrent use.
type denials struct {
	reported atomic.Bool // so that success costs nothing

	mu   sync.Mutex
	kind requestKind // of the request that was refused first
	why  string      // what is refused; "": nothing was since forget
}

// wrongPassword is why a request is refused for its password, whether the server has looked at it or has had too many wrong ones.
const wrongPassword = "password"

// whyRefused returns what is refused: the password, or else what the server says.
func whyRefused(err error) string {
	refusal := status.Convert(err)
	if refusal.Code() == codes.Unauthenticated || strings.Contains(refusal.Message(), tooManyGuesses) {
		return wrongPassword
	}
	return refusal.Message()
}

// forget has the next refusal logged again.
func (d *denials) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.why = ""
}

// credentials logs that the server refuses the credentials, once, and that it accepts them again. err is how a
// request ended; other errors say nothing about them.
func (l *Log) credentials(kind requestKind, err error) {
	d := &l.denied
	if !errors.Is(err, events.ErrAccessDenied) {
		if err == nil && d.reported.Load() {
			d.mu.Lock()
			defer d.mu.Unlock()
			if d.kind == kind && d.reported.Swap(false) {
				d.why = ""
				l.logger.Info().Msg("the event store accepts the credentials again")
			}
		}
		return
	}
	why := whyRefused(err)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.reported.Load() && (d.why == why || d.why != "" && d.kind != kind) {
		return
	}
	d.kind, d.why = kind, why
	d.reported.Store(true)
	l.logger.Error().Err(err).Msg("the event store refuses the credentials")
}
