// Kinds of things that events are about, and what is known of those that are content.

package events

import (
	"net/url"
	"slices"
	"strconv"
)

// Kinds of content.
const (
	ReviewKind  = "review"
	ArticleKind = "article"
	PageKind    = "page"
)

// Kinds of other things.
const (
	CategoryKind   = "category"
	AuthorKind     = "author"
	ContactKind    = "message" // of the contact form
	KeyKind        = "key"
	SubscriberKind = "subscriber"
	PictureKind    = "picture"
	ErasureKind    = "erasure"
	SettingsKind   = "settings"
	AdminKind      = "admin"
	BackupKind     = "backup"
	ChecklistKind  = "checklist"
	DemoKind       = "demo" // the demo site as a whole
	TagKind        = "tag"
	BrandKind      = "brand"
	TopicKind      = "topic" // that an old address leads to: a category of articles, which has a name and no number
)

// Kind is a kind of content: what everything that treats reviews, articles and pages alike knows of one.
type Kind struct {
	Name   string // in events and in the names of streams: "review"
	Noun   string // in errors: "Review", of "Review not found"
	Path   string // in the API: "reviews", of /api/reviews and /api/admin/reviews
	Folder string // of the items' pages, before their ids or slugs: "/reviews/"

	// Corrects are the fields that readers are told about: a correction or an update of what they have seen is about some of these. They
	// are named as in JSON, in the order of the screen.
	Corrects []string

	Versioned bool // readers can see and compare earlier versions; without them, a change is a correction or nothing is said of it
	Featured  bool // items can stand on the home page
	Slugged   bool // items have unique slugs, by which their pages are found
	Listed    bool // readers can filter the lists, and items have related ones
}

// Kinds are the kinds of content, in the order in which people see them. The first letters of their names differ, as keys of read models
// begin with them.
var Kinds = []Kind{
	{Name: ReviewKind, Noun: "Review", Path: "reviews", Folder: "/reviews/",
		Corrects: []string{"rating", "scoreReason", "subScores", "productPrice", "productPriceMax", "shops", "verdict", "productName",
			"productBrand", "productDescription", "pros", "cons", "specifications", "features", "title", "content", "productImageUrl",
			"imageUrls", "authorName"},
		Versioned: true, Featured: true, Listed: true},
	{Name: ArticleKind, Noun: "Tech article", Path: "news", Folder: "/tech-articles/",
		Corrects:  []string{"title", "excerpt", "content", "imageUrl", "authorName"},
		Versioned: true, Listed: true},
	{Name: PageKind, Noun: "Page", Path: "pages", Folder: "/pages/",
		Corrects: []string{"title", "content"},
		Slugged:  true},
}

// KindNamed returns the kind of content of that name; false: there is none.
func KindNamed(name string) (Kind, bool) {
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, false
	}
	return Kinds[i], true
}

// MustKind returns the kind of that name. It panics if there is none.
func MustKind(name string) Kind {
	k, ok := KindNamed(name)
	if !ok {
		panic("events: no kind of content is named " + name)
	}
	return k
}

// IsKind reports whether a name is that of a kind of content.
func IsKind(name string) bool {
	_, ok := KindNamed(name)
	return ok
}

// KindNames returns the names of the kinds of content.
func KindNames() (names []string) {
	for _, k := range Kinds {
		names = append(names, k.Name)
	}
	return names
}

// Prefix returns the prefix of the kind's streams: "review-".
func (k Kind) Prefix() string { return k.Name + "-" }

// Plural returns what several items are called: "articles".
func (k Kind) Plural() string { return k.Name + "s" }

// Address returns the path of an item's page: by its id, or by its slug where the kind has slugs. Pages that every site has are in no
// folder.
func (k Kind) Address(id int64, slug string) string {
	if !k.Slugged {
		slug = strconv.FormatInt(id, 10)
	} else if p, ok := FixedPageAt(slug); ok {
		return p.Path()
	}
	return k.Folder + slug
}

// Link returns [Kind.Address] as a link has it, with what isn't ASCII encoded.
func (k Kind) Link(id int64, slug string) string {
	return (&url.URL{Path: k.Address(id, slug)}).EscapedPath()
}

// Letter stands for the kind in keys that are of all kinds.
func (k Kind) Letter() byte { return k.Name[0] }

// SitePrefixes returns the prefixes of the streams of which the site consists: of all content, and of categories.
func SitePrefixes() []string {
	return append(KindPrefixes(func(Kind) bool { return true }), CategoryPrefix)
}

// KindPrefixes returns the prefixes of the streams of those kinds of content of which is says so.
func KindPrefixes(is func(Kind) bool) (prefixes []string) {
	for _, k := range Kinds {
		if is(k) {
			prefixes = append(prefixes, k.Prefix())
		}
	}
	return prefixes
}
