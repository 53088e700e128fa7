// Uses of pictures: by items and by drafts of their changes.

package projections

import (
	"slices"

	"candor/events"
	"candor/projections/content"
	"candor/projections/drafts"
	"candor/projections/media"
)

// inDraft is the state of a use by changes that are not published.
const inDraft = "changes of"

// pictureUses knows what uses pictures. A read model that wasn't opened knows of none.
type pictureUses struct {
	models   *Models
	inDrafts map[string][]drafts.Draft
}

func (m *Models) pictureUses() (*pictureUses, error) {
	u := &pictureUses{models: m}
	if m.Drafts == nil {
		return u, nil
	}
	var err error
	u.inDrafts, err = m.Drafts.Pictures()
	return u, err
}

// picture returns a picture with its uses.
func (u *pictureUses) picture(p media.Picture) (Picture, error) {
	one := Picture{ID: p.SHA256, URL: events.MediaAddress(p.SHA256, p.ContentType), Name: p.Name, ContentType: p.ContentType, Size: p.Size,
		Width: p.Width, Height: p.Height, Animated: p.Animated, Alt: p.Alt, Caption: p.Caption, Credit: p.Credit,
		FocalPoint: p.FocalPoint, StoredAt: p.StoredAt, Revision: p.Revision,
		RemovedAt: p.RemovedAt, Allowed: p.Allowed, Replaces: make([]Earlier, len(p.Replaces))}
	for i, e := range p.Replaces {
		one.Replaces[i] = Earlier{ID: e.SHA256, URL: events.MediaAddress(e.SHA256, e.ContentType), Width: e.Width, Height: e.Height,
			ContentType: e.ContentType, ReplacedAt: e.ReplacedAt}
	}
	var err error
	one.Uses, err = u.of(p.Leading)
	return one, err
}

// any reports whether anything uses one of some pictures.
func (u *pictureUses) any(pictures []string) (bool, error) {
	uses, err := u.of(pictures)
	return len(uses) > 0, err
}

// of lists what uses any of some pictures: the items by kind and id, and then the drafts.
func (u *pictureUses) of(pictures []string) ([]content.PictureUse, error) {
	all := []content.PictureUse{}
	if u.models.Content != nil {
		for _, sha256 := range pictures {
			uses, err := u.models.Content.PictureUses(sha256)
			if err != nil {
				return nil, err
			}
			all = append(all, uses...)
		}
		slices.SortFunc(all, content.PictureUse.Compare)
		all = slices.Compact(all)
	}
	seen := map[events.DraftID]bool{}
	for _, sha256 := range pictures {
		for _, d := range u.inDrafts[sha256] {
			if !seen[d.ID] {
				seen[d.ID] = true
				all = append(all, u.inDraft(d))
			}
		}
	}
	return all, nil
}

// inDraft returns the use by a draft.
func (u *pictureUses) inDraft(d drafts.Draft) content.PictureUse {
	use := content.PictureUse{Kind: d.Kind, Title: d.Title, State: inDraft}
	if d.ItemID != nil {
		use.ID = *d.ItemID
	}
	if item, ok := d.ID.Item(); ok && use.Title == "" && u.models.Content != nil {
		use.Title, _ = u.models.Content.Of(item.Kind).Title(item.ID) // its draft goes with an item
	}
	return use
}
