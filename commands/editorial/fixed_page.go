// Pages that every site has: About, Contact, Privacy and Terms. They are made at the first start, and stay published at their addresses.

package editorial

import (
	"context"
	"fmt"
	"strings"

	"candor/commands"
	"candor/events"
)

// CreateFixedPages makes the pages that every site has, as far as they were not made before; demo says that they belong to the demo site.
// Several instances may do it at the same time. Its error is Unavailable.
func (h *Handler) CreateFixedPages(ctx context.Context, demo bool) error {
	for _, p := range events.FixedPages {
		if err := h.createFixedPage(ctx, p, demo); err != nil {
			return fmt.Errorf("first page %q: %w", p.Title, err)
		}
	}
	return nil
}

func (h *Handler) createFixedPage(ctx context.Context, p events.FixedPage, demo bool) error {
	by := commands.SystemCaller("first-start")
	// The key is for ever: every start finds what an older Candor has written by it.
	by.IdempotencyKey, by.BodyHash, by.Demo = "first start: page "+p.Slug, "1", demo
	claimed, err := h.Claim(ctx, by, events.PageKind, 1)
	if err != nil {
		return err
	}
	by.At = claimed.At
	published := true
	content := events.Whole[events.PageChanges](events.PageContent(p))
	_, err = pages.of(h).createAs(ctx, by, claimed.IDs[0], content, ItemOptions{IsPublished: &published}, nil)
	if commands.KindOf(err) == commands.Invalid { // another page has the slug, and is the one
		return nil
	}
	return err
}

// FixedPage returns the page that has a slug of those that every site has, and whether its text is still the first version. An id of 0
// says that the log has none. Its error is Unavailable.
func (h *Handler) FixedPage(ctx context.Context, slug string) (id int64, first bool, err error) {
	p, _ := events.FixedPageAt(slug)
	id, err = pages.of(h).slugs().Owner(ctx, slug)
	if id == 0 || err != nil {
		return 0, false, err
	}
	var l commands.Loaded[page]
	err = pages.load(ctx, h.Log, pages.stream(id), &l)
	const creation = 1 // it is created and published in one append
	return id, l.Revision == creation && l.State.content == events.PageContent(p), commands.Typed(err)
}

// fixed reports whether the item is there and stays published at its slug for good.
func (s item[C, Ch]) fixed() bool {
	return s.kind.slug != nil && s.kind.slug.fixed != nil && s.kind.slug.fixed(s.Slug())
}

// keep refuses to take a fixed item from readers. what is "deleted".
func (s item[C, Ch]) keep(what string) error {
	if !s.fixed() {
		return nil
	}
	return &commands.Error{Kind: commands.InUse,
		Message: fmt.Sprintf("“%s” can't be %s: every site has this page. Change its text instead.", s.kind.title(s.content), what)}
}

// keepSlug refuses to change the slug of a fixed item, and to give another item one of those slugs.
func (s item[C, Ch]) keepSlug(content C) error {
	if s.kind.slug == nil || s.kind.slug.fixed == nil {
		return nil
	}
	switch from, to := s.Slug(), *s.kind.slug.of(&content); {
	case from == to:
		return nil
	case s.fixed():
		return commands.RefuseField("slug", "The address of this page can't be changed: every site has it at /"+from)
	case s.kind.slug.fixed(to):
		return commands.Refuse(takenSlug(to))
	}
	return nil
}

// fixedSlug returns what is wrong with the slug of a new item.
func (k *kind[C, Ch]) fixedSlug(changes Ch) []commands.FieldError {
	if k.slug == nil || k.slug.fixed == nil {
		return nil
	}
	var content C
	events.Apply(&content, changes)
	if slug := strings.TrimSpace(*k.slug.of(&content)); k.slug.fixed(slug) {
		return []commands.FieldError{takenSlug(slug)}
	}
	return nil
}

func takenSlug(slug string) commands.FieldError {
	return commands.FieldError{Field: "slug", Message: "Slug is already taken by the site's own page at /" + slug}
}
