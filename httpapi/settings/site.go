// What pages need to know of the site's settings.

package settings

import (
	"encoding/json"
	"time"

	"candor/events"
	"candor/httpapi"
	"candor/httpapi/pages"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/content/pictures"
	"candor/projections/formats"
)

// howWeTest is the slug of the page that tells how reviewed products are tested. Scores lead to it, if it is published.
const howWeTest = "how-we-test"

// Site registers the call that everybody reads the settings with.
func Site(t *httpapi.Table) {
	t.Handle(pages.SiteAddress, httpapi.Methods{"GET": {
		Handle: getSite, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ContentModel},
		Class: httpapi.ClassReady, AsOf: httpapi.AnyMoment, Render: readSite,
	}})
}

// GET /api/site
func getSite(c *httpapi.Call) error {
	read, err := readSite(c.Models, httpapi.PageAddress{})
	if err != nil {
		return err
	}
	return c.Public(read())
}

// site is what everybody may know of the settings.
type site struct {
	Name        string          `json:"name"`
	Tagline     string          `json:"tagline"`
	Description string          `json:"description"`
	Language    string          `json:"language"`
	TimeZone    string          `json:"timeZone"`
	Currency    string          `json:"currency"`
	Format      *formats.Format `json:"format"`
	Logo        string          `json:"logo"`
	LogoDark    string          `json:"logoDark"`
	Icon        string          `json:"icon"`
	ShareImage  string          `json:"shareImage"`
	Accent      string          `json:"accent"`

	Header []events.SettingsLink `json:"header"` // without those that lead nowhere now
	Footer []events.SettingsLink `json:"footer"` // likewise
	Social []events.SettingsLink `json:"social"`

	events.PublicationSettings
	HowWeTest *string                         `json:"howWeTest"` // the path of a page; nil: there is none
	Pictures  map[string]pictures.ItemPicture `json:"pictures"`  // the stored ones among those above, by their addresses
}

// readSite is what reads the settings for a rendered page. The past has no public history.
func readSite(m *projections.Models, _ httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	return func() (*answers.Answer, error) {
		all, err := m.Content.ShownSettings()
		if err != nil {
			return nil, err
		}
		s := site{Name: all.Site.Name, Tagline: all.Site.Tagline, Description: all.Site.Description, Language: all.Site.Language,
			TimeZone: all.Site.TimeZone, Currency: all.Site.Currency, Format: formats.Of(all.Site), Logo: all.Site.Logo,
			LogoDark: all.Site.LogoDark, Icon: all.Site.Icon, ShareImage: all.Site.ShareImage, Accent: all.Site.Accent,
			Social: all.Navigation.Social, PublicationSettings: all.Publication, Pictures: all.Pictures}
		history, err := httpapi.PublicHistory(m)
		if err != nil {
			return nil, err
		}
		s.PublicHistory = string(history)
		if s.Header, _, err = split(m, all.Navigation.Header); err != nil {
			return nil, err
		}
		if s.Footer, _, err = split(m, all.Navigation.Footer); err != nil {
			return nil, err
		}
		if s.HowWeTest, err = pathOfHowWeTest(m); err != nil {
			return nil, err
		}
		body, err := json.Marshal(s)
		return answers.NewList(body, 1, time.Time{}), err
	}, nil
}

// pathOfHowWeTest returns the path of the page that tells how products are tested, nil if it isn't published.
func pathOfHowWeTest(m *projections.Models) (*string, error) {
	page, err := m.Content.Pages().List(content.Query{Slug: howWeTest})
	if err != nil {
		return nil, err
	}
	defer page.Release()
	if page.Total == 0 {
		return nil, nil
	}
	path := pages.ItemPath(events.PageKind, 0, howWeTest)
	return &path, nil
}
