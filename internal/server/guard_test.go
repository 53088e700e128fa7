package server

import (
	"testing"

	"candor/events"
)

// While the disk is nearly full the log itself refuses strangers, on every call that writes for them.
func TestTheGuardRefusesStrangersByTheirEvents(t *testing.T) {
	encode := func(e events.Event, m events.Metadata) events.Proposed {
		p, err := events.Encode(events.Envelope{Event: e, Metadata: m})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	by := func(kind events.ActorKind) events.Metadata { return events.Metadata{Actor: events.Actor{Kind: kind}} }
	for name, test := range map[string]struct {
		event    events.Proposed
		stranger bool
	}{
		"the admin's review":    {encode(events.ReviewCreated{}, by(events.ActorAdmin)), false},
		"the scheduler's":       {encode(events.ReviewPublished{}, by(events.ActorSystem)), false},
		"a bot's review":        {encode(events.ReviewCreated{}, by(events.ActorBot)), true},
		"a visitor's message":   {encode(events.MessageReceived{}, by(events.ActorVisitor)), true},
		"a new visitor":         {encode(events.VisitorFirstSeen{}, by(events.ActorVisitor)), true},
		"a failed sign-in":      {encode(events.AdminLoginFailed{}, by(events.ActorVisitor)), true},
		"the admin's sign-in":   {encode(events.AdminLoggedIn{}, by(events.ActorVisitor)), false},
		"another kind of actor": {encode(events.ReviewCreated{}, by("guest")), true},
		"no actor":              {events.Proposed{Type: "ReviewCreated", Data: []byte("{}")}, true},
		"an invented visitor's view": {encode(events.PageViewed{}, events.Metadata{Actor: events.Actor{Kind: events.ActorVisitor}, Demo: true}),
			false},
	} {
		if got := byStranger(test.event); got != test.stranger {
			t.Errorf("%s is by a stranger: %v", name, got)
		}
	}
}
