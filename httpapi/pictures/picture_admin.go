// The media library: the pictures that the site has, with their descriptions and what uses them.

package pictures

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"candor/commands/pictures"
	"candor/events"
	"candor/httpapi"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/projector"
	"candor/projections/renditions"
)

// Library registers the routes of the dashboard's picture library.
func Library(t *httpapi.Table) {
	shown := httpapi.Models{httpapi.MediaModel, httpapi.ContentModel, httpapi.DraftsModel}
	t.Handle("/api/admin/media", httpapi.Methods{
		"GET":  httpapi.AdminReads(listLibrary, shown...),
		"POST": httpapi.AdminWrites(UploadPicture, httpapi.MaxBody, httpapi.MediaModel),
	})
	t.Handle("/api/admin/media/{id}", httpapi.Methods{
		"GET":    httpapi.AdminReads(getPicture, shown...),
		"PATCH":  httpapi.AdminWrites(describePicture, httpapi.FormBody, shown...),
		"DELETE": httpapi.AdminWrites(removePicture, 0, shown...),
	})
	t.Handle("/api/admin/media/{id}/file", httpapi.Methods{"GET": httpapi.AdminReads(getPictureFile, httpapi.MediaModel)})
	t.Handle("/api/admin/media/{id}/replace", httpapi.Methods{"POST": httpapi.AdminWrites(replacePicture, httpapi.MaxBody, shown...)})
	t.Handle("/api/admin/media/{id}/copies", httpapi.Methods{"POST": httpapi.AdminWrites(retryCopies, httpapi.NoBody, shown...)})
	t.Handle("/api/admin/media/{id}/allow", httpapi.Methods{"POST": httpapi.AdminWrites(allowPicture, httpapi.NoBody, shown...)})
}

// libraryFilters are the names of the library's filters in its address.
var libraryFilters = []projections.LibraryFilter{projections.AllPictures, projections.MissingAlt, projections.UnusedPictures,
	projections.Removed}

// GET /api/admin/media?search=&filter=&limit=&offset=: a page of the library, newest first.
func listLibrary(c *httpapi.Call) error {
	q, err := parseLibraryQuery(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	page, err := c.Models.Library(q)
	if err != nil {
		return err
	}
	items := make([]libraryPicture, len(page.Items))
	for i, p := range page.Items {
		items[i] = inLibrary(c, p)
	}
	body, err := json.Marshal(struct {
		Total      int              `json:"total"`
		MissingAlt int              `json:"missingAlt"`
		Items      []libraryPicture `json:"items"`
	}{page.Total, page.MissingAlt, items})
	if err != nil {
		return err
	}
	return c.Private(answers.New(body, `"`+contentHash(body)+`"`), nil)
}

// parseLibraryQuery reads the parameters of the library: those of every list, and filter. Errors: 400 that names the parameter.
func parseLibraryQuery(raw string) (projections.LibraryQuery, error) {
	q, err := httpapi.ParseQuery(raw)
	if err != nil {
		return projections.LibraryQuery{}, err
	}
	if q.Limit > projections.MaxLibraryLimit {
		return projections.LibraryQuery{},
			httpapi.InvalidField("limit", "limit must be a whole number from 1 to "+strconv.Itoa(projections.MaxLibraryLimit)+".")
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return projections.LibraryQuery{}, httpapi.InvalidField("query", "The query string is malformed.")
	}
	asked := projections.LibraryFilter(strings.TrimSpace(values.Get("filter")))
	for _, filter := range libraryFilters {
		if asked == filter {
			return projections.LibraryQuery{Search: q.Search, Filter: filter, Limit: q.Limit, Offset: q.Offset}, nil
		}
	}
	return projections.LibraryQuery{}, httpapi.InvalidField("filter", "filter must be missing-alt, unused or removed.")
}

// libraryPicture is a picture with the state of its smaller copies, which each instance makes for itself.
type libraryPicture struct {
	projections.Picture
	Copies copiesState `json:"copies"`
}

// copiesState says how far the smaller copies of a picture are.
type copiesState struct {
	Status renditions.State `json:"status"`
	Reason string           `json:"reason"` // why they could not be made; "" unless Status is failed
}

// inLibrary adds the state of its copies to a picture. One that was removed has none to be made.
func inLibrary(c *httpapi.Call, p projections.Picture) libraryPicture {
	state := copiesState{Status: renditions.Ready}
	if c.Renditions != nil && p.RemovedAt == nil {
		state.Status, state.Reason = c.Renditions.State(p.ID)
	}
	return libraryPicture{p, state}
}

// contentHash returns a short hash of an answer, for its validator.
func contentHash(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:8])
}

// pictureID returns the id in the path, which names a picture by its hash.
func pictureID(c *httpapi.Call) (string, error) {
	id := c.Variable("id")
	if raw, err := hex.DecodeString(id); err != nil || len(raw) != sha256.Size || id != strings.ToLower(id) {
		return "", httpapi.NotFound("Picture")
	}
	return id, nil
}

// GET /api/admin/media/{id}: a picture, or the one that is shown in its place.
func getPicture(c *httpapi.Call) error {
	id, err := pictureID(c)
	if err != nil {
		return err
	}
	return showPicture(c, id, httpapi.PrivateCache)
}

