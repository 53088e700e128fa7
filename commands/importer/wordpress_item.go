// A WordPress post as an item.

package importer

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"candor/commands/importer/markup"
	"candor/commands/importer/prose"
	"candor/commands/importer/ratings"
	"candor/events"
)

// noPages says why pages are not imported, but for those that every site has.
const noPages = "only About, Contact, Privacy and Terms are imported, by their slugs"

// notTaken says why an item is none of ours, "" if it is.
func (i *wxrItem) notTaken(rated bool) string {
	switch i.kind {
	case "post":
	case "page":
		if !events.IsFixedPage(i.slug) {
			return noPages
		}
	case "revision":
		return "only the latest version of a post is imported"
	case "wp_block":
		return "shown in the posts that use it"
	case "guest-author":
		return "a profile; posts keep their authors' names"
	case "nav_menu_item", "custom_css", "customize_changeset", "oembed_cache", "user_request", "wp_template", "wp_template_part",
		"wp_global_styles", "wp_navigation", "wp_font_family", "wp_font_face":
		return "internal to WordPress"
	case "site-review", "comment":
		return "visitors' reviews are not imported"
	default:
		if !rated {
			return "a plugin's type without a rating"
		}
	}
	switch i.status {
	case "trash", "auto-draft", "inherit":
		return "in the trash, or an empty draft"
	}
	return ""
}

// leftOut returns the title under which the report names an item that isn't imported; "" for items that were never shown to readers.
func (i *wxrItem) leftOut() string {
	switch i.kind {
	case "revision", "nav_menu_item", "custom_css", "customize_changeset", "oembed_cache", "user_request", "site-review", "comment",
		"guest-author":
		return ""
	}
	return prose.Plain(i.title)
}

// item turns a post into ours.
func (f *wordpressFile) item(i *wxrItem, rated *ratings.Rating) *item {
	one := &item{
		title: prose.Plain(i.title), terms: i.terms, featured: i.sticky, published: i.status == "publish", scheduled: i.status == "future",
	}
	f.name(one, i)
	f.credit(one, i)
	for _, t := range i.tags {
		one.tags = append(one.tags, t.name)
	}
	f.lists(one, i)
	var lost markup.LeftOut
	text, withoutCode := f.text(i, &lost)
	one.body = prose.Read(text, f.base, !strings.Contains(i.content, "<!-- wp:"))
	one.body.Describe(f.alt)
	lost.AddAll(one.body.LeftOut)
	one.excerpt = prose.Plain(i.excerpt)
	one.picture = f.pictures[i.meta["_thumbnail_id"]]
	one.picture.Address = prose.Absolute(one.picture.Address, f.base)
	for _, shown := range append(one.body.Images, one.picture) {
		f.shown[pictureKey(shown.Address)] = true
	}
	if one.picture.Address == "" && i.meta["_thumbnail_id"] != "" {
		one.note("its featured image is missing from the file")
	}
	if one.rating = ratings.Linked(one.body.LinkedData); one.rating == nil {
		one.rating = rated
	}
	if i.kind == "page" {
		one.page, one.rating = i.slug, nil
	}
	if i.sticky && one.rating == nil {
		one.note("it was sticky, and only reviews can be featured")
	}
	one.created = wordpressTime(i.gmt, i.local, i.pubDate)
	one.modified = wordpressTime(i.modifiedGMT, i.modified)
	one.close(whyClosedInWordPress(i.status, i.password, withoutCode, i.meta))
	one.leftOut(&lost)
	if one.path = oldPath(i.link); one.path == "" && strings.Contains(i.link, "?p=") && one.published {
		one.note("its old address, %s, is numeric and can't be kept", prose.FirstLine(i.link))
	}
	return one
}

// name gives an item the names by which it is known again: by the post's id, or what else tells it from others.
func (f *wordpressFile) name(one *item, i *wxrItem) {
	one.digest = sha256.Sum256([]byte(strings.Join([]string{i.slug, i.link, i.guid, i.title, i.gmt, i.local, i.content}, "\x00")))
	one.alias = prose.Or(i.slug, prose.Or(i.link,
		prose.Or(i.guid, strings.TrimSpace(i.title+" "+prose.Or(i.gmt, prose.Or(i.local, i.pubDate))))))
	if one.alias == "" {
		one.alias = fmt.Sprintf("%x", one.digest[:8])
	}
	id := strings.TrimLeft(i.id, "0")
	one.key, one.ref = "wordpress "+f.blog+" "+prose.Or(id, one.alias), "post "+id
	if id == "" {
		one.ref = "post without an id: " + prose.FirstLine(one.alias)
	}
}

// credit finds the author of a post.
func (f *wordpressFile) credit(one *item, i *wxrItem) {
	all := []string{i.creator}
	if len(i.authors) > 0 { // what plugins for several authors show
		all = nil
		for _, a := range i.authors {
			all = append(all, prose.Or(f.authorLogin(a), a.name))
		}
		if at := slices.Index(all, i.creator); at > 0 {
			all = append([]string{i.creator}, slices.Delete(all, at, at+1)...)
		}
	}
	var found []string
	for _, login := range all {
		name := f.authors[login]
		if name == "" && !strings.Contains(login, "@") {
			name = login
		}
		if name != "" {
			found = append(found, name)
		}
	}
	one.credit(found)
}

// authorLogin returns the login of an author of Co-Authors Plus; "" if it isn't one that the file knows.
func (f *wordpressFile) authorLogin(a term) string {
	for _, login := range []string{a.name, strings.TrimPrefix(a.slug, "cap-"), a.slug} {
		if f.authors[login] != "" {
			return login
		}
	}
	return ""
}

// text returns the text of a post as HTML, with its blocks and shortcodes carried out. withoutCode is the post before that, with marks in
// place of its code: there a membership plugin's shortcode is one, and not an example.
func (f *wordpressFile) text(i *wxrItem, lost *markup.LeftOut) (text, withoutCode string) {
	return f.reusable.HTML(markup.Post{
		Content: i.content, Footnotes: i.meta["footnotes"],
		Gallery: func(ids []string) []prose.Image { return f.gallery(i.id, ids) },
	}, lost)
}

// alt returns the alternative text of the attachment that is shown at an address. A picture that is taken along has it as its description.
func (f *wordpressFile) alt(address string) string {
	known := f.alts[pictureKey(address)]
	if known == "" || len(f.files.names(address)) == 0 || f.files.has(address) {
		return ""
	}
	return known
}

// wordpressTime returns the first of some dates that is one; zero if none is.
func wordpressTime(dates ...string) time.Time {
	for _, text := range dates {
		for _, layout := range []string{time.DateTime, time.RFC1123Z, time.RFC1123} {
			if at, err := time.Parse(layout, text); err == nil && at.Year() > 1 {
				return at.UTC()
			}
		}
	}
	return time.Time{}
}

// gallery returns a gallery's pictures.
func (f *wordpressFile) gallery(post string, ids []string) []prose.Image {
	if len(ids) == 0 {
		ids = slices.Clone(f.attached[post])
	}
	var pictures []prose.Image
	for _, id := range ids {
		if one := f.pictures[strings.TrimSpace(id)]; one.Address != "" {
			if f.files.has(one.Address) {
				one.Alt, one.Caption = "", "" // it has them as its description
			}
			pictures = append(pictures, one)
		}
	}
	return pictures
}

// oldPath is the decoded path of an old address; "" when it has none of its own ("/?p=12").
func oldPath(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" {
		return ""
	}
	return strings.TrimRight(u.Path, "/")
}
