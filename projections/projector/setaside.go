// Events that are set aside: those that can't be decoded or applied.

package projector

import (
	"errors"
	"fmt"
	"slices"
	"time"

	jsonv1 "github.com/go-json-experiment/json/v1"

	"candor/events"
)

const (
	maxSetAside = 20  // that a file remembers, the newest ones; all of them are counted
	maxLogged   = 100 // that get a line in the server's log, of a file since it was opened
)

// SetAside is an event that a read model couldn't decode or apply. What the event is about is shown as it was before, and what the event
// takes away is closed (see Withdrawer).
type SetAside struct {
	Position events.Position `json:"position"`
	Type     string          `json:"type"`
	Stream   string          `json:"stream"`
	Reason   string          `json:"reason"` // without any content of the event
	At       time.Time       `json:"at"`     // when the event was stored

	stack []byte // of the panic, for the server's log
}

// withdrawn is the data of an event that is being set aside.
type withdrawn struct {
	data   any // nil if it couldn't be decoded
	reason string
	stack  []byte
}

// undecodable returns the data of an event that can't be decoded.
func undecodable(err error) withdrawn {
	if caught := (*panicked)(nil); errors.As(err, &caught) {
		return withdrawn{nil, "decoding it: " + caught.Error(), caught.stack}
	}
	return withdrawn{nil, describeDecoding(err), nil}
}

// describeDecoding says why an event can't be decoded, without quoting it.
func describeDecoding(err error) string {
	var wrong *jsonv1.UnmarshalTypeError
	var syntax *jsonv1.SyntaxError
	switch {
	case errors.As(err, &wrong):
		return fmt.Sprintf("its field %q is not of the type %s", wrong.Field, wrong.Type)
	case errors.As(err, &syntax):
		return fmt.Sprintf("its JSON is broken at byte %d", syntax.Offset)
	}
	return "it can't be decoded"
}

// setAside records, in the transaction, that e is set aside.
func (t *Tx) setAside(build string, e *Event, w withdrawn) {
	one := SetAside{Position: e.Position, Type: e.eventType, Stream: e.Stream, Reason: w.reason, At: e.Created.UTC(), stack: w.stack}
	t.meta.SetAside = append(slices.Clone(t.meta.SetAside), one) // others read the one that was committed
	t.meta.SetAside = t.meta.SetAside[max(0, len(t.meta.SetAside)-maxSetAside):]
	if t.meta.SetAsideCount == 0 {
		t.meta.Build = build
	}
	t.meta.SetAsideCount++
	t.aside = append(t.aside, one)
}
