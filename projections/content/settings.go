// Queries of the site's settings.

package content

import (
	"candor/events"
	"candor/projections/answers"
	"candor/projections/content/pictures"
	"candor/projections/content/placeholders"
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

// PrivacySettings returns the settings of privacy in effect. Its error is ErrNotReady.
func (c *Reader) PrivacySettings() (events.PrivacySettings, error) {
	s, err := c.Settings()
	if err != nil {
		return events.PrivacySettings{}, err
	}
	return s.Privacy, nil
}

// PrivacyChanged returns a channel that is closed when other settings of privacy are in effect than at the time of the call.
func (c *Reader) PrivacyChanged() <-chan struct{} { return c.private.Wait() }

// Placeholders returns what the placeholders of texts stand for now. Its error is ErrNotReady.
func (c *Reader) Placeholders() (placeholders.Values, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return m.readPlaceholders(), nil
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
