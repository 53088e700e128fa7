// Data strings: pictures as the spec's forms send them, checked by looking at their bytes.

package commands

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"

	"golang.org/x/image/webp"
)

const (
	maxPicture       = 5242880     // bytes, spec.md section 9
	maxPictureSide   = 16_384      // pixels, the most a WebP can have
	maxPicturePixels = 100_000_000 // a browser would need 400 MB to show more

	pictureTooLarge = "Image file is too large. Please use an image smaller than 5MB." // spec.md section 5

	dataPrefix = "data:"
)

// picture is an image file as it will be stored.
type picture struct {
	contentType string // "image/webp"
	sha256      string // of bytes, lower-case hex
	extension   string // "webp"
	bytes       []byte
}

// url is where the picture will be served.
func (p picture) url() string { return "/media/" + p.sha256 + "." + p.extension }

// pictureFormats are the types that are taken: no SVG, which can hold programs.
var pictureFormats = map[string]struct {
	extension string
	decode    func(io.Reader) (image.Config, error)
}{
	"image/jpeg": {"jpg", jpeg.DecodeConfig},
	"image/png":  {"png", png.DecodeConfig},
	"image/gif":  {"gif", gif.DecodeConfig},
	"image/webp": {"webp", webp.DecodeConfig},
}

// isDataString reports whether a picture field holds the picture itself.
func isDataString(text string) bool { return hasPrefixFold(text, dataPrefix) }

// parseDataString reads "data:image/<type>;base64,<bytes>" and looks at the picture's header: it must
// be of the declared type and of a sane size. The error's text is for people.
func parseDataString(text string) (picture, error) {
	head, payload, ok := strings.Cut(text, ",")
	if !ok || !isDataString(head) {
		return picture{}, fmt.Errorf("is not a data string of the form data:image/png;base64,…")
	}
	mediaType, parameters, _ := strings.Cut(strings.ToLower(head[len(dataPrefix):]), ";")
	if parameters != "base64" && !strings.HasSuffix(parameters, ";base64") {
		return picture{}, fmt.Errorf("must be a data string in base64")
	}
	if mediaType = strings.TrimSpace(mediaType); mediaType == "image/jpg" {
		mediaType = "image/jpeg"
	}
	format, ok := pictureFormats[mediaType]
	if !ok {
		return picture{}, fmt.Errorf("must be a JPEG, PNG, WebP or GIF image")
	}
	if base64.StdEncoding.DecodedLen(len(payload)) > maxPicture+3 { // 3: padding
		return picture{}, errPictureTooLarge
	}
	body, err := base64.StdEncoding.DecodeString(payload)
	if err != nil {
		return picture{}, fmt.Errorf("is not valid base64")
	}
	if len(body) > maxPicture {
		return picture{}, errPictureTooLarge
	}
	config, err := format.decode(bytes.NewReader(body))
	if err != nil {
		return picture{}, fmt.Errorf("is not the %s image that it says it is", strings.ToUpper(strings.TrimPrefix(mediaType, "image/")))
	}
	if config.Width < 1 || config.Height < 1 || config.Width > maxPictureSide || config.Height > maxPictureSide ||
		config.Width*config.Height > maxPicturePixels {
		return picture{}, fmt.Errorf("has %d×%d pixels; at most %d a side are taken", config.Width, config.Height, maxPictureSide)
	}
	sum := sha256.Sum256(body)
	return picture{contentType: mediaType, sha256: hex.EncodeToString(sum[:]), extension: format.extension, bytes: body}, nil
}

// errPictureTooLarge stands for the spec's own sentence, which names no field.
var errPictureTooLarge = fmt.Errorf("is too large")

// takePicture replaces a data string in a field by the address of its picture, which joins
// pictures; any other value stays.
func takePicture(pictures *[]picture, errs []FieldError, field string, value *string) []FieldError {
	if value == nil || !isDataString(*value) {
		return errs
	}
	p, err := parseDataString(*value)
	switch {
	case err == errPictureTooLarge:
		return append(errs, FieldError{field, pictureTooLarge})
	case err != nil:
		return append(errs, fieldError(field, "%s %v", label(field), err))
	}
	*pictures = append(*pictures, p)
	*value = p.url()
	return errs
}

// takePictures does the same for a list of them, up to the first bad one.
func takePictures(pictures *[]picture, errs []FieldError, field string, values []string) []FieldError {
	before := len(errs)
	for i := range values {
		if errs = takePicture(pictures, errs, field, &values[i]); len(errs) > before {
			break
		}
	}
	return errs
}
