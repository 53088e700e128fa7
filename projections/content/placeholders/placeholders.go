// Package placeholders holds what pages say of the site's settings in words that they can't be wrong in: a text has a name in double
// braces, {{retention}}, and readers see what is true now.
package placeholders

import (
	"strconv"

	"candor/events"
)

// Places says what page views can be given from their addresses.
type Places struct{ Countries, Cities bool }

// Placeholder is a name that texts may have in double braces, and what readers see in its place; "": nothing.
type Placeholder struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Values are all placeholders, in the order in which authors see them. Values are plain text.
type Values []Placeholder

// Of returns what placeholders stand for with some settings.
func Of(s *events.Settings, places Places) Values {
	return Values{
		{"name", s.Site.Name},
		{email, s.Publication.ContactEmail},
		{"responseTime", s.Publication.ResponseTime},
		{"retention", retention(s.Privacy)},
		{"messages", messages(s.Privacy)},
		{"addresses", addresses(s.Privacy)},
		{"countries", countries(s.Privacy, places)},
		{"newsletter", "If you subscribe to the newsletter, we store your email address and when you subscribed. When you unsubscribe, " +
			"we note that too, and keep the address until you ask us to delete it."},
	}
}

// email is the placeholder that is shown as a link.
const email = "contactEmail"

// retention returns how long page views are kept.
func retention(p events.PrivacySettings) string {
	if p.PageViewDays == events.Forever {
		return "We keep page views without a time limit."
	}
	return "We delete page views after " + days(p.PageViewDays) + "; only totals for each day stay."
}

// messages returns how long messages are kept.
func messages(p events.PrivacySettings) string {
	if p.MessageDays == events.Forever {
		return "We keep a message until we delete it. Then it is really gone."
	}
	return "We delete a message after " + days(p.MessageDays) + " at the latest. Then it is really gone."
}

// addresses returns what is stored of visitors' addresses. A change is for what comes; the whole addresses of before stay with their views.
func addresses(p events.PrivacySettings) string {
	stay := " until their page views are deleted."
	if p.PageViewDays == events.Forever {
		stay = "."
	}
	switch p.Addresses {
	case "truncated":
		return "Of your network address we store the beginning alone, in a record of its own that can be deleted whole. " +
			"Whole addresses that were stored before stay stored" + stay
	case "none":
		return "We do not store your network address. Addresses that were stored before stay stored" + stay
	}
	return "Your network address is kept apart from them, in a record of its own that can be deleted whole."
}

// countries returns whether the country of page views is noted.
func countries(p events.PrivacySettings, places Places) string {
	switch {
	case !p.CountCountries:
		return "We do not note which country you are in."
	case !places.Countries:
		return "We do not note which country you are in, as we have no database of countries."
	case places.Cities:
		return "We note the country and the city that your network address points to."
	}
	return "We note the country that your network address points to."
}

func days(n events.Days) string {
	if n == 1 {
		return "1 day"
	}
	return strconv.Itoa(int(n)) + " days"
}
