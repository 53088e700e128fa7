// What the parsers find in a file, in words that all of them share.

package importer

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"candor/commands/editorial/slugs"
	"candor/commands/importer/markup"
	"candor/commands/importer/prose"
	"candor/commands/importer/ratings"
	"candor/commands/input"
	"candor/commands/pictures"
	"candor/events"
	"candor/events/characters"
)

// item is one thing of a file that can become an article or a review.
type item struct {
	key       string            // names it among everything that is ever imported, for ever
	alias     string            // tells it from other items of the file with the same key
	digest    [sha256.Size]byte // of what the file says of it
	ref       string            // what the report calls it: "post 12"
	title     string
	excerpt   string
	author    string
	terms     []term // its categories
	tags      []string
	created   time.Time // zero: the file does not say
	modified  time.Time // its last change; zero: the file does not say
	published bool
	scheduled bool // it was to be published at created
	featured  bool
	path      string       // decoded, of its old address; "": none
	lists     []oldAddress // where the old site listed it and its pictures lay
	picture   prose.Image  // the main one; without an address: the first of the body
	body      *prose.Document
	moved     map[string]movedPicture // by old address: its pictures that were taken along
	rating    *ratings.Rating         // it is a review
	page      string                  // the slug of the page of every site that it is; "": it is none
	notes     []string
}

// term is a category.
type term struct{ name, slug string }

// note adds something that the report should say of the item.
func (i *item) note(format string, args ...any) {
	i.notes = append(i.notes, fmt.Sprintf(format, args...))
}

// leftOut notes what was left out of the item.
func (i *item) leftOut(lost *markup.LeftOut) {
	if text := lost.String(); text != "" {
		i.note("left out: %s", text)
	}
}

// close has the item imported as a draft if there is a reason why it must not be published.
func (i *item) close(why string) {
	if why != "" {
		i.published, i.scheduled = false, false
		i.note("%s, so it is imported as a draft", why)
	}
}

// credit takes the first of some authors, and names the others.
func (i *item) credit(names []string) {
	if len(names) == 0 {
		return
	}
	i.author = names[0]
	var others []string
	for _, name := range names[1:] {
		if name != i.author && !slices.Contains(others, name) {
			others = append(others, name)
		}
	}
	if len(others) > 0 {
		i.note("left out: its other authors, %s", strings.Join(others, ", "))
	}
}

// The defaults of spec.md section 5 for what a file does not say.
const (
	defaultAuthor   = "Admin"
	defaultCategory = "Technology"
	unknownBrand    = "Unknown"
)

// Lengths in characters to which texts are cut that would otherwise cost the whole item.
const (
	longestTitle   = 300
	longestExcerpt = 2_000
	longestName    = 200
	longestVerdict = 20_000
	mostImages     = 100
)

// shortened cuts text after at most n characters, and says so in the item's notes.
func (i *item) shortened(what, text string, n int) string {
	text = strings.TrimSpace(text)
	if characters.Count(text) <= n {
		return text
	}
	i.note("the %s was shortened to %d characters", what, n)
	return strings.TrimSpace(characters.Cut(text, n-1)) + "…"
}

// name returns the title of the item; its first words if it has none.
func (i *item) name() string {
	title := i.shortened("title", strings.Join(strings.Fields(i.title), " "), longestTitle)
	if title != "" {
		return title
	}
	first, _, _ := strings.Cut(i.body.Text(), "\n")
	if first != "" {
		i.note("it had no title, so its first words are used")
	}
	if short := characters.Shorten(first, 80); len(short) < len(first) {
		first = short + "…"
	}
	return first
}

// images are the addresses of its pictures, the main one first, without those that we could not show.
func (i *item) images() []string {
	seen := map[string]bool{}
	images := []string{}
	add := func(address string) {
		if to, ok := i.moved[address]; ok {
			address = to.here
		}
		address = strings.ReplaceAll(strings.TrimSpace(address), " ", "%20")
		if address == "" || seen[address] {
			return
		}
		seen[address] = true
		if err := pictures.CheckPicture(address); err != nil {
			i.note("an image was skipped: it %v", err)
			return
		}
		images = append(images, address)
	}
	add(i.picture.Address)
	for _, one := range i.body.Images {
		add(one.Address)
	}
	if len(images) > mostImages {
		i.note("only %d of %d images were imported", mostImages, len(images))
		images = images[:mostImages]
	}
	return images
}

// video is the first video that can be shown, "" if there is none.
func (i *item) video() string {
	for _, address := range i.body.Videos {
		if input.CheckAddress(address) == nil {
			return address
		}
	}
	return ""
}

// schedule makes sense of a date that is still to come, or of a post that was to be published at a date that has passed.
func (i *item) schedule(now time.Time) (publishAt *time.Time) {
	switch {
	case i.scheduled && i.created.After(now):
		at := i.created
		i.created = now
		i.note("it will be published %s", at.Format(time.RFC3339))
		return &at
	case i.scheduled:
		i.note("it was scheduled for a time that has passed, so it is imported as a draft")
	case i.created.After(now):
		i.note("its date was in the future, so it is dated today")
		i.created = now
	}
	return nil
}

// lastChange returns when the item was last changed; zero if that isn't known, or can't be.
func (i *item) lastChange(now time.Time) time.Time {
	if i.created.IsZero() || i.modified.After(now) {
		return time.Time{}
	}
	return i.modified
}

