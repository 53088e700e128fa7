// Reviews, as a kind of content.

package commands

import (
	"context"
	"time"

	"candor/events"
)

// review is the state of one review.
type review = item[events.ReviewContent, events.ReviewChanges]

var reviews = &kind[events.ReviewContent, events.ReviewChanges]{
	name: events.ReviewKind, noun: "Review", newNoun: "review", prefix: events.ReviewPrefix, actions: ReviewActions,
	content: func(e events.Event) events.ReviewContent { return e.(events.ReviewCreated).ReviewContent },
	created: func(id int64, content events.ReviewContent, at, modified time.Time) events.Event {
		return events.ReviewCreated{ReviewID: events.ReviewID(id), ReviewContent: content, At: at, ModifiedAt: modified}
	},
	updated: func(id int64, changes events.ReviewChanges, at time.Time) events.Event {
		return events.ReviewUpdated{ReviewID: events.ReviewID(id), Changes: changes, At: at}
	},
	scheduled: func(id int64, schedule events.Schedule, at time.Time) events.Event {
		return events.ReviewScheduled{ReviewID: events.ReviewID(id), Schedule: schedule, At: at}
	},
	moved: func(number int64, action events.Action, at time.Time) events.Event {
		id := events.ReviewID(number)
		return map[events.Action]events.Event{
			events.ActionPublished:   events.ReviewPublished{ReviewID: id, At: at},
			events.ActionUnpublished: events.ReviewUnpublished{ReviewID: id, At: at},
			events.ActionFeatured:    events.ReviewFeatured{ReviewID: id, At: at},
			events.ActionUnfeatured:  events.ReviewUnfeatured{ReviewID: id, At: at},
			events.ActionDeleted:     events.ReviewDeleted{ReviewID: id, At: at},
			events.ActionRestored:    events.ReviewRestored{ReviewID: id, At: at},
		}[action]
	},
	note:       notePrice,
	title:      func(c events.ReviewContent) string { return c.Title },
	all:        wholeReview,
	differing:  differingReview,
	canFeature: true,
	complete: func(c *events.ReviewContent) {
		if c.Rating == 0 {
			c.Rating = 1 // design.md
		}
	},
	corrections: &corrections[events.ReviewContent, events.ReviewChanges]{
		fields: "the rating, a sub-score, the verdict, a price, the product, the content or the title",
		former: func(ch events.ReviewChanges, c events.ReviewContent) events.ReviewChanges {
			return events.ReviewChanges{
				Title: former(ch.Title, c.Title), Content: former(ch.Content, c.Content), Rating: former(ch.Rating, c.Rating), SubScores: formerList(ch.SubScores, c.SubScores), Verdict: former(ch.Verdict, c.Verdict),
				ProductPrice: former(ch.ProductPrice, c.ProductPrice), ProductPriceMax: former(ch.ProductPriceMax, c.ProductPriceMax),
				ProductName: former(ch.ProductName, c.ProductName), ProductBrand: former(ch.ProductBrand, c.ProductBrand),
				ProductDescription: former(ch.ProductDescription, c.ProductDescription),
			}
		},
		rated: func(ch events.ReviewChanges) bool { return ch.Rating != nil || ch.SubScores != nil },
		corrected: func(id int64, note string, was events.ReviewChanges, at time.Time) events.Event {
			return events.ReviewCorrected{ReviewID: events.ReviewID(id), Note: note, Was: was, At: at}
		},
		noted: func(id int64, note string, was events.ReviewChanges, at time.Time) events.Event {
			return events.ReviewUpdateNoted{ReviewID: events.ReviewID(id), Note: note, Was: was, At: at}
		},
		typo: func(id int64, at time.Time) events.Event {
			return events.ReviewTypoMarked{ReviewID: events.ReviewID(id), At: at}
		},
	},
	versions: &versionEvents{
		withheld: func(id int64, revision uint64, reason string, at time.Time) events.Event {
			return events.ReviewVersionWithheld{ReviewID: events.ReviewID(id), Revision: revision, Reason: reason, At: at}
		},
		released: func(id int64, revision uint64, at time.Time) events.Event {
			return events.ReviewVersionReleased{ReviewID: events.ReviewID(id), Revision: revision, At: at}
		},
	},
	read: readReview, tidy: tidyReview, missing: missingInReview, emptied: emptiedInReview, pictures: picturesOfReview,
	check: func(ctx context.Context, h *Handler, before func() (events.ReviewContent, error), ch *events.ReviewChanges) ([]FieldError, error) {
		if ch.CategoryID != nil {
			known, err := h.categoryExists(ctx, *ch.CategoryID)
			if err != nil {
				return nil, err
			}
			if !known {
				return []FieldError{{"categoryId", "Category does not exist"}}, nil
			}
		}
		errs, err := h.scored(ctx, before, ch)
		if err != nil {
			return nil, err
		}
		return errs, h.offered(before, ch)
	},
}

