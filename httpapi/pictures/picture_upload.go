// Pictures that are sent: alone, or to replace another one.

package pictures

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/pictures"
	"candor/events"
	"candor/httpapi"
)

const uploadRetry = 5 * time.Second

// POST /api/admin/media and /api/bot/media: stores a picture on its own. Until something published uses it, only the admin sees it.
func UploadPicture(c *httpapi.Call) error {
	in, err := receivePicture(c)
	if err != nil {
		return err
	}
	defer in.done()
	by, err := c.Caller(in.body)
	if err != nil {
		return err
	}
	picture, err := in.parse()
	if err != nil {
		return err
	}
	stored, err := c.Commands.Pictures.StorePicture(c.Request.Context(), by, picture)
	if err != nil {
		return err
	}
	in.done() // waiting for the read models takes no memory
	c.Settled(stored.Position, c.Models.Media, c.Models.Content)
	return c.JSON(http.StatusOK, shownInstead(c, stored))
}

// uploaded is the answer to an upload.
type uploaded struct {
	ID     string `json:"id"`
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// shownInstead returns what an upload is answered with: the picture, or the one that is shown in its place.
func shownInstead(c *httpapi.Call, stored pictures.StoredPicture) uploaded {
	same := uploaded{stored.SHA256, stored.URL, stored.Width, stored.Height}
	shown, err := c.Models.Media.Shown(stored.SHA256)
	if err != nil || shown == stored.SHA256 {
		return same
	}
	shape, contentType, _, err := c.Models.Media.Shape(shown)
	if err != nil { // it was removed
		return same
	}
	return uploaded{shown, events.MediaAddress(shown, contentType), shape.Width, shape.Height}
}

// pictureInput is a picture as it was sent: its bytes with their content type, or JSON with a data string, or with the id of a stored one.
type pictureInput struct {
	body        []byte
	contentType string          // of body, "" for JSON
	data        string          // in JSON
	by          string          // in JSON: the id of a stored picture
	name        string          // of the file
	oldPicture  string          // what readers are to see of the one that is replaced
	ctx         context.Context // ends with the request, and when the server stops
	done        func()          // lets the next upload begin
}

// receivePicture reads a picture that is sent, once fewer than maxUploads are at work: until then, its body waits at the sender's. The
// caller calls done.
func receivePicture(c *httpapi.Call) (in pictureInput, err error) {
	in.contentType = c.Request.Header.Get("Content-Type")
	switch {
	case httpapi.CheckJSON(in.contentType) == nil:
		in.contentType = ""
	case !strings.HasPrefix(in.contentType, "image/"):
		return in, &httpapi.Refusal{Status: http.StatusUnsupportedMediaType,
			Detail: "The body must be an image, with its Content-Type, or JSON (Content-Type: application/json)."}
	}
	var end func()
	in.ctx, end = untilShutdown(c)
	leave, ok := c.Uploads.Enter(in.ctx)
	if !ok {
		end()
		return in, &httpapi.Refusal{Status: http.StatusServiceUnavailable, Kind: "busy",
			Detail: "Too many images are being uploaded right now. Please try again.", RetryAfter: uploadRetry}
	}
	in.done = func() {
		c.Incoming.Free()
		leave()
		end()
	}
	if in.body, err = c.ReadBody(nil); err != nil {
		in.done()
		return in, tooLargeFile(in.contentType, err)
	}
	if in.contentType != "" {
		query := c.Request.URL.Query()
		in.name, in.oldPicture = query.Get("name"), query.Get("oldPicture")
		return in, nil
	}
	var sent struct {
		Data       string `json:"data"`
		Name       string `json:"name"`
		By         string `json:"by"`
		OldPicture string `json:"oldPicture"`
	}
	if json.Unmarshal(in.body, &sent) != nil {
		in.done()
		return in, httpapi.InvalidField("body",
			`The body must be an image, with its Content-Type, or JSON with an image as a data string "data".`)
	}
	if sent.By != "" && sent.Data != "" {
		in.done()
		return in, httpapi.InvalidField("by", "Send either by or data.")
	}
	in.data, in.name, in.by, in.oldPicture = sent.Data, sent.Name, sent.By, sent.OldPicture
	return in, nil
}

// parse checks the picture.
func (in *pictureInput) parse() (pictures.NewPicture, error) {
	if in.contentType == "" {
		return pictures.ParsePictureData(in.ctx, in.data, in.name)
	}
	return pictures.ParsePicture(in.ctx, in.contentType, in.body, in.name)
}

// untilShutdown returns the request's context, which also ends when the server stops: for work that its client can ask for again.
func untilShutdown(c *httpapi.Call) (ctx context.Context, end func()) {
	ctx, end = context.WithCancel(c.Request.Context())
	go func() {
		select {
		case <-c.Ending:
			end()
		case <-ctx.Done():
		}
	}()
	return ctx, end
}

// tooLargeFile says of a file that is larger than any body may be what is said of those that are larger than a file may be.
func tooLargeFile(contentType string, err error) error {
	var tooLarge *http.MaxBytesError
	if contentType == "" || !errors.As(err, &tooLarge) {
		return err
	}
	return &httpapi.Refusal{Status: http.StatusRequestEntityTooLarge, Detail: pictures.PictureTooLarge,
		Fields: []commands.FieldError{{Field: "file", Message: pictures.PictureTooLarge}}}
}
