// The media library: the pictures that the site has, with their descriptions and what uses them.

package httpapi

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
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/projector"
	"candor/projections/renditions"
)

func (t *table) library() {
	shown := models{mediaModel, contentModel, draftsModel}
	t.handle("/api/admin/media", methods{
		"GET":  {handle: listLibrary, who: admin, dependsOn: shown, class: classAdmin, asOf: presentOnly},
		"POST": {handle: uploadPicture, who: admin, dependsOn: models{mediaModel}, class: classNeeded, body: maxBody},
	})
	t.handle("/api/admin/media/{id}", methods{
		"GET":    {handle: getPicture, who: admin, dependsOn: shown, class: classAdmin, asOf: presentOnly},
		"PATCH":  {handle: describePicture, who: admin, dependsOn: shown, class: classNeeded, body: formBody},
		"DELETE": {handle: removePicture, who: admin, dependsOn: shown, class: classNeeded},
	})
	t.handle("/api/admin/media/{id}/file", methods{"GET": {handle: getPictureFile, who: admin, dependsOn: models{mediaModel}, class: classAdmin, asOf: presentOnly}})
	t.handle("/api/admin/media/{id}/replace", methods{"POST": {handle: replacePicture, who: admin, dependsOn: shown, class: classNeeded, body: maxBody}})
	t.handle("/api/admin/media/{id}/copies", methods{"POST": {handle: retryCopies, who: admin, dependsOn: shown, class: classNeeded, body: noBody}})
	t.handle("/api/admin/media/{id}/allow", methods{"POST": {handle: allowPicture, who: admin, dependsOn: shown, class: classNeeded, body: noBody}})
}

// libraryFilters are the names of the library's filters in its address.
var libraryFilters = []projections.LibraryFilter{projections.AllPictures, projections.MissingAlt, projections.UnusedPictures, projections.Removed}

// GET /api/admin/media?search=&filter=&limit=&offset=: a page of the library, newest first.
func listLibrary(c *request) error {
	q, err := parseLibraryQuery(c.request.URL.RawQuery)
	if err != nil {
		return err
	}
	page, err := c.Models.Library(q)
	if err != nil {
		return err
	}
	items := make([]libraryPicture, len(page.Items))
	for i, p := range page.Items {
		items[i] = c.inLibrary(p)
	}
	body, err := json.Marshal(struct {
		Total      int              `json:"total"`
		MissingAlt int              `json:"missingAlt"`
		Items      []libraryPicture `json:"items"`
	}{page.Total, page.MissingAlt, items})
	if err != nil {
		return err
	}
	return c.private(answers.New(body, `"`+contentHash(body)+`"`), nil)
}

