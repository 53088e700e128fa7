// A Ghost post as an item.

package importer

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"candor/commands/importer/markup"
	"candor/commands/importer/prose"
	"candor/commands/importer/ratings"
)

// item turns a post into ours.
func (f *ghostFile) item(p *ghostPost) *item {
	id := idText(p.ID)
	one := &item{title: p.Title, excerpt: value(p.Excerpt), published: p.Status == "published", scheduled: p.Status == "scheduled",
		featured: bool(p.Featured)}
	one.created, one.modified = ghostTime(p.PublishedAt, p.CreatedAt), ghostTime(p.UpdatedAt)
	p.name(one, id)
	var credited []string
	for _, a := range append(f.authorsOf[id], sorted{id: idText(p.AuthorID)}) {
		if name := f.authors[a.id]; name != "" {
			credited = append(credited, name)
		}
	}
	one.credit(credited)
	for _, t := range f.tagsOf[id] {
		if name := f.tags[t.id]; name != "" {
			one.terms = append(one.terms, term{name: name})
			one.tags = append(one.tags, name)
		}
	}
	f.lists(one, id, p.AuthorID)
	var lost markup.LeftOut
	text, isHTML := p.text(&lost)
	one.body = prose.Read(f.own(text), f.base, !isHTML)
	lost.AddAll(one.body.LeftOut)
	one.picture = f.pictures[id]
	one.picture.Address = prose.Absolute(f.own(prose.Or(value(p.Image), value(p.OldImage))), f.base)
	injected := prose.Read(value(p.Head)+value(p.Foot), f.base, false)
	one.rating = ratings.Linked(append(one.body.LinkedData, injected.LinkedData...))
	if p.isPage() {
		one.page, one.rating = p.Slug, nil
	}
	if one.featured && one.rating == nil {
		one.note("it was featured, which only reviews can be")
	}
	one.close(whyClosedInGhost(p.Status, p.Visibility, value(p.HTML)+text, f.emailOnly[id]))
	one.leftOut(&lost)
	if slug := strings.Trim(p.Slug, "/"); slug != "" {
		one.path = "/" + slug
	}
	return one
}

// name gives an item the names by which it is known again: by the post's ids, or what else tells it from others.
func (p *ghostPost) name(one *item, id string) {
	one.digest = sha256.Sum256([]byte(strings.Join([]string{p.UUID, p.Slug, p.Title, one.created.String(), value(p.HTML), value(p.Lexical),
		value(p.Mobiledoc), value(p.Plain)}, "\x00")))
	one.alias = strings.TrimSpace(prose.Or(p.Slug, p.Title) + " " + ghostDate(one.created))
	if one.alias == "" {
		one.alias = fmt.Sprintf("%x", one.digest[:8])
	}
	one.key, one.ref = "ghost "+prose.Or(p.UUID, prose.Or(id, one.alias)), "post "+id
	if id == "" {
		one.ref = "post without an id: " + prose.FirstLine(prose.Or(p.Slug, one.alias))
	}
}

// ghostDate is a time in a name; "" for none.
func ghostDate(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.Format(time.RFC3339)
}

// text returns the text of a post: its HTML or, in an export without it, that of the editor's own format. Of a post that has neither it is
// plain.
func (p *ghostPost) text(lost *markup.LeftOut) (text string, isHTML bool) {
	if text := value(p.HTML); strings.TrimSpace(text) != "" {
		return text, true
	}
	if text, ok := markup.Lexical(value(p.Lexical), lost); ok {
		return text, true
	}
	if text, ok := markup.Mobiledoc(value(p.Mobiledoc), lost); ok {
		return text, true
	}
	return value(p.Plain), false
}

// own puts the old site's address where Ghost has left a mark for it.
func (f *ghostFile) own(text string) string {
	site := ""
	if f.base != nil {
		site = strings.TrimSuffix(f.base.String(), "/")
	}
	return strings.ReplaceAll(text, ghostURL, site)
}

// ghostTime reads the first of some times that is one in any of the forms of Ghost's versions; zero if none is.
func ghostTime(times ...any) time.Time {
	for _, at := range times {
		switch at := at.(type) {
		case string:
			for _, layout := range []string{time.RFC3339Nano, time.DateTime} {
				if t, err := time.Parse(layout, at); err == nil && t.Year() > 1 {
					return t.UTC()
				}
			}
		case float64:
			if at > 0 && at < 1e14 {
				return time.UnixMilli(int64(at)).UTC()
			}
		}
	}
	return time.Time{}
}

func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
