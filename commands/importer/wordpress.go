// WordPress: the eXtended RSS of its export tool (WXR 1.0 to 1.2), item by item.

package importer

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"candor/commands/importer/prose"
)

// wordpressFile is a WXR file: what the first reading has gathered for the second.
type wordpressFile struct {
	base     *url.URL            // of the blog, for addresses without a host; nil: the file does not say
	blog     string              // its address, which names it in keys
	authors  map[string]string   // login → name
	parents  map[string]string   // category's slug → that of the category that it is in
	pictures map[string]image    // by attachment id
	attached map[string][]string // post id → attachment ids
	scales   scales
	hosts    []string        // addresses of the site
	shown    map[string]bool // by pictureKey: what its items show
}

// wxrItem is an <item>. Comments, and with them their authors, are passed over.
type wxrItem struct {
	id, title, link, creator, content, excerpt string
	kind, status, slug, password, parent       string // post_type, status, post_name, …
	gmt, local, pubDate, attachment            string
	sticky                                     bool
	terms, tags                                []term
	meta                                       map[string]string
	comments                                   int
}

// wordpressEvents reads a file from the start and calls item for each <item>; channel, if not nil, is given the other elements
// of the channel with their text.
func readWordPress(r io.Reader, channel func(name string, text string, author [2]string), item func(*wxrItem) error) error {
	text, err := clean(r)
	if err != nil {
		return err
	}
	limited := &pieces{r: text}
	limited.next()
	d := xml.NewDecoder(limited)
	d.Entity = xml.HTMLEntity
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // clean has made it UTF-8
	depth := 0
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) && depth == 0 {
			return nil
		}
		if err != nil {
			return broken(d, err)
		}
		switch t := t.(type) {
		case xml.EndElement:
			depth--
		case xml.StartElement:
			depth++
			switch {
			case depth <= 2 && (t.Name.Local == "rss" || t.Name.Local == "channel"):
			case depth == 3 && t.Name.Local == "item":
				limited.next()
				one, err := readWXRItem(d)
				if err != nil {
					return broken(d, err)
				}
				depth--
				if err := item(one); err != nil {
					return err
				}
			default:
				var element struct {
					Text  string `xml:",chardata"`
					Login string `xml:"author_login"`
					Name  string `xml:"author_display_name"`

					Category string `xml:"category_nicename"`
					Parent   string `xml:"category_parent"`
				}
				if err := d.DecodeElement(&element, &t); err != nil {
					return broken(d, err)
				}
				depth--
				limited.next()
				if channel != nil && element.Category != "" {
					channel("category", element.Parent, [2]string{element.Category})
				} else if channel != nil {
					channel(t.Name.Local, strings.TrimSpace(element.Text), [2]string{element.Login, element.Name})
				}
			}
		}
	}
}

// broken says where a file cannot be read on.
func broken(d *xml.Decoder, err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("the XML is invalid at line %d: %s", syntax.Line, syntax.Msg)
	}
	line, _ := d.InputPos()
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("the XML is incomplete: it ends at line %d", line)
	}
	return fmt.Errorf("the XML is invalid at line %d: %w", line, err)
}

// readWXRItem reads an item whose start has been read, to its end.
func readWXRItem(d *xml.Decoder) (*wxrItem, error) {
	i := &wxrItem{meta: map[string]string{}}
	texts := map[string]*string{
		"post_id": &i.id, "title": &i.title, "link": &i.link, "creator": &i.creator, "post_type": &i.kind, "status": &i.status,
		"post_name": &i.slug, "post_password": &i.password, "post_parent": &i.parent, "post_date_gmt": &i.gmt, "post_date": &i.local,
		"pubDate": &i.pubDate, "attachment_url": &i.attachment,
	}
	for {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		start, ok := t.(xml.StartElement)
		if !ok {
			if _, ok := t.(xml.EndElement); ok {
				return i, nil
			}
			continue
		}
		switch name := start.Name.Local; name {
		case "encoded":
			into := &i.content
			if strings.Contains(start.Name.Space, "excerpt") {
				into = &i.excerpt
			}
			err = d.DecodeElement(into, &start)
		case "comment":
			i.comments++
			err = d.Skip()
		case "category":
			err = i.readTerm(d, start)
		case "postmeta":
			var m struct {
				Key   string `xml:"meta_key"`
				Value string `xml:"meta_value"`
			}
			err = d.DecodeElement(&m, &start)
			if _, known := i.meta[m.Key]; !known && wantedMeta[m.Key] {
				i.meta[m.Key] = m.Value
			}
		case "is_sticky":
			var text string
			err = d.DecodeElement(&text, &start)
			i.sticky = strings.TrimSpace(text) == "1"
		default:
			if into := texts[name]; into != nil && *into == "" {
				err = d.DecodeElement(into, &start)
				*into = strings.TrimSpace(*into)
			} else {
				err = d.Skip()
			}
		}
		if err != nil {
			return nil, err
		}
	}
}

