// A WordPress file as a whole: what its first reading gathers, and its items.

package importer

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"

	"candor/commands/importer/markup"
	"candor/commands/importer/prose"
	"candor/commands/importer/ratings"
)

// wordpressFile is a WXR file: what the first reading has gathered for the second.
type wordpressFile struct {
	base     *url.URL               // of the blog, for addresses without a host; nil: the file does not say
	blog     string                 // its address, which names it in keys
	authors  map[string]string      // login → name
	parents  map[string]string      // category's slug → that of the category that it is in
	pictures map[string]prose.Image // by attachment id
	attached map[string][]string    // post id → attachment ids
	alts     map[string]string      // by pictureKey: the alternative texts of attachments
	reusable markup.Reusable
	scales   ratings.Scales
	hosts    []string        // addresses of the site
	shown    map[string]bool // by pictureKey: what its items show
	mended   bool            // it can only be read with repairs
	files    *pictureFiles   // that its pictures may be
}

// survey reads the file to its end and gathers what its items refer to. It returns how many posts there are. A file that isn't
// well-formed is read once more, with repairs.
func (f *wordpressFile) survey(open func() (io.Reader, error)) (int, error) {
	r, err := open()
	if err != nil {
		return 0, err
	}
	posts, err := f.gather(r, nil)
	var malformed *xmlError
	if !errors.As(err, &malformed) {
		return posts, err
	}
	if r, err = open(); err != nil {
		return 0, err
	}
	f.mended = true
	return f.gather(r, func(int, string) {})
}

func (f *wordpressFile) gather(r io.Reader, repaired func(line int, what string)) (int, error) {
	*f = wordpressFile{mended: f.mended, authors: map[string]string{}, parents: map[string]string{}, pictures: map[string]prose.Image{},
		alts: map[string]string{}, attached: map[string][]string{}, scales: ratings.Scales{}, shown: map[string]bool{}}
	posts := 0
	link := ""
	err := readWordPress(r, repaired, func(name, text string, author [2]string) {
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
			f.knowAuthor(author[0], author[1])
		}
	}, func(i *wxrItem) error {
		switch {
		case i.kind == "attachment" && i.attachment != "":
			if i.id == "" {
				break
			}
			one := prose.Image{Address: prose.Absolute(i.attachment, nil),
				Alt:     prose.OneLine(prose.Unescaped(i.meta["_wp_attachment_image_alt"])),
				Caption: prose.Words(i.excerpt)}
			f.pictures[i.id] = one
			if one.Alt != "" {
				f.alts[pictureKey(one.Address)] = one.Alt
			}
			if i.parent != "" && i.parent != "0" {
				f.attached[i.parent] = append(f.attached[i.parent], i.id)
			}
		case i.kind == "guest-author": // of Co-Authors Plus
			f.knowAuthor(prose.Or(i.meta["cap-user_login"], i.slug), prose.Or(i.meta["cap-display_name"], i.title))
		case i.kind == "wp_block" && i.status == "publish" && i.password == "":
			f.reusable.Keep(i.id, i.content)
		case i.kind == "post":
			posts++
		}
		f.scales.See(i.meta)
		return nil
	})
	f.blog = prose.Or(f.blog, link)
	if u, err := url.Parse(f.blog); err == nil && u.Host != "" {
		if !strings.HasSuffix(u.Path, "/") {
			u.Path += "/"
		}
		f.base = u
	}
	return posts, err
}

// knowAuthor remembers an author's name. An address isn't one.
func (f *wordpressFile) knowAuthor(login, name string) {
	if name = prose.Unescaped(name); login != "" && name != "" && !strings.Contains(name, "@") {
		f.authors[login] = name
	}
}

// site returns what the file says of the site.
func (f *wordpressFile) site() oldSite {
	site := oldSite{addresses: append(f.hosts, f.blog), described: map[string]prose.Image{}}
	for _, p := range f.pictures {
		site.addresses = append(site.addresses, p.Address)
		site.described[pictureKey(p.Address)] = p
	}
	return site
}

// items reads the file again and calls take with each item that can become something; the report is told of the others, and of repairs.
func (f *wordpressFile) items(r io.Reader, files *pictureFiles, take func(*item) error, report *Report) error {
	f.files = files
	var attachments []string
	var made repairs
	var repaired func(line int, what string)
	if f.mended {
		repaired = made.add
	}
	err := readWordPress(r, repaired, nil, func(i *wxrItem) error {
		made.outside(report, i.from)
		for range i.comments {
			report.skip("comment", "comments are not imported", "")
		}
		if i.kind == "attachment" {
			attachments = append(attachments, i.attachment)
			made.outside(report, i.to)
			return nil
		}
		rating := ratings.Of(i.meta, f.scales)
		if why := i.notTaken(rating != nil); why != "" {
			report.skip(prose.Or(i.kind, "item without a type"), why, i.leftOut())
			made.outside(report, i.to)
			return nil
		}
		one := f.item(i, rating)
		made.within(one)
		return take(one)
	})
	made.outside(report, 1<<62)
	for _, address := range attachments {
		if !f.shown[pictureKey(prose.Absolute(address, f.base))] {
			report.skip("attachment", "no imported post shows it", path.Base(address))
		}
	}
	return err
}

// repairs are those of which nothing has been said yet.
type repairs struct {
	first []repair
	more  int
}

type repair struct {
	line int
	what string
}

// mostRepairs is how many repairs of an item are named.
const mostRepairs = 10

func (r *repairs) add(line int, what string) {
	if len(r.first) == 100 {
		r.more++
		return
	}
	r.first = append(r.first, repair{line, what})
}

// outside adds the repairs before a line to the report's notes.
func (r *repairs) outside(report *Report, before int) {
	for len(r.first) > 0 && r.first[0].line < before {
		report.note("%s", r.first[0])
		r.first = r.first[1:]
	}
}

// within adds all repairs to the notes of an item.
func (r *repairs) within(one *item) {
	for n, done := range r.first {
		if n == mostRepairs {
			r.more += len(r.first) - n
			break
		}
		one.note("%s", done)
	}
	if r.more > 0 {
		one.note("%d more repairs of the file", r.more)
	}
	*r = repairs{}
}

func (r repair) String() string { return fmt.Sprintf("line %d of the file: %s", r.line, r.what) }
