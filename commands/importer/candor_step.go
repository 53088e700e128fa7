// From an event of an item to the command that causes it.

package importer

import (
	"context"
	"slices"
	"strings"
	"time"

	"candor/commands"
	"candor/events"
)

// step is one event as a command.
type step struct {
	at     time.Time
	begins *Entry       // of an item that the event creates
	check  func() error // of the input, in a dry run; nil: there is nothing to check
	do     command
	shows  func(e *Entry) // what changes in the report; nil: nothing
}

// command carries an event out.
type command func(ctx context.Context, by commands.Caller) (commands.Result, error)

// stepOf returns the command for an event; ok is false when there is none.
func (f *candorFile) stepOf(l *candorLine, e events.Event) (s step, ok bool) {
	yes, no := true, false
	switch e := e.(type) {
	case events.ReviewCreated:
		in := f.reviewInput(reviewFields(e.ReviewContent))
		return step{at: e.At, begins: &Entry{Kind: events.ReviewKind, Title: e.Title}, check: in.Check,
			do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
				return f.Handler.CreateReview(ctx, by, in)
			}}, true
	case events.ArticleCreated:
		in := f.articleInput(articleFields(e.ArticleContent))
		return step{at: e.At, begins: &Entry{Kind: events.ArticleKind, Title: e.Title}, check: in.Check,
			do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
				return f.Handler.CreateArticle(ctx, by, in)
			}}, true
	case events.PageCreated:
		in := commands.PageInput{PageChanges: events.PageChanges{Title: &e.Title, Slug: &e.Slug, Content: &e.Content}}
		return step{at: e.At, begins: &Entry{Kind: events.PageKind, Title: e.Title}, check: in.Check,
			do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
				return f.Handler.CreatePage(ctx, by, in)
			}}, true
	case events.ReviewUpdated:
		in := f.reviewInput(e.Changes)
		in.Correction = l.note
		return step{at: e.At, shows: titled(e.Changes.Title), do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
			return f.Handler.UpdateReview(ctx, by, events.ReviewID(f.idOf[l.Stream]), in, nil)
		}}, true
	case events.ArticleUpdated:
		in := f.articleInput(e.Changes)
		in.Correction = l.note
		return step{at: e.At, shows: titled(e.Changes.Title), do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
			return f.Handler.UpdateArticle(ctx, by, events.ArticleID(f.idOf[l.Stream]), in, nil)
		}}, true
	case events.PageUpdated:
		in := commands.PageInput{PageChanges: e.Changes}
		return step{at: e.At, shows: titled(e.Changes.Title), do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
			return f.Handler.UpdatePage(ctx, by, events.PageID(f.idOf[l.Stream]), in, nil)
		}}, true
	case events.ReviewScheduled:
		return f.stepScheduled(l, e.At, e.Schedule), true
	case events.ArticleScheduled:
		return f.stepScheduled(l, e.At, e.Schedule), true
	case events.PageScheduled:
		return f.stepScheduled(l, e.At, e.Schedule), true
	case events.ReviewPublished:
		return f.stepPublished(l, e.At, true), true
	case events.ArticlePublished:
		return f.stepPublished(l, e.At, true), true
	case events.PagePublished:
		return f.stepPublished(l, e.At, true), true
	case events.ReviewUnpublished:
		return f.stepPublished(l, e.At, false), true
	case events.ArticleUnpublished:
		return f.stepPublished(l, e.At, false), true
	case events.PageUnpublished:
		return f.stepPublished(l, e.At, false), true
	case events.ReviewFeatured:
		return step{at: e.At, do: f.setOptions(l.Stream, commands.ItemOptions{IsFeatured: &yes})}, true
	case events.ReviewUnfeatured:
		return step{at: e.At, do: f.setOptions(l.Stream, commands.ItemOptions{IsFeatured: &no})}, true
	case events.ReviewDeleted:
		return f.stepDeleted(l, e.At), true
	case events.ArticleDeleted:
		return f.stepDeleted(l, e.At), true
	case events.PageDeleted:
		return f.stepDeleted(l, e.At), true
	case events.ReviewRestored:
		return f.stepRestored(l, e.At), true
	case events.ArticleRestored:
		return f.stepRestored(l, e.At), true
	case events.PageRestored:
		return f.stepRestored(l, e.At), true
	}
	return step{}, false
}