// mainPicture returns the first of some pictures, "" if there is none. One at its old address keeps no alternative text there, which is
// noted.
func (i *item) mainPicture(images []string) string {
	if len(images) == 0 {
		return ""
	}
	for _, one := range append([]prose.Image{i.picture}, i.body.Images...) {
		if _, moved := i.moved[one.Address]; !moved && one.Address == images[0] && one.Alt != "" {
			i.note("left out: the alternative text of its main picture, %s", prose.FirstLine(one.Alt))
			break
		}
	}
	return images[0]
}

// content returns the text as Markdown, without the picture and the video that are shown elsewhere.
func (i *item) content(picture, video string) string {
	for _, one := range i.body.Images {
		if to := i.moved[one.Address]; one.Caption != "" && to.caption == "" && picture != "" &&
			(picture == one.Address || picture == to.here) {
			i.note("the caption of its main picture was left out: %s", prose.FirstLine(one.Caption))
		}
	}
	return i.body.Markdown(prose.Options{Picture: picture, Video: video, Moved: func(address string) (here, caption string, ok bool) {
		to, ok := i.moved[address]
		return to.here, to.caption, ok
	}})
}

// article returns the item as the author of an article would send it.
func (i *item) article() events.ArticleChanges {
	images, video := i.images(), i.video()
	main := i.mainPicture(images)
	title := i.name()
	content := i.content(main, video)
	excerpt := i.shortened("excerpt", i.excerpt, longestExcerpt)
	author := i.shortened("author's name", prose.Or(i.author, defaultAuthor), longestName)
	category := i.shortened("category", i.category(), longestName)
	return events.ArticleChanges{Title: &title, Content: &content, Excerpt: &excerpt, ImageURL: &main, VideoURL: &video,
		Category: &category, AuthorName: &author, Tags: i.words(category)}
}

// changes returns the item as its author would send it, a review without its category, and its title.
func (i *item) changes() (changes any, title string) {
	if i.rating != nil {
		review := i.review(0)
		return review, *review.Title
	}
	article := i.article()
	return article, *article.Title
}

// newSlug returns the slug that a category of this name has here. WordPress writes letters beyond Latin ones encoded, as in addresses.
func (t term) newSlug() string {
	slug := t.slug
	if decoded, err := url.PathUnescape(slug); err == nil {
		slug = decoded
	}
	return slugs.Of(prose.Or(slug, t.name))
}

// category returns the category of an article: the first with a name, or else the first tag.
func (i *item) category() string {
	for _, t := range i.terms {
		if !t.uncategorized() {
			return t.name
		}
	}
	if len(i.tags) > 0 {
		return i.tags[0]
	}
	return defaultCategory
}

func (t term) uncategorized() bool {
	return strings.TrimSpace(t.name) == "" || strings.EqualFold(t.slug, "uncategorized") || strings.EqualFold(t.name, "uncategorized")
}

// review returns the item as the author of a review would send it.
func (i *item) review(category events.CategoryID) events.ReviewChanges {
	images, video := i.images(), i.video()
	title := i.name()
	main := i.mainPicture(images)
	content := i.content(main, video)
	product := i.shortened("product's name", prose.Or(i.rating.Product, title), longestName)
	brand := i.shortened("brand", prose.Or(i.rating.Brand, unknownBrand), longestName)
	author := i.shortened("author's name", prose.Or(i.author, defaultAuthor), longestName)
	verdict := i.shortened("verdict", prose.Or(i.rating.Verdict, prose.Text(i.excerpt)), longestVerdict)
	in := events.ReviewChanges{
		ProductName: &product, ProductBrand: &brand, CategoryID: &category, Title: &title, Content: &content, AuthorName: &author,
		Verdict: &verdict, Rating: &i.rating.Stars, ImageURLs: &images, VideoURL: &video,
	}
	if main != "" {
		in.ProductImageURL = &main
	}
	in.Pros, in.Cons, in.Tags = i.list("pro", i.rating.Pros), i.list("con", i.rating.Cons), i.words("")
	if i.rating.Price > 0 {
		in.ProductPrice = &i.rating.Price
	}
	for _, address := range i.body.Links {
		host := hostOf(address)
		switch {
		case input.CheckAddress(address) != nil:
		case in.AliexpressLink == nil && strings.Contains("."+host, ".aliexpress."):
			in.AliexpressLink = &address
		case in.ShopeeLink == nil && strings.Contains("."+host, ".shopee."):
			in.ShopeeLink = &address
		}
	}
	return in
}

// words returns its tags and, for an article, its other categories.
func (i *item) words(category string) *[]string {
	var words []string
	if category != "" {
		for _, t := range i.terms {
			if !t.uncategorized() {
				words = append(words, t.name)
			}
		}
	}
	seen := map[string]bool{strings.ToLower(category): true}
	words = slices.DeleteFunc(append(words, i.tags...), func(word string) bool {
		known := seen[strings.ToLower(word)]
		seen[strings.ToLower(word)] = true
		return known
	})
	return i.list("tag", words)
}

// list returns a list of short texts; long ones are cut, and those beyond the maximum dropped.
func (i *item) list(what string, items []string) *[]string {
	const most, longest = 100, 500
	out := []string{}
	for _, text := range items {
		if text = i.shortened(what, text, longest); text != "" && len(out) < most {
			out = append(out, text)
		}
	}
	return &out
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}
