// What the admin sends of settings, and the rules for it.

package settings

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"time"
	_ "time/tzdata" // so that a server without a database of time zones knows them, too

	"golang.org/x/text/currency"
	"golang.org/x/text/language"

	"candor/commands"
	"candor/commands/input"
	"candor/commands/pictures"
	"candor/events"
)

// The most that settings may hold, in characters unless said otherwise.
const (
	maxName        = 60
	maxTagline     = 120
	maxDescription = 300
	maxLine        = 300
	maxPolicy      = 2_000
	maxLabel       = 40
	maxHeaderLinks = 8  // links
	maxLinks       = 20 // links
	minViewDays    = 30
	maxDays        = 100 * 365
)

var color = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// sections are the fields of each section.
var sections = map[string]input.Fields{
	events.SiteSection: {
		input.Line("name", maxName).Must(),
		input.Line("tagline", maxTagline),
		input.Line("description", maxDescription),
		input.Of("language", (*input.Object).Text, tidyLanguage),
		input.Of("timeZone", (*input.Object).Text, tidyTimeZone).Called("Time zone"),
		input.Of("currency", (*input.Object).Text, tidyCurrency),
		input.Image("logo"),
		input.Image("logoDark").Called("Logo in the dark theme"),
		input.Image("icon"),
		input.Image("shareImage").Called("Share image"),
		input.Of("accent", (*input.Object).Text, tidyAccent),
	},
	events.NavigationSection: {
		input.Of("header", readLinks, tidyLinks(maxHeaderLinks)),
		input.Of("footer", readLinks, tidyLinks(maxLinks)),
		input.Of("social", readLinks, tidySocial),
	},
	events.PublicationSection: {
		input.Line("copyright", maxLine),
		input.Of("contactEmail", (*input.Object).Text, tidyEmail).Called("Contact email"),
		input.Line("responseTime", maxTagline).Must().Called("Response time"),
		input.Line("affiliateDisclosure", maxLine).Called("Affiliate disclosure"),
		input.Line("illustrationNote", maxTagline).Called("Illustration note"),
		choice("publicHistory", "full", "corrections", "off").Called("Public history"),
		input.Text("correctionsPolicy", maxPolicy).Called("Corrections policy"),
	},
	events.PrivacySection: {
		input.Of("pageViewDays", readDays, tidyDays(minViewDays)).Called("Page view days"),
		input.Of("messageDays", readDays, tidyDays(1)).Called("Message days"),
		choice("addresses", "full", "truncated", "none"),
		input.Of("countCountries", (*input.Object).Flag, input.Untidied[bool]).Called("Count countries"),
	},
}

// Input is a change of one section.
type Input struct {
	section  string
	values   any      // of the fields that are given: a struct such as an events.SiteValues
	defaults []string // fields that go back to their defaults

	// Confirmed says that what shorter settings keep no longer may be deleted.
	Confirmed bool
}

// Over returns what the owner has set in the section after the change, if before it these values were set: a struct such as an
// events.SiteValues.
func (in Input) Over(values any) any { return section{in.section, values}.changed(in) }

// Parse reads a change of a section, which must exist, from JSON: null for a field is its default. Its error is of kind Invalid and names
// every bad field, that of a link as "header[0].url"; malformed JSON is a bad "body". leads reports whether a path of the site leads to
// something that readers can see.
func Parse(section string, body []byte, leads func(path string) (bool, error)) (Input, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return Input{}, err
	}
	in := Input{section: section, Confirmed: input.IsTrue(o.Flag(confirmField))}
	for _, name := range events.FieldNames(events.NoSettings(section)) {
		if raw, ok := o.Fields[name]; ok && input.IsNull(raw) {
			o.Raw(name) // which refuses a field that is given twice
			delete(o.Fields, name)
			in.defaults = append(in.defaults, name)
		}
	}
	values := events.NoSettings(section)
	sections[section].Read(o, values)
	var r input.Rules
	sections[section].Tidy(&r, values)
	errs := input.Merge(o.Done(body), r.Errs)
	if links, ok := values.(*events.NavigationValues); ok && len(errs) == 0 {
		if errs, err = deadLinks(links, leads); err != nil {
			return Input{}, err
		}
	}
	if len(errs) > 0 {
		return Input{}, commands.Refuse(errs...)
	}
	in.values = reflect.ValueOf(values).Elem().Interface()
	return in, nil
}

