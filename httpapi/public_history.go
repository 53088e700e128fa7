// How much of the public history readers see.

package httpapi

import (
	"candor/events"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/versions"
)

// PublicHistory returns how much of the public history readers see: none in the past, and where the read model of versions isn't open. Its
// error is ErrNotReady.
func PublicHistory(m *projections.Models) (versions.Mode, error) {
	if m.Versions == nil || m.Versions.Past() {
		return versions.Off, nil
	}
	now, err := m.Content.Settings()
	if err != nil {
		return versions.Off, err
	}
	return versions.Mode(now.Publication.PublicHistory), nil
}

// ItemModels are the read models that the answer of an item of a kind is made from.
func ItemModels(k events.Kind) Models {
	if k.Versioned {
		return Models{ContentModel, VersionsModel}
	}
	return Models{ContentModel}
}

// PublicItem returns a published item of a kind as readers see it: with how many changes its public history has. Errors: ErrNotFound,
// ErrNotReady.
func PublicItem(m *projections.Models, k events.Kind, id int64) (*answers.Answer, error) {
	a, err := m.Content.Of(k.Name).One(id)
	if err != nil || !k.Versioned {
		return a, err
	}
	mode, err := PublicHistory(m)
	if err != nil || mode == versions.Off {
		return a, err
	}
	return m.Versions.WithChanges(k.Name, id, mode, a), nil
}
