// Subscribers of the newsletter. Answers never tell whether an address was known.

package httpapi

import (
	"net/http"

	"candor/commands"
)

func (t *table) subscribers() {
	t.handle("/api/newsletter/subscribe", methods{"POST": upTo(formBody, subscribe)})
	t.handle("/api/newsletter/unsubscribe", methods{"POST": upTo(formBody, unsubscribe)})
	t.handle("/api/admin/subscribers", methods{"GET": forAdmin(listSubscribers)})
}

// POST /api/newsletter/subscribe
func subscribe(x *exchange) error {
	in, err := x.email()
	if err != nil {
		return err
	}
	done, err := x.Commands.Subscribe(x.request.Context(), x.fromSite(), in)
	if err != nil {
		return err
	}
	x.settled(done.Shown(), x.Models.Inbox)
	return x.json(http.StatusCreated, thanks{true, "You are subscribed to the newsletter."})
}

// POST /api/newsletter/unsubscribe
func unsubscribe(x *exchange) error {
	in, err := x.email()
	if err != nil {
		return err
	}
	done, err := x.Commands.Unsubscribe(x.request.Context(), x.fromSite(), in)
	if err != nil {
		return err
	}
	x.settled(done.Shown(), x.Models.Inbox)
	return x.noContent()
}

// email reads the body that both calls take, within their limit.
func (x *exchange) email() (commands.EmailInput, error) {
	if err := x.limitWrites(x.subscriptions); err != nil {
		return commands.EmailInput{}, err
	}
	body, err := x.body()
	if err != nil {
		return commands.EmailInput{}, err
	}
	return commands.ParseEmail(body)
}

// GET /api/admin/subscribers
func listSubscribers(x *exchange) error {
	a, err := x.Models.Inbox.SubscribersAnswer()
	if err != nil {
		return err
	}
	return x.list(a, listQuery{}, privateCache)
}
