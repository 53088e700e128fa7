// Pictures in what tells of an earlier time, as corrections do: readers see again what they saw then, but for pictures that were hidden or
// removed since.

package pictures

import (
	"regexp"
	"strings"
	"time"

	"candor/events"
	"candor/projections/projector"
)

// Record returns what is to be stored of a text or of HTML, to be read later: it names the pictures that readers see now.
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

var (
	picturesInHTML = regexp.MustCompile(`<img [^>]*>`)
	sourceInHTML   = regexp.MustCompile(` src="([^"]*)"`)
)

// RecordedHTML is [Recorded] for HTML, in which removed says what stands in the place of a picture that was removed.
func RecordedHTML(t *projector.Tx, html string, removed func(at time.Time) string) string {
	if !strings.Contains(html, "<img ") {
		return html
	}
	return picturesInHTML.ReplaceAllStringFunc(Recorded(t, html), func(picture string) string {
		if source := sourceInHTML.FindStringSubmatch(picture); source != nil {
			if at := FactsOf(t, events.PictureIn(source[1])).RemovedAt; at != nil {
				return removed(*at)
			}
		}
		return picture
	})
}
