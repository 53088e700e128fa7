// Facts about addresses of another site that lead to things on this one. Stream oldaddress-<sha256>.

package events

import (
	"strings"
	"time"
)

func init() { register[AddressKept](1) }

// Kinds of things that an old address can lead to.
const (
	ReviewKind  = "review"
	ArticleKind = "article"
	PageKind    = "page"
)

// AddressKept says that whoever asks for Path, where nothing is, is sent to a review, an article or a page, for good: it was
// there on the site that it was imported from.
type AddressKept struct {
	Path   string    `json:"path"`   // as OldPath returns it: "/2019/05/quiet-laptop"
	Kind   string    `json:"kind"`   // ReviewKind, ArticleKind or PageKind
	ItemID int64     `json:"itemId"` // of that kind
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
