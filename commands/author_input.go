// What the admin sends of an author, and the rules for it.

package commands

import (
	"strings"

	"candor/events"
)

// The most that an author's profile may hold, in characters unless said otherwise.
const (
	maxAuthorName       = 100
	maxAuthorLinks      = 10 // links
	maxAuthorLinkLabel  = 60
	maxAuthorDisclosure = 1_000
)

var authorFields = fields{
	lineField("name", maxAuthorName).must(),
	imageField("pictureUrl").called("Picture"),
	textField("text", MaxContent),
	fieldOf("links", (*object).authorLinks, (*rules).authorLinks),
	textField("disclosure", maxAuthorDisclosure),
}

// AuthorInput holds the fields of an author that the caller gave: nil for those that are absent, and empty ones as in [Parsed].
// PictureURL is an address or a data string, whose picture is stored before the event is written.
type AuthorInput struct{ events.AuthorChanges }

// ParseAuthor reads an author from JSON. Errors as for [Content].Parse; that of a link names it as "links[0].url".
func ParseAuthor(body []byte) (AuthorInput, error) {
	o, err := readObject(body)
	if err != nil {
		return AuthorInput{}, err
	}
	var in AuthorInput
	authorFields.read(o, &in.AuthorChanges)
	in, errs := in.tidied()
	if errs = merge(o.done(body), errs); len(errs) > 0 {
		return AuthorInput{}, invalid(errs...)
	}
	return in, nil
}

// Uploads reports whether a picture is sent with the author, which will be stored.
func (in AuthorInput) Uploads() bool { return in.PictureURL != nil && isDataString(*in.PictureURL) }

// authorLinks returns the field's links, an empty list for null, and nil if the field is absent or invalid.
func (o *object) authorLinks(field string) *[]events.AuthorLink {
	links := []events.AuthorLink{}
	found := o.objects(field, maxAuthorLinks, `{"label": "Website", "url": "https://example.com/"}`, func(_ int, link *object) {
		links = append(links, events.AuthorLink{Label: link.plain("label"), URL: link.plain("url")})
	})
	if !found {
		return nil
	}
	return &links
}

// tidied returns the input trimmed, and the rules that it breaks.
func (in AuthorInput) tidied() (AuthorInput, []FieldError) {
	var r rules
	authorFields.tidy(&r, &in.AuthorChanges)
	return in, r.errs
}

// missing returns what a new author lacks.
func (in AuthorInput) missing() []FieldError {
	var r rules
	authorFields.missing(&r, &in.AuthorChanges)
	return r.errs
}

// authorLinks is a list of links, each with a label and an http or https address.
func (r *rules) authorLinks(field string, value **[]events.AuthorLink) {
	if *value == nil {
		return
	}
	if len(**value) > maxAuthorLinks {
		r.fail(field, "%s can have at most %d items", label(field), maxAuthorLinks)
		return
	}
	links := make([]events.AuthorLink, len(**value))
	for i, link := range **value {
		var of rules
		text, address := &link.Label, &link.URL
		of.line("label", &text, maxAuthorLinkLabel)
		of.required("label", text)
		of.link("url", &address)
		of.required("url", address)
		if !mentions(of.errs, "url") && strings.HasPrefix(*address, "/") {
			of.fail("url", "URL must start with http:// or https://")
		}
		for _, e := range of.errs {
			r.fail(memberField(field, i, e.Field), "%s", e.Message)
		}
		links[i] = events.AuthorLink{Label: *text, URL: *address}
	}
	*value = &links
}
