// Decisions about messages and subscribers.

package people

import (
	"testing"

	"candor/commands"
	"candor/commands/decisiontest"
	"candor/events"
)

func TestMessageDecisions(t *testing.T) {
	in := MessageInput{Name: "Ada", Email: "ada@example.com", Subject: "Hi", Message: "Hello"}
	received := events.MessageReceived{MessageID: 5, Name: "Ada", Email: "ada@example.com", Subject: "Hi", Message: "Hello", At: at}
	read := events.MessageRead{MessageID: 5, At: at}
	deleted := events.MessageDeleted{MessageID: 5, At: at}
	decisiontest.Play(t, []scenario[message]{
		{"a message is received", nil, receiveMessage{5, in, at}, decisiontest.Happened(received), 0, ""},
		{"an unread message is read", decisiontest.Happened(received), readMessage{5, at}, decisiontest.Happened(read), 0, ""},
		{"reading twice records nothing", decisiontest.Happened(received, read), readMessage{5, at}, nil, 0, ""},
		{"a deleted message can't be read", decisiontest.Happened(received, deleted), readMessage{5, at}, nil, commands.NotFound, ""},
		{"a message is deleted", decisiontest.Happened(received, read), deleteMessage{5, at}, decisiontest.Happened(deleted), 0, ""},
		{"a deletion that was cut short needs no second event", decisiontest.Happened(received, deleted), deleteMessage{5, at}, nil, 0, ""},
		{"an unknown message can't be deleted", nil, deleteMessage{5, at}, nil, commands.NotFound, ""},
	})
}

func TestSubscriberDecisions(t *testing.T) {
	subscribed := events.NewsletterSubscribed{SubscriberID: 4, Email: "ada@example.com", At: at}
	unsubscribed := events.NewsletterUnsubscribed{SubscriberID: 4, At: at}
	decisiontest.Play(t, []scenario[subscriber]{
		{"a subscriber leaves", decisiontest.Happened(subscribed), unsubscribe{4, at}, decisiontest.Happened(unsubscribed), 0, ""},
		{"leaving twice records nothing", decisiontest.Happened(subscribed, unsubscribed), unsubscribe{4, at}, nil, 0, ""},
		{"who was never there can't leave", nil, unsubscribe{4, at}, nil, 0, ""},
	})
}
