// Media: stored pictures by the hash of their bytes. What an address shows never changes.

package httpapi

import (
	"bytes"
	"net/http"
	"time"

	"candor/projections"
)

func (t *table) media() {
	t.handle("/media/{sha256:[0-9a-f]{64}}.{extension:[a-z]{3,4}}", methods{"GET": getMedia})
}

var immutableCache = []string{"public, max-age=31536000, immutable"}

// extensions of the types that commands accepts as pictures.
var extensions = map[string]string{"jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "webp": "image/webp", "gif": "image/gif"}

// GET /media/{sha256}.{extension}
func getMedia(x *exchange) error {
	kind, ok := extensions[x.variable("extension")]
	if !ok {
		return notFound("Picture")
	}
	hash := x.variable("sha256")
	stored, body, err := x.Models.Media.File(hash)
	if err == nil && stored != kind {
		err = projections.ErrNotFound
	}
	if err != nil {
		return named(err, "Picture")
	}
	h := x.Header()
	x.set("Content-Type", kind)
	x.set("Etag", `"`+hash+`"`)
	h["Cache-Control"] = immutableCache
	http.ServeContent(x, x.request, "", time.Time{}, bytes.NewReader(body))
	return nil
}
