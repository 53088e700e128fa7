// Pages that every site has, such as About: an imported one becomes the next version of the page here, as long as the owner hasn't
// changed that.

package importer

import (
	"cmp"
	"context"
	"slices"

	"candor/commands"
	"candor/commands/editorial"
	"candor/events"
)

// nextVersion makes what a file says the next version of the page here with a slug, and says in its entry what came of it. by has the key
// of what is imported.
func (im *importer) nextVersion(ctx context.Context, by commands.Caller, slug string, changes events.PageChanges, entry *Entry) error {
	present, err := im.Handler.Repeats(ctx, by)
	if err != nil {
		return err
	}
	if !present && !im.DryRun {
		if err := im.Handler.Editorial.CreateFixedPages(ctx, false); err != nil {
			return err
		}
	}
	id, first, err := im.Handler.Editorial.FixedPage(ctx, slug)
	if err != nil {
		return err
	}
	entry.ID = id
	in := im.Handler.Editorial.Item(changes, editorial.ItemOptions{})
	why, refused := refusal(in.Check())
	switch {
	case present:
		entry.Outcome = Present
		return nil
	case id != 0 && !first:
		entry.Outcome = Present
		entry.Notes = append(entry.Notes, "the page here has been changed, so it stays as it is")
		return nil
	case refused:
		entry.Outcome, entry.Why = Refused, why
		return nil
	case im.DryRun:
		return nil
	}
	result, err := in.Update(ctx, by, id, nil)
	if why, refused := refusal(err); refused {
		entry.Outcome, entry.Why = Refused, why
		return nil
	}
	if err != nil {
		return err
	}
	if result.Position == 0 { // it says the same
		entry.Outcome = Present
	}
	accepted, err := im.Handler.Accept(ctx, by)
	im.report.After = max(im.report.After, result.Position, accepted.Position)
	return err
}

// takePage imports a post that is a page which every site has.
func (im *importer) takePage(ctx context.Context, i *item) error {
	if im.repeated(i) {
		im.report.skip("page", "the file contains it twice", i.title)
		return nil
	}
	if !i.published {
		im.report.skip("page", "it isn't public there, and every site has this page", i.title)
		return nil
	}
	if err := im.takePictures(ctx, i); err != nil {
		return err
	}
	title, content := i.name(), i.content("", "")
	entry := Entry{Kind: events.PageKind, Source: i.ref, Title: title, Published: true, Outcome: Added}
	if !i.created.IsZero() {
		entry.Created = &i.created
	}
	by := im.By
	by.IdempotencyKey = i.key
	if err := im.nextVersion(ctx, by, i.page, events.PageChanges{Title: &title, Content: &content}, &entry); err != nil {
		return err
	}
	entry.Notes = append(i.notes, entry.Notes...)
	if err := im.keepPageAddress(ctx, by, i, &entry); err != nil {
		return err
	}
	return im.add(ctx, prepared{entry: entry})
}

// keepPageAddress makes a page's old address lead to it, unless it is the same.
func (im *importer) keepPageAddress(ctx context.Context, by commands.Caller, i *item, entry *Entry) error {
	if i.path == "" || i.path == "/"+i.page || entry.Outcome != Added {
		return nil
	}
	entry.Address = i.path
	if im.DryRun {
		return nil
	}
	kept, err := im.Handler.Editorial.KeepAddress(ctx, by, i.path, editorial.Target{Kind: events.PageKind, ID: entry.ID})
	if why, refused := refusal(err); refused {
		entry.Address = ""
		entry.Notes = append(entry.Notes, "its old address was not kept: "+why)
		return nil
	}
	im.report.After = max(im.report.After, kept.Position)
	return err
}

// ownPage is a page of another Candor that may be one which every site has.
type ownPage struct {
	id      string             // of its first event
	content events.PageContent // as the file leaves it
}

// notePage takes note of a page's content, in the first reading.
func (f *candorFile) notePage(l *candorLine, about events.About) {
	switch changed := about.Content.(type) {
	case events.PageContent:
		f.pages[l.Stream] = &ownPage{id: l.ID, content: changed}
	default:
		if changes, ok := about.Changes.(events.PageChanges); ok && f.pages[l.Stream] != nil {
			events.Apply(&f.pages[l.Stream].content, changes)
		}
	}
}

// isOwn reports whether a stream is that of a page which every site has, in the end.
func (f *candorFile) isOwn(stream string) bool {
	one := f.pages[stream]
	return one != nil && events.IsFixedPage(one.content.Slug)
}

// ownPages imports the file's pages that every site has, as the file leaves them.
func (f *candorFile) ownPages(ctx context.Context) error {
	var streams []string
	for stream := range f.pages {
		if f.isOwn(stream) {
			streams = append(streams, stream)
		}
	}
	slices.SortFunc(streams, func(a, b string) int { return cmp.Compare(f.pages[a].content.Slug, f.pages[b].content.Slug) })
	for _, stream := range streams {
		one, p := f.pages[stream], f.public[stream]
		if p.closed != "" || !p.Visible() {
			f.report.skip("page", "it isn't public there, and every site has this page", one.content.Title)
			continue
		}
		by := f.By
		by.IdempotencyKey = "candor " + one.id
		entry := Entry{Kind: events.PageKind, Source: stream, Title: one.content.Title, Published: true, Outcome: Added}
		changes := events.PageChanges{Title: &one.content.Title, Content: f.text(&one.content.Content)}
		if err := f.nextVersion(ctx, by, one.content.Slug, changes, &entry); err != nil {
			return err
		}
		f.report.Items = append(f.report.Items, entry)
	}
	return nil
}
