package importer

import (
	"context"

	"candor/events"
)

// category finds the category with the final slug of the file's category, or creates it. Reviews of one that isn't there are assigned to
// the first category.
func (f *candorFile) category(ctx context.Context, e events.CategoryCreated, l *candorLine) error {
	skip := func(why string) error {
		f.report.skip("category", why+" are assigned to the first category", "")
		return nil
	}
	switch {
	case f.unread[l.Stream]:
		return skip("an event about it can't be read by this version; its reviews")
	case f.deleted[e.CategoryID]:
		return skip("it was deleted; its former reviews")
	}
	c := f.last[e.CategoryID]
	for _, known := range f.categories {
		if known.Slug == c.Slug {
			f.categoryOf[e.CategoryID] = known.ID
			return nil
		}
	}
	id, err := f.newCategory(ctx, c, e.At, "candor "+l.ID)
	if why, refused := refusal(err); refused {
		return skip("it was refused (" + why + "); its reviews")
	}
	f.categoryOf[e.CategoryID] = id
	return err
}