// wantedMeta are the fields of posts that say something to us. The others are neither kept nor looked at.
var wantedMeta = func() map[string]bool {
	wanted := map[string]bool{"_thumbnail_id": true, "_wp_attached_file": true, "_wp_attachment_image_alt": true}
	for _, name := range []string{
		"wp_review_total", "wp_review_type", "wp_review_heading", "wp_review_desc", "wp_review_pros", "wp_review_cons",
		"taq_review_score", "taq_review_title", "taq_review_summary", "yasr_overall_rating", "_bsf_rating", "_bsf_item_name",
		"rank_math_snippet_review_rating_value", "rank_math_snippet_review_best_rating", "rank_math_snippet_name", "_lets_review_final_score_100",
	} {
		wanted[name] = true
	}
	for _, name := range looseFields {
		wanted[name] = true
	}
	for name := range closedMeta {
		wanted[name] = true
	}
	return wanted
}()

func (i *wxrItem) readTerm(d *xml.Decoder, start xml.StartElement) error {
	var name string
	if err := d.DecodeElement(&name, &start); err != nil {
		return err
	}
	one, domain := term{name: strings.TrimSpace(name)}, ""
	for _, a := range start.Attr {
		switch a.Name.Local {
		case "domain":
			domain = a.Value
		case "nicename":
			one.slug = a.Value
		}
	}
	switch domain {
	case "category", "":
		i.terms = append(i.terms, one)
	case "post_tag":
		i.tags = append(i.tags, one)
	}
	return nil
}

// survey reads the file to its end and gathers what its items refer to. It returns how many items there are.
func (f *wordpressFile) survey(r io.Reader) (int, error) {
	f.parents = map[string]string{}
	f.authors, f.pictures, f.attached, f.scales, f.shown = map[string]string{}, map[string]image{}, map[string][]string{}, scales{}, map[string]bool{}
	items := 0
	link := ""
	err := readWordPress(r, func(name, text string, author [2]string) {
		switch name {
		case "base_site_url":
			f.hosts = append(f.hosts, text)
		case "base_blog_url":
			f.blog = text
		case "link":
			link = text
		case "category":
			f.parents[author[0]] = text
		case "author":
			if author[0] != "" && !strings.Contains(author[1], "@") {
				f.authors[author[0]] = author[1]
			}
		}
	}, func(i *wxrItem) error {
		items++
		if i.kind == "attachment" && i.id != "" && i.attachment != "" {
			f.pictures[i.id] = image{address: i.attachment, alt: oneLine(i.meta["_wp_attachment_image_alt"]), caption: words(i.excerpt)}
			if i.parent != "" && i.parent != "0" {
				f.attached[i.parent] = append(f.attached[i.parent], i.id)
			}
		}
		f.scales.see(i.meta)
		return nil
	})
	f.blog = or(f.blog, link)
	if u, err := url.Parse(f.blog); err == nil && u.Host != "" {
		if !strings.HasSuffix(u.Path, "/") {
			u.Path += "/"
		}
		f.base = u
	}
	return items, err
}

// site returns what the file says of the site.
func (f *wordpressFile) site() oldSite {
	site := oldSite{addresses: append(f.hosts, f.blog), described: map[string]image{}}
	for _, p := range f.pictures {
		site.addresses = append(site.addresses, p.address)
		site.described[pictureKey(p.address)] = p
	}
	return site
}

