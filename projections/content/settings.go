// Queries of the site's settings.

package content

import (
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content/pictures"
	"candor/projections/content/placeholders"
	"candor/projections/content/settings"
	"candor/projections/difference"
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

// PlaceholdersWith returns what the placeholders of texts would stand for if the owner had set these values in a section, a struct such as
// an events.SiteValues. Its error is ErrNotReady.
func (c *Reader) PlaceholdersWith(section string, values any) (placeholders.Values, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return placeholders.Of(&m.settings.With(section, values).Settings, m.places), nil
}

// ShownSettings are the site's settings as readers see their pictures: a replaced one as what is shown in its place, none for one that is
// gone.
type ShownSettings struct {
	events.Settings
	Pictures map[string]pictures.ItemPicture // the stored ones among them, by their addresses
}

// ShownSettings returns the site's settings as readers see them. Its error is ErrNotReady.
func (c *Reader) ShownSettings() (shown ShownSettings, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		shown.Settings = m.settings.State().Settings
		site := &shown.Site
		for _, picture := range []*string{&site.Logo, &site.LogoDark, &site.Icon, &site.ShareImage} {
			*picture = answers.Value(pictures.Today(t).AddressSeen(picture))
		}
		shown.Pictures = pictures.Known(t, []string{site.Logo, site.LogoDark, site.Icon, site.ShareImage})
		return nil
	})
	return shown, err
}

// Style returns how the site writes what has changed. It is for use outside of a transaction.
func (c *Reader) Style() difference.Style {
	m, err := c.Model()
	if err != nil {
		return difference.Default()
	}
	style := difference.Of(m.settings.State().Site)
	style.Categories, style.Pictures = m.categories.Set(), c
	return style
}

// RemovedAt returns when the picture at an address was removed, and false if it wasn't, or if that isn't known now.
func (c *Reader) RemovedAt(address string) (at time.Time, removed bool) {
	err := c.Read(func(_ *content, t *projector.Tx) error {
		if removedAt := pictures.FactsOf(t, events.PictureIn(address)).RemovedAt; removedAt != nil {
			at, removed = *removedAt, true
		}
		return nil
	})
	return at, removed && err == nil
}
