// From an event of an item to the command that causes it.

package importer

import (
	"context"
	"fmt"
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
func (f *candorFile) stepOf(l *candorLine, e events.Event, p *publicity) (s step, ok bool) {
	item, ok := e.(events.ItemEvent)
	if !ok {
		return step{}, false
	}
	about := item.About()
	s.at = about.At
	yes, no := true, false
	switch about.Action {
	case events.ActionCreated:
		s.begins = &Entry{Kind: about.Kind, Title: about.Title}
		s.check, s.do = f.creation(e)
	case events.ActionUpdated:
		together, publishes := p.takeHeld(l.Revision, e)
		s.do = f.update(l, together, publishes)
		p.published = p.published || publishes
		s.shows = func(entry *Entry) {
			if about.Title != "" {
				entry.Title = about.Title
			}
			entry.Published = p.published
		}
	case events.ActionScheduled:
		schedule, _ := about.Changes.(events.Schedule)
		if p.closed != "" {
			schedule.PublishAt = nil
		}
		s.do = f.setOptions(l.Stream, commands.ItemOptions{PublishAt: f.toCome(schedule.PublishAt), UnpublishAt: f.toCome(schedule.UnpublishAt)})
	case events.ActionPublished, events.ActionUnpublished:
		published := about.Action == events.ActionPublished
		s.do = f.setOptions(l.Stream, commands.ItemOptions{IsPublished: &published})
		if p.published = published; !published {
			s.do = f.thenHeld(l, p, s.do)
		}
		s.shows = func(entry *Entry) { entry.Published = published }
	case events.ActionFeatured:
		s.do = f.setOptions(l.Stream, commands.ItemOptions{IsFeatured: &yes})
	case events.ActionUnfeatured:
		s.do = f.setOptions(l.Stream, commands.ItemOptions{IsFeatured: &no})
	case events.ActionDeleted:
		s.do = func(ctx context.Context, by commands.Caller) (commands.Result, error) {
			return f.content(l.Stream).Delete(ctx, by, f.idOf[l.Stream], nil)
		}
		p.deleted = true
		s.shows = func(entry *Entry) { entry.Notes = append(entry.Notes, "it is deleted") }
	case events.ActionRestored:
		s.do = func(ctx context.Context, by commands.Caller) (commands.Result, error) {
			return f.content(l.Stream).Restore(ctx, by, f.idOf[l.Stream])
		}
		s.do = f.thenHeld(l, p, s.do)
		p.deleted = false
		s.shows = func(entry *Entry) { entry.Notes = append(entry.Notes, "it is restored") }
	}
	return s, s.do != nil
}

// creation returns the command that creates an item, and the check of its input.
func (f *candorFile) creation(e events.Event) (check func() error, do command) {
	var in commands.Parsed
	switch e := e.(type) {
	case events.ReviewCreated:
		in = f.item(reviewFields(e.ReviewContent), commands.ItemOptions{ModifiedAt: e.ModifiedAt})
	case events.ArticleCreated:
		in = f.item(articleFields(e.ArticleContent), commands.ItemOptions{ModifiedAt: e.ModifiedAt})
	case events.PageCreated:
		in = f.item(events.PageChanges{Title: &e.Title, Slug: &e.Slug, Content: &e.Content}, commands.ItemOptions{})
	default:
		return nil, nil
	}
	return in.Check, in.Create
}

// thenHeld returns a command that also makes the changes of a withheld version, after which there was no other change.
func (f *candorFile) thenHeld(l *candorLine, p *publicity, do command) command {
	held, ok := p.held.(events.Event)
	if !ok {
		return do
	}
	p.held = nil
	change := f.update(&candorLine{Stream: l.Stream}, held, false)
	return func(ctx context.Context, by commands.Caller) (commands.Result, error) {
		if _, err := do(ctx, by); err != nil {
			return commands.Result{}, err
		}
		by.IdempotencyKey += " withheld"
		return change(ctx, by)
	}
}

// update returns the command that changes the content of an item, and publishes it if asked to.
func (f *candorFile) update(l *candorLine, e events.Event, publish bool) command {
	options := commands.ItemOptions{Marking: l.marking}
	if publish {
		options.IsPublished = &publish
	}
	return func(ctx context.Context, by commands.Caller) (commands.Result, error) {
		var changes any
		switch e := e.(type) {
		case events.ReviewUpdated:
			changes = e.Changes
		case events.ArticleUpdated:
			changes = e.Changes
		case events.PageUpdated:
			changes = e.Changes
		default:
			return commands.Result{}, fmt.Errorf("an update of no content: %s", e.EventType())
		}
		return f.item(changes, options).Update(ctx, by, f.idOf[l.Stream], nil)
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
		var none any = events.PageChanges{}
		switch {
		case strings.HasPrefix(stream, events.ReviewPrefix):
			none = events.ReviewChanges{}
		case strings.HasPrefix(stream, events.ArticlePrefix):
			none = events.ArticleChanges{}
		}
		return f.Handler.Item(none, o).Update(ctx, by, f.idOf[stream], nil)
	}
}

// toCome returns a scheduled time that is still to come, and otherwise the zero time, for none: what was due has been carried out.
func (f *candorFile) toCome(at *time.Time) *time.Time {
	if at == nil || !at.After(f.Now) {
		return new(time.Time)
	}
	return at
}

// item returns changes as an editor would send them, with the ids and addresses of this site.
func (f *candorFile) item(changes any, o commands.ItemOptions) commands.Parsed {
	switch ch := changes.(type) {
	case events.ReviewChanges:
		ch.ProductImageURL, ch.ImageURLs = f.address(ch.ProductImageURL), f.addresses(ch.ImageURLs)
		ch.Content, ch.Verdict = f.text(ch.Content), f.text(ch.Verdict)
		if ch.CategoryID != nil {
			id, ok := f.categoryOf[*ch.CategoryID]
			if !ok && len(f.categories) > 0 { // the file has no categories
				id = f.categories[0].ID
			}
			ch.CategoryID = &id
		}
		changes = ch
	case events.ArticleChanges:
		ch.ImageURL, ch.Content = f.address(ch.ImageURL), f.text(ch.Content)
		changes = ch
	case events.PageChanges:
		ch.Content = f.text(ch.Content)
		changes = ch
	}
	return f.Handler.Item(changes, o)
}

// reviewFields returns a whole content as changes.
func reviewFields(c events.ReviewContent) events.ReviewChanges {
	return events.ReviewChanges{
		ProductName: &c.ProductName, ProductBrand: &c.ProductBrand, CategoryID: &c.CategoryID, ProductDescription: &c.ProductDescription,
		ProductPrice: &c.ProductPrice, ProductPriceMax: &c.ProductPriceMax, ProductImageURL: &c.ProductImageURL,
		Specifications: &c.Specifications, Features: &c.Features, Title: &c.Title, Content: &c.Content, Rating: &c.Rating, SubScores: &c.SubScores,
		Pros: &c.Pros, Cons: &c.Cons, Verdict: &c.Verdict, VideoCredit: &c.VideoCredit, AuthorName: &c.AuthorName,
		VideoURL: &c.VideoURL, ImageURLs: &c.ImageURLs, AliexpressLink: &c.AliexpressLink, ShopeeLink: &c.ShopeeLink, Shops: &c.Shops, Tags: &c.Tags,
	}
}

func articleFields(c events.ArticleContent) events.ArticleChanges {
	return events.ArticleChanges{Title: &c.Title, Content: &c.Content, Excerpt: &c.Excerpt, ImageURL: &c.ImageURL, VideoURL: &c.VideoURL,
		VideoCredit: &c.VideoCredit, Category: &c.Category, AuthorName: &c.AuthorName, Tags: &c.Tags}
}
