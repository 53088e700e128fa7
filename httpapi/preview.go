// Previews: what is behind a preview link. Whoever has the link sees the item with its draft, and its pictures; nothing of it is kept
// anywhere or found by search engines.

package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"time"

	"candor/events"
	"candor/httpapi/pages"
	"candor/projections/content"
	"candor/projections/drafts"
	"candor/projections/projector"
)

func (t *table) previews() {
	shown := models{contentModel, draftsModel}
	t.handle("/api/preview/{token}", methods{"GET": {handle: getPreview, who: anybody, dependsOn: shown, class: classPreviews, asOf: presentOnly}})
	t.handle("/preview/{token}", methods{"GET": {handle: previewPage, who: anybody, dependsOn: shown, class: classPreviews, asOf: presentOnly}})
	t.handle("/preview/{token}/media/{sha256:[0-9a-f]{64}}.{extension:[a-z]{3,4}}", methods{"GET": {handle: previewPicture, who: anybody, dependsOn: append(shown, mediaModel), class: classPreviews, asOf: presentOnly}})
	t.handle("/preview/{token}/media/{sha256:[0-9a-f]{64}}/{width:[0-9]{1,5}}", methods{"GET": {handle: previewRendition, who: anybody, dependsOn: append(shown, mediaModel), class: classPreviews, asOf: presentOnly}})
}

// secret keeps an answer out of caches and search engines, and its address from other sites.
func (c *request) secret() {
	c.set("X-Robots-Tag", "noindex")
	c.set("Referrer-Policy", "no-referrer")
	c.Header()["Cache-Control"] = noStore
}

// preview returns the item of the link in the path, with its draft. Errors: 404 where the link leads nowhere, ErrNotReady.
func (c *request) preview() (l drafts.Link, item []byte, err error) {
	c.secret()
	if l, err = c.Models.Drafts.LinkOf(c.variable("token"), c.Clock()); err != nil {
		return l, nil, named(err, "Preview")
	}
	fields := map[string]json.RawMessage{}
	d, err := c.Models.Drafts.Draft(l.Item().Draft())
	if err == nil {
		err = json.Unmarshal(d.Fields, &fields)
	}
	if err != nil && !errors.Is(err, projector.ErrNotFound) {
		return l, nil, err
	}
	item, err = c.Models.Content.Of(l.Kind).Preview(l.ItemID, func(content any) { c.Commands.Editorial.WithDraft(c.request.Context(), l.Kind, content, fields) })
	return l, item, named(err, "Preview")
}

// GET /api/preview/{token}
func getPreview(c *request) error {
	l, item, err := c.preview()
	if err != nil {
		return err
	}
	answer := struct {
		Kind      string            `json:"kind"`
		Item      json.RawMessage   `json:"item"`
		Category  *content.Category `json:"category,omitempty"`
		ExpiresAt time.Time         `json:"expiresAt"`
	}{Kind: l.Kind, Item: c.withOwnPictures(item, l.Token), ExpiresAt: l.ExpiresAt}
	var of struct{ CategoryID int64 }
	if json.Unmarshal(item, &of) == nil && of.CategoryID != 0 {
		if category, err := c.Models.Content.CategoryByID(of.CategoryID); err == nil {
			answer.Category = &category
		}
	}
	return c.json(http.StatusOK, answer)
}

// ownPicture is the address of a stored picture, or of a smaller copy, on this site in a text, with what is before it.
var ownPicture = regexp.MustCompile(`(^|[^0-9A-Za-z._~:/-])(/media/[0-9a-f]{64}[./])`)

// withOwnPictures replaces the addresses of stored pictures in an item's JSON by those that the link opens.
func (c *request) withOwnPictures(item []byte, token string) []byte {
	item = bytes.ReplaceAll(item, []byte(c.SiteURL+"/media/"), []byte("/media/"))
	return ownPicture.ReplaceAll(item, []byte("${1}"+previewPath(token)+"${2}"))
}

// GET /preview/{token}: the page that shows the preview, rendered by the browser.
func previewPage(c *request) error {
	_, _, err := c.preview()
	status := http.StatusOK
	if err != nil {
		p, _ := c.problem(err)
		if status = p.Status; status >= http.StatusInternalServerError {
			c.cause = err
			c.set("Retry-After", "1")
		}
	}
	return c.page(status, &pages.Head{Title: "Preview", Description: "A preview of what isn't published yet.", Path: "/preview", NoIndex: true, Part: pages.PreviewPart})
}

// GET /preview/{token}/media/{sha256}.{extension}: a picture of what the link shows.
func previewPicture(c *request) error {
	in, err := c.previewAlbum()
	if err != nil {
		return err
	}
	return c.picture(c.variable("sha256"), c.variable("extension"), in)
}

// GET /preview/{token}/media/{sha256}/{width}: a smaller copy of it.
func previewRendition(c *request) error {
	in, err := c.previewAlbum()
	if err != nil {
		return err
	}
	return c.rendition(c.variable("sha256"), c.variable("width"), in)
}

// previewAlbum holds the pictures of what the link shows, and those that are shown in their place. Its error is 404 if the picture of the path isn't
// among them.
func (c *request) previewAlbum() (album, error) {
	_, item, err := c.preview()
	if err != nil {
		return album{}, err
	}
	in := album{previewPath(c.variable("token")), func(hash string) ([]string, error) {
		for _, named := range events.PicturesIn(item) {
			shown, err := c.Models.Media.Shown(named)
			if err != nil {
				return nil, err
			}
			if named == hash || shown == hash {
				return noStore, nil
			}
		}
		return nil, notFound("Picture")
	}}
	_, err = in.allow(c.variable("sha256"))
	return in, err
}
