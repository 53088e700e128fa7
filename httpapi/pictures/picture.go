// Media: stored pictures by the hash of their bytes, and smaller copies of them. What an address shows never changes, but who may see it
// does: a picture is public while something published uses it, can be replaced by another one, to which its address leads then unless the
// public history still shows the old one, and can be removed for good.

package pictures

import (
	"bytes"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"candor/events"
	"candor/httpapi"
	"candor/httpapi/metrics"
	"candor/projections/projector"
	"candor/projections/renditions"
	"candor/projections/versions"
)

// Media registers the routes of stored pictures.
func Media(t *httpapi.Table) {
	t.Handle("/media/{sha256:[0-9a-f]{64}}.{extension:[a-z]{3,4}}", httpapi.Methods{"GET": {
		Handle: getMedia, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.MediaModel, httpapi.ContentModel, httpapi.VersionsModel},
		Class: httpapi.ClassReady, AsOf: httpapi.OnPastServer,
	}})
	t.Handle("/media/{sha256:[0-9a-f]{64}}/{width:[0-9]{1,5}}", httpapi.Methods{"GET": {
		Handle: getRendition, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.MediaModel,
			httpapi.ContentModel, httpapi.VersionsModel},
		Class: httpapi.ClassReady, AsOf: httpapi.OnPastServer,
	}})
}

var (
	pictureCache   = []string{"public, max-age=86400"} // what is removed is gone from caches after a day
	untilCopied    = []string{"public, max-age=60"}    // for an original in the place of a copy that is being made
	privateNoStore = []string{"private, no-store"}
)

// GET /media/{sha256}.{extension}: a picture that something published uses, for everybody, and any other for the admin alone.
func getMedia(c *httpapi.Call) error {
	return Picture(c, c.Variable("sha256"), c.Variable("extension"), readersAlbum(c))
}

// GET /media/{sha256}/{width}: a smaller copy of it, for the same readers.
func getRendition(c *httpapi.Call) error {
	return Rendition(c, c.Variable("sha256"), c.Variable("width"), readersAlbum(c))
}

// Album is where pictures are shown.
type Album struct {
	Path  string                                      // what their addresses there begin with
	Allow func(hash string) (cache []string, _ error) // says who may keep one, or why the caller may not see it
	Keeps func(hash string) (bool, error)             // reports whether a replaced one is still shown itself; nil: none is
}

// readersAlbum is where readers see pictures.
func readersAlbum(c *httpapi.Call) Album {
	return Album{Allow: readersKeep(c), Keeps: func(hash string) (bool, error) { return inHistory(c, hash) }}
}

// instead returns the picture that an album shows at a picture's address: itself, or the one that is shown in its place.
func (in Album) instead(c *httpapi.Call, hash string) (shown string, err error) {
	shown, err = c.Models.Media.Shown(hash)
	if err == nil && shown != hash && in.Keeps != nil {
		var kept bool
		if kept, err = in.Keeps(hash); kept {
			shown = hash
		}
	}
	return shown, httpapi.Named(err, "Picture")
}

// readersKeep returns what allows pictures to everybody while they are public, and any other to the admin.
func readersKeep(c *httpapi.Call) func(hash string) (cache []string, err error) {
	return func(hash string) (cache []string, err error) {
		public, err := PicturePublic(c, hash)
		if err == nil && !public {
			return privateNoStore, mayLookIn(c)
		}
		return pictureCache, err
	}
}

// Picture answers with a stored picture, or with the way to the one that is shown in its place.
func Picture(c *httpapi.Call, hash, extension string, in Album) error {
	shown, err := in.instead(c, hash)
	if err != nil {
		return err
	}
	if shown != hash {
		return toPicture(c, shown, 0, in)
	}
	kind, body, err := c.Models.Media.File(hash)
	removed := errors.Is(err, projector.ErrRemoved)
	switch {
	case err != nil && !removed:
		return httpapi.Named(err, "Picture")
	case extension != events.MediaExtension(kind) && (extension != "jpeg" || kind != "image/jpeg"):
		return httpapi.NotFound("Picture")
	case removed:
		return pictureGone()
	}
	cache, err := in.Allow(hash)
	if err != nil {
		return err
	}
	return sendPicture(c, metrics.Original, kind, hash, cache, body)
}

