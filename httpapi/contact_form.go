// The contact form where no script sends it: the browser posts it to its own page.

package httpapi

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// POST /contact
func postContactForm(c *request) error {
	sent, err := c.receiveForm()
	if err != nil {
		return c.formFailed(err)
	}
	return c.notice(http.StatusCreated, "Message Sent!", sent.Message)
}

// receiveForm receives a message as a browser sends the form.
func (c *request) receiveForm() (thanks, error) {
	if kind, _, _ := strings.Cut(c.request.Header.Get("Content-Type"), ";"); kind != "application/x-www-form-urlencoded" {
		return thanks{}, &refusal{status: http.StatusUnsupportedMediaType, detail: "The body must be a form (Content-Type: application/x-www-form-urlencoded)."}
	}
	if err := c.limitWrites(c.contacts); err != nil {
		return thanks{}, err
	}
	body, err := c.readBody(nil)
	if err != nil {
		return thanks{}, err
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return thanks{}, invalidField("body", "The form is malformed.")
	}
	fields := map[string]string{}
	for _, name := range []string{"name", "email", "subject", "message", "website"} {
		fields[name] = strings.ToValidUTF8(form.Get(name), "\ufffd")
	}
	message, err := json.Marshal(fields)
	if err != nil { // texts always encode
		panic(err)
	}
	return c.receive(message)
}
