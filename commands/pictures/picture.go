// Pictures as they are sent: their bytes are checked, and lose their metadata. The spec's forms send data strings.

package pictures

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/imagefile"
	"candor/commands/input"
	"candor/events"
)

const (
	maxPicture = 5242880 // bytes, spec.md section 9

	// PictureTooLarge is said of a file of more than maxPicture bytes.
	PictureTooLarge = "Image file is too large. Please use an image smaller than 5MB." // spec.md section 5

	busyRetry = 5 * time.Second // when many pictures wait to be decoded
)

// Picture is an image file as it will be stored: without metadata.
type Picture struct {
	contentType string // "image/webp"
	sha256      string // of bytes, lower-case hex
	sent        string // the same hash of the file as it was sent
	bytes       []byte
	shape       events.Shape
	field       string // of the input that contained it
}

// url returns the address at which the picture will be served.
func (p Picture) url() string { return events.MediaAddress(p.sha256, p.contentType) }

// parseDataString reads "data:image/<type>;base64,<bytes>" and checks the picture's parts: it must be of the declared
// type and of a reasonable size. Metadata is removed. The error's text is for people, unless it is typed: Unavailable.
func parseDataString(ctx context.Context, text string) (Picture, error) {
	head, payload, ok := strings.Cut(text, ",")
	if !ok || !input.IsDataString(head) {
		return Picture{}, fmt.Errorf("is not a data string of the form data:image/png;base64,…")
	}
	mediaType, parameters, _ := strings.Cut(strings.ToLower(head[len(input.DataPrefix):]), ";")
	if parameters != "base64" && !strings.HasSuffix(parameters, ";base64") {
		return Picture{}, fmt.Errorf("must be a data string in base64")
	}
	if mediaType = strings.TrimSpace(mediaType); mediaType == "image/jpg" {
		mediaType = "image/jpeg"
	}
	if events.MediaExtension(mediaType) == "" { // no SVG, which can hold programs
		return Picture{}, errPictureType
	}
	if base64.StdEncoding.DecodedLen(len(payload)) > maxPicture+3 { // 3: padding
		return Picture{}, errPictureTooLarge
	}
	body, err := base64.StdEncoding.DecodeString(payload)
	if err != nil {
		return Picture{}, fmt.Errorf("is not valid base64")
	}
	return parsePicture(ctx, mediaType, body)
}

// parsePicture checks a file and removes its metadata. The error's text is for people, unless it is typed: Unavailable.
func parsePicture(ctx context.Context, mediaType string, body []byte) (Picture, error) {
	if len(body) > maxPicture {
		return Picture{}, errPictureTooLarge
	}
	clean, err := imagefile.Clean(ctx, mediaType, body)
	if err != nil {
		return Picture{}, refusedImage(mediaType, body, err)
	}
	if len(clean.Bytes) > maxPicture { // drawn anew, it may have grown
		return Picture{}, errPictureTooLarge
	}
	return Picture{
		contentType: clean.ContentType, sha256: HashOf(clean.Bytes), sent: HashOf(body), bytes: clean.Bytes,
		shape: events.Shape{Width: clean.Width, Height: clean.Height, Animated: clean.Animated},
	}, nil
}

func HashOf(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:])
}

// refusedImage returns why a file was refused, as a form says it.
func refusedImage(mediaType string, body []byte, err error) error {
	var limit *imagefile.LimitError
	switch {
	case errors.As(err, &limit):
		return fmt.Errorf("is %w", limit)
	case errors.Is(err, imagefile.ErrBusy), errors.Is(err, imagefile.ErrTime):
		return &commands.Error{Kind: commands.Unavailable, Message: "Too many images are being processed right now. Please try again.",
			RetryAfter: busyRetry, Err: err}
	case commands.KindOf(err) == commands.Unavailable: // the caller has gone
		return &commands.Error{Kind: commands.Unavailable, Message: "The request was cancelled.", RetryAfter: commands.RetryAfter, Err: err}
	case errors.Is(err, imagefile.ErrTurnedAnimation):
		return fmt.Errorf("is %w; rotate it upright before you upload it", imagefile.ErrTurnedAnimation)
	case errors.Is(err, imagefile.ErrRareJPEG):
		return fmt.Errorf("is %w that can't be read; save it as an ordinary JPEG, or as PNG, before you upload it", imagefile.ErrRareJPEG)
	case errors.Is(err, imagefile.ErrMemory):
		return errors.New("needs too much memory to be rotated; rotate it upright before you upload it")
	case errors.Is(err, imagefile.ErrColors):
		return errors.New("is in colors that can't be converted, and stored sideways; rotate it upright, or save it in RGB, before you upload it")
	case !errors.Is(err, imagefile.ErrFormat): // libwebp doesn't run
		return &commands.Error{Kind: commands.Internal, Message: "The image can't be processed.", Err: err}
	}
	if actual := http.DetectContentType(body); actual != mediaType && events.MediaExtension(actual) != "" {
		return fmt.Errorf("is a %s file, but was sent as %s", formatName(actual), formatName(mediaType))
	}
	return fmt.Errorf("is not a valid %s image", formatName(mediaType))
}

// formatName returns the name of a content type for people: "PNG" for "image/png".
func formatName(mediaType string) string {
	return strings.ToUpper(strings.TrimPrefix(mediaType, "image/"))
}

var (
	errPictureType     = errors.New("must be a JPEG, PNG, WebP or GIF image")
	errPictureTooLarge = errors.New("is too large") // stands for the spec's own sentence, which names no field
)

// TakePicture replaces a data string in a field by the address of its picture, which joins
// pictures; any other value stays. Its error says that the picture can't be checked now.
func TakePicture(ctx context.Context, pictures *[]Picture, errs []commands.FieldError, field string, value *string) ([]commands.FieldError,
	error) {
	if value == nil || !input.IsDataString(*value) {
		return errs, nil
	}
	p, err := parseDataString(ctx, *value)
	var unchecked *commands.Error
	switch {
	case errors.As(err, &unchecked):
		return errs, unchecked
	case err != nil:
		return append(errs, pictureError(field, err)), nil
	}
	p.field = field
	*pictures = append(*pictures, p)
	*value = p.url()
	return errs, nil
}

// pictureError returns the error of a field whose picture was refused.
func pictureError(field string, err error) commands.FieldError {
	if errors.Is(err, errPictureTooLarge) {
		return commands.FieldError{Field: field, Message: PictureTooLarge}
	}
	return input.Wrong(field, "%s %v", input.Label(field), err)
}

// CheckPicture returns why a picture's address or data string would be refused, nil if it would not.
func CheckPicture(text string) error {
	if !input.IsDataString(text) {
		return input.CheckAddress(text)
	}
	_, err := parseDataString(context.Background(), text) // takes a few seconds at most
	return err
}
