// The section of privacy takes effect: what is stored of visitors, and for how long.

package httpapi_test

import (
	"context"
	"testing"
	"time"

	"candor/commands/traffic"
	"candor/events"
)

// viewsFor are settings by which page views and visitors are stored for a time.
type viewsFor time.Duration

func (d viewsFor) PrivacySettings() (events.PrivacySettings, error) {
	private := events.DefaultSettings().Privacy
	private.PageViewDays = events.Days(time.Duration(d) / (24 * time.Hour))
	return private, nil
}

func (viewsFor) WaitFor(context.Context, events.Position) error { return nil }

func (viewsFor) PrivacyChanged() <-chan struct{} { return nil }

// setPrivacy changes the section.
func (s *site) setPrivacy(body string) *answer {
	s.Helper()
	return s.do("PUT", "/api/admin/settings/privacy", body, s.asAdmin(), with("If-Match", "*"))
}

// stores reports whether an address is anywhere in the log after a visit from it.
func (s *site) stores(address string) bool {
	s.Helper()
	s.do("POST", "/api/track", `{"event":"page_view","page":"/","userAgent":"Mozilla/5.0"}`, from(address)).is(204)
	return s.everyEvent([]string{address}, func(events.Recorded, string) {}) > 0
}

func TestTheSettingOfAddressesAppliesToTheNextVisit(t *testing.T) {
	s := newSite(t)
	if !s.stores("203.0.113.1") {
		t.Error("addresses are not stored by default")
	}
	s.setPrivacy(`{"addresses":"none"}`).is(200)
	if s.stores("203.0.113.2") {
		t.Error("an address is stored although none are")
	}
	s.setPrivacy(`{"addresses":"truncated"}`).is(200)
	if s.stores("203.0.113.3") || s.everyEvent([]string{"203.0.113.0/24"}, func(events.Recorded, string) {}) == 0 {
		t.Error("an address is not stored as its block")
	}
	s.setPrivacy(`{"addresses":null}`).is(200)
	if !s.stores("203.0.113.4") {
		t.Error("addresses are not stored by default again")
	}
}

// Beside the form stands what the Privacy page would say, of what isn't saved yet.
func TestAChangeOfPrivacyIsPreviewedInThePagesWords(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	const preview = "/api/admin/settings/privacy/preview"
	s.setPrivacy(`{"messageDays":90,"confirm":true}`).is(200)
	s.records(func() {
		s.do("POST", preview, `{"pageViewDays":30,"addresses":"none","countCountries":false}`,
			admin).is(200).says("We delete page views after 30 days;",
			"We delete a message after 90 days at the latest.", "We do not store your network address.", "We do not note which country you are in.")
		s.do("POST", preview, `{"messageDays":null}`, admin).is(200).says("We keep a message until we delete it.")
		s.do("POST", preview, `{"pageViewDays":7}`, admin).problem(400, "pageViewDays")
		s.do("POST", preview, `{}`).problem(401)
	})
	s.do("GET", "/api/admin/pages/placeholders", "", admin).is(200).says("We delete a message after 90 days").lacks(
		"We do not store your network address")
}

func TestAVariableDecidesAboutAddressesWhateverTheSettingsSay(t *testing.T) {
	s := newSite(t)
	s.addresses = traffic.KeepNone
	s.restart()
	s.setPrivacy(`{"addresses":"truncated"}`).is(200).says(`"addresses":"none"`).says(`"overridden":{"addresses":"CANDOR_IP"}`).says(
		`"revision":1`)
	if s.stores("203.0.113.1") {
		t.Error("an address is stored")
	}
}