// items reads the file again and calls each item that can become something, and skip with what can't.
func (f *wordpressFile) items(r io.Reader, take func(*item) error, skip func(what, why string)) error {
	var attachments []string
	err := readWordPress(r, nil, func(i *wxrItem) error {
		for range i.comments {
			skip("comment", "comments are not imported")
		}
		if i.kind == "attachment" {
			attachments = append(attachments, i.attachment)
			return nil
		}
		rating := ratingOf(i.meta, f.scales)
		if why := i.notTaken(rating != nil); why != "" {
			skip(or(i.kind, "item without a type"), why)
			return nil
		}
		return take(f.item(i, rating))
	})
	for _, address := range attachments {
		if !f.shown[pictureKey(address)] {
			skip("attachment", "no imported post shows it")
		}
	}
	return err
}

// notTaken says why an item is none of ours, "" if it is.
func (i *wxrItem) notTaken(rated bool) string {
	switch i.kind {
	case "post":
	case "page":
		return "pages are not supported"
	case "revision":
		return "only the latest version of a post is imported"
	case "nav_menu_item", "custom_css", "customize_changeset", "oembed_cache", "user_request", "wp_block", "wp_template", "wp_template_part",
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

// item turns a post into ours.
func (f *wordpressFile) item(i *wxrItem, rated *rating) *item {
	one := &item{
		key: "wordpress " + f.blog + " " + or(i.id, i.link), ref: "post " + or(i.id, "without an id"), title: plain(i.title), author: f.authors[i.creator],
		terms: i.terms, featured: i.sticky, published: i.status == "publish", scheduled: i.status == "future",
	}
	if one.author == "" && !strings.Contains(i.creator, "@") {
		one.author = i.creator
	}
	for _, t := range i.tags {
		one.tags = append(one.tags, t.name)
	}
	f.lists(one, i)
	text := expandShortcodes(i.content, func(ids []string) []string { return f.gallery(i.id, ids) })
	one.body = read(text, f.base, !strings.Contains(i.content, "<!-- wp:"))
	one.excerpt = plain(i.excerpt)
	one.picture = f.pictures[i.meta["_thumbnail_id"]]
	one.picture.address = prose.Absolute(one.picture.address, f.base)
	for _, shown := range append(one.body.images, one.picture) {
		f.shown[pictureKey(shown.address)] = true
	}
	if one.picture.address == "" && i.meta["_thumbnail_id"] != "" {
		one.note("its featured image is missing from the file")
	}
	if one.rating = linkedRating(one.body.linkedData); one.rating == nil {
		one.rating = rated
	}
	f.date(one, i)
	one.close(whyClosedInWordPress(i.status, i.password, i.content, i.meta))
	if one.path = oldPath(i.link); one.path == "" && strings.Contains(i.link, "?p=") && one.published {
		one.note("its old address, %s, is numeric and can't be kept", firstLine(i.link))
	}
	return one
}

// date finds when a post was written.
func (f *wordpressFile) date(one *item, i *wxrItem) {
	for _, text := range []string{i.gmt, i.local} {
		if at, err := time.Parse(time.DateTime, text); err == nil && at.Year() > 1 {
			one.created = at
			return
		}
	}
	for _, layout := range []string{time.RFC1123Z, time.RFC1123} {
		if at, err := time.Parse(layout, i.pubDate); err == nil && at.Year() > 1 {
			one.created = at.UTC()
			return
		}
	}
}

// gallery is the addresses of a gallery's pictures.
func (f *wordpressFile) gallery(post string, ids []string) []string {
	if len(ids) == 0 {
		ids = slices.Clone(f.attached[post])
	}
	var addresses []string
	for _, id := range ids {
		if address := f.pictures[strings.TrimSpace(id)].address; address != "" {
			addresses = append(addresses, address)
		}
	}
	return addresses
}

// oldPath is the decoded path of an old address; "" when it has none of its own ("/?p=12").
func oldPath(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" {
		return ""
	}
	return strings.TrimRight(u.Path, "/")
}
