// What a subscription is told to look for, and what it says.

package events

import "time"

// CheckpointWindow is how many events a filter passes over, at most, before a subscription says how far it has read. Starting again
// from there reads at most that many events again.
const CheckpointWindow = 500

// Filter chooses events of the log: by the prefixes of their stream's name, or else of their type. The zero value is everything,
// system events included.
type Filter struct {
	StreamPrefixes []string
	TypePrefixes   []string

	// Removals: a [Past] tells of removed pictures, if their streams match, whenever they were removed. A log takes no notice of it.
	Removals bool
}

// MessageKind says what a subscription's message is.
type MessageKind uint8

const (
	// EventAppeared: Message.Event is the next event that matches.
	EventAppeared MessageKind = iota
	// Checkpoint: nothing up to Message.Position, itself included, is still to come.
	Checkpoint
	// CaughtUp: all history has been sent; what follows is live. It can come more than once.
	CaughtUp
	// Interrupted: the server has ended the subscription, or the connection is lost (Message.Err). It goes on by itself
	// after the last handled message. It says nothing of appends: a server drops subscribers that are too slow for it.
	Interrupted
)

// Message is one thing that a subscription says.
type Message struct {
	Kind     MessageKind
	Event    Recorded  // for EventAppeared
	Position Position  // of the event, or the checkpoint
	Err      error     // for Interrupted
	Since    time.Time // for Interrupted: until then, at least, nothing was missing
	ByServer bool      // for Interrupted: the server has ended it and goes on; else what follows may come from another node
}
