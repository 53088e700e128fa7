// Facts about preview links: secret addresses at which an item is shown with its draft. Stream preview-review-12. A link can be opened by
// whoever has its token, which is no more of a secret than the draft that is in the log beside it.

package events

import (
	"time"

	"github.com/google/uuid"
)

func init() {
	registerItem[PreviewLinkCreated](1, anyKind, ActionPreviewLinkCreated)
	registerItem[PreviewLinkWithdrawn](1, anyKind, ActionPreviewLinkWithdrawn)
}

// PreviewLinkCreated says that an item is shown under /preview/<token> until a time.
type PreviewLinkCreated struct {
	LinkID    uuid.UUID `json:"linkId"`
	Kind      string    `json:"kind"` // of content
	ItemID    int64     `json:"itemId"`
	Token     string    `json:"token"`
	ExpiresAt time.Time `json:"expiresAt"`
	At        time.Time `json:"at"`
}

// PreviewLinkWithdrawn says that a link leads nowhere any more.
type PreviewLinkWithdrawn struct {
	LinkID uuid.UUID `json:"linkId"`
	Kind   string    `json:"kind"`
	ItemID int64     `json:"itemId"`
	At     time.Time `json:"at"`
}

func (PreviewLinkCreated) EventType() string   { return "PreviewLinkCreated" }
func (PreviewLinkWithdrawn) EventType() string { return "PreviewLinkWithdrawn" }

// Previews returns the stream of the item's preview links.
func (i Item) Previews() string { return PreviewPrefix + i.Stream() }
