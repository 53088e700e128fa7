// Pictures of the site, from three read models.

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

// inDraft is the state of a use by changes that are not published.
const inDraft = "changes of"

// Pictures lists the stored pictures and then the removed ones, each in the order of their hashes. Its error is ErrNotReady.
func (m *Models) Pictures() ([]Picture, error) {
	files, err := m.Media.Files()
	if err != nil {
		return nil, err
	}
	inDrafts, err := m.Drafts.Pictures()
	all := make([]Picture, len(files))
	for i := 0; i < len(all) && err == nil; i++ {
		f := files[i]
		all[i] = Picture{Address: f.Address, ContentType: f.ContentType, Size: f.Size, RemovedAt: f.RemovedAt, Allowed: f.Allowed}
		hash := events.PictureIn(f.Address)
		all[i].Uses, err = m.Content.PictureUses(hash)
		for _, d := range inDrafts[hash] {
			use := content.PictureUse{Kind: d.Kind, Title: d.Title, State: inDraft}
			if d.ItemID != nil {
				use.ID = *d.ItemID
			}
			if item, ok := d.ID.Item(); ok && use.Title == "" {
				use.Title, _ = m.Content.Of(item.Kind).Title(item.ID) // its draft goes with an item
			}
			all[i].Uses = append(all[i].Uses, use)
		}
	}
	return all, err
}
