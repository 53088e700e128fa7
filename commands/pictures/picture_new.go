// Uploads of a picture alone: the file's bytes, or a data string, with the file's name.

package pictures

import (
	"context"
	"errors"
	"mime"
	"path"
	"strings"

	"candor/commands"
	"candor/commands/input"
	"candor/events"
	"candor/events/characters"
)

// The most that the fields of a picture's description may hold, in characters.
const (
	maxPictureName = 200
	maxAlt         = 500
	maxCaption     = 1_000
	maxCredit      = 200
)

// NewPicture is a checked upload.
type NewPicture struct {
	Picture
	name string // of the file; "" without one
}

// ParsePicture checks a file that was sent with its content type. Errors: Invalid on "file", Unavailable.
func ParsePicture(ctx context.Context, contentType string, body []byte, name string) (NewPicture, error) {
	const field = "file"
	mediaType, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		mediaType = ""
	}
	if mediaType == "image/jpg" {
		mediaType = "image/jpeg"
	}
	if events.MediaExtension(mediaType) == "" {
		return NewPicture{}, commands.Refuse(pictureError(field, errPictureType))
	}
	p, err := parsePicture(ctx, mediaType, body)
	return newPicture(field, p, name, err)
}

// ParsePictureData checks a file that was sent as a data string. Errors: Invalid on "data", Unavailable.
func ParsePictureData(ctx context.Context, dataString, name string) (NewPicture, error) {
	p, err := parseDataString(ctx, dataString)
	return newPicture("data", p, name, err)
}

func newPicture(field string, p Picture, name string, err error) (NewPicture, error) {
	var unchecked *commands.Error
	switch {
	case errors.As(err, &unchecked):
		return NewPicture{}, unchecked
	case err != nil:
		return NewPicture{}, commands.Refuse(pictureError(field, err))
	}
	p.field = field
	return NewPicture{p, fileName(name)}, nil
}

// fileName tidies a file's name, which the sender's system has given it: what can't be kept is left out, so that no upload fails for it.
func fileName(name string) string {
	name = input.TidyLine(path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, ""), `\`, "/")))
	if name == "." || name == "/" {
		return ""
	}
	return strings.TrimSpace(characters.Cut(name, maxPictureName))
}
