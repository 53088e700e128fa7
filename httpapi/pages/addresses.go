// Where the pages of the site are.

package pages

import (
	"net/url"

	"candor/events"
	"candor/projections/content/names"
)

// Fixed are the heads of the pages with one address (webapp/src/app/heads.ts).
var Fixed = append([]Head{
	{Path: "/"},
	{Path: "/reviews", Title: "All Reviews",
		Description: "Every review on {{name}}, tested and told honestly.",
		Parameters:  []string{"search", "type", "category", "brand", "tag", "year", "minScore", "maxPrice", "sort", "page"}},
	{Path: "/compare", Title: "Compare",
		Description: "Reviewed products side by side: scores, prices, specifications, pros, cons and verdicts.",
		NoIndex:     true, Parameters: []string{"reviews", "only"}},
	{Path: "/tech-articles", Title: "Tech Articles",
		Description: "News and articles from the {{name}} newsroom.",
		Parameters:  []string{"category", "tag", "year", "page"}},
	{Path: "/office-tools", Title: "Office Tools",
		Description: "A free QR code generator: unlimited, no registration, and it runs entirely in your browser."},
	sitePage("about"), sitePage("contact"),
	{Path: "/corrections", Title: "Corrections",
		Description: "Corrections and updates of reviews and articles on {{name}}: what changed, when, and what it said before.",
		Parameters:  []string{"type", "kind", "category", "author", "year", "page"}},
	sitePage("privacy"), sitePage("terms"),
	{Path: "/docs", Title: "API Documentation",
		Description: "Publish reviews and tech articles from a program: a quick start, a reference for every endpoint, and examples to download."},
	{Path: "/admin-login", Title: "Admin Login", Description: "Sign in to manage this site.", NoIndex: true, Part: SignInPart},
	adminHead("/admin"), adminHead("/admin/media"),
	adminHead("/admin/messages"), adminHead("/admin/analytics"), adminHead("/admin/api"),
	adminHead("/admin/activity"), adminHead("/admin/settings"),
}, adminLists()...)

// sitePage is the head of a page that every site has, but for its title and its description, which are the page's.
func sitePage(slug string) Head {
	p, _ := events.FixedPageAt(slug)
	return Head{Path: p.Path(), Slug: slug}
}

// CategoryParameters are the parameters that change the page of a category.
var CategoryParameters = []string{"brand", "tag", "year", "minScore", "maxPrice", "sort", "page"}

// Editors are the patterns of the addresses at which the dashboard's editors, the details of a picture, and a subject of the settings open.
var Editors = append([]string{"/admin/media/{sha256:[0-9a-f]{64}}", "/admin/settings/{subject:[a-z-]+}"}, editors()...)

// adminLists returns the heads of the dashboard's lists of content.
func adminLists() (all []Head) {
	for _, k := range events.Kinds {
		all = append(all, adminHead("/admin/"+k.Plural()))
	}
	return all
}

// editors returns the patterns of the addresses of the editors of content.
func editors() (all []string) {
	for _, k := range events.Kinds {
		all = append(all, "/admin/"+k.Plural()+"/new", "/admin/"+k.Plural()+"/{id}/edit")
	}
	return all
}

// EditorHead returns the head of the dashboard with an editor open at path.
func EditorHead(path string) Head { return adminHead(path) }

// adminHead is the head of the dashboard, or of one of its tabs.
func adminHead(path string) Head {
	return Head{Path: path, Title: "Admin Dashboard", Description: "The dashboard of this site's owner.",
		NoIndex: true, Part: DashboardPart}
}

// CategoryPath returns the path of the page of a category.
func CategoryPath(slug string) string { return "/category/" + slug }

// Encoded returns a path as a link has it: with what isn't ASCII encoded.
func Encoded(path string) string { return (&url.URL{Path: path}).EscapedPath() }

// ItemPath returns the path of the page of an item; slug counts for a kind that has slugs.
func ItemPath(kind string, id int64, slug string) string {
	k, _ := events.KindNamed(kind)
	return k.Address(id, slug)
}

// nameFolders are the folders of the names' pages, by kind.
var nameFolders = map[names.Kind]string{names.Tags: "/tags/", names.Brands: "/brands/", names.Authors: "/authors/"}

// NamePath returns the path of the page of a tag, a brand or an author.
func NamePath(of names.Kind, slug string) string { return nameFolders[of] + slug }

// NameHeading returns the heading of the page of a tag, a brand or an author.
func NameHeading(of names.Kind, name string) string {
	switch of {
	case names.Tags:
		return "Reviews and articles tagged “" + name + "”"
	case names.Brands:
		return "Reviews of " + name + " products"
	}
	return name
}

// DescribeName returns the description of the page of a tag, a brand or an author.
func DescribeName(of names.Kind, name string) string {
	if of == names.Authors {
		return "Reviews and articles by " + name + "."
	}
	if of == names.Brands {
		return "Honest reviews of products by " + name + "."
	}
	return "Reviews and articles about " + name + "."
}
