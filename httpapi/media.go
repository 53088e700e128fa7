// Media: stored pictures by the hash of their bytes. What an address shows never changes, but who may see it does: a picture is
// public while something published uses it, and can be removed for good.

package httpapi

import (
	"bytes"
	"errors"
	"net/http"
	"time"

	"candor/events"
	"candor/projections/projector"
	"candor/projections/versions"
)

func (t *table) media() {
	t.handle("/media/{sha256:[0-9a-f]{64}}.{extension:[a-z]{3,4}}", methods{"GET": {handle: getMedia, who: anybody, dependsOn: models{mediaModel, contentModel, versionsModel}, class: classReady, asOf: onPastServer}})
}

var (
	immutableCache = []string{"public, max-age=31536000, immutable"} // for files whose name changes with their content
	pictureCache   = []string{"public, max-age=86400"}               // what is removed is gone from caches after a day
	privateNoStore = []string{"private, no-store"}
)

// GET /media/{sha256}.{extension}: a picture that something published uses, for everybody, and any other for the admin alone.
func getMedia(c *request) error {
	hash := c.variable("sha256")
	return c.picture(hash, c.variable("extension"), func() (cache []string, err error) {
		public, err := c.picturePublic(hash)
		if err == nil && !public {
			return privateNoStore, c.mayLookIn()
		}
		return pictureCache, err
	})
}

// picture answers with a stored picture. allow says who may keep it, or why the caller may not see it.
func (c *request) picture(hash, extension string, allow func() (cache []string, err error)) error {
	kind, body, err := c.Models.Media.File(hash)
	removed := errors.Is(err, projector.ErrRemoved)
	switch {
	case err != nil && !removed:
		return named(err, "Picture")
	case extension != events.MediaExtension(kind) && (extension != "jpeg" || kind != "image/jpeg"):
		return notFound("Picture")
	case removed:
		return &refusal{status: http.StatusGone, kind: "removed", detail: "This image was removed."}
	}
	cache, err := allow()
	if err != nil {
		return err
	}
	h := c.Header()
	c.set("Content-Type", kind)
	c.set("Etag", `"`+hash+`"`)
	h["Cache-Control"] = cache
	c.tellAge()
	http.ServeContent(c, c.request, "", time.Time{}, bytes.NewReader(body))
	return nil
}

// picturePublic reports whether readers may see a picture: something published shows it, or a version of the public history does.
func (c *request) picturePublic(hash string) (bool, error) {
	public, err := c.Models.Content.PicturePublic(hash)
	if public || err != nil || c.Models.Versions == nil || c.PublicHistory == versions.Off {
		return public, err
	}
	leading, err := c.Models.Content.PicturesLeadingTo(hash)
	if err != nil {
		return false, err
	}
	return c.Models.Versions.PicturePublic(leading...)
}

// mayLookIn lets the admin see a picture that readers may not see; for everybody else it is not there.
func (c *request) mayLookIn() error {
	if _, err := c.request.Cookie(c.cookies.Session); err == nil && c.AsOf.IsZero() {
		if _, ok := c.session(); ok {
			return nil
		}
		if err := c.accessReady(); err != nil {
			return err
		}
		if c.unsure != nil {
			return c.unsure
		}
	}
	return notFound("Picture")
}
