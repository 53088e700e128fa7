// The owner's settings of the site. Stream settings-<section>, one event a change. What they are before the first is in
// settings_default.go.

package events

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"time"
)

func init() {
	registerItem[SiteSettingsChanged](1, SettingsKind, ActionUpdated).title = SiteSection
	registerItem[NavigationChanged](1, SettingsKind, ActionUpdated).title = NavigationSection
	registerItem[PublicationSettingsChanged](1, SettingsKind, ActionUpdated).title = PublicationSection
	registerItem[PrivacySettingsChanged](1, SettingsKind, ActionUpdated).title = PrivacySection
}

// Sections of the settings, in the order in which people see them.
const (
	SiteSection        = "site"
	NavigationSection  = "navigation"
	PublicationSection = "publication"
	PrivacySection     = "privacy"
)

// Sections are the names of all sections.
var Sections = []string{SiteSection, NavigationSection, PublicationSection, PrivacySection}

// SettingsStream is the stream of a section: "settings-site".
func SettingsStream(section string) string { return SettingsPrefix + section }

// SiteSettings say what the site is called and how it looks. Pictures are addresses of stored ones; "" is none.
type SiteSettings struct {
	Name        string `json:"name"`
	Tagline     string `json:"tagline"`
	Description string `json:"description"`
	Language    string `json:"language"` // BCP 47, canonical
	TimeZone    string `json:"timeZone"` // a name of the IANA database
	Currency    string `json:"currency"` // ISO 4217
	Logo        string `json:"logo"`
	LogoDark    string `json:"logoDark"` // in the dark theme; "": Logo
	Icon        string `json:"icon"`
	ShareImage  string `json:"shareImage"` // of pages without a picture
	Accent      string `json:"accent"`     // "#rrggbb"; "": the theme's own
}

// SiteValues are the owner's values of [SiteSettings]; nil is the default.
type SiteValues struct {
	Name        *string `json:"name,omitempty"`
	Tagline     *string `json:"tagline,omitempty"`
	Description *string `json:"description,omitempty"`
	Language    *string `json:"language,omitempty"`
	TimeZone    *string `json:"timeZone,omitempty"`
	Currency    *string `json:"currency,omitempty"`
	Logo        *string `json:"logo,omitempty"`
	LogoDark    *string `json:"logoDark,omitempty"`
	Icon        *string `json:"icon,omitempty"`
	ShareImage  *string `json:"shareImage,omitempty"`
	Accent      *string `json:"accent,omitempty"`
}

// SettingsLink is a link of the navigation. URL is a path of the site, or an address of http, https or mailto.
type SettingsLink struct {
	Label string `json:"label"`
	URL   string `json:"url"`
}

// NavigationSettings are the links of every page, in their order. No list is nil.
type NavigationSettings struct {
	Header []SettingsLink `json:"header"`
	Footer []SettingsLink `json:"footer"` // the column "Company"
	Social []SettingsLink `json:"social"`
}

// NavigationValues are the owner's values of [NavigationSettings]; nil is the default.
type NavigationValues struct {
	Header *[]SettingsLink `json:"header,omitempty"`
	Footer *[]SettingsLink `json:"footer,omitempty"`
	Social *[]SettingsLink `json:"social,omitempty"`
}

// PublicationSettings are what the publication says of itself beside its texts.
type PublicationSettings struct {
	Copyright           string `json:"copyright"`
	ContactEmail        string `json:"contactEmail"`
	ResponseTime        string `json:"responseTime"`        // "within 24 hours"
	AffiliateDisclosure string `json:"affiliateDisclosure"` // above the shops of a review
	IllustrationNote    string `json:"illustrationNote"`    // under pictures
	PublicHistory       string `json:"publicHistory"`       // "full", "corrections" or "off"
	CorrectionsPolicy   string `json:"correctionsPolicy"`   // on /corrections
}

// PublicationValues are the owner's values of [PublicationSettings]; nil is the default.
type PublicationValues struct {
	Copyright           *string `json:"copyright,omitempty"`
	ContactEmail        *string `json:"contactEmail,omitempty"`
	ResponseTime        *string `json:"responseTime,omitempty"`
	AffiliateDisclosure *string `json:"affiliateDisclosure,omitempty"`
	IllustrationNote    *string `json:"illustrationNote,omitempty"`
	PublicHistory       *string `json:"publicHistory,omitempty"`
	CorrectionsPolicy   *string `json:"correctionsPolicy,omitempty"`
}

// PrivacySettings say what is stored of visitors and of those who write, and for how long.
type PrivacySettings struct {
	PageViewDays   Days   `json:"pageViewDays"`
	MessageDays    Days   `json:"messageDays"`
	Addresses      string `json:"addresses"`      // "full", "truncated" or "none"
	CountCountries bool   `json:"countCountries"` // note the country and the city of page views
}

