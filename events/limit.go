// Facts about limits of public calls, for the other instances of a site. Stream limits.

package events

import "time"

func init() {
	register[LimitUsed](1, LimitsStream)
}

// LimitUsed says that somebody has made so many calls of a limited kind at one instance since its last such fact. There is none about
// those who make few. From is made of their network and the visitors' salt, and leads back to nobody without it.
type LimitUsed struct {
	Limit string    `json:"limit"` // "contact" or "subscribe"
	From  string    `json:"from"`
	Calls int       `json:"calls"`
	At    time.Time `json:"at"` // of the last of them
}

func (LimitUsed) EventType() string { return "LimitUsed" }
