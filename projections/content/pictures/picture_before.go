// Pictures of corrections, which show a text as it was: with the pictures of that time, unless they were hidden or removed since.

package pictures

import (
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"candor/events"
	"candor/projections/projector"
)

// Record returns a text, or HTML, with each picture's address replaced by that of the file that readers see now. It is stored, and read
// later with [Recorded].
func Record(t *projector.Tx, text string) string {
	return pictureAddress.ReplaceAllStringFunc(text, func(address string) string {
		if p := At(t, address); p.Replaced {
			return p.Address
		}
		return address
	})
}

// Recorded returns what readers see now of a text that was stored as [Record] returned it. Addresses of removed pictures stay.
func Recorded(t *projector.Tx, text string) string {
	return pictureAddress.ReplaceAllStringFunc(text, func(address string) string {
		if sha256 := events.PictureIn(address); hides(t, sha256) {
			return At(t, address).Address
		}
		return address
	})
}

// RecordedHTML is [Recorded] for HTML, in which removed says what stands in the place of a picture that was removed.
func RecordedHTML(t *projector.Tx, text string, removed func(at time.Time) string) string {
	if !strings.Contains(text, "<img ") {
		return text
	}
	var b strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(Recorded(t, text)))
	for tokens.Next() != html.ErrorToken {
		raw := string(tokens.Raw()) // Token overwrites it
		if at := removedAt(t, tokens.Token()); at != nil {
			raw = removed(*at)
		}
		b.WriteString(raw)
	}
	return b.String()
}

// removedAt returns when the picture of an img was removed; nil if it wasn't, or for anything else.
func removedAt(t *projector.Tx, token html.Token) *time.Time {
	if token.DataAtom != atom.Img {
		return nil
	}
	for _, a := range token.Attr {
		if a.Key == "src" {
			return FactsOf(t, events.PictureIn(a.Val)).RemovedAt
		}
	}
	return nil
}
