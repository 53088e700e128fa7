// Metadata: who caused an event, in which request, and the hash of the event before it.

package events

// ActorKind says what sort of somebody caused an event.
type ActorKind string

// The kinds of actor of design.md.
const (
	ActorAdmin   ActorKind = "admin"
	ActorBot     ActorKind = "bot"
	ActorVisitor ActorKind = "visitor"
	ActorSystem  ActorKind = "system"
)

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
