// What the site is set to, as far as its pages need to know.

package httpapi

import (
	"encoding/json"
	"time"

	"candor/projections"
	"candor/projections/answers"
	"candor/projections/versions"
)

func (t *table) settings() {
	t.handle("/api/site", methods{"GET": {handle: getSite, who: anybody, dependsOn: nothing, class: classReady, asOf: anyMoment, render: readSite(t.PublicHistory)}})
}

// GET /api/site
func getSite(c *request) error {
	read, err := readSite(c.PublicHistory)(c.Models, pageAddress{})
	if err != nil {
		return err
	}
	return c.public(read())
}

// readSite returns what reads the settings for a rendered page. The past has no public history.
func readSite(mode versions.Mode) pageRead {
	return func(m *projections.Models, _ pageAddress) (func() (*answers.Answer, error), error) {
		shown := mode
		if m.Versions == nil {
			shown = versions.Off
		}
		body, err := json.Marshal(struct {
			PublicHistory versions.Mode `json:"publicHistory"`
		}{shown})
		return func() (*answers.Answer, error) { return answers.NewList(body, 1, time.Time{}), nil }, err
	}
}