// showPicture answers with a picture. Its validator begins with the revision that If-Match takes; a picture without events has none.
func showPicture(c *httpapi.Call, id string, cache []string) error {
	found, err := c.Models.Picture(id)
	if err != nil {
		return httpapi.Named(err, "Picture")
	}
	p := inLibrary(c, found)
	if p.Revision == nil {
		c.Header()["Cache-Control"] = cache
		return c.JSON(http.StatusOK, p)
	}
	body, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return c.Answer(http.StatusOK, answers.New(body, `"`+strconv.FormatUint(*p.Revision, 10)+"-"+contentHash(body)+`"`), cache)
}

// GET /api/admin/media/{id}/file: the picture's own bytes, also where another one is shown in its place.
func getPictureFile(c *httpapi.Call) error {
	id, err := pictureID(c)
	if err != nil {
		return err
	}
	kind, body, err := c.Models.Media.File(id)
	switch {
	case errors.Is(err, projector.ErrRemoved):
		return &httpapi.Refusal{Status: http.StatusGone, Kind: "removed", Detail: "This image was removed."}
	case err != nil:
		return httpapi.Named(err, "Picture")
	}
	c.Set("Content-Type", kind)
	c.Set("Etag", `"`+id+`"`)
	c.Header()["Cache-Control"] = httpapi.PrivateCache
	c.SetAge()
	http.ServeContent(c, c.Request, "", time.Time{}, bytes.NewReader(body))
	return nil
}

// PATCH /api/admin/media/{id} {"alt":"…"}: changes the description of a picture, or of the one that is shown in its place.
func describePicture(c *httpapi.Call) error {
	id, err := pictureID(c)
	if err != nil {
		return err
	}
	ifMatch, err := c.IfMatch()
	if err != nil {
		return err
	}
	body, err := c.Body()
	if err != nil {
		return err
	}
	changes, err := pictures.ParseMediaChanges(body)
	if err != nil {
		return err
	}
	by, err := c.Caller(body)
	if err != nil {
		return err
	}
	if ifMatch == nil { // a revision is that of this picture alone, and answers 412 once it was replaced
		if id, err = c.Models.Media.Shown(id); err != nil {
			return err
		}
	}
	result, err := c.Commands.Pictures.DescribePicture(c.Request.Context(), by, id, ifMatch, changes)
	if err != nil {
		return err
	}
	return wrotePicture(c, id, result.Shown())
}

// wrotePicture answers a write with the picture that it changed, once the read models show it; before that with its id alone.
func wrotePicture(c *httpapi.Call, id string, p events.Position) error {
	if c.Settled(p, c.ContentModels(true)...) {
		return showPicture(c, id, httpapi.NoStore)
	}
	return c.JSON(http.StatusAccepted, map[string]string{"id": id})
}

// POST /api/admin/media/{id}/replace: shows another picture wherever this one is shown: one that is sent, or {"by":"<id>"}. "oldPicture"
// says what readers see of this one then.
func replacePicture(c *httpapi.Call) error {
	id, err := pictureID(c)
	if err != nil {
		return err
	}
	in, err := receivePicture(c)
	if err != nil {
		return err
	}
	defer in.done()
	by, err := c.Caller(in.body)
	if err != nil {
		return err
	}
	old, err := pictures.ParseOldPicture(in.oldPicture)
	if err != nil {
		return err
	}
	var stored pictures.StoredPicture
	if in.by != "" {
		stored, err = c.Commands.Pictures.ReplacePictureBy(c.Request.Context(), by, id, in.by, old)
	} else {
		var picture pictures.NewPicture
		if picture, err = in.parse(); err != nil {
			return err
		}
		stored, err = c.Commands.Pictures.ReplacePicture(c.Request.Context(), by, id, picture, old)
	}
	if err != nil {
		return err
	}
	in.done()
	return wrotePicture(c, stored.SHA256, stored.Position)
}

// DELETE /api/admin/media/{id}: removes a picture from everything that shows it, and its bytes from the log.
func removePicture(c *httpapi.Call) error {
	id, err := pictureID(c)
	if err != nil {
		return err
	}
	result, err := c.Commands.Pictures.RemovePicture(c.Request.Context(), c.By(), id)
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), c.ContentModels(true)...)
	return c.NoContent()
}

// POST /api/admin/media/{id}/copies: lets the smaller copies of a picture be made again that could not be made before.
func retryCopies(c *httpapi.Call) error {
	id, err := pictureID(c)
	if err != nil {
		return err
	}
	p, err := c.Models.Picture(id)
	if err != nil {
		return httpapi.Named(err, "Picture")
	}
	if c.Renditions != nil && p.RemovedAt == nil {
		if err := c.Renditions.TryAgain(p.ID); err != nil {
			return err
		}
	}
	return showPicture(c, p.ID, httpapi.NoStore)
}

// POST /api/admin/media/{id}/allow: lets a removed picture be uploaded again.
func allowPicture(c *httpapi.Call) error {
	id, err := pictureID(c)
	if err != nil {
		return err
	}
	result, err := c.Commands.Pictures.AllowPicture(c.Request.Context(), c.By(), id)
	if err != nil {
		return err
	}
	return wrotePicture(c, id, result.Shown())
}