// Rendition answers with a smaller copy of a stored picture. Where there is none, the original takes its place: for a minute while the copy
// is being made, and for good if that isn't smaller.
func Rendition(c *httpapi.Call, hash, width string, in Album) error {
	wide, _ := strconv.Atoi(width)
	shown, err := in.instead(c, hash)
	if err != nil {
		return err
	}
	if shown != hash {
		return toPicture(c, shown, wide, in)
	}
	shape, _, _, err := c.Models.Media.Shape(hash)
	switch {
	case errors.Is(err, projector.ErrRemoved):
		return pictureGone()
	case err != nil:
		return httpapi.Named(err, "Picture")
	case !slices.Contains(shape.Renditions(), wide) || strconv.Itoa(wide) != width:
		return httpapi.NotFound("Picture")
	}
	cache, err := in.Allow(hash)
	if err != nil {
		return err
	}
	var copied renditions.Rendition
	if c.Renditions != nil {
		copied = c.Renditions.Get(hash, wide)
	}
	if copied.Bytes != nil {
		return sendPicture(c, metrics.Rendition, renditions.ContentType, hash+"-"+width+"-v"+strconv.Itoa(renditions.Version), cache,
			copied.Bytes)
	}
	if !copied.Ready && cache[0] == pictureCache[0] {
		cache = untilCopied
	}
	kind, body, err := c.Models.Media.File(hash)
	if err != nil {
		return httpapi.Named(err, "Picture")
	}
	return sendPicture(c, metrics.Original, kind, hash, cache, body)
}

// toPicture leads from a picture to the one that is shown in its place, or to its copy of a width if that isn't 0 and it has one.
func toPicture(c *httpapi.Call, hash string, width int, in Album) error {
	shape, kind, _, err := c.Models.Media.Shape(hash)
	if errors.Is(err, projector.ErrRemoved) {
		return pictureGone()
	}
	if err != nil {
		return httpapi.Named(err, "Picture")
	}
	cache, err := in.Allow(hash)
	if err != nil {
		return err
	}
	address := events.MediaAddress(hash, kind)
	if slices.Contains(shape.Renditions(), width) {
		address = events.RenditionAddress(hash, width)
	}
	c.Set("Location", in.Path+address)
	c.Header()["Cache-Control"] = cache
	c.SetAge()
	c.WriteHeader(http.StatusFound)
	return nil
}

// sendPicture writes a picture's bytes, or what the caller wants of them, and counts them. Its error is an overload: too many are being
// sent.
func sendPicture(c *httpapi.Call, kind metrics.PictureKind, contentType, tag string, cache []string, body []byte) error {
	if err := c.Take(httpapi.ClassFileBytes, int64(len(body))); err != nil {
		return err
	}
	c.Set("Content-Type", contentType)
	c.Set("Etag", `"`+tag+`"`)
	c.Header()["Cache-Control"] = cache
	c.SetAge()
	http.ServeContent(c, c.Request, "", time.Time{}, bytes.NewReader(body))
	c.Metrics.PictureServed(kind, c.Bytes)
	return nil
}

func pictureGone() error {
	return &httpapi.Refusal{Status: http.StatusGone, Kind: "removed", Detail: "This image was removed."}
}

// PicturePublic reports whether readers may see a picture itself: something published shows it, or the public history does. Of one that was
// replaced, what names it shows another.
func PicturePublic(c *httpapi.Call, hash string) (bool, error) {
	shown, err := c.Models.Media.Shown(hash)
	if err == nil && shown == hash {
		var public bool
		if public, err = c.Models.Content.PicturePublic(hash); public {
			return true, err
		}
	}
	if err != nil {
		return false, err
	}
	return inHistory(c, hash)
}

// inHistory reports whether the public history shows a picture itself.
func inHistory(c *httpapi.Call, hash string) (bool, error) {
	mode, err := httpapi.PublicHistory(c.Models)
	if err != nil || mode == versions.Off {
		return false, err
	}
	return c.Models.Versions.PicturePublic(mode, hash)
}

// mayLookIn lets the admin see a picture that readers may not see; for everybody else it is not there.
func mayLookIn(c *httpapi.Call) error {
	if _, err := c.Request.Cookie(c.Cookies.Session); err == nil && c.AsOf.IsZero() {
		if _, ok := c.Session(); ok {
			return nil
		}
		if err := c.AccessReady(); err != nil {
			return err
		}
		if c.Unsure != nil {
			return c.Unsure
		}
	}
	return httpapi.NotFound("Picture")
}
