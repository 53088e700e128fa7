// Facts about a contact message. Stream message-<id>, deleted whole with its personal data.

package events

import "time"

func init() {
	register[MessageReceived](1)
	register[MessageRead](1)
	register[MessageDeleted](1)
}

// MessageReceived says that a visitor wrote to the site.
type MessageReceived struct {
	MessageID MessageID `json:"messageId"`
	Name      string    `json:"name"`
	Email     string    `json:"email"`
	Subject   string    `json:"subject"`
	Message   string    `json:"message"`
	At        time.Time `json:"at"`
}

// MessageRead says that the admin marked the message as read.
type MessageRead struct {
	MessageID MessageID `json:"messageId"`
	At        time.Time `json:"at"`
}

// MessageDeleted says that the admin deleted the message. The stream itself is deleted right after.
type MessageDeleted struct {
	MessageID MessageID `json:"messageId"`
	At        time.Time `json:"at"`
}

func (MessageReceived) EventType() string { return "MessageReceived" }
func (MessageRead) EventType() string     { return "MessageRead" }
func (MessageDeleted) EventType() string  { return "MessageDeleted" }
