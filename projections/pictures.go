// Pictures of the site, from two read models.

package projections

import (
	"time"

	"candor/events"
	"candor/projections/content"
)

// Picture is a picture that the site has, or has removed.
type Picture struct {
	Address     string               `json:"address"` // "/media/9f86d0….webp"
	ContentType string               `json:"contentType"`
	Size        int                  `json:"size"` // in bytes
	RemovedAt   *time.Time           `json:"removedAt"`
	Allowed     bool                 `json:"allowed"` // removed, but may be uploaded again
	Uses        []content.PictureUse `json:"uses"`
}

// Pictures lists the stored pictures and then the removed ones, each in the order of their hashes. Its error is ErrNotReady.
func (m *Models) Pictures() ([]Picture, error) {
	files, err := m.Media.Files()
	all := make([]Picture, len(files))
	for i := 0; i < len(all) && err == nil; i++ {
		f := files[i]
		all[i] = Picture{Address: f.Address, ContentType: f.ContentType, Size: f.Size, RemovedAt: f.RemovedAt, Allowed: f.Allowed}
		all[i].Uses, err = m.Content.PictureUses(events.PictureIn(f.Address))
	}
	return all, err
}
