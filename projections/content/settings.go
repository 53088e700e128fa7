// Queries of the site's settings.

package content

import (
	"candor/events"
	"candor/projections/answers"
	"candor/projections/content/pictures"
	"candor/projections/content/settings"
	"candor/projections/projector"
)

// Settings returns the site's settings in effect. They are never modified. Its error is ErrNotReady.
func (c *Reader) Settings() (*settings.State, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return m.settings.State(), nil
}

// ShownSettings returns the site's settings as readers see their pictures: a replaced one as what is shown in its place, none for one that
// is gone. Its error is ErrNotReady.
func (c *Reader) ShownSettings() (shown events.Settings, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		shown = m.settings.State().Settings
		for _, picture := range []*string{&shown.Site.Logo, &shown.Site.LogoDark, &shown.Site.Icon, &shown.Site.ShareImage} {
			*picture = answers.Value(pictures.AddressSeen(t, picture))
		}
		return nil
	})
	return shown, err
}
