// Read models as routes name them.

package httpapi

import (
	"context"

	"candor/events"
	"candor/projections"
	"candor/projections/projector"
)

// Models are names of read models.
type Models []Model

// Model is the name of a read model.
type Model string

const (
	AccessModel    Model = "access"
	AnalyticsModel Model = "analytics"
	AuditModel     Model = "audit"
	ContentModel   Model = "content"
	DraftsModel    Model = "drafts"
	InboxModel     Model = "inbox"
	MediaModel     Model = "media"
	ProofModel     Model = "proof"
	SearchModel    Model = "search"
	VersionsModel  Model = "versions"
)

// Nothing is what an answer depends on that no read model has a part in.
var Nothing = Models{}

// of returns the read models themselves, those that are open.
func (m Models) of(all *projections.Models) (found []Positioned) {
	for _, name := range m {
		if one := ReadModelNamed(all, string(name)); one != nil {
			found = append(found, one)
		}
	}
	return found
}

// ReadModelNamed returns the read model of that name; nil: it is not open.
func ReadModelNamed(all *projections.Models, name string) Positioned {
	p, err := all.Named(name)
	if err != nil {
		return nil
	}
	return projector.NewView[projector.Model](p)
}

// ReadModel is something that will have passed a position.
type ReadModel interface {
	WaitFor(ctx context.Context, p events.Position) error
}

// Positioned is a read model that knows how far it is.
type Positioned interface {
	ReadModel
	Position() events.Position
}
