// Ghost: the JSON of its export (versions 1 to 5), table by table.

package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"candor/commands/importer/prose"
)

// ghostFile is a Ghost export: what the first reading has gathered for the second.
type ghostFile struct {
	base      *url.URL // of the old site, where it is known
	authors   map[string]string
	tags      map[string]string
	slugs     map[string]string // of authors and tags, by their table and id
	authorsOf map[string][]sorted
	tagsOf    map[string][]sorted
	pictures  map[string]image // by post: what is said of its main picture
	emailOnly map[string]bool  // posts that are only sent
	others    map[string]int   // rows of the tables that are not imported
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
}

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

// readGhost reads a file from the start and calls row for each row of each table, with a reader that stands before it; row
// must take or skip it.
func readGhost(r io.Reader, row func(table string, g ghostReader) error) error {
	text, err := clean(r)
	if err != nil {
		return err
	}
	limited := &pieces{r: text}
	limited.next()
	d := json.NewDecoder(limited)
	g := ghostReader{d, limited, row}
	err = g.object(func(key string) error {
		switch key {
		case "db":
			return g.array(func() error { return g.object(g.part) })
		default:
			return g.part(key)
		}
	})
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("unexpected data after the end")
		}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the file is incomplete")
	}
	var stopped stop
	if err != nil && !errors.As(err, &stopped) {
		return fmt.Errorf("the JSON is invalid after %d bytes: %w", d.InputOffset(), err)
	}
	return err
}

// stop is an error of the function that takes the rows.
type stop struct{ error }

func (s stop) Unwrap() error { return s.error }

type ghostReader struct {
	d       *json.Decoder
	limited *pieces
	row     func(table string, g ghostReader) error
}

// part reads "data", the tables, and passes over all else.
func (g ghostReader) part(key string) error {
	if key != "data" {
		return g.skip()
	}
	return g.object(func(table string) error {
		return g.array(func() error { return g.row(table, g) })
	})
}

func (g ghostReader) object(each func(key string) error) error {
	if err := g.expect('{'); err != nil {
		return err
	}
	for g.d.More() {
		t, err := g.d.Token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		if err := each(key); err != nil {
			return err
		}
	}
	_, err := g.d.Token()
	return err
}

// array reads an array; what is none is passed over.
func (g ghostReader) array(each func() error) error {
	t, err := g.d.Token()
	if err != nil {
		return err
	}
	switch t {
	case json.Delim('['):
	case json.Delim('{'):
		return g.rest(1)
	default:
		return nil
	}
	for g.d.More() {
		g.limited.next()
		if err := each(); err != nil {
			return err
		}
	}
	_, err = g.d.Token()
	return err
}

func (g ghostReader) expect(want json.Delim) error {
	t, err := g.d.Token()
	if err == nil && t != want {
		err = fmt.Errorf("found %v instead of %v", t, want)
	}
	return err
}

func (g ghostReader) skip() error { return g.rest(0) }

// rest passes over what is open, depth levels deep, or over one value.
func (g ghostReader) rest(depth int) error {
	for {
		g.limited.next()
		t, err := g.d.Token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// rowOf decodes the next row. One of another shape is an empty one.
func rowOf[T any](d *json.Decoder) (T, error) {
	var row T
	err := d.Decode(&row)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) { // the value is read all the same
		err = nil
	}
	return row, err
}

// survey reads the file to its end and gathers what its posts refer to. It returns how many posts there are.
func (f *ghostFile) survey(r io.Reader) (posts int, err error) {
	f.authors, f.tags, f.pictures, f.others = map[string]string{}, map[string]string{}, map[string]image{}, map[string]int{}
	f.emailOnly, f.slugs = map[string]bool{}, map[string]string{}
	f.authorsOf, f.tagsOf = map[string][]sorted{}, map[string][]sorted{}
	err = readGhost(r, func(table string, g ghostReader) error {
		switch table {
		case "posts":
			posts++
			_, err := rowOf[ghostPost](g.d)
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
				f.pictures[idText(row.Post)] = image{alt: oneLine(value(row.Alt)), caption: words(value(row.Caption))}
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
	case "members", "members_newsletters", "subscribers", "comments", "users_roles", "invites", "email_recipients", "member_stripe_customers", "members_labels":
		return "personal data is not imported"
	case "newsletters", "products", "offers", "snippets", "integrations", "webhooks", "custom_theme_settings":
		return "not supported"
	}
	return ""
}

// items reads the file again and calls take with each post, and skip with what is not taken.
func (f *ghostFile) items(r io.Reader, take func(*item) error, skip func(what, why string)) error {
	for _, table := range slices.Sorted(maps.Keys(f.others)) {
		if why := notOurs(table); why != "" {
			for range f.others[table] {
				skip("row of "+table, why)
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
		if p.Type == "page" || bool(p.Page) {
			skip("page", "pages are not supported")
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

// item turns a post into ours.
func (f *ghostFile) item(p *ghostPost) *item {
	id := idText(p.ID)
	one := &item{
		key: "ghost " + or(p.UUID, id), ref: "post " + or(id, "without an id"), title: p.Title, excerpt: value(p.Excerpt),
		published: p.Status == "published", scheduled: p.Status == "scheduled", featured: bool(p.Featured),
	}
	for _, a := range append(f.authorsOf[id], sorted{id: idText(p.AuthorID)}) {
		if one.author == "" {
			one.author = f.authors[a.id]
		}
	}
	for _, t := range f.tagsOf[id] {
		if name := f.tags[t.id]; name != "" {
			one.terms = append(one.terms, term{name: name})
			one.tags = append(one.tags, name)
		}
	}
	f.lists(one, id, p.AuthorID)
	if p.HTML != nil {
		one.body = read(f.own(*p.HTML), f.base, false)
	} else {
		one.body = read(f.own(value(p.Plain)), f.base, true)
	}
	one.picture = f.pictures[id]
	one.picture.address = prose.Absolute(f.own(or(value(p.Image), value(p.OldImage))), f.base)
	injected := read(value(p.Head)+value(p.Foot), f.base, false)
	one.rating = linkedRating(append(one.body.linkedData, injected.linkedData...))
	for _, at := range []any{p.PublishedAt, p.CreatedAt} {
		if one.created.IsZero() {
			one.created = ghostTime(at)
		}
	}
	one.close(whyClosedInGhost(p.Status, p.Visibility, value(p.HTML), f.emailOnly[id]))
	if slug := strings.Trim(p.Slug, "/"); slug != "" {
		one.path = "/" + slug
	}
	return one
}

// own puts the old site's address where Ghost has left a mark for it.
func (f *ghostFile) own(text string) string {
	site := ""
	if f.base != nil {
		site = strings.TrimSuffix(f.base.String(), "/")
	}
	return strings.ReplaceAll(text, ghostURL, site)
}

// ghostTime reads a time in any of the forms of Ghost's versions; zero if it is none.
func ghostTime(at any) time.Time {
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
	return time.Time{}
}

func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
