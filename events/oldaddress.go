// Facts about addresses of another site that lead to things on this one. Stream oldaddress-<sha256>; those of authors' pages are in the
// authors' own streams, as they name a person.

package events

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

func init() { register[AddressKept](1, OldAddressPrefix) }

// AddressKept says that whoever asks for Path, where nothing is, is sent to an item, a category, a tag, an author or a picture, for good:
// it was there on the site that these were imported from.
type AddressKept struct {
	Path   string    `json:"path"`             // as OldPath returns it: "/2019/05/quiet-laptop"
	Kind   string    `json:"kind"`             // of content, or CategoryKind, AuthorKind, TagKind, TopicKind or PictureKind
	ItemID int64     `json:"itemId,omitempty"` // of a review, an article, a page, a category or an author
	Name   string    `json:"name,omitempty"`   // of a tag or a topic
	SHA256 string    `json:"sha256,omitempty"` // of a picture
	At     time.Time `json:"at"`
}

// EventType is the name in the log.
func (AddressKept) EventType() string { return "AddressKept" }

// OldPath is a decoded path in the one form under which it is kept and looked for: without slashes at its end. "" when
// there is nothing to keep: the front page, or no path at all.
func OldPath(path string) string {
	if path = strings.TrimRight(path, "/"); !strings.HasPrefix(path, "/") {
		return ""
	}
	return path
}

var (
	wordpressSize = regexp.MustCompile(`-\d{2,5}x\d{2,5}(\.\w+)$`)             // lamp-1024x683.jpg
	ghostSize     = regexp.MustCompile(`/size/w\d+(?:h\d+)?(?:/format/\w+)?/`) // content/images/size/w600/2025/01/lamp.jpg
	scaled        = regexp.MustCompile(`-scaled(\.\w+)$`)                      // WordPress's copy of a picture that is larger than it likes
)

// FullSize returns the path, or address, of the picture of which another may be a smaller copy on the old site.
func FullSize(path string) string {
	return ghostSize.ReplaceAllString(wordpressSize.ReplaceAllString(path, "$1"), "/")
}

// oldPage is the end of the address of a further page of a list: /tag/quiet/page/2.
var oldPage = regexp.MustCompile(`/page/\d+$`)

// OldPaths returns the forms under which a decoded path may be kept, the best first: its own, as a picture in any size, and as a further
// page of a list.
func OldPaths(path string) []string {
	var all []string
	own := OldPath(path)
	for _, form := range []string{own, OldPicturePath(own), oldPage.ReplaceAllString(own, "")} {
		if form != "" && !slices.Contains(all, form) {
			all = append(all, form)
		}
	}
	return all
}

// OldPicturePath returns the one path under which a picture of another site is kept and looked for in all its sizes.
func OldPicturePath(path string) string { return scaled.ReplaceAllString(FullSize(path), "$1") }
