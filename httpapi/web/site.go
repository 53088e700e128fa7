// What the site is set to, as far as its pages need to know.

package web

import (
	"encoding/json"
	"time"

	"candor/httpapi"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/versions"
)

// howWeTest is the slug of the page that tells how reviewed products are tested. Scores lead to it, if it is published.
const howWeTest = "how-we-test"

// Settings registers the routes of the site's settings.
func Settings(t *httpapi.Table) {
	t.Handle("/api/site", httpapi.Methods{"GET": {
		Handle: getSite, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ContentModel},
		Class: httpapi.ClassReady, AsOf: httpapi.AnyMoment, Render: readSite(t.PublicHistory),
	}})
}

// GET /api/site
func getSite(c *httpapi.Call) error {
	read, err := readSite(c.PublicHistory)(c.Models, httpapi.PageAddress{})
	if err != nil {
		return err
	}
	return c.Public(read())
}

// readSite returns what reads the settings for a rendered page. The past has no public history.
func readSite(mode versions.Mode) httpapi.PageRead {
	return func(m *projections.Models, _ httpapi.PageAddress) (func() (*answers.Answer, error), error) {
		shown := mode
		if m.Versions == nil {
			shown = versions.Off
		}
		without, err := siteAnswer(shown, nil)
		if err != nil {
			return nil, err
		}
		path := "/pages/" + howWeTest
		with, err := siteAnswer(shown, &path)
		return func() (*answers.Answer, error) {
			page, err := m.Content.Pages().List(content.Query{Slug: howWeTest})
			if err != nil {
				return nil, err
			}
			defer page.Release()
			if page.Total > 0 {
				return with, nil
			}
			return without, nil
		}, err
	}
}

// siteAnswer returns the answer that states the settings. howWeTest is the path of a page; nil: there is none.
func siteAnswer(mode versions.Mode, howWeTest *string) (*answers.Answer, error) {
	body, err := json.Marshal(struct {
		PublicHistory versions.Mode `json:"publicHistory"`
		HowWeTest     *string       `json:"howWeTest"`
	}{mode, howWeTest})
	return answers.NewList(body, 1, time.Time{}), err
}