// confirmField is the flag that confirms a deletion.
const confirmField = "confirm"

// ParseRestore reads whether a restore may delete what shorter settings keep no longer: {"confirm": true}. No body is an empty one. Errors
// as for [Parse].
func ParseRestore(body []byte) (confirmed bool, err error) {
	if len(body) == 0 {
		return false, nil
	}
	o, err := input.ReadObject(body)
	if err != nil {
		return false, err
	}
	confirmed = input.IsTrue(o.Flag(confirmField))
	if errs := o.Done(body); len(errs) > 0 {
		return false, commands.Refuse(errs...)
	}
	return confirmed, nil
}

// choice returns the field of one of some texts.
func choice(name string, texts ...string) input.Field {
	return input.Of(name, (*input.Object).Text, func(r *input.Rules, field string, value **string) {
		if *value == nil {
			return
		}
		for _, one := range texts {
			if **value == one {
				return
			}
		}
		r.Fail(field, "%s must be %s or %s", input.Label(field), strings.Join(texts[:len(texts)-1], ", "), texts[len(texts)-1])
	})
}

// tidyLanguage is a language tag of BCP 47 whose language is known, in its canonical form.
func tidyLanguage(r *input.Rules, field string, value **string) {
	if *value == nil {
		return
	}
	tag, err := language.Parse(strings.TrimSpace(**value))
	if base, _ := tag.Base(); err != nil || base.String() == "und" {
		r.Fail(field, "Language must be a language tag such as en-US or fr")
		return
	}
	text := tag.String()
	*value = &text
}

// tidyTimeZone is a name of the IANA database.
func tidyTimeZone(r *input.Rules, field string, value **string) {
	if *value == nil {
		return
	}
	name := strings.TrimSpace(**value)
	if _, err := time.LoadLocation(name); err != nil || name == "" || name == "Local" {
		r.Fail(field, "Time zone must be a name such as Europe/Paris")
		return
	}
	*value = &name
}

// tidyCurrency is a code of ISO 4217.
func tidyCurrency(r *input.Rules, field string, value **string) {
	if *value == nil {
		return
	}
	unit, err := currency.ParseISO(strings.TrimSpace(**value))
	if err != nil {
		r.Fail(field, "Currency must be a code such as EUR")
		return
	}
	code := unit.String()
	*value = &code
}

// tidyAccent is a colour, or nothing.
func tidyAccent(r *input.Rules, field string, value **string) {
	if *value == nil || **value == "" {
		return
	}
	text := strings.ToLower(strings.TrimSpace(**value))
	if !color.MatchString(text) {
		r.Fail(field, "Accent must be a colour such as #1d6b4f")
	}
	*value = &text
}

// tidyEmail is an email address.
func tidyEmail(r *input.Rules, field string, value **string) {
	if *value == nil {
		return
	}
	address := **value
	r.Email(field, &address)
	*value = &address
}

// readDays returns the field's number of days, nil if the field is absent or invalid.
func readDays(o *input.Object, field string) *events.Days {
	raw := o.Raw(field)
	if raw == nil {
		return nil
	}
	var days events.Days
	if err := json.Unmarshal(raw, &days); err != nil {
		o.Fail(field, `%s must be a whole number of days, or "forever"`, input.Label(field))
		return nil
	}
	return &days
}

// tidyDays is at least some days, or for ever.
func tidyDays(least events.Days) func(r *input.Rules, field string, value **events.Days) {
	return func(r *input.Rules, field string, value **events.Days) {
		switch days := *value; {
		case days == nil, *days == events.Forever:
		case *days < least:
			r.Fail(field, "%s must be at least %d", input.Label(field), least)
		case *days > maxDays:
			r.Fail(field, "%s must be at most %d", input.Label(field), maxDays)
		}
	}
}

// readLinks returns the field's links, and nil if the field is absent or invalid.
func readLinks(o *input.Object, field string) *[]events.SettingsLink {
	links := []events.SettingsLink{}
	found := o.Objects(field, maxLinks, `{"label": "About Us", "url": "/about"}`, func(_ int, link *input.Object) {
		links = append(links, events.SettingsLink{Label: link.Plain("label"), URL: link.Plain("url")})
	})
	if !found {
		return nil
	}
	return &links
}