func (f *candorFile) stepScheduled(l *candorLine, at time.Time, s events.Schedule) step {
	return step{at: at, do: f.setOptions(l.Stream, commands.ItemOptions{PublishAt: f.toCome(s.PublishAt), UnpublishAt: f.toCome(s.UnpublishAt)})}
}

func (f *candorFile) stepPublished(l *candorLine, at time.Time, is bool) step {
	return step{at: at, shows: func(e *Entry) { e.Published = is }, do: f.setOptions(l.Stream, commands.ItemOptions{IsPublished: &is})}
}

func (f *candorFile) stepDeleted(l *candorLine, at time.Time) step {
	return step{at: at, shows: func(e *Entry) { e.Notes = append(e.Notes, "it is deleted") },
		do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
			return f.content(l.Stream).Delete(ctx, by, f.idOf[l.Stream], nil)
		}}
}

func (f *candorFile) stepRestored(l *candorLine, at time.Time) step {
	return step{at: at, shows: func(e *Entry) { e.Notes = append(e.Notes, "it is restored") },
		do: func(ctx context.Context, by commands.Caller) (commands.Result, error) {
			return f.content(l.Stream).Restore(ctx, by, f.idOf[l.Stream])
		}}
}

func titled(title *string) func(*Entry) {
	return func(e *Entry) {
		if title != nil {
			e.Title = *title
		}
	}
}

// isItem reports whether a stream is that of an item of content.
func isItem(stream string) bool {
	return strings.HasPrefix(stream, events.ReviewPrefix) || strings.HasPrefix(stream, events.ArticlePrefix) || strings.HasPrefix(stream, events.PagePrefix)
}

// content returns the commands on the kind of content that a stream is of.
func (f *candorFile) content(stream string) commands.Content {
	switch {
	case strings.HasPrefix(stream, events.ReviewPrefix):
		return f.Handler.Reviews()
	case strings.HasPrefix(stream, events.ArticlePrefix):
		return f.Handler.Articles()
	}
	return f.Handler.Pages()
}

// setOptions returns the command that sets options of an item and leaves its content as it is.
func (f *candorFile) setOptions(stream string, o commands.ItemOptions) command {
	return func(ctx context.Context, by commands.Caller) (commands.Result, error) {
		id := f.idOf[stream]
		switch {
		case strings.HasPrefix(stream, events.ReviewPrefix):
			return f.Handler.UpdateReview(ctx, by, events.ReviewID(id), commands.ReviewInput{ItemOptions: o}, nil)
		case strings.HasPrefix(stream, events.ArticlePrefix):
			return f.Handler.UpdateArticle(ctx, by, events.ArticleID(id), commands.ArticleInput{ItemOptions: o}, nil)
		}
		return f.Handler.UpdatePage(ctx, by, events.PageID(id), commands.PageInput{ItemOptions: o}, nil)
	}
}

// toCome returns a scheduled time that is still to come, and otherwise the zero time, for none: what was due has been carried out.
func (f *candorFile) toCome(at *time.Time) *time.Time {
	if at == nil || !at.After(f.Now) {
		return new(time.Time)
	}
	return at
}

// reviewInput returns changes as an editor would send them, with the ids and addresses of this site.
func (f *candorFile) reviewInput(ch events.ReviewChanges) commands.ReviewInput {
	ch.ProductImageURL, ch.ImageURLs = f.address(ch.ProductImageURL), f.addresses(ch.ImageURLs)
	if ch.CategoryID != nil {
		id, ok := f.categoryOf[*ch.CategoryID]
		if !ok && len(f.categories) > 0 { // the file has no categories
			id = f.categories[0].ID
		}
		ch.CategoryID = &id
	}
	return commands.ReviewInput{ReviewChanges: ch}
}

func (f *candorFile) articleInput(ch events.ArticleChanges) commands.ArticleInput {
	ch.ImageURL = f.address(ch.ImageURL)
	return commands.ArticleInput{ArticleChanges: ch}
}

// address returns a picture's address on this site.
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

// reviewFields returns a whole content as changes.
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