// notePrice notes when a review's price was last stated.
func notePrice(times *Times, c events.ReviewContent, changes events.ReviewChanges, at time.Time) {
	if changes.ProductPrice == nil && changes.ProductPriceMax == nil {
		return
	}
	times.Priced = time.Time{}
	if c.ProductPrice != 0 || c.ProductPriceMax != 0 {
		times.Priced = at
	}
}

// differingReview returns those changes that change something in c.
func differingReview(ch events.ReviewChanges, c events.ReviewContent) events.ReviewChanges {
	return events.ReviewChanges{
		ProductName:        changed(ch.ProductName, c.ProductName),
		ProductBrand:       changed(ch.ProductBrand, c.ProductBrand),
		CategoryID:         changed(ch.CategoryID, c.CategoryID),
		ProductDescription: changed(ch.ProductDescription, c.ProductDescription),
		ProductPrice:       changed(ch.ProductPrice, c.ProductPrice),
		ProductPriceMax:    changed(ch.ProductPriceMax, c.ProductPriceMax),
		ProductImageURL:    changed(ch.ProductImageURL, c.ProductImageURL),
		Specifications:     changedList(ch.Specifications, c.Specifications),
		Features:           changedList(ch.Features, c.Features),
		Title:              changed(ch.Title, c.Title),
		Content:            changed(ch.Content, c.Content),
		Rating:             changed(ch.Rating, c.Rating),
		SubScores:          changedList(ch.SubScores, c.SubScores),
		Pros:               changedList(ch.Pros, c.Pros),
		Cons:               changedList(ch.Cons, c.Cons),
		Verdict:            changed(ch.Verdict, c.Verdict),
		VideoCredit:        changed(ch.VideoCredit, c.VideoCredit),
		AuthorName:         changed(ch.AuthorName, c.AuthorName),
		VideoURL:           changed(ch.VideoURL, c.VideoURL),
		ImageURLs:          changedList(ch.ImageURLs, c.ImageURLs),
		AliexpressLink:     changed(ch.AliexpressLink, c.AliexpressLink),
		ShopeeLink:         changed(ch.ShopeeLink, c.ShopeeLink),
		Shops:              changedList(ch.Shops, c.Shops),
		Tags:               changedList(ch.Tags, c.Tags),
	}
}

// wholeReview returns the changes that set every field to c's.
func wholeReview(c events.ReviewContent) events.ReviewChanges {
	return events.ReviewChanges{
		ProductName: &c.ProductName, ProductBrand: &c.ProductBrand, CategoryID: &c.CategoryID, ProductDescription: &c.ProductDescription,
		ProductPrice: &c.ProductPrice, ProductPriceMax: &c.ProductPriceMax, ProductImageURL: &c.ProductImageURL,
		Specifications: wholeList(c.Specifications), Features: wholeList(c.Features), Title: &c.Title, Content: &c.Content, Rating: &c.Rating, SubScores: wholeList(c.SubScores),
		Pros: wholeList(c.Pros), Cons: wholeList(c.Cons), Verdict: &c.Verdict, VideoCredit: &c.VideoCredit, AuthorName: &c.AuthorName,
		VideoURL: &c.VideoURL, ImageURLs: wholeList(c.ImageURLs), AliexpressLink: &c.AliexpressLink, ShopeeLink: &c.ShopeeLink, Shops: wholeList(c.Shops), Tags: wholeList(c.Tags),
	}
}
