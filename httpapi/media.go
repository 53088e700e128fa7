// Media: stored pictures by the hash of their bytes, and smaller copies of them. What an address shows never changes, but who may see it does: a
// picture is public while something published uses it, can be replaced by another one, to which its address leads then, and can be removed for good.

package httpapi

import (
	"bytes"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"candor/events"
	"candor/httpapi/metrics"
	"candor/projections/projector"
	"candor/projections/renditions"
	"candor/projections/versions"
)

func (t *table) media() {
	t.handle("/media/{sha256:[0-9a-f]{64}}.{extension:[a-z]{3,4}}", methods{"GET": {handle: getMedia, who: anybody, dependsOn: models{mediaModel, contentModel, versionsModel}, class: classReady, asOf: onPastServer}})
	t.handle("/media/{sha256:[0-9a-f]{64}}/{width:[0-9]{1,5}}", methods{"GET": {handle: getRendition, who: anybody, dependsOn: models{mediaModel, contentModel, versionsModel}, class: classReady, asOf: onPastServer}})
}

var (
	pictureCache   = []string{"public, max-age=86400"} // what is removed is gone from caches after a day
	untilCopied    = []string{"public, max-age=60"}    // for an original in the place of a copy that is being made
	privateNoStore = []string{"private, no-store"}
)

// GET /media/{sha256}.{extension}: a picture that something published uses, for everybody, and any other for the admin alone.
func getMedia(c *request) error {
	return c.picture(c.variable("sha256"), c.variable("extension"), album{allow: c.mayKeep})
}

// GET /media/{sha256}/{width}: a smaller copy of it, for the same readers.
func getRendition(c *request) error {
	return c.rendition(c.variable("sha256"), c.variable("width"), album{allow: c.mayKeep})
}

// album is where pictures are shown.
type album struct {
	path  string                                      // what their addresses there begin with
	allow func(hash string) (cache []string, _ error) // says who may keep one, or why the caller may not see it
}

// mayKeep allows pictures to everybody while they are public, and any other to the admin.
func (c *request) mayKeep(hash string) (cache []string, err error) {
	public, err := c.picturePublic(hash)
	if err == nil && !public {
		return privateNoStore, c.mayLookIn()
	}
	return pictureCache, err
}

// picture answers with a stored picture, or with the way to the one that is shown in its place.
func (c *request) picture(hash, extension string, in album) error {
	shown, err := c.Models.Media.Shown(hash)
	if err != nil {
		return named(err, "Picture")
	}
	if shown != hash {
		return c.toPicture(shown, 0, in)
	}
	kind, body, err := c.Models.Media.File(hash)
	removed := errors.Is(err, projector.ErrRemoved)
	switch {
	case err != nil && !removed:
		return named(err, "Picture")
	case extension != events.MediaExtension(kind) && (extension != "jpeg" || kind != "image/jpeg"):
		return notFound("Picture")
	case removed:
		return pictureGone()
	}
	cache, err := in.allow(hash)
	if err != nil {
		return err
	}
	return c.sendPicture(metrics.Original, kind, hash, cache, body)
}

// rendition answers with a smaller copy of a stored picture. Where there is none, the original takes its place: for a minute while the copy is being
// made, and for good if that isn't smaller.
func (c *request) rendition(hash, width string, in album) error {
	wide, _ := strconv.Atoi(width)
	shown, err := c.Models.Media.Shown(hash)
	if err != nil {
		return named(err, "Picture")
	}
	if shown != hash {
		return c.toPicture(shown, wide, in)
	}
	shape, _, _, err := c.Models.Media.Shape(hash)
	switch {
	case errors.Is(err, projector.ErrRemoved):
		return pictureGone()
	case err != nil:
		return named(err, "Picture")
	case !slices.Contains(shape.Renditions(), wide) || strconv.Itoa(wide) != width:
		return notFound("Picture")
	}
	cache, err := in.allow(hash)
	if err != nil {
		return err
	}
	var copied renditions.Rendition
	if c.Renditions != nil {
		copied = c.Renditions.Get(hash, wide)
	}
	if copied.Bytes != nil {
		return c.sendPicture(metrics.Rendition, renditions.ContentType, hash+"-"+width+"-v"+strconv.Itoa(renditions.Version), cache, copied.Bytes)
	}
	if !copied.Ready && cache[0] == pictureCache[0] {
		cache = untilCopied
	}
	kind, body, err := c.Models.Media.File(hash)
	if err != nil {
		return named(err, "Picture")
	}
	return c.sendPicture(metrics.Original, kind, hash, cache, body)
}

// toPicture leads from a picture to the one that is shown in its place, or to its copy of a width if that isn't 0 and it has one.
func (c *request) toPicture(hash string, width int, in album) error {
	shape, kind, _, err := c.Models.Media.Shape(hash)
	if errors.Is(err, projector.ErrRemoved) {
		return pictureGone()
	}
	if err != nil {
		return named(err, "Picture")
	}
	cache, err := in.allow(hash)
	if err != nil {
		return err
	}
	address := events.MediaAddress(hash, kind)
	if slices.Contains(shape.Renditions(), width) {
		address = events.RenditionAddress(hash, width)
	}
	c.set("Location", in.path+address)
	c.Header()["Cache-Control"] = cache
	c.tellAge()
	c.WriteHeader(http.StatusFound)
	return nil
}

// sendPicture writes a picture's bytes, or what the caller wants of them, and counts them. Its error is an overload: too many are being sent.
func (c *request) sendPicture(kind metrics.PictureKind, contentType, tag string, cache []string, body []byte) error {
	if err := c.take(classFileBytes, int64(len(body))); err != nil {
		return err
	}
	c.set("Content-Type", contentType)
	c.set("Etag", `"`+tag+`"`)
	c.Header()["Cache-Control"] = cache
	c.tellAge()
	http.ServeContent(c, c.request, "", time.Time{}, bytes.NewReader(body))
	c.metrics.PictureServed(kind, c.bytes)
	return nil
}

func pictureGone() error {
	return &refusal{status: http.StatusGone, kind: "removed", detail: "This image was removed."}
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
