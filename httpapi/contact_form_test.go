package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestTheContactFormNeedsNoScript(t *testing.T) {
	s := newSite(t)
	form := func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }
	const filled = "name=A+Reader&email=a%40b.example&subject=A+typo&message=There+is+one.&website="
	s.do("POST", "/contact", filled, form).is(201).has("Cache-Control", "no-store").says("<h1>Message Sent!</h1>",
		"We&#39;ll get back to you within 24 hours.")
	s.do("POST", "/contact", strings.Replace(filled, "website=", "website=spam.example", 1), form).is(201).says("Message Sent!") // a robot's
	s.do("POST", "/contact", "name=A&email=nowhere&subject=&message=x", form).is(400).says("<h1>Invalid Form Data</h1>",
		"Email must be a valid email address. Subject is required. Go back in your browser")
	s.do("POST", "/contact", message).is(415).says("Your message wasn&#39;t sent")
	s.do("POST", "/contact", filled, form, with("Origin", "https://elsewhere.example"), with("Sec-Fetch-Site", "cross-site")).is(403)
	s.do("GET", "/api/contact-messages", "", s.asAdmin()).is(200).has("X-Total-Count", "1").says(`"name":"A Reader"`, `"subject":"A typo"`)
}
