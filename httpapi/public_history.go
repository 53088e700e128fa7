// How much of the public history readers see.

package httpapi

import (
	"candor/projections"
	"candor/projections/versions"
)

// PublicHistory returns how much of the public history readers see; none where the read model of versions isn't open, as in the past. Its
// error is ErrNotReady.
func PublicHistory(m *projections.Models) (versions.Mode, error) {
	if m.Versions == nil {
		return versions.Off, nil
	}
	now, err := m.Content.Settings()
	if err != nil {
		return versions.Off, err
	}
	return versions.Mode(now.Publication.PublicHistory), nil
}
