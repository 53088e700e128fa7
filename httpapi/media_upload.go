// Pictures that are sent: alone, or to replace another one.

package httpapi

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
)

const uploadRetry = 5 * time.Second

// POST /api/admin/media and /api/bot/media: stores a picture on its own. Until something published uses it, only the admin sees it.
func uploadPicture(c *request) error {
	in, err := c.pictureInput()
	if err != nil {
		return err
	}
	defer in.done()
	by, err := c.caller(in.body)
	if err != nil {
		return err
	}
	picture, err := in.parse()
	if err != nil {
		return err
	}
	stored, err := c.Commands.Pictures.StorePicture(c.request.Context(), by, picture)
	if err != nil {
		return err
	}
	in.done() // waiting for the read models takes no memory
	c.settled(stored.Position, c.Models.Media, c.Models.Content)
	return c.json(http.StatusOK, c.shownInstead(stored))
}

// uploaded is the answer to an upload.
type uploaded struct {
	ID     string `json:"id"`
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// shownInstead returns what an upload is answered with: the picture, or the one that is shown in its place.
func (c *request) shownInstead(stored pictures.StoredPicture) uploaded {
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
	ctx         context.Context // ends with the request, and when the server stops
	done        func()          // lets the next upload begin
}

// pictureInput reads a picture that is sent, once fewer than maxUploads are at work: until then, its body waits at the sender's. The caller calls done.
func (c *request) pictureInput() (in pictureInput, err error) {
	in.contentType = c.request.Header.Get("Content-Type")
	switch {
	case checkJSON(in.contentType) == nil:
		in.contentType = ""
	case !strings.HasPrefix(in.contentType, "image/"):
		return in, &refusal{status: http.StatusUnsupportedMediaType, detail: "The body must be an image, with its Content-Type, or JSON (Content-Type: application/json)."}
	}
	var end func()
	in.ctx, end = c.untilShutdown()
	leave, ok := c.uploads.Enter(in.ctx)
	if !ok {
		end()
		return in, &refusal{status: http.StatusServiceUnavailable, kind: "busy", detail: "Too many images are being uploaded right now. Please try again.", retryAfter: uploadRetry}
	}
	in.done = func() {
		c.incoming.Free()
		leave()
		end()
	}
	if in.body, err = c.readBody(nil); err != nil {
		in.done()
		return in, tooLargeFile(in.contentType, err)
	}
	if in.contentType != "" {
		in.name = c.request.URL.Query().Get("name")
		return in, nil
	}
	var sent struct {
		Data string `json:"data"`
		Name string `json:"name"`
		By   string `json:"by"`
	}
	if json.Unmarshal(in.body, &sent) != nil {
		in.done()
		return in, invalidField("body", `The body must be an image, with its Content-Type, or JSON with an image as a data string "data".`)
	}
	if sent.By != "" && sent.Data != "" {
		in.done()
		return in, invalidField("by", "Send either by or data.")
	}
	in.data, in.name, in.by = sent.Data, sent.Name, sent.By
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
func (c *request) untilShutdown() (ctx context.Context, end func()) {
	ctx, end = context.WithCancel(c.request.Context())
	go func() {
		select {
		case <-c.ending:
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
	return &refusal{status: http.StatusRequestEntityTooLarge, detail: pictures.PictureTooLarge, fields: []commands.FieldError{{Field: "file", Message: pictures.PictureTooLarge}}}
}
