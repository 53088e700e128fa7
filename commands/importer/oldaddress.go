// Old addresses of lists and pictures: those of tags, categories and authors as WordPress and Ghost make them, and those at which pictures
// lay that were taken along.

package importer

import (
	"net/url"
	"strings"
	"unicode"

	"candor/commands/editorial"
	"candor/events"
)

// oldAddress is a path on the old site, decoded, and what it leads to.
type oldAddress struct {
	path string
	to   editorial.Target
}

// folder returns the path of the old site's front page without the slash at its end: "" unless the site was in a folder.
func folder(base *url.URL) string {
	if base == nil {
		return ""
	}
	return strings.TrimRight(base.Path, "/")
}

// listed notes that the old site listed the item at the address of a tag, a category or an author, as exports escape it.
func (i *item) listed(path, kind, name string) {
	if decoded, err := url.PathUnescape(path); err == nil {
		path = decoded
	}
	if name = strings.TrimSpace(name); name != "" {
		i.lists = append(i.lists, oldAddress{path, editorial.Target{Kind: kind, Name: name}})
	}
}

// lists notes where the old site listed a post: with its tags, its categories, and its author, whose address was made of the login.
func (f *wordpressFile) lists(one *item, i *wxrItem) {
	base := folder(f.base)
	for _, t := range i.tags {
		if t.slug != "" {
			one.listed(base+"/tag/"+t.slug, events.TagKind, t.name)
		}
	}
	for _, t := range i.terms {
		if t.slug == "" || t.uncategorized() {
			continue
		}
		one.listed(base+"/category/"+t.slug, events.TopicKind, t.name)
		if path := f.categoryPath(t.slug); path != t.slug {
			one.listed(base+"/category/"+path, events.TopicKind, t.name)
		}
	}
	if login := nicename(i.creator); login != "" {
		one.listed(base+"/author/"+login, events.AuthorKind, one.author)
	}
}

// categoryPath returns a category's slug below those of the categories that it is in: "hardware/laptops".
func (f *wordpressFile) categoryPath(slug string) string {
	path := slug
	for depth := 0; depth < 10; depth++ { // a file may name a category as its own parent
		if slug = f.parents[slug]; slug == "" {
			break
		}
		path = slug + "/" + path
	}
	return path
}

// nicename returns a login as WordPress writes it in the address of an author's page; "" for an e-mail address.
func nicename(login string) string {
	if strings.Contains(login, "@") {
		return ""
	}
	words := strings.FieldsFunc(strings.ToLower(login), func(r rune) bool { return r == '-' || r == '.' || unicode.IsSpace(r) })
	name := strings.Join(words, "-")
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, name)
}

// lists notes where the old site listed a post. slugs are by table and id.
func (f *ghostFile) lists(one *item, post string, author any) {
	base := folder(f.base)
	for _, t := range f.tagsOf[post] {
		if slug := f.slugs["tags "+t.id]; slug != "" { // the first tag is the category
			one.listed(base+"/tag/"+slug, events.TopicKind, f.tags[t.id])
		}
	}
	for _, a := range append(f.authorsOf[post], sorted{id: idText(author)}) {
		if slug := f.slugs["users "+a.id]; slug != "" && f.authors[a.id] == one.author {
			one.listed(base+"/author/"+slug, events.AuthorKind, one.author)
		}
	}
}

// tookAlong notes that a picture of the item is stored here, which was at an address of the old site.
func (i *item) tookAlong(address string, file pictureFile) {
	if u, err := url.Parse(address); err == nil && file.sha256 != "" {
		i.lists = append(i.lists, oldAddress{u.Path, editorial.Target{Kind: events.PictureKind, SHA256: file.sha256}})
	}
}
