// A WordPress post as an item.

package importer

import (
	"crypto/sha256"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"candor/commands/importer/markup"
	"candor/commands/importer/prose"
)

// notTaken says why an item is none of ours, "" if it is.
func (i *wxrItem) notTaken(rated bool) string {
	switch i.kind {
	case "post":
	case "page":
		return "pages are not supported"
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

// leftOut returns the title of an item that somebody wrote for readers; "" for another one.
func (i *wxrItem) leftOut() string {
	switch i.kind {
	case "revision", "nav_menu_item", "custom_css", "customize_changeset", "oembed_cache", "user_request", "site-review", "comment", "guest-author":
		return ""
	}
	return plain(i.title)
}

// item turns a post into ours.
func (f *wordpressFile) item(i *wxrItem, rated *rating) *item {
	one := &item{
		title: plain(i.title), terms: i.terms, featured: i.sticky, published: i.status == "publish", scheduled: i.status == "future",
	}
	f.name(one, i)
	f.credit(one, i)
	for _, t := range i.tags {
		one.tags = append(one.tags, t.name)
	}
	f.lists(one, i)
	var lost markup.LeftOut
	text, open := f.text(i, &lost)
	one.body = prose.Read(text, f.base, !strings.Contains(i.content, "<!-- wp:"))
	lost.AddAll(one.body.LeftOut)
	one.excerpt = plain(i.excerpt)
	one.picture = f.pictures[i.meta["_thumbnail_id"]]
	one.picture.Address = prose.Absolute(one.picture.Address, f.base)
	for _, shown := range append(one.body.Images, one.picture) {
		f.shown[pictureKey(shown.Address)] = true
	}
	if one.picture.Address == "" && i.meta["_thumbnail_id"] != "" {
		one.note("its featured image is missing from the file")
	}
	if one.rating = linkedRating(one.body.LinkedData); one.rating == nil {
		one.rating = rated
	}
	if i.sticky && one.rating == nil {
		one.note("it was sticky, and only reviews can be featured")
	}
	one.created = wordpressTime(i.gmt, i.local, i.pubDate)
	one.modified = wordpressTime(i.modifiedGMT, i.modified)
	one.close(whyClosedInWordPress(i.status, i.password, open, i.meta))
	one.leftOut(&lost)
	if one.path = oldPath(i.link); one.path == "" && strings.Contains(i.link, "?p=") && one.published {
		one.note("its old address, %s, is numeric and can't be kept", prose.FirstLine(i.link))
	}
	return one
}

// name gives an item the names by which it is known again: by the post's id, or what else tells it from others.
func (f *wordpressFile) name(one *item, i *wxrItem) {
	one.digest = sha256.Sum256([]byte(strings.Join([]string{i.slug, i.link, i.guid, i.title, i.gmt, i.local, i.content}, "\x00")))
	one.alias = or(i.slug, or(i.link, or(i.guid, strings.TrimSpace(i.title+" "+or(i.gmt, or(i.local, i.pubDate))))))
	if one.alias == "" {
		one.alias = fmt.Sprintf("%x", one.digest[:8])
	}
	id := strings.TrimLeft(i.id, "0")
	one.key, one.ref = "wordpress "+f.blog+" "+or(id, one.alias), "post "+id
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
			all = append(all, or(f.authorLogin(a), a.name))
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

// text returns the text of a post as HTML with what its blocks and shortcodes show. open is the same with marks in place of code, for
// those who look for a part that isn't for everybody.
func (f *wordpressFile) text(i *wxrItem, lost *markup.LeftOut) (text, open string) {
	return f.reusable.HTML(markup.Post{
		Content: i.content, Footnotes: i.meta["footnotes"],
		Gallery: func(ids []string) []prose.Image { return f.gallery(i.id, ids) },
		Tags:    func(text string) string { return f.describe(originals(text, f.base)) },
	}, lost)
}

var (
	pictureTag = regexp.MustCompile(`(?i)<img\b[^>]*>`)
	altOfTag   = regexp.MustCompile(`(?i)\salt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)
	srcOfTag   = regexp.MustCompile(`(?i)\ssrc\s*=\s*["']?([^\s"'>]+)`)
)

// describe gives pictures without an alternative text that of their attachment. Those that are taken along have it as their description.
func (f *wordpressFile) describe(text string) string {
	if len(f.alts) == 0 {
		return text
	}
	return pictureTag.ReplaceAllStringFunc(text, func(tag string) string {
		alt, src := altOfTag.FindStringSubmatchIndex(tag), srcOfTag.FindStringSubmatch(tag)
		if src == nil || alt != nil && hasValue(tag, alt) {
			return tag
		}
		address := prose.Absolute(html.UnescapeString(src[1]), f.base)
		known := f.alts[pictureKey(address)]
		if known == "" || len(f.files.names(address)) == 0 || f.files.has(address) {
			return tag
		}
		if alt != nil {
			tag = tag[:alt[0]] + tag[alt[1]:]
		}
		return tag[:len("<img")] + ` alt="` + html.EscapeString(known) + `"` + tag[len("<img"):]
	})
}

// hasValue reports whether one of the groups of a match holds more than spaces.
func hasValue(text string, match []int) bool {
	for n := 2; n < len(match); n += 2 {
		if match[n] >= 0 && strings.TrimSpace(text[match[n]:match[n+1]]) != "" {
			return true
		}
	}
	return false
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

var (
	tagWithPicture = regexp.MustCompile(`(?i)<(?:img|a|source|video|div|figure|section|span|p)\b[^>]*i[0-3]\.wp\.com/[^>]*>`)
	photon         = regexp.MustCompile(`(?i)(?:https?:)?//i[0-3]\.wp\.com/([a-z0-9.-]+\.[a-z]+(?::\d+)?/[^\s"'<>?()]*)(\?[^\s"'<>()]*)?`)
)

// originals puts pictures' own addresses in place of those of Jetpack's copies.
func originals(text string, base *url.URL) string {
	if !strings.Contains(text, ".wp.com/") {
		return text
	}
	return tagWithPicture.ReplaceAllStringFunc(text, func(tag string) string { return original(tag, base) })
}

// original returns an address with the picture's own one in place of that of Jetpack's copy.
func original(address string, base *url.URL) string {
	return photon.ReplaceAllStringFunc(address, func(copied string) string {
		m := photon.FindStringSubmatch(copied)
		scheme := "https"
		if base != nil && base.Scheme == "http" && strings.HasPrefix(strings.ToLower(m[1]), strings.ToLower(base.Host)) && !strings.Contains(html.UnescapeString(m[2]), "ssl=1") {
			scheme = "http"
		}
		return scheme + "://" + m[1]
	})
}
