// Messages: what visitors write to the site, and the admin's inbox.

package people

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"candor/commands/people"
	"candor/events"
	"candor/httpapi"
	"candor/projections/inbox"
)

// Messages registers the routes of messages.
func Messages(t *httpapi.Table) {
	t.Handle("/api/contact", httpapi.Methods{"POST": httpapi.PublicForm(contact)})
	t.Handle("/api/contact-messages", httpapi.Methods{"GET": httpapi.AdminReads(listMessages, httpapi.InboxModel)})
	t.Handle("/api/contact-messages/{id}", httpapi.Methods{
		"GET":    httpapi.AdminReads(getMessage, httpapi.InboxModel),
		"DELETE": httpapi.AdminWrites(deleteMessage, 0, httpapi.InboxModel),
	})
	t.Handle("/api/contact-messages/{id}/read", httpapi.Methods{"PATCH": httpapi.AdminWrites(readMessage,
		httpapi.NoBody, httpapi.InboxModel)})
}

// POST /api/contact
func contact(c *httpapi.Call) error {
	if err := c.LimitWrites(c.Contacts); err != nil {
		return err
	}
	body, err := c.Body()
	if err != nil {
		return err
	}
	sent, err := receive(c, body)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, sent)
}

// receive receives a message.
func receive(c *httpapi.Call, body []byte) (httpapi.Thanks, error) {
	in, err := people.ParseMessage(body)
	if err != nil {
		return httpapi.Thanks{}, err
	}
	sent := httpapi.Thanks{Success: true, Message: thanks(c)}
	if fromRobot(body) {
		return sent, nil
	}
	result, err := c.Commands.People.ReceiveMessage(c.Request.Context(), c.FromSite(), in)
	if err != nil {
		return httpapi.Thanks{}, err
	}
	c.Settled(result.Shown(), c.Models.Inbox)
	return sent, nil
}

// thanks returns what a sender is told.
func thanks(c *httpapi.Call) string {
	now, err := c.Models.Content.Settings()
	if err != nil { // a server that has never seen its log
		return "Message sent."
	}
	return "Message sent. We'll get back to you " + now.Publication.ResponseTime + "."
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
func listMessages(c *httpapi.Call) error {
	raw := c.Request.URL.RawQuery
	q, err := httpapi.ParseQuery(raw)
	if err != nil {
		return err
	}
	read, err := parseRead(raw)
	if err != nil {
		return err
	}
	a, err := c.Models.Inbox.MessagesAnswer(inbox.MessageQuery{Search: q.Search, Read: read, Limit: q.Limit, Offset: q.Offset})
	if err != nil {
		return err
	}
	return c.List(a, q, httpapi.PrivateCache)
}

// parseRead reads the parameter read, which the inbox alone has; nil is absent. ParseQuery has
// seen that the query is well formed.
func parseRead(raw string) (*bool, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, httpapi.InvalidField("query", "The query string is malformed.")
	}
	switch strings.TrimSpace(values.Get("read")) {
	case "":
		return nil, nil
	case "true":
		return new(true), nil
	case "false":
		return new(false), nil
	}
	return nil, httpapi.InvalidField("read", "read must be true or false.")
}

// GET /api/contact-messages/{id}
func getMessage(c *httpapi.Call) error {
	id, err := c.Number("Message")
	if err != nil {
		return err
	}
	a, err := c.Models.Inbox.MessageAnswer(id)
	return c.Private(a, httpapi.Named(err, "Message"))
}

// PATCH /api/contact-messages/{id}/read
func readMessage(c *httpapi.Call) error {
	id, _, err := c.Existing("Message", c.Models.Inbox.MessageAnswer)
	if err != nil {
		return err
	}
	by, err := c.Caller(nil)
	if err != nil {
		return err
	}
	result, err := c.Commands.People.ReadMessage(c.Request.Context(), by, events.MessageID(id))
	if err != nil {
		return err
	}
	return c.Wrote(http.StatusOK, result, c.Models.Inbox.MessageAnswer, c.Models.Inbox, c.Models.History)
}

// DELETE /api/contact-messages/{id}: the message and its personal data are really gone.
func deleteMessage(c *httpapi.Call) error {
	id, _, err := c.Existing("Message", c.Models.Inbox.MessageAnswer)
	if err != nil {
		return err
	}
	by, err := c.Caller(nil)
	if err != nil {
		return err
	}
	result, err := c.Commands.People.DeleteMessage(c.Request.Context(), by, events.MessageID(id))
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), c.Models.Inbox, c.Models.History)
	return c.NoContent()
}
