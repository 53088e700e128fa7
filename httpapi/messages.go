// Messages: what visitors write to the site, and the admin's inbox.

package httpapi

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"candor/commands/people"
	"candor/events"
	"candor/projections/inbox"
)

func (t *table) messages() {
	t.handle("/api/contact", methods{"POST": {handle: contact, who: anybody, dependsOn: nothing, class: classForms, body: formBody}})
	t.handle("/api/contact-messages", methods{"GET": {handle: listMessages, who: admin, dependsOn: models{inboxModel}, class: classAdmin, asOf: presentOnly}})
	t.handle("/api/contact-messages/{id}", methods{
		"GET":    {handle: getMessage, who: admin, dependsOn: models{inboxModel}, class: classAdmin, asOf: presentOnly},
		"DELETE": {handle: deleteMessage, who: admin, dependsOn: models{inboxModel}, class: classNeeded},
	})
	t.handle("/api/contact-messages/{id}/read", methods{"PATCH": {handle: readMessage, who: admin, dependsOn: models{inboxModel}, class: classNeeded, body: noBody}})
}

// POST /api/contact
func contact(c *request) error {
	if err := c.limitWrites(c.contacts); err != nil {
		return err
	}
	body, err := c.body()
	if err != nil {
		return err
	}
	sent, err := c.receive(body)
	if err != nil {
		return err
	}
	return c.json(http.StatusCreated, sent)
}

// receive receives a message.
func (c *request) receive(body []byte) (thanks, error) {
	in, err := people.ParseMessage(body)
	if err != nil {
		return thanks{}, err
	}
	sent := thanks{true, "Message sent. We'll get back to you within 24 hours."}
	if fromRobot(body) {
		return sent, nil
	}
	result, err := c.Commands.People.ReceiveMessage(c.request.Context(), c.fromSite(), in)
	if err != nil {
		return thanks{}, err
	}
	c.settled(result.Shown(), c.Models.Inbox)
	return sent, nil
}

// fromRobot says whether the form's field `website` was filled. The form hides it from people, so only
// a robot that fills whatever it finds does; it is thanked like anyone, learns nothing, and nothing is stored.
func fromRobot(body []byte) bool {
	var trap struct {
		Website any `json:"website"`
	}
	if json.Unmarshal(body, &trap) != nil {
		return false
	}
	return trap.Website != nil && trap.Website != ""
}

// GET /api/contact-messages?read=&search=&limit=&offset=: newest first, all without parameters.
func listMessages(c *request) error {
	raw := c.request.URL.RawQuery
	q, err := parseQuery(raw)
	if err != nil {
		return err
	}
	read, err := parseRead(raw)
	if err != nil {
		return err
	}
	a, err := c.Models.Inbox.MessagesAnswer(inbox.MessageQuery{Search: q.search, Read: read, Limit: q.limit, Offset: q.offset})
	if err != nil {
		return err
	}
	return c.list(a, q, privateCache)
}

// parseRead reads the parameter read, which the inbox alone has; nil is absent. parseQuery has
// seen that the query is well formed.
func parseRead(raw string) (*bool, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, invalidField("query", "The query string is malformed.")
	}
	switch strings.TrimSpace(values.Get("read")) {
	case "":
		return nil, nil
	case "true":
		return &yes, nil
	case "false":
		return &no, nil
	}
	return nil, invalidField("read", "read must be true or false.")
}

// GET /api/contact-messages/{id}
func getMessage(c *request) error {
	id, err := c.number("Message")
	if err != nil {
		return err
	}
	a, err := c.Models.Inbox.MessageAnswer(id)
	return c.private(a, named(err, "Message"))
}

// PATCH /api/contact-messages/{id}/read
func readMessage(c *request) error {
	id, _, err := c.existing("Message", c.Models.Inbox.MessageAnswer)
	if err != nil {
		return err
	}
	by, err := c.caller(nil)
	if err != nil {
		return err
	}
	result, err := c.Commands.People.ReadMessage(c.request.Context(), by, events.MessageID(id))
	if err != nil {
		return err
	}
	return c.wrote(http.StatusOK, result, c.Models.Inbox.MessageAnswer, c.Models.Inbox, c.Models.History)
}

// DELETE /api/contact-messages/{id}: the message and its personal data are really gone.
func deleteMessage(c *request) error {
	id, _, err := c.existing("Message", c.Models.Inbox.MessageAnswer)
	if err != nil {
		return err
	}
	by, err := c.caller(nil)
	if err != nil {
		return err
	}
	result, err := c.Commands.People.DeleteMessage(c.request.Context(), by, events.MessageID(id))
	if err != nil {
		return err
	}
	c.settled(result.Shown(), c.Models.Inbox, c.Models.History)
	return c.noContent()
}
