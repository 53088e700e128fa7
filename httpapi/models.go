// Read models as routes name them.

package httpapi

import (
	"context"

	"candor/events"
	"candor/projections"
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

// of returns the read models themselves.
func (m models) of(all *projections.Models) []positioned {
	found := make([]positioned, len(m))
	for i, name := range m {
		switch name {
		case accessModel:
			found[i] = all.Access
		case analyticsModel:
			found[i] = all.Analytics
		case auditModel:
			found[i] = all.History
		case contentModel:
			found[i] = all.Content
		case draftsModel:
			found[i] = all.Drafts
		case inboxModel:
			found[i] = all.Inbox
		case mediaModel:
			found[i] = all.Media
		case proofModel:
			found[i] = all.Proof
		case searchModel:
			found[i] = all.Search
		case versionsModel:
			found[i] = all.Versions
		}
	}
	return found
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
