// Previews: what is behind a preview link. Whoever has the link sees the item with its draft, and its pictures; nothing of it is kept
// anywhere or found by search engines.

package editorial

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"time"

	"candor/events"
	"candor/httpapi"
	"candor/httpapi/pages"
	"candor/httpapi/pictures"
	"candor/projections/content/categories"
	"candor/projections/drafts"
	"candor/projections/projector"
)

// Previews registers the routes of what is behind preview links.
func Previews(t *httpapi.Table) {
	shown := httpapi.Models{httpapi.ContentModel, httpapi.DraftsModel}
	t.Handle("/api/preview/{token}", httpapi.Methods{"GET": {
		Handle: getPreview, Who: httpapi.Anybody, DependsOn: shown, Class: httpapi.ClassPreviews, AsOf: httpapi.PresentOnly,
	}})
	t.Handle("/preview/{token}", httpapi.Methods{"GET": {
		Handle: previewPage, Who: httpapi.Anybody, DependsOn: shown, Class: httpapi.ClassPreviews, AsOf: httpapi.PresentOnly,
	}})
	t.Handle("/preview/{token}/media/{sha256:[0-9a-f]{64}}.{extension:[a-z]{3,4}}", httpapi.Methods{"GET": {
		Handle: previewPicture, Who: httpapi.Anybody, DependsOn: append(shown, httpapi.MediaModel),
		Class: httpapi.ClassPreviews, AsOf: httpapi.PresentOnly,
	}})
	t.Handle("/preview/{token}/media/{sha256:[0-9a-f]{64}}/{width:[0-9]{1,5}}", httpapi.Methods{"GET": {
		Handle: previewRendition, Who: httpapi.Anybody, DependsOn: append(shown, httpapi.MediaModel),
		Class: httpapi.ClassPreviews, AsOf: httpapi.PresentOnly,
	}})
}

// secret keeps an answer out of caches and search engines, and its address from other sites.
func secret(c *httpapi.Call) {
	c.Set("X-Robots-Tag", "noindex")
	c.Set("Referrer-Policy", "no-referrer")
	c.Header()["Cache-Control"] = httpapi.NoStore
}

// preview returns the item of the link in the path with its draft, and when that goes live; nil: not by itself. Errors: 404 where the link
// leads nowhere, ErrNotReady.
func preview(c *httpapi.Call) (l drafts.Link, item []byte, from *time.Time, err error) {
	secret(c)
	if l, err = c.Models.Drafts.LinkOf(c.Variable("token"), c.Clock()); err != nil {
		return l, nil, nil, httpapi.Named(err, "Preview")
	}
	fields := map[string]json.RawMessage{}
	d, err := c.Models.Drafts.Draft(l.Item().Draft())
	if err == nil {
		err = json.Unmarshal(d.Fields, &fields)
	}
	if err != nil && !errors.Is(err, projector.ErrNotFound) {
		return l, nil, nil, err
	}
	if d.Schedule != nil && d.Schedule.State == drafts.Scheduled {
		from = &d.Schedule.PublishAt
	}
	item, err = c.Models.Content.Of(l.Kind).Preview(l.ItemID,
		func(content any) { c.Commands.Editorial.WithDraft(c.Request.Context(), l.Kind, content, fields) })
	return l, item, from, httpapi.Named(err, "Preview")
}

// GET /api/preview/{token}
func getPreview(c *httpapi.Call) error {
	l, item, from, err := preview(c)
	if err != nil {
		return err
	}
	answer := struct {
		Kind      string               `json:"kind"`
		Item      json.RawMessage      `json:"item"`
		Category  *categories.Category `json:"category,omitempty"`
		From      *time.Time           `json:"from"` // when the draft goes live
		ExpiresAt time.Time            `json:"expiresAt"`
	}{Kind: l.Kind, Item: withOwnPictures(c, item, l.Token), From: from, ExpiresAt: l.ExpiresAt}
	var of struct{ CategoryID int64 }
	if json.Unmarshal(item, &of) == nil && of.CategoryID != 0 {
		if category, err := c.Models.Content.CategoryByID(of.CategoryID); err == nil {
			answer.Category = &category
		}
	}
	return c.JSON(http.StatusOK, answer)
}

// ownPicture is the address of a stored picture, or of a smaller copy, on this site in a text, with what is before it.
var ownPicture = regexp.MustCompile(`(^|[^0-9A-Za-z._~:/-])(/media/[0-9a-f]{64}[./])`)

// withOwnPictures replaces the addresses of stored pictures in an item's JSON by those that the link opens.
func withOwnPictures(c *httpapi.Call, item []byte, token string) []byte {
	item = bytes.ReplaceAll(item, []byte(c.SiteURL+"/media/"), []byte("/media/"))
	return ownPicture.ReplaceAll(item, []byte("${1}"+previewPath(token)+"${2}"))
}

// GET /preview/{token}: the page that shows the preview, rendered by the browser.
func previewPage(c *httpapi.Call) error {
	_, _, _, err := preview(c)
	status := http.StatusOK
	if err != nil {
		p, _ := c.Problem(err)
		if status = p.Status; status >= http.StatusInternalServerError {
			c.Cause = err
			c.Set("Retry-After", "1")
		}
	}
	return c.Page(status, &pages.Head{Title: "Preview", Description: "A preview of what isn't published yet.",
		Path: "/preview", NoIndex: true,
		Part: pages.PreviewPart})
}

// GET /preview/{token}/media/{sha256}.{extension}: a picture of what the link shows.
func previewPicture(c *httpapi.Call) error {
	in, err := previewAlbum(c)
	if err != nil {
		return err
	}
	return pictures.Picture(c, c.Variable("sha256"), c.Variable("extension"), in)
}

// GET /preview/{token}/media/{sha256}/{width}: a smaller copy of it.
func previewRendition(c *httpapi.Call) error {
	in, err := previewAlbum(c)
	if err != nil {
		return err
	}
	return pictures.Rendition(c, c.Variable("sha256"), c.Variable("width"), in)
}

// previewAlbum holds the pictures of what the link shows, and those that are shown in their place. Its error is 404 if the picture of the
// path isn't among them.
func previewAlbum(c *httpapi.Call) (pictures.Album, error) {
	_, item, _, err := preview(c)
	if err != nil {
		return pictures.Album{}, err
	}
	in := pictures.Album{Path: previewPath(c.Variable("token")), Allow: func(hash string) ([]string, error) {
		for _, named := range events.PicturesIn(item) {
			shown, err := c.Models.Media.Shown(named)
			if err != nil {
				return nil, err
			}
			if named == hash || shown == hash {
				return httpapi.NoStore, nil
			}
		}
		return nil, httpapi.NotFound("Picture")
	}}
	_, err = in.Allow(c.Variable("sha256"))
	return in, err
}