// tidyLinks is a list of links, each with a label and an address.
func tidyLinks(most int) func(r *input.Rules, field string, value **[]events.SettingsLink) {
	return func(r *input.Rules, field string, value **[]events.SettingsLink) {
		if *value == nil {
			return
		}
		if len(**value) > most {
			r.Fail(field, "%s can have at most %d items", input.Label(field), most)
			return
		}
		links := make([]events.SettingsLink, len(**value))
		for i, link := range **value {
			var of input.Rules
			label := &link.Label
			of.Line("label", &label, maxLabel)
			of.Required("label", label)
			address := strings.TrimSpace(link.URL)
			of.Required("url", &address)
			if rest, isMail := strings.CutPrefix(address, "mailto:"); isMail {
				var mail input.Rules
				if mail.Email("url", &rest); len(mail.Errs) > 0 {
					of.Fail("url", "URL must be mailto: and an email address")
				}
			} else {
				to := &address
				of.Link("url", &to)
			}
			for _, e := range of.Errs {
				r.Fail(input.MemberField(field, i, e.Field), "%s", e.Message)
			}
			links[i] = events.SettingsLink{Label: *label, URL: address}
		}
		*value = &links
	}
}

// tidySocial is a list of links to other sites.
func tidySocial(r *input.Rules, field string, value **[]events.SettingsLink) {
	tidyLinks(maxLinks)(r, field, value)
	if *value == nil {
		return
	}
	for i, link := range **value {
		if strings.HasPrefix(link.URL, "/") {
			r.Fail(input.MemberField(field, i, "url"), "URL must start with http://, https:// or mailto:")
		}
	}
}

// deadLinks returns the errors about links to paths of the site that lead nowhere. Its error is that of leads.
func deadLinks(values *events.NavigationValues, leads func(path string) (bool, error)) (errs []commands.FieldError, err error) {
	for _, list := range []struct {
		field string
		links *[]events.SettingsLink
	}{{"header", values.Header}, {"footer", values.Footer}} {
		if list.links == nil {
			continue
		}
		for i, link := range *list.links {
			if !strings.HasPrefix(link.URL, "/") {
				continue
			}
			there, err := leads(link.URL)
			if err != nil {
				return nil, err
			}
			if !there {
				errs = append(errs, input.Wrong(input.MemberField(list.field, i, "url"), "Nothing is published at %s", link.URL))
			}
		}
	}
	return errs, nil
}

// checkPictures checks the pictures of a section: each must be stored, or sent along as a data string, which is replaced by the address
// that its picture will have. It returns those that are sent. Errors: Invalid, Unavailable.
func (h *Handler) checkPictures(ctx context.Context, in *Input) ([]pictures.Picture, error) {
	values := reflect.New(reflect.TypeOf(in.values))
	values.Elem().Set(reflect.ValueOf(in.values))
	var uploads []pictures.Picture
	var errs []commands.FieldError
	var err error
	for _, field := range sections[in.section].PicturesOf(values.Interface()) {
		for _, address := range field.Values {
			if *address == "" {
				continue
			}
			if input.IsDataString(*address) {
				errs, err = pictures.TakePicture(ctx, &uploads, errs, field.Name, address)
			} else {
				errs, err = h.checkStored(ctx, errs, field.Name, *address)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	if uploads, err = h.pictures.Accept(ctx, uploads, errs); err != nil {
		return nil, err
	}
	in.values = values.Elem().Interface()
	return uploads, nil
}

// checkStored refuses an address of no stored picture.
func (h *Handler) checkStored(ctx context.Context, errs []commands.FieldError, field, address string) ([]commands.FieldError, error) {
	sha256 := events.PictureIn(address)
	stored, err := false, error(nil)
	if sha256 != "" {
		stored, err = h.pictures.Stored(ctx, sha256)
	}
	if err == nil && !stored {
		errs = append(errs, commands.FieldError{Field: field,
			Message: fmt.Sprintf("%s must be a picture of the library", input.Label(field))})
	}
	return errs, err
}

// Uploads reports whether a picture is sent with the change, which will be stored.
func (in Input) Uploads() bool {
	for _, value := range events.Given(in.values) {
		if text, ok := value.(string); ok && input.IsDataString(text) {
			return true
		}
	}
	return false
}
