// Subscribers of the newsletter. Answers never tell whether an address was known.

package httpapi

import (
	"net/http"

	"candor/commands/people"
)

func (t *table) subscribers() {
	t.handle("/api/newsletter/subscribe", methods{"POST": {handle: subscribe, who: anybody, dependsOn: models{inboxModel}, class: classForms, body: formBody}})
	t.handle("/api/newsletter/unsubscribe", methods{"POST": {handle: unsubscribe, who: anybody, dependsOn: models{inboxModel}, class: classForms, body: formBody}})
	t.handle("/api/admin/subscribers", methods{"GET": {handle: listSubscribers, who: admin, dependsOn: models{inboxModel}, class: classAdmin, asOf: presentOnly}})
}

// POST /api/newsletter/subscribe
func subscribe(c *request) error {
	in, err := c.email()
	if err != nil {
		return err
	}
	result, err := c.Commands.People.Subscribe(c.request.Context(), c.fromSite(), in)
	if err != nil {
		return err
	}
	c.settled(result.Shown(), c.Models.Inbox)
	return c.json(http.StatusCreated, thanks{true, "You are subscribed to the newsletter."})
}

// POST /api/newsletter/unsubscribe
func unsubscribe(c *request) error {
	in, err := c.email()
	if err != nil {
		return err
	}
	result, err := c.Commands.People.Unsubscribe(c.request.Context(), c.fromSite(), in)
	if err != nil {
		return err
	}
	c.settled(result.Shown(), c.Models.Inbox)
	return c.noContent()
}

// email reads the body that both calls take, within their limit.
func (c *request) email() (people.EmailInput, error) {
	if err := c.limitWrites(c.subscriptions); err != nil {
		return people.EmailInput{}, err
	}
	body, err := c.body()
	if err != nil {
		return people.EmailInput{}, err
	}
	return people.ParseEmail(body)
}

// GET /api/admin/subscribers
func listSubscribers(c *request) error {
	a, err := c.Models.Inbox.SubscribersAnswer()
	if err != nil {
		return err
	}
	return c.list(a, listQuery{}, privateCache)
}
