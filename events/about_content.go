// What the events of reviews, articles, pages and categories are about.

package events

func (e ReviewCreated) About() About {
	return about(ReviewKind, e.ReviewID, ActionCreated, e.At).titled(e.Title)
}
func (e ReviewUpdated) About() About {
	return about(ReviewKind, e.ReviewID, ActionUpdated, e.At).titled(newTitle(e.Changes.Title)).changing(e.Changes)
}
func (e ReviewPublished) About() About { return about(ReviewKind, e.ReviewID, ActionPublished, e.At) }
func (e ReviewUnpublished) About() About {
	return about(ReviewKind, e.ReviewID, ActionUnpublished, e.At)
}
func (e ReviewFeatured) About() About   { return about(ReviewKind, e.ReviewID, ActionFeatured, e.At) }
func (e ReviewUnfeatured) About() About { return about(ReviewKind, e.ReviewID, ActionUnfeatured, e.At) }
func (e ReviewScheduled) About() About {
	return about(ReviewKind, e.ReviewID, ActionScheduled, e.At).changing(e.Schedule)
}
func (e ReviewCorrected) About() About {
	return about(ReviewKind, e.ReviewID, ActionCorrected, e.At).changing(e.Was)
}
func (e ReviewUpdateNoted) About() About {
	return about(ReviewKind, e.ReviewID, ActionUpdateNoted, e.At).changing(e.Was)
}
func (e ReviewTypoMarked) About() About {
	return about(ReviewKind, e.ReviewID, ActionTypoMarked, e.At)
}
func (e ReviewVersionWithheld) About() About {
	return about(ReviewKind, e.ReviewID, ActionWithheld, e.At)
}
func (e ReviewVersionReleased) About() About {
	return about(ReviewKind, e.ReviewID, ActionReleased, e.At)
}
func (e ReviewDeleted) About() About  { return about(ReviewKind, e.ReviewID, ActionDeleted, e.At) }
func (e ReviewRestored) About() About { return about(ReviewKind, e.ReviewID, ActionRestored, e.At) }

func (e ArticleCreated) About() About {
	return about(ArticleKind, e.ArticleID, ActionCreated, e.At).titled(e.Title)
}
func (e ArticleUpdated) About() About {
	return about(ArticleKind, e.ArticleID, ActionUpdated, e.At).titled(newTitle(e.Changes.Title)).changing(e.Changes)
}
func (e ArticlePublished) About() About {
	return about(ArticleKind, e.ArticleID, ActionPublished, e.At)
}
func (e ArticleUnpublished) About() About {
	return about(ArticleKind, e.ArticleID, ActionUnpublished, e.At)
}
func (e ArticleScheduled) About() About {
	return about(ArticleKind, e.ArticleID, ActionScheduled, e.At).changing(e.Schedule)
}
func (e ArticleCorrected) About() About {
	return about(ArticleKind, e.ArticleID, ActionCorrected, e.At).changing(e.Was)
}
func (e ArticleUpdateNoted) About() About {
	return about(ArticleKind, e.ArticleID, ActionUpdateNoted, e.At).changing(e.Was)
}
func (e ArticleTypoMarked) About() About {
	return about(ArticleKind, e.ArticleID, ActionTypoMarked, e.At)
}
func (e ArticleVersionWithheld) About() About {
	return about(ArticleKind, e.ArticleID, ActionWithheld, e.At)
}
func (e ArticleVersionReleased) About() About {
	return about(ArticleKind, e.ArticleID, ActionReleased, e.At)
}
func (e ArticleDeleted) About() About  { return about(ArticleKind, e.ArticleID, ActionDeleted, e.At) }
func (e ArticleRestored) About() About { return about(ArticleKind, e.ArticleID, ActionRestored, e.At) }

func (e PageCreated) About() About {
	return about(PageKind, e.PageID, ActionCreated, e.At).titled(e.Title)
}
func (e PageUpdated) About() About {
	return about(PageKind, e.PageID, ActionUpdated, e.At).titled(newTitle(e.Changes.Title)).changing(e.Changes)
}
func (e PagePublished) About() About   { return about(PageKind, e.PageID, ActionPublished, e.At) }
func (e PageUnpublished) About() About { return about(PageKind, e.PageID, ActionUnpublished, e.At) }
func (e PageScheduled) About() About {
	return about(PageKind, e.PageID, ActionScheduled, e.At).changing(e.Schedule)
}
func (e PageDeleted) About() About  { return about(PageKind, e.PageID, ActionDeleted, e.At) }
func (e PageRestored) About() About { return about(PageKind, e.PageID, ActionRestored, e.At) }

func (e CategoryCreated) About() About {
	return about(CategoryKind, e.CategoryID, ActionCreated, e.At).titled(e.Name)
}
func (e CategoryUpdated) About() About {
	return about(CategoryKind, e.CategoryID, ActionUpdated, e.At).titled(newTitle(e.Changes.Name)).changing(e.Changes)
}
func (e CategoryDeleted) About() About { return about(CategoryKind, e.CategoryID, ActionDeleted, e.At) }
func (e CategoryRestored) About() About {
	return about(CategoryKind, e.CategoryID, ActionRestored, e.At)
}
