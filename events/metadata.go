// Metadata: who caused an event, in which request, and the hash of the event before it.

package events

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"
)

// ActorKind says what sort of somebody caused an event.
type ActorKind string

// The kinds of actor of design.md.
const (
	ActorAdmin   ActorKind = "admin"
	ActorBot     ActorKind = "bot"
	ActorVisitor ActorKind = "visitor"
	ActorSystem  ActorKind = "system"
)

// ActorUnknown is the kind of actor of an event whose metadata doesn't say who caused it. Candor never writes it.
const ActorUnknown ActorKind = "unknown"

// ActorKinds lists all of them.
var ActorKinds = []ActorKind{ActorAdmin, ActorBot, ActorVisitor, ActorSystem, ActorUnknown}

// Actor is who caused an event. ID is the API key's number for a bot, the random visitor id
// for a visitor, the user name for the admin, and empty for the system; Name is what the audit
// trail shows. Neither ever holds personal data of a visitor.
type Actor struct {
	Kind ActorKind `json:"kind"`
	ID   string    `json:"id,omitempty"`
	Name string    `json:"name,omitempty"`
}

// System is the actor of what Candor does by itself.
var System = Actor{Kind: ActorSystem, Name: "candor"}

// Metadata is stored beside the data of every event.
type Metadata struct {
	At time.Time `json:"at,omitzero"` // when the event was made, by the clock of who appended it: UTC, whole milliseconds; now unless set

	CorrelationID string `json:"$correlationId,omitempty"` // the request's id
	CausationID   string `json:"$causationId,omitempty"`   // the message that caused this one; the request's id when there is none
	Actor         Actor  `json:"actor"`

	// Via is the door the change came in by, and Session the id of the admin's session, the SHA-256 of
	// its token. Page views carry neither: there are millions of them.
	Via     Source `json:"via,omitempty"`
	Session string `json:"session,omitempty"`

	// Undoes says whose changes the event takes back: an API key's, by its stream, or those of a request, "request " and its id.
	Undoes string `json:"undoes,omitempty"`

	// Unproved says that the event is no leaf of the tree that checkpoints sign; see SignIn. Set by Chain.
	Unproved bool `json:"unproved,omitempty"`

	// Demo says that the event belongs to the demo site: what it tells of is invented.
	Demo bool `json:"demo,omitempty"`

	Schema   int    `json:"schema"`             // version of the data; set by Encode
	Previous string `json:"previous,omitempty"` // hex SHA-256 of the event before it in its stream; see Chain

	// Media describes the chunk when the data is raw bytes (MediaStored only).
	Media *MediaChunk `json:"media,omitempty"`
}

// maxActorText is how many bytes of an actor's ID and name are read. Candor writes shorter ones; what another program writes would
// otherwise be repeated in every entry of a history.
const maxActorText = 1024

// Metadata returns the metadata as far as it can be read. Another program may append events without any, or with something else in its
// place: who caused such an event is unknown, and everything else is empty.
func (r Recorded) Metadata() Metadata {
	var m Metadata
	if err := unmarshal(r.Meta, &m); err != nil {
		m = readableMetadata(r.Meta)
	}
	if a := &m.Actor; !slices.Contains(ActorKinds, a.Kind) {
		*a = Actor{Kind: ActorUnknown}
	} else {
		a.ID, a.Name = shortText(a.ID), shortText(a.Name)
	}
	if !slices.Contains(Sources, m.Via) {
		m.Via = ""
	}
	return m
}

// readableMetadata returns those fields of broken metadata that can be decoded.
func readableMetadata(text []byte) (m Metadata) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil {
		return Metadata{}
	}
	for name, value := range fields {
		one, err := json.Marshal(map[string]json.RawMessage{name: value})
		if next := m; err == nil && unmarshal(one, &next) == nil {
			m = next
		}
	}
	return m
}

func shortText(text string) string {
	if len(text) <= maxActorText {
		return text
	}
	end := maxActorText
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// metadataError returns why the metadata isn't as Candor writes it; nil if it can be read.
func (r Recorded) metadataError() error {
	if len(r.Meta) == 0 {
		return errors.New("it has no metadata, so its author is unknown")
	}
	var m Metadata
	if err := unmarshal(r.Meta, &m); err != nil {
		return fmt.Errorf("its metadata can't be decoded: %w", err)
	}
	return nil
}
