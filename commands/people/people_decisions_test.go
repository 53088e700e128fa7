// Decisions about messages and subscribers.

package people

import (
	"candor/commands"
	"candor/events"
	"testing"
)

func TestMessageDecisions(t *testing.T) {
	in := MessageInput{Name: "Ada", Email: "ada@example.com", Subject: "Hi", Message: "Hello"}
	received := events.MessageReceived{MessageID: 5, Name: "Ada", Email: "ada@example.com", Subject: "Hi", Message: "Hello", At: at}
	read := events.MessageRead{MessageID: 5, At: at}
	deleted := events.MessageDeleted{MessageID: 5, At: at}
	play(t, []scenario[message]{
		{"a message is received", nil, receiveMessage{5, in, at}, happened(received), 0, ""},
		{"an unread message is read", happened(received), readMessage{5, at}, happened(read), 0, ""},
		{"reading twice records nothing", happened(received, read), readMessage{5, at}, nil, 0, ""},
		{"a deleted message can't be read", happened(received, deleted), readMessage{5, at}, nil, commands.NotFound, ""},
		{"a message is deleted", happened(received, read), deleteMessage{5, at}, happened(deleted), 0, ""},
		{"a deletion that was cut short needs no second event", happened(received, deleted), deleteMessage{5, at}, nil, 0, ""},
		{"an unknown message can't be deleted", nil, deleteMessage{5, at}, nil, commands.NotFound, ""},
	})
}

func TestSubscriberDecisions(t *testing.T) {
	subscribed := events.NewsletterSubscribed{SubscriberID: 4, Email: "ada@example.com", At: at}
	unsubscribed := events.NewsletterUnsubscribed{SubscriberID: 4, At: at}
	play(t, []scenario[subscriber]{
		{"a subscriber leaves", happened(subscribed), unsubscribe{4, at}, happened(unsubscribed), 0, ""},
		{"leaving twice records nothing", happened(subscribed, unsubscribed), unsubscribe{4, at}, nil, 0, ""},
		{"who was never there can't leave", nil, unsubscribe{4, at}, nil, 0, ""},
	})
}
