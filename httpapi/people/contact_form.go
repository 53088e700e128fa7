// The contact form where no script sends it: the browser posts it to its own page.

package people

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"candor/httpapi"
)

// POST /contact
func PostContactForm(c *httpapi.Call) error {
	sent, err := receiveForm(c)
	if err != nil {
		return c.FormFailed(err)
	}
	return c.Notice(http.StatusCreated, "Message Sent!", sent.Message)
}

// receiveForm receives a message as a browser sends the form.
func receiveForm(c *httpapi.Call) (httpapi.Thanks, error) {
	if kind, _, _ := strings.Cut(c.Request.Header.Get("Content-Type"), ";"); kind != "application/x-www-form-urlencoded" {
		return httpapi.Thanks{}, &httpapi.Refusal{Status: http.StatusUnsupportedMediaType,
			Detail: "The body must be a form (Content-Type: application/x-www-form-urlencoded)."}
	}
	if err := c.LimitWrites(c.Contacts); err != nil {
		return httpapi.Thanks{}, err
	}
	body, err := c.ReadBody(nil)
	if err != nil {
		return httpapi.Thanks{}, err
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return httpapi.Thanks{}, httpapi.InvalidField("body", "The form is malformed.")
	}
	fields := map[string]string{}
	for _, name := range []string{"name", "email", "subject", "message", "website"} {
		fields[name] = strings.ToValidUTF8(form.Get(name), "\ufffd")
	}
	message, err := json.Marshal(fields)
	if err != nil { // texts always encode
		panic(err)
	}
	return receive(c, message)
}