// parseLibraryQuery reads the parameters of the library: those of every list, and filter. Errors: 400 that names the parameter.
func parseLibraryQuery(raw string) (projections.LibraryQuery, error) {
	q, err := parseQuery(raw)
	if err != nil {
		return projections.LibraryQuery{}, err
	}
	if q.limit > projections.MaxLibraryLimit {
		return projections.LibraryQuery{}, invalidField("limit", "limit must be a whole number from 1 to "+strconv.Itoa(projections.MaxLibraryLimit)+".")
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return projections.LibraryQuery{}, invalidField("query", "The query string is malformed.")
	}
	asked := projections.LibraryFilter(strings.TrimSpace(values.Get("filter")))
	for _, filter := range libraryFilters {
		if asked == filter {
			return projections.LibraryQuery{Search: q.search, Filter: filter, Limit: q.limit, Offset: q.offset}, nil
		}
	}
	return projections.LibraryQuery{}, invalidField("filter", "filter must be missing-alt, unused or removed.")
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
func (c *request) inLibrary(p projections.Picture) libraryPicture {
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
func (c *request) pictureID() (string, error) {
	id := c.variable("id")
	if raw, err := hex.DecodeString(id); err != nil || len(raw) != sha256.Size || id != strings.ToLower(id) {
		return "", notFound("Picture")
	}
	return id, nil
}

// GET /api/admin/media/{id}: a picture, or the one that is shown in its place.
func getPicture(c *request) error {
	id, err := c.pictureID()
	if err != nil {
		return err
	}
	return c.showPicture(id, privateCache)
}

// showPicture answers with a picture. Its validator begins with the revision that If-Match takes; a picture without events has none.
func (c *request) showPicture(id string, cache []string) error {
	found, err := c.Models.Picture(id)
	if err != nil {
		return named(err, "Picture")
	}
	p := c.inLibrary(found)
	if p.Revision == nil {
		c.Header()["Cache-Control"] = cache
		return c.json(http.StatusOK, p)
	}
	body, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, answers.New(body, `"`+strconv.FormatUint(*p.Revision, 10)+"-"+contentHash(body)+`"`), cache)
}

// GET /api/admin/media/{id}/file: the picture's own bytes, also where another one is shown in its place.
func getPictureFile(c *request) error {
	id, err := c.pictureID()
	if err != nil {
		return err
	}
	kind, body, err := c.Models.Media.File(id)
	switch {
	case errors.Is(err, projector.ErrRemoved):
		return &refusal{status: http.StatusGone, kind: "removed", detail: "This image was removed."}
	case err != nil:
		return named(err, "Picture")
	}
	c.set("Content-Type", kind)
	c.set("Etag", `"`+id+`"`)
	c.Header()["Cache-Control"] = privateCache
	c.tellAge()
	http.ServeContent(c, c.request, "", time.Time{}, bytes.NewReader(body))
	return nil
}

// PATCH /api/admin/media/{id} {"alt":"…"}: changes the description of a picture, or of the one that is shown in its place.
func describePicture(c *request) error {
	id, err := c.pictureID()
	if err != nil {
		return err
	}
	ifMatch, err := c.ifMatch()
	if err != nil {
		return err
	}
	body, err := c.body()
	if err != nil {
		return err
	}
	changes, err := pictures.ParseMediaChanges(body)
	if err != nil {
		return err
	}
	by, err := c.caller(body)
	if err != nil {
		return err
	}
	if ifMatch == nil { // a revision is that of this picture alone, and answers 412 once it was replaced
		if id, err = c.Models.Media.Shown(id); err != nil {
			return err
		}
	}
	result, err := c.Commands.Pictures.DescribePicture(c.request.Context(), by, id, ifMatch, changes)
	if err != nil {
		return err
	}
	return c.wrotePicture(id, result.Shown())
}

// wrotePicture answers a write with the picture that it changed, once the read models show it; before that with its id alone.
func (c *request) wrotePicture(id string, p events.Position) error {
	if c.settled(p, c.contentModels(true)...) {
		return c.showPicture(id, noStore)
	}
	return c.json(http.StatusAccepted, map[string]string{"id": id})
}

// POST /api/admin/media/{id}/replace: shows another picture wherever this one is shown: one that is sent, or {"by":"<id>"}.
func replacePicture(c *request) error {
	id, err := c.pictureID()
	if err != nil {
		return err
	}
	in, err := c.pictureInput()
	if err != nil {
		return err
	}
	defer in.done()
	by, err := c.caller(in.body)
	if err != nil {
		return err
	}
	var stored pictures.StoredPicture
	if in.by != "" {
		stored, err = c.Commands.Pictures.ReplacePictureBy(c.request.Context(), by, id, in.by)
	} else {
		var picture pictures.NewPicture
		if picture, err = in.parse(); err != nil {
			return err
		}
		stored, err = c.Commands.Pictures.ReplacePicture(c.request.Context(), by, id, picture)
	}
	if err != nil {
		return err
	}
	in.done()
	return c.wrotePicture(stored.SHA256, stored.Position)
}

// DELETE /api/admin/media/{id}: removes a picture from everything that shows it, and its bytes from the log.
func removePicture(c *request) error {
	id, err := c.pictureID()
	if err != nil {
		return err
	}
	result, err := c.Commands.Pictures.RemovePicture(c.request.Context(), c.by(), id)
	if err != nil {
		return err
	}
	c.settled(result.Shown(), c.contentModels(true)...)
	return c.noContent()
}

// POST /api/admin/media/{id}/copies: lets the smaller copies of a picture be made again that could not be made before.
func retryCopies(c *request) error {
	id, err := c.pictureID()
	if err != nil {
		return err
	}
	p, err := c.Models.Picture(id)
	if err != nil {
		return named(err, "Picture")
	}
	if c.Renditions != nil && p.RemovedAt == nil {
		if err := c.Renditions.TryAgain(p.ID); err != nil {
			return err
		}
	}
	return c.showPicture(p.ID, noStore)
}

// POST /api/admin/media/{id}/allow: lets a removed picture be uploaded again.
func allowPicture(c *request) error {
	id, err := c.pictureID()
	if err != nil {
		return err
	}
	result, err := c.Commands.Pictures.AllowPicture(c.request.Context(), c.by(), id)
	if err != nil {
		return err
	}
	return c.wrotePicture(id, result.Shown())
}
