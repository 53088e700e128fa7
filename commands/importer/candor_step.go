// From an event of an item to the command that causes it.

package importer

import (
	"context"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/editorial"
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
	about, ok := events.AboutOf(e)
	if !ok {
		return step{}, false
	}
	s.at = about.At
	yes, no := true, false
	switch about.Action {
	case events.ActionCreated:
		s.begins = &Entry{Kind: about.Kind, Title: about.Title}
		s.check, s.do = f.creation(about)
	case events.ActionUpdated:
		together, publishes := p.takeHeld(l.Revision, about.Changes)
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
		s.do = f.setOptions(l.Stream, editorial.ItemOptions{PublishAt: f.toCome(schedule.PublishAt),
			UnpublishAt: f.toCome(schedule.UnpublishAt)})
	case events.ActionPublished, events.ActionUnpublished:
		published := about.Action == events.ActionPublished
		s.do = f.setOptions(l.Stream, editorial.ItemOptions{IsPublished: &published, Marking: l.marking})
		if p.published = published; !published {
			s.do = f.thenHeld(l, p, s.do)
		}
		s.shows = func(entry *Entry) { entry.Published = published }
	case events.ActionFeatured:
		s.do = f.setOptions(l.Stream, editorial.ItemOptions{IsFeatured: &yes})
	case events.ActionUnfeatured:
		s.do = f.setOptions(l.Stream, editorial.ItemOptions{IsFeatured: &no})
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
func (f *candorFile) creation(about events.About) (check func() error, do command) {
	if !events.IsKind(about.Kind) {
		return nil, nil
	}
	in := f.item(events.WholeOf(about.Kind, about.Content), editorial.ItemOptions{ModifiedAt: about.ModifiedAt})
	return in.Check, in.Create
}

// thenHeld returns a command that also makes the changes of a withheld version, after which there was no other change.
func (f *candorFile) thenHeld(l *candorLine, p *publicity, do command) command {
	if p.held == nil {
		return do
	}
	change := f.update(&candorLine{Stream: l.Stream}, p.held, false)
	p.held = nil
	return func(ctx context.Context, by commands.Caller) (commands.Result, error) {
		if _, err := do(ctx, by); err != nil {
			return commands.Result{}, err
		}
		by.IdempotencyKey += " withheld"
		return change(ctx, by)
	}
}

// update returns the command that changes the content of an item, and publishes it if asked to.
func (f *candorFile) update(l *candorLine, changes any, publish bool) command {
	options := editorial.ItemOptions{Marking: l.marking}
	if publish {
		options.IsPublished = &publish
	}
	return func(ctx context.Context, by commands.Caller) (commands.Result, error) {
		return f.item(changes, options).Update(ctx, by, f.idOf[l.Stream], nil)
	}
}

// isItem reports whether a stream is that of an item of content.
func isItem(stream string) bool { return events.IsKind(kindOf(stream)) }

// kindOf returns the kind of the item that a stream is of.
func kindOf(stream string) string {
	kind, _, _ := strings.Cut(stream, "-")
	return kind
}

// content returns the commands on the kind of content that a stream is of.
func (f *candorFile) content(stream string) editorial.Content {
	return f.Handler.Editorial.Content(kindOf(stream))
}

// setOptions returns the command that sets options of an item and leaves its content as it is.
func (f *candorFile) setOptions(stream string, o editorial.ItemOptions) command {
	return func(ctx context.Context, by commands.Caller) (commands.Result, error) {
		return f.Handler.Editorial.Item(events.NoChanges(kindOf(stream)), o).Update(ctx, by, f.idOf[stream], nil)
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
func (f *candorFile) item(changes any, o editorial.ItemOptions) editorial.Parsed {
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
	return f.Handler.Editorial.Item(changes, o)
}