// PrivacyValues are the owner's values of [PrivacySettings]; nil is the default.
type PrivacyValues struct {
	PageViewDays   *Days   `json:"pageViewDays,omitempty"`
	MessageDays    *Days   `json:"messageDays,omitempty"`
	Addresses      *string `json:"addresses,omitempty"`
	CountCountries *bool   `json:"countCountries,omitempty"`
}

// Days is how long something is kept, in whole days. In JSON [Forever] is "forever".
type Days int

// Forever is the number of days that never end.
const Forever Days = 0

const forever = `"forever"`

// Age returns the time that the days take; 0 for ever.
func (d Days) Age() time.Duration { return time.Duration(d) * 24 * time.Hour }

// Shorter reports whether less is kept than with the other number of days.
func (d Days) Shorter(than Days) bool { return d != Forever && (than == Forever || d < than) }

func (d Days) MarshalJSON() ([]byte, error) {
	if d == Forever {
		return []byte(forever), nil
	}
	return json.Marshal(int(d))
}

func (d *Days) UnmarshalJSON(data []byte) error {
	if string(data) == forever {
		*d = Forever
		return nil
	}
	var n int
	if err := json.Unmarshal(data, &n); err != nil || n < 1 {
		return errors.New(`must be a whole number of days, at least 1, or "forever"`)
	}
	*d = Days(n)
	return nil
}

// SiteSettingsChanged says what the owner has set in the section site from now on.
type SiteSettingsChanged struct {
	Values SiteValues `json:"values"`
	At     time.Time  `json:"at"`
}

// NavigationChanged says what the owner has set in the section navigation from now on.
type NavigationChanged struct {
	Values NavigationValues `json:"values"`
	At     time.Time        `json:"at"`
}

// PublicationSettingsChanged says what the owner has set in the section publication from now on.
type PublicationSettingsChanged struct {
	Values PublicationValues `json:"values"`
	At     time.Time         `json:"at"`
}

// PrivacySettingsChanged says what the owner has set in the section privacy from now on.
type PrivacySettingsChanged struct {
	Values PrivacyValues `json:"values"`
	At     time.Time     `json:"at"`
}

func (SiteSettingsChanged) EventType() string        { return "SiteSettingsChanged" }
func (NavigationChanged) EventType() string          { return "NavigationChanged" }
func (PublicationSettingsChanged) EventType() string { return "PublicationSettingsChanged" }
func (PrivacySettingsChanged) EventType() string     { return "PrivacySettingsChanged" }

// Settings are the settings of all sections.
type Settings struct {
	Site        SiteSettings
	Navigation  NavigationSettings
	Publication PublicationSettings
	Privacy     PrivacySettings
}

// section returns a pointer to the settings of a section. It panics if there is no such section.
func (s *Settings) section(name string) reflect.Value {
	return reflect.ValueOf(s).Elem().Field(slices.Index(Sections, name))
}

// Section returns the settings of a section: a SiteSettings, …
func (s *Settings) Section(name string) any { return s.section(name).Interface() }

// Set puts an owner's values of a section, such as a SiteValues, over the settings.
func (s *Settings) Set(section string, values any) {
	apply(s.section(section), reflect.ValueOf(values))
}

// settingsEvents are the types of events of the sections, in their order.
var settingsEvents = []reflect.Type{
	reflect.TypeFor[SiteSettingsChanged](), reflect.TypeFor[NavigationChanged](),
	reflect.TypeFor[PublicationSettingsChanged](), reflect.TypeFor[PrivacySettingsChanged](),
}

// NoSettings returns a pointer to the values of a section in which nothing is set, such as a *SiteValues.
func NoSettings(section string) any {
	return reflect.New(settingsEvents[slices.Index(Sections, section)].Field(0).Type).Interface()
}

// SettingsChanged returns the event that sets the values of a section; they are a struct such as a SiteValues.
func SettingsChanged(section string, values any, at time.Time) Event {
	e := reflect.New(settingsEvents[slices.Index(Sections, section)]).Elem()
	e.Field(0).Set(reflect.ValueOf(values))
	e.Field(1).Set(reflect.ValueOf(at))
	return e.Interface().(Event)
}

// SettingsOf returns the section that an event sets and its values, a struct such as a SiteValues; false: the event is no change of
// settings.
func SettingsOf(e Event) (section string, values any, ok bool) {
	i := slices.Index(settingsEvents, reflect.TypeOf(e))
	if i < 0 {
		return "", nil, false
	}
	return Sections[i], reflect.ValueOf(e).Field(0).Interface(), true
}

// SettingsOverride is a setting that the server's environment decides.
type SettingsOverride struct {
	Section  string
	Values   any    // with the one that is decided, such as a PrivacyValues
	Variable string // "CANDOR_RETENTION"
}
