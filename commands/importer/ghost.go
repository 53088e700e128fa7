// Ghost: the JSON of its export (versions 1 to 6), table by table.

package importer

import (
	"candor/commands/importer/prose"
	"candor/events"
	"io"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// ghostFile is a Ghost export: what the first reading has gathered for the second.
type ghostFile struct {
	base      *url.URL // of the old site, where it is known
	authors   map[string]string
	tags      map[string]string
	slugs     map[string]string // of authors and tags, by their table and id
	authorsOf map[string][]sorted
	tagsOf    map[string][]sorted
	pictures  map[string]prose.Image // by post: what is said of its main picture
	emailOnly map[string]bool        // posts that are only sent
	others    map[string]int         // rows of the tables that are not imported
}

// sorted is an author's or tag's id in the order of a post.
type sorted struct {
	id    string
	order int
}

// ghostPost is a row of posts. What is not named here is not decoded.
type ghostPost struct {
	ID          any     `json:"id"`
	UUID        string  `json:"uuid"`
	Title       string  `json:"title"`
	Slug        string  `json:"slug"`
	HTML        *string `json:"html"`
	Lexical     *string `json:"lexical"`   // since version 5
	Mobiledoc   *string `json:"mobiledoc"` // before
	Plain       *string `json:"plaintext"`
	Image       *string `json:"feature_image"`
	OldImage    *string `json:"image"` // version 1
	Featured    flag    `json:"featured"`
	Page        flag    `json:"page"` // before version 3
	Type        string  `json:"type"`
	Status      string  `json:"status"`
	Visibility  string  `json:"visibility"`
	Excerpt     *string `json:"custom_excerpt"`
	Head        *string `json:"codeinjection_head"`
	Foot        *string `json:"codeinjection_foot"`
	AuthorID    any     `json:"author_id"`
	PublishedAt any     `json:"published_at"`
	CreatedAt   any     `json:"created_at"`
	UpdatedAt   any     `json:"updated_at"`
}

func (p *ghostPost) isPage() bool { return p.Type == "page" || bool(p.Page) }

// flag is true, or 1.
type flag bool

// UnmarshalJSON takes what databases make of truth values.
func (f *flag) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "true", "1":
		*f = true
	}
	return nil
}

// survey reads the file to its end and gathers what its posts refer to. It returns how many posts there are.
func (f *ghostFile) survey(open func() (io.Reader, error)) (posts int, err error) {
	r, err := open()
	if err != nil {
		return 0, err
	}
	f.authors, f.tags, f.pictures, f.others = map[string]string{}, map[string]string{}, map[string]prose.Image{}, map[string]int{}
	f.emailOnly, f.slugs = map[string]bool{}, map[string]string{}
	f.authorsOf, f.tagsOf = map[string][]sorted{}, map[string][]sorted{}
	err = readGhost(r, func(table string, g ghostReader) error {
		switch table {
		case "posts":
			p, err := rowOf[ghostPost](g.d)
			if !p.isPage() || events.IsFixedPage(p.Slug) {
				posts++
			}
			return err
		case "users", "tags":
			row, err := rowOf[struct {
				ID         any    `json:"id"`
				Name       string `json:"name"`
				Slug       string `json:"slug"`
				Visibility string `json:"visibility"`
			}](g.d)
			into := f.authors
			if table == "tags" {
				into = f.tags
			}
			if row.Visibility != "internal" && !strings.HasPrefix(row.Name, "#") && !strings.Contains(row.Name, "@") {
				into[idText(row.ID)] = row.Name
				f.slugs[table+" "+idText(row.ID)] = strings.Trim(row.Slug, "/")
			}
			return err
		case "posts_tags", "posts_authors":
			row, err := rowOf[struct {
				Post   any `json:"post_id"`
				Tag    any `json:"tag_id"`
				Author any `json:"author_id"`
				Order  int `json:"sort_order"`
			}](g.d)
			into, id := f.tagsOf, idText(row.Tag)
			if table == "posts_authors" {
				into, id = f.authorsOf, idText(row.Author)
			}
			into[idText(row.Post)] = append(into[idText(row.Post)], sorted{id, row.Order})
			return err
		case "posts_meta":
			row, err := rowOf[struct {
				Post    any     `json:"post_id"`
				Alt     *string `json:"feature_image_alt"`
				Caption *string `json:"feature_image_caption"` // HTML
				Email   flag    `json:"email_only"`
			}](g.d)
			if row.Email {
				f.emailOnly[idText(row.Post)] = true
			}
			if row.Alt != nil || row.Caption != nil {
				f.pictures[idText(row.Post)] = prose.Image{Alt: prose.OneLine(value(row.Alt)), Caption: prose.Words(value(row.Caption))}
			}
			return err
		}
		f.others[table]++
		return g.skip()
	})
	for _, lists := range []map[string][]sorted{f.tagsOf, f.authorsOf} {
		for _, list := range lists {
			slices.SortStableFunc(list, func(a, b sorted) int { return a.order - b.order })
		}
	}
	return posts, err
}

// site returns what is known of the site.
func (f *ghostFile) site() oldSite {
	if f.base == nil {
		return oldSite{}
	}
	return oldSite{addresses: []string{f.base.String()}}
}

// idText is an id, which was a number once and is a text today.
func idText(id any) string {
	switch id := id.(type) {
	case string:
		return id
	case float64:
		return strconv.FormatFloat(id, 'f', -1, 64)
	}
	return ""
}

// notOurs says why the rows of a table are not taken, "" for those that go without saying.
func notOurs(table string) string {
	switch table {
	case "members", "members_newsletters", "subscribers", "comments", "users_roles", "invites",
		"email_recipients", "member_stripe_customers",
		"members_labels":
		return "personal data is not imported"
	case "newsletters", "products", "offers", "snippets", "integrations", "webhooks", "custom_theme_settings":
		return "not supported"
	}
	return ""
}

// items reads the file again and calls take with each post; the report is told of what is not taken.
func (f *ghostFile) items(r io.Reader, _ *pictureFiles, take func(*item) error, report *Report) error {
	for _, table := range slices.Sorted(maps.Keys(f.others)) {
		if why := notOurs(table); why != "" {
			for range f.others[table] {
				report.skip("row of "+table, why, "")
			}
		}
	}
	return readGhost(r, func(table string, g ghostReader) error {
		if table != "posts" {
			return g.skip()
		}
		p, err := rowOf[ghostPost](g.d)
		if err != nil {
			return err
		}
		if p.isPage() && !events.IsFixedPage(p.Slug) {
			report.skip("page", noPages, p.Title)
			return nil
		}
		if err := take(f.item(&p)); err != nil {
			return stop{err}
		}
		return nil
	})
}

// ghostURL stands for the site's own address in exports.
const ghostURL = "__GHOST_URL__"
