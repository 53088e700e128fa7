// Media: stored pictures by the hash of their bytes. What an address shows never changes, but who may see it does: a picture is
// public while something published uses it, and can be removed for good.

package httpapi

import (
	"bytes"
	"errors"
	"net/http"
	"time"

	"candor/events"
	"candor/projections"
)

func (t *table) media() {
	t.handle("/media/{sha256:[0-9a-f]{64}}.{extension:[a-z]{3,4}}", methods{"GET": getMedia})
}

var (
	immutableCache = []string{"public, max-age=31536000, immutable"} // for files whose name changes with their content
	pictureCache   = []string{"public, max-age=86400"}               // what is removed is gone from caches after a day
	privateNoStore = []string{"private, no-store"}
)

// GET /media/{sha256}.{extension}: a picture that something published uses, for everybody, and any other for the admin alone.
func getMedia(x *exchange) error {
	hash := x.variable("sha256")
	kind, body, err := x.Models.Media.File(hash)
	removed := errors.Is(err, projections.ErrRemoved)
	switch extension := x.variable("extension"); {
	case err != nil && !removed:
		return named(err, "Picture")
	case extension != events.MediaExtension(kind) && (extension != "jpeg" || kind != "image/jpeg"):
		return notFound("Picture")
	case removed:
		return &refusal{status: http.StatusGone, kind: "removed", detail: "This image was removed."}
	}
	cache := pictureCache
	public, err := x.Models.Content.PicturePublic(hash)
	if err == nil && !public {
		cache = privateNoStore
		err = x.mayLookIn()
	}
	if err != nil {
		return err
	}
	h := x.Header()
	x.set("Content-Type", kind)
	x.set("Etag", `"`+hash+`"`)
	h["Cache-Control"] = cache
	x.tellAge()
	http.ServeContent(x, x.request, "", time.Time{}, bytes.NewReader(body))
	return nil
}

// mayLookIn lets the admin see a picture that readers may not see; for everybody else it is not there.
func (x *exchange) mayLookIn() error {
	if _, err := x.request.Cookie(x.cookies.Session); err == nil && x.AsOf.IsZero() {
		if _, ok := x.session(); ok {
			return nil
		}
		if err := x.accessReady(); err != nil {
			return err
		}
		if x.unsure != nil {
			return x.unsure
		}
	}
	return notFound("Picture")
}
