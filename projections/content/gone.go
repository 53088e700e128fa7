// Pictures that are gone, and texts without them.

package content

import (
	"regexp"
	"slices"
	"strings"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// namesGone reports whether a text names a picture that is gone.
func namesGone(t *projector.Tx, text []byte) bool {
	gone := t.Bucket("picture-gone")
	return gone.Any() && slices.ContainsFunc(events.PicturesIn(text), func(sha256 string) bool { return gone.Get([]byte(sha256)) != nil })
}

func addressUnlessGone(t *projector.Tx, address *string) *string {
	if address != nil && namesGone(t, []byte(*address)) {
		return nil
	}
	return address
}

func textWithoutGone(t *projector.Tx, optional *string) *string {
	if optional == nil {
		return nil
	}
	return answers.Text(withoutGone(t, *optional))
}

// markdownPicture is a picture in a text: ![its description](its address "its title").
var markdownPicture = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`)

// withoutGone removes the pictures that are gone from a text. A link to one stays: its page says that the picture is gone.
func withoutGone(t *projector.Tx, text string) string {
	if !strings.Contains(text, "![") {
		return text
	}
	return markdownPicture.ReplaceAllStringFunc(text, func(picture string) string {
		if namesGone(t, []byte(picture)) {
			return ""
		}
		return picture
	})
}
