// Facts about a contact message. Stream message-<id>, deleted whole with its personal data.

package events

import "time"

func init() {
	registerItem[MessageReceived](1, ContactKind, ActionReceived)
	registerItem[MessageRead](1, ContactKind, ActionRead)
	registerItem[MessageDeleted](1, ContactKind, ActionDeleted)
}

// MessageReceived says that a visitor wrote to the site.
type MessageReceived struct {
	MessageID MessageID `json:"messageId"`
	Name      string    `json:"name" personal:"true"`
	Email     string    `json:"email" personal:"true"`
	Subject   string    `json:"subject" personal:"true"`
	Message   string    `json:"message" personal:"true"`
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
