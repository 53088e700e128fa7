// Facts about the erasure of a person's data. Stream erasure-<uuid>; nothing in it tells who it was.

package events

import (
	"time"

	"github.com/google/uuid"
)

func init() {
	register[ErasureBegun](1, ErasurePrefix)
	registerItem[PersonErased](1, ErasureKind, ActionErased)
}

// How a person whose data is erased was told apart.
const (
	ErasedByEmail = "email"
	ErasedByIP    = "ip"
)

// ErasureBegun says which streams are going to be deleted, so that an erasure that is cut short can be finished. Long
// lists come as several of these.
type ErasureBegun struct {
	ErasureID uuid.UUID `json:"erasureId"`
	By        string    `json:"by"` // ErasedByEmail or ErasedByIP
	Streams   []string  `json:"streams"`
	At        time.Time `json:"at"`
}

// PersonErased says that all of them are deleted, and how many messages, subscribers and visitors they were.
type PersonErased struct {
	ErasureID   uuid.UUID `json:"erasureId"`
	By          string    `json:"by"`
	Messages    int       `json:"messages"`
	Subscribers int       `json:"subscribers"`
	Visitors    int       `json:"visitors"`
	At          time.Time `json:"at"`
}

func (ErasureBegun) EventType() string { return "ErasureBegun" }
func (PersonErased) EventType() string { return "PersonErased" }
