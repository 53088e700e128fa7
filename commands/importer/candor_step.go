// From an event of a review or article to the command that causes it.

package importer

import (
	"context"
	"slices"
	"time"

	"candor/commands"
	"candor/events"
)

// step is one event as a command.
type step struct {
	at     time.Time
	begins *Entry       // of an item that the event creates
	check  func() error // what can be told of the input in a dry run; nil: nothing
	do     func(ctx context.Context, by commands.Caller) (commands.Result, error)
	shows  func(e *Entry) // what changes in the report; nil: nothing
}

// stepOf is the command for an event; ok is false when there is none.
func (f *candorFile) stepOf(l *candorLine, fact events.Event) (s step, ok bool) {
	review, article := events.ReviewID(f.idOf[l.Stream]), events.ArticleID(f.idOf[l.Stream])
	yes, no := true, false
	onReview := func(at time.Time, in commands.ReviewInput, shows func(*Entry)) (step, bool) {
		return step{at: at, shows: shows, do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
			return f.Handler.UpdateReview(ctx, by, review, in, nil)
		}}, true
	}
	onArticle := func(at time.Time, in commands.ArticleInput, shows func(*Entry)) (step, bool) {
		return step{at: at, shows: shows, do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
			return f.Handler.UpdateArticle(ctx, by, article, in, nil)
		}}, true
	}
	published := func(is bool) func(*Entry) { return func(e *Entry) { e.Published = is } }
	titled := func(title *string) func(*Entry) {
		return func(e *Entry) {
			if title != nil {
				e.Title = *title
			}
		}
	}
	deleted := func(e *Entry) { e.Notes = append(e.Notes, "it is deleted") }
	restored := func(e *Entry) { e.Notes = append(e.Notes, "it is restored") }
	switch e := fact.(type) {
	case events.ReviewCreated:
		in := f.reviewInput(reviewFields(e.ReviewContent))
		return step{at: e.At, begins: &Entry{Kind: events.ReviewKind, Title: e.Title}, check: in.Check,
			do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
				return f.Handler.CreateReview(ctx, by, in)
			}}, true
	case events.ReviewUpdated:
		in := f.reviewInput(e.Changes)
		in.Correction = l.note
		return onReview(e.At, in, titled(e.Changes.Title))
	case events.ReviewScheduled:
		return onReview(e.At, commands.ReviewInput{PublishAt: f.toCome(e.PublishAt), UnpublishAt: f.toCome(e.UnpublishAt)}, nil)
	case events.ReviewPublished:
		return onReview(e.At, commands.ReviewInput{IsPublished: &yes}, published(true))
	case events.ReviewUnpublished:
		return onReview(e.At, commands.ReviewInput{IsPublished: &no}, published(false))
	case events.ReviewFeatured:
		return onReview(e.At, commands.ReviewInput{IsFeatured: &yes}, nil)
	case events.ReviewUnfeatured:
		return onReview(e.At, commands.ReviewInput{IsFeatured: &no}, nil)
	case events.ReviewDeleted:
		return step{at: e.At, shows: deleted, do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
			return f.Handler.DeleteReview(ctx, by, review, nil)
		}}, true
	case events.ReviewRestored:
		return step{at: e.At, shows: restored, do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
			return f.Handler.RestoreReview(ctx, by, review)
		}}, true
	case events.ArticleCreated:
		in := f.articleInput(articleFields(e.ArticleContent))
		return step{at: e.At, begins: &Entry{Kind: events.ArticleKind, Title: e.Title}, check: in.Check,
			do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
				return f.Handler.CreateArticle(ctx, by, in)
			}}, true
	case events.ArticleUpdated:
		in := f.articleInput(e.Changes)
		in.Correction = l.note
		return onArticle(e.At, in, titled(e.Changes.Title))
	case events.ArticleScheduled:
		return onArticle(e.At, commands.ArticleInput{PublishAt: f.toCome(e.PublishAt), UnpublishAt: f.toCome(e.UnpublishAt)}, nil)
	case events.ArticlePublished:
		return onArticle(e.At, commands.ArticleInput{IsPublished: &yes}, published(true))
	case events.ArticleUnpublished:
		return onArticle(e.At, commands.ArticleInput{IsPublished: &no}, published(false))
	case events.ArticleDeleted:
		return step{at: e.At, shows: deleted, do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
			return f.Handler.DeleteArticle(ctx, by, article, nil)
		}}, true
	case events.ArticleRestored:
		return step{at: e.At, shows: restored, do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
			return f.Handler.RestoreArticle(ctx, by, article)
		}}, true
	}
	return step{}, false
}

