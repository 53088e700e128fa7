// Facts about a tag or a brand beside the items that have it. Stream name-<sha256>, made of the kind and the name's key.

package events

import "time"

func init() { registerItemIn[NameDescribed](1, NamePrefix, anyKind, ActionDescribed) }

// NameChanges holds the changed fields of a name's description; nil: unchanged.
type NameChanges struct {
	Description *string `json:"description,omitempty"` // plain text, below the heading of its page
}

// NameDescribed says how the description of a tag or a brand has changed. It belongs to all spellings with the same [NameKey].
type NameDescribed struct {
	Kind    string      `json:"kind"`               // TagKind or BrandKind
	Name    string      `json:"name" about:"title"` // as it was spelled then
	Changes NameChanges `json:"changes"`
	At      time.Time   `json:"at"`
}

// EventType is the name in the log.
func (NameDescribed) EventType() string { return "NameDescribed" }

// NameStream is the stream of a tag or a brand, whatever its spelling.
func NameStream(kind, name string) string { return NamePrefix + hash(kind+"\x00"+NameKey(name)) }
