// Pictures of the site, from three read models.

package projections

import (
	"time"

	"candor/events"
	"candor/projections/content"
	"candor/projections/media"
)

// Picture is a picture that the site has, or has removed.
type Picture struct {
	ID          string               `json:"id"`  // its SHA-256
	URL         string               `json:"url"` // "/media/9f86d0….webp"
	Name        string               `json:"name"`
	ContentType string               `json:"contentType"`
	Size        int                  `json:"size"`  // in bytes
	Width       int                  `json:"width"` // in pixels; 0 of a removed one, as its height
	Height      int                  `json:"height"`
	Animated    bool                 `json:"animated"`
	Alt         string               `json:"alt"`
	Caption     string               `json:"caption"`
	Credit      string               `json:"credit"`
	FocalPoint  events.FocalPoint    `json:"focalPoint"`
	StoredAt    time.Time            `json:"storedAt"`
	Revision    *uint64              `json:"revision"` // of its stream picture-<id>; nil: it has no events
	RemovedAt   *time.Time           `json:"removedAt"`
	Allowed     bool                 `json:"allowed"`  // removed, but may be uploaded again
	Replaces    []Earlier            `json:"replaces"` // the latest first
	Uses        []content.PictureUse `json:"uses"`     // of those that it replaces, too
}

// Earlier is a stored picture in whose place another one is shown.
type Earlier struct {
	ID          string    `json:"id"`
	URL         string    `json:"url"`
	Width       int       `json:"width"`
	Height      int       `json:"height"`
	ContentType string    `json:"contentType"`
	ReplacedAt  time.Time `json:"replacedAt"`
}

// LibraryFilter chooses pictures of the library.
type LibraryFilter string

// The filters.
const (
	AllPictures    LibraryFilter = ""            // all that are stored and shown as themselves
	MissingAlt     LibraryFilter = "missing-alt" // those of them without alt
	UnusedPictures LibraryFilter = "unused"      // those of them that nothing uses, not even a draft
	Removed        LibraryFilter = "removed"     // those that were removed instead
)

// Limits of a page of the library.
const (
	DefaultLibraryLimit = 24
	MaxLibraryLimit     = 100
)

// LibraryQuery asks for a page of the library.
type LibraryQuery struct {
	Search string // words in name, alt, caption or credit, in any order, ignoring case
	Filter LibraryFilter
	Limit  int // 0: DefaultLibraryLimit; at most MaxLibraryLimit
	Offset int
}

// LibraryPage is a page of the library.
type LibraryPage struct {
	Total      int       `json:"total"`
	MissingAlt int       `json:"missingAlt"` // of all that are stored and shown as themselves
	Items      []Picture `json:"items"`      // newest first
}

// Library returns the page that q asks for. Its error is ErrNotReady.
func (m *Models) Library(q LibraryQuery) (LibraryPage, error) {
	limit := q.Limit
	if limit <= 0 {
		limit = DefaultLibraryLimit
	}
	return m.library(q, min(limit, MaxLibraryLimit))
}

// Pictures lists all pictures: those that are stored and shown as themselves, newest first, and then those that were removed. Its error is
// ErrNotReady.
func (m *Models) Pictures() ([]Picture, error) {
	stored, err := m.library(LibraryQuery{}, 0)
	if err != nil {
		return nil, err
	}
	removed, err := m.library(LibraryQuery{Filter: Removed}, 0)
	return append(stored.Items, removed.Items...), err
}

// library is Library with any limit; 0: none.
func (m *Models) library(q LibraryQuery, limit int) (LibraryPage, error) {
	uses, err := m.pictureUses()
	if err != nil {
		return LibraryPage{}, err
	}
	ask := media.Query{Search: q.Search, MissingAlt: q.Filter == MissingAlt, Removed: q.Filter == Removed, Limit: limit,
		Offset: max(0, q.Offset)}
	if q.Filter == UnusedPictures {
		ask.Keep = func(leading []string) (bool, error) {
			used, err := uses.any(leading)
			return !used, err
		}
	}
	found, err := m.Media.Library(ask)
	page := LibraryPage{Total: found.Total, MissingAlt: found.MissingAlt, Items: make([]Picture, len(found.Pictures))}
	for i := 0; i < len(page.Items) && err == nil; i++ {
		page.Items[i], err = uses.picture(found.Pictures[i])
	}
	return page, err
}

// Picture returns a picture, or the one that is shown in its place. Its error is ErrNotFound or ErrNotReady.
func (m *Models) Picture(sha256 string) (Picture, error) {
	found, err := m.Media.Picture(sha256)
	if err != nil {
		return Picture{}, err
	}
	uses, err := m.pictureUses()
	if err != nil {
		return Picture{}, err
	}
	return uses.picture(found)
}
