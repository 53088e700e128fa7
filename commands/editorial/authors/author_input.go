// What the admin sends of an author, and the rules for it.

package authors

import (
	"strings"

	"candor/commands"
	"candor/commands/input"
	"candor/events"
)

// The most that an author's profile may hold, in characters unless said otherwise.
const (
	maxAuthorName       = 100
	maxAuthorLinks      = 10 // links
	maxAuthorLinkLabel  = 60
	maxAuthorDisclosure = 1_000
)

var authorFields = input.Fields{
	input.Line("name", maxAuthorName).Must(),
	input.Image("pictureUrl").Called("Picture"),
	input.Text("text", input.MaxContent),
	input.Of("links", readAuthorLinks, tidyAuthorLinks),
	input.Text("disclosure", maxAuthorDisclosure),
}

// Input holds the fields of an author that the caller gave: nil for those that are absent. An empty text or list is the same as an absent
// one for a new author, and empties the field in an update. PictureURL is an address or a data string, whose picture is stored before the
// event is written.
type Input struct{ events.AuthorChanges }

// Parse reads an author from JSON. Its error is of kind Invalid and names every bad field, that of a link as "links[0].url"; malformed JSON
// is a bad "body".
func Parse(body []byte) (Input, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return Input{}, err
	}
	var in Input
	authorFields.Read(o, &in.AuthorChanges)
	in, errs := in.tidied()
	if errs = input.Merge(o.Done(body), errs); len(errs) > 0 {
		return Input{}, commands.Refuse(errs...)
	}
	return in, nil
}

// Uploads reports whether a picture is sent with the author, which will be stored.
func (in Input) Uploads() bool {
	return in.PictureURL != nil && input.IsDataString(*in.PictureURL)
}

// readAuthorLinks returns the field's links, an empty list for null, and nil if the field is absent or invalid.
func readAuthorLinks(o *input.Object, field string) *[]events.AuthorLink {
	links := []events.AuthorLink{}
	found := o.Objects(field, maxAuthorLinks, `{"label": "Website", "url": "https://example.com/"}`, func(_ int, link *input.Object) {
		links = append(links, events.AuthorLink{Label: link.Plain("label"), URL: link.Plain("url")})
	})
	if !found {
		return nil
	}
	return &links
}

// tidied returns the input trimmed, and the rules that it breaks.
func (in Input) tidied() (Input, []commands.FieldError) {
	var r input.Rules
	authorFields.Tidy(&r, &in.AuthorChanges)
	return in, r.Errs
}

// missing returns what a new author lacks.
func (in Input) missing() []commands.FieldError {
	var r input.Rules
	authorFields.Missing(&r, &in.AuthorChanges)
	return r.Errs
}

// tidyAuthorLinks is a list of links, each with a label and an http or https address.
func tidyAuthorLinks(r *input.Rules, field string, value **[]events.AuthorLink) {
	if *value == nil {
		return
	}
	if len(**value) > maxAuthorLinks {
		r.Fail(field, "%s can have at most %d items", input.Label(field), maxAuthorLinks)
		return
	}
	links := make([]events.AuthorLink, len(**value))
	for i, link := range **value {
		var of input.Rules
		text, address := &link.Label, &link.URL
		of.Line("label", &text, maxAuthorLinkLabel)
		of.Required("label", text)
		of.Link("url", &address)
		of.Required("url", address)
		if !input.Mentions(of.Errs, "url") && strings.HasPrefix(*address, "/") {
			of.Fail("url", "URL must start with http:// or https://")
		}
		for _, e := range of.Errs {
			r.Fail(input.MemberField(field, i, e.Field), "%s", e.Message)
		}
		links[i] = events.AuthorLink{Label: *text, URL: *address}
	}
	*value = &links
}