// toCome is a scheduled time that is still to come, and else the time that stands for none: what was due has been done.
func (f *candorFile) toCome(at *time.Time) *time.Time {
	if at == nil || !at.After(f.Now) {
		return new(time.Time)
	}
	return at
}

// reviewInput is a set of changes as an editor would send it, with the category's id of here.
func (f *candorFile) reviewInput(ch events.ReviewChanges) commands.ReviewInput {
	in := commands.ReviewInput{
		ProductName: ch.ProductName, ProductBrand: ch.ProductBrand, ProductDescription: ch.ProductDescription,
		ProductPrice: ch.ProductPrice, ProductPriceMax: ch.ProductPriceMax, ProductImageURL: f.address(ch.ProductImageURL),
		Specifications: ch.Specifications, Features: ch.Features, Title: ch.Title, Content: ch.Content, Rating: ch.Rating,
		Pros: ch.Pros, Cons: ch.Cons, Verdict: ch.Verdict, VideoCredit: ch.VideoCredit, AuthorName: ch.AuthorName,
		VideoURL: ch.VideoURL, ImageURLs: f.addresses(ch.ImageURLs), AliexpressLink: ch.AliexpressLink, ShopeeLink: ch.ShopeeLink, Tags: ch.Tags,
	}
	if ch.CategoryID != nil {
		id, ok := f.categoryOf[*ch.CategoryID]
		if !ok && len(f.categories) > 0 { // the file has no categories
			id = f.categories[0].ID
		}
		in.CategoryID = &id
	}
	return in
}

func (f *candorFile) articleInput(ch events.ArticleChanges) commands.ArticleInput {
	return commands.ArticleInput{Title: ch.Title, Content: ch.Content, Excerpt: ch.Excerpt, ImageURL: f.address(ch.ImageURL), VideoURL: ch.VideoURL,
		VideoCredit: ch.VideoCredit, Category: ch.Category, AuthorName: ch.AuthorName, Tags: ch.Tags}
}

// address is a picture's address here.
func (f *candorFile) address(there *string) *string {
	if there == nil {
		return nil
	}
	if here, ok := f.addressOf[events.PictureIn(*there)]; ok {
		return &here
	}
	return there
}

func (f *candorFile) addresses(there *[]string) *[]string {
	if there == nil {
		return nil
	}
	here := slices.Clone(*there)
	for i := range here {
		here[i] = *f.address(&here[i])
	}
	return &here
}

// reviewFields is a whole content as changes.
func reviewFields(c events.ReviewContent) events.ReviewChanges {
	return events.ReviewChanges{
		ProductName: &c.ProductName, ProductBrand: &c.ProductBrand, CategoryID: &c.CategoryID, ProductDescription: &c.ProductDescription,
		ProductPrice: &c.ProductPrice, ProductPriceMax: &c.ProductPriceMax, ProductImageURL: &c.ProductImageURL,
		Specifications: &c.Specifications, Features: &c.Features, Title: &c.Title, Content: &c.Content, Rating: &c.Rating,
		Pros: &c.Pros, Cons: &c.Cons, Verdict: &c.Verdict, VideoCredit: &c.VideoCredit, AuthorName: &c.AuthorName,
		VideoURL: &c.VideoURL, ImageURLs: &c.ImageURLs, AliexpressLink: &c.AliexpressLink, ShopeeLink: &c.ShopeeLink, Tags: &c.Tags,
	}
}

func articleFields(c events.ArticleContent) events.ArticleChanges {
	return events.ArticleChanges{Title: &c.Title, Content: &c.Content, Excerpt: &c.Excerpt, ImageURL: &c.ImageURL, VideoURL: &c.VideoURL,
		VideoCredit: &c.VideoCredit, Category: &c.Category, AuthorName: &c.AuthorName, Tags: &c.Tags}
}
