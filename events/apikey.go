// Facts about a bot's API key. Stream apikey-<id>. The key itself is never stored, only its hash.

package events

import "time"

func init() {
	registerItem[ApiKeyCreated](1, KeyKind, ActionCreated)
	register[ApiKeyUsed](1, KeyPrefix)
	registerItem[ApiKeyDeactivated](1, KeyKind, ActionDeactivated)
	registerItem[ApiKeyDeleted](1, KeyKind, ActionDeleted)
}

// ApiKeyCreated says that a key was handed out once.
type ApiKeyCreated struct {
	KeyID       KeyID      `json:"keyId"`
	Name        string     `json:"name" about:"title"`
	Hash        string     `json:"hash"` // lower-case hex SHA-256 of the key's text
	Hint        string     `json:"hint"` // what lists may show: the prefix and the last four characters
	Permissions []string   `json:"permissions"`
	ExpiresAt   *time.Time `json:"expiresAt,omitempty"` // the first moment at which it is refused; nil: never
	At          time.Time  `json:"at"`
}

// ApiKeyUsed counts the requests made with a key at one instance since its last such fact: one a minute, or sooner when there are many.
type ApiKeyUsed struct {
	KeyID    KeyID     `json:"keyId"`
	Requests int       `json:"requests"` // cost in the limit's unit: a bulk counts one per item
	At       time.Time `json:"at"`       // the last of them
}

// ApiKeyDeactivated says that the key is refused from now on, for ever.
type ApiKeyDeactivated struct {
	KeyID KeyID     `json:"keyId"`
	At    time.Time `json:"at"`
}

// ApiKeyDeleted says that the key has left the admin's list; it is refused too.
type ApiKeyDeleted struct {
	KeyID KeyID     `json:"keyId"`
	At    time.Time `json:"at"`
}

func (ApiKeyCreated) EventType() string     { return "ApiKeyCreated" }
func (ApiKeyUsed) EventType() string        { return "ApiKeyUsed" }
func (ApiKeyDeactivated) EventType() string { return "ApiKeyDeactivated" }
func (ApiKeyDeleted) EventType() string     { return "ApiKeyDeleted" }
