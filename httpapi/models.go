// Read models as routes name them.

package httpapi

import (
	"context"

	"candor/events"
	"candor/projections"
	"candor/projections/projector"
)

// models are names of read models.
type models []model

type model string

const (
	accessModel    model = "access"
	analyticsModel model = "analytics"
	auditModel     model = "audit"
	contentModel   model = "content"
	draftsModel    model = "drafts"
	inboxModel     model = "inbox"
	mediaModel     model = "media"
	proofModel     model = "proof"
	searchModel    model = "search"
	versionsModel  model = "versions"
)

// nothing is what an answer depends on that no read model has a part in.
var nothing = models{}

// of returns the read models themselves, those that are open.
func (m models) of(all *projections.Models) (found []positioned) {
	for _, name := range m {
		if one := readModelNamed(all, string(name)); one != nil {
			found = append(found, one)
		}
	}
	return found
}

// readModelNamed returns the read model of that name; nil: it is not open.
func readModelNamed(all *projections.Models, name string) positioned {
	p, err := all.Named(name)
	if err != nil {
		return nil
	}
	return projector.NewView[projector.Model](p)
}

// readModel is something that will have passed a position.
type readModel interface {
	WaitFor(ctx context.Context, p events.Position) error
}

// positioned is a read model that knows how far it is.
type positioned interface {
	readModel
	Position() events.Position
}
