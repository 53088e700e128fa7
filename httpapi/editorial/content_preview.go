// Preview links of items, as the admin makes and withdraws them.

package editorial

import (
	"net/http"
	"time"

	"github.com/google/uuid"

	"candor/httpapi"
	"candor/projections/drafts"
)

// previewLink is a link as the admin sees it.
type previewLink struct {
	ID        uuid.UUID `json:"id"`
	URL       string    `json:"url"`
	CreatedAt time.Time `json:"createdAt"`
	ExpiresAt time.Time `json:"expiresAt"`
}

func shownLink(c *httpapi.Call, l drafts.Link) previewLink {
	return previewLink{l.ID, c.SiteURL + previewPath(l.Token), l.CreatedAt, l.ExpiresAt}
}

// previewPath returns the path of the page behind a link.
func previewPath(token string) string { return "/preview/" + token }

// previewLinks answers GET /api/admin/reviews/{id}/preview-links: those that lead somewhere, newest first.
func (k *contentKind) previewLinks(c *httpapi.Call) error {
	item, err := k.itemOf(c)
	if err != nil {
		return err
	}
	all, err := c.Models.Drafts.Links(item, c.Clock())
	if err != nil {
		return err
	}
	shown := make([]previewLink, len(all))
	for i, l := range all {
		shown[i] = shownLink(c, l)
	}
	return c.JSON(http.StatusOK, shown)
}

// createPreviewLink answers POST /api/admin/reviews/{id}/preview-links.
func (k *contentKind) createPreviewLink(c *httpapi.Call) error {
	item, err := k.itemOf(c)
	if err != nil {
		return err
	}
	by, err := c.Caller(nil)
	if err != nil {
		return err
	}
	id, result, err := c.Commands.Editorial.CreatePreviewLink(c.Request.Context(), by, item)
	if err != nil {
		return err
	}
	if c.Settled(result.Shown(), c.Models.Drafts, c.Models.History) {
		all, err := c.Models.Drafts.Links(item, c.Clock())
		for _, l := range all {
			if err == nil && l.ID == id {
				return c.JSON(http.StatusCreated, shownLink(c, l))
			}
		}
	}
	return c.JSON(http.StatusAccepted, struct {
		ID uuid.UUID `json:"id"`
	}{id})
}

// withdrawPreviewLink answers DELETE /api/admin/reviews/{id}/preview-links/{linkId}.
func (k *contentKind) withdrawPreviewLink(c *httpapi.Call) error {
	item, err := k.itemOf(c)
	if err != nil {
		return err
	}
	id, err := uuid.Parse(c.Variable("linkId"))
	if err != nil {
		return httpapi.NotFound("Preview link")
	}
	by, err := c.Caller(nil)
	if err != nil {
		return err
	}
	result, err := c.Commands.Editorial.WithdrawPreviewLink(c.Request.Context(), by, item, id)
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), c.Models.Drafts, c.Models.History)
	return c.NoContent()
}
