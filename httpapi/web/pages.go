// Pages: every public route with the right status, rendered by the web app itself; its shell with a short head where it can't be, and
// on the admin's screens.

package web

import (
	"cmp"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"candor/commands/input"
	"candor/events"
	"candor/events/characters"
	"candor/httpapi"
	"candor/httpapi/editorial"
	"candor/httpapi/pages"
	"candor/httpapi/people"
	"candor/projections/projector"
)

// Pages registers the routes of pages and assets.
func Pages(t *httpapi.Table) {
	page := func(h httpapi.Handler, at httpapi.Moments, from ...httpapi.Model) httpapi.Methods {
		return httpapi.Methods{"GET": {Handle: h, Who: httpapi.Anybody, DependsOn: from, Class: httpapi.ClassPages, Cached: true, AsOf: at}}
	}
	for _, h := range pages.Fixed {
		switch {
		case !h.Private():
			handle := fixedPage(h)
			if l, ok := lists[h.Path]; ok {
				handle = fixedListPage(l, h)
			} else if h.Slug != "" {
				handle = ownPage(h.Slug)
			}
			routes := page(handle, httpapi.AnyMoment, httpapi.ContentModel)
			switch h.Path {
			case "/contact":
				routes["POST"] = httpapi.PublicForm(people.PostContactForm)
			case "/corrections":
				get := routes["GET"]
				get.DependsOn, get.PastModel = httpapi.Models{httpapi.ContentModel, httpapi.VersionsModel}, httpapi.VersionsModel
				routes["GET"] = get
			}
			t.Handle(h.Path, routes)
		case t.AsOf.IsZero():
			t.Handle(h.Path, httpapi.Methods{"GET": {
				Handle: fixedPage(h), Who: httpapi.Anybody, DependsOn: httpapi.Nothing,
				Class: httpapi.ClassReady, AsOf: httpapi.PresentOnly,
			}})
		default:
			t.Handle(h.Path, httpapi.Methods{"GET": {
				Handle: noAdmin, Who: httpapi.Anybody, DependsOn: httpapi.Nothing, Class: httpapi.ClassNeeded, AsOf: httpapi.OnPastServer,
			}})
		}
	}
	for _, pattern := range pages.Editors {
		if t.AsOf.IsZero() {
			t.Handle(pattern, httpapi.Methods{"GET": {
				Handle: editorPage, Who: httpapi.Anybody, DependsOn: httpapi.Nothing, Class: httpapi.ClassReady, AsOf: httpapi.PresentOnly,
			}})
		} else {
			t.Handle(pattern, httpapi.Methods{"GET": {
				Handle: noAdmin, Who: httpapi.Anybody, DependsOn: httpapi.Nothing, Class: httpapi.ClassNeeded, AsOf: httpapi.OnPastServer,
			}})
		}
	}
	for _, k := range events.Kinds {
		if !k.Slugged {
			t.Handle(k.Folder+"{id}", page(itemPage(k), httpapi.AnyMoment, httpapi.ItemModels(k)...))
		}
		if k.Versioned {
			t.Handle(k.Folder+"{id}/history", page(historyPage(k), httpapi.PresentOnly, httpapi.VersionsModel))
			t.Handle(k.Folder+"{id}/history/{revision}", page(versionPage(k), httpapi.PresentOnly,
				httpapi.VersionsModel, httpapi.ContentModel))
		}
	}
	t.Handle("/pages/{slug}", page(sitePage, httpapi.AnyMoment, httpapi.ContentModel))
	t.Handle("/category/{slug}", page(categoryPage, httpapi.AnyMoment, httpapi.ContentModel))
	for _, k := range editorial.NameKinds {
		t.Handle("/"+k.Path+"/{slug}", page(namePage(k), httpapi.AnyMoment, httpapi.ContentModel))
	}
	t.Otherwise(page(notFoundPage, httpapi.AnyMoment, httpapi.ContentModel))
	for _, pattern := range t.Site.AssetPatterns() {
		t.Handle(pattern, httpapi.Methods{"GET": {
			Handle: getAsset, Who: httpapi.Anybody, DependsOn: httpapi.Nothing, Class: httpapi.ClassNeeded, AsOf: httpapi.OnPastServer,
		}})
	}
}

func fixedPage(h pages.Head) httpapi.Handler {
	return func(c *httpapi.Call) error {
		if content := c.Models.Content; content != nil && !h.Private() {
			if err := content.Ready(); err != nil { // a server that has never seen its log
				return c.NotFoundOr503(err, "", "")
			}
		}
		return c.Page(http.StatusOK, &h)
	}
}

// GET /admin/reviews/{id}/edit and the like: the dashboard's shell. The browser says whether there is such an item.
func editorPage(c *httpapi.Call) error {
	h := pages.EditorHead(c.Request.URL.EscapedPath())
	return c.Page(http.StatusOK, &h)
}

// errorPage is what a page says that shows no item.
type errorPage struct{ title, detail string }

// missingItem returns what is shown where an item of a kind isn't there.
func missingItem(k events.Kind) errorPage {
	return errorPage{cases.Title(language.English).String(k.Noun) + " Not Found",
		"The " + strings.ToLower(k.Noun) + " you're looking for could not be found."}
}

// itemPage returns what answers with the page of an item that has no slug: GET /reviews/{id}.
func itemPage(k events.Kind) httpapi.Handler {
	notFound := missingItem(k)
	noItem := notFound // at an address that can't be an item's
	if k.Name == events.ReviewKind {
		noItem = errorPage{"Invalid Route", "This isn't a valid review link."}
	}
	return func(c *httpapi.Call) error {
		id, ok := httpapi.CanonicalID(c.Variable("id"))
		if !ok {
			return c.Missing(noItem.title, noItem.detail)
		}
		a, err := c.Models.Content.Of(k.Name).One(id)
		if err != nil {
			return c.NotFoundOr503(err, notFound.title, notFound.detail)
		}
		return c.Page(http.StatusOK, &pages.Head{Path: k.Address(id, ""), From: a})
	}
}

// historyPage returns what answers GET /reviews/{id}/history and GET /tech-articles/{id}/history.
func historyPage(k events.Kind) httpapi.Handler {
	const title, detail = "History Not Found", "This history could not be found."
	return func(c *httpapi.Call) error {
		id, ok := httpapi.CanonicalID(c.Variable("id"))
		if !ok {
			return c.Missing(title, detail)
		}
		mode, err := httpapi.PublicHistory(c.Models)
		if err != nil {
			return c.NotFoundOr503(err, title, detail)
		}
		list, err := c.Models.Versions.History(k.Name, id, mode, 0, 0)
		if err != nil {
			return c.NotFoundOr503(err, title, detail)
		}
		list.Release()
		return c.Page(http.StatusOK,
			&pages.Head{Path: k.Address(id, "") + "/history", Title: "History",
				Description: "Every published version: when it changed, why, and what it said before."})
	}
}

// versionPage returns what answers GET /reviews/{id}/history/{revision} and GET /tech-articles/{id}/history/{revision}: an item as it read
// then. Search engines keep today's page instead.
func versionPage(k events.Kind) httpapi.Handler {
	const title, detail = "History Not Found", "This history could not be found."
	return func(c *httpapi.Call) error {
		id, revision, err := c.Revision(k.Noun)
		if err != nil {
			return c.Missing(title, detail)
		}
		mode, err := httpapi.PublicHistory(c.Models)
		if err != nil {
			return c.NotFoundOr503(err, title, detail)
		}
		if _, err := c.Models.Versions.Version(k.Name, id, mode, revision); err != nil {
			return c.NotFoundOr503(err, title, detail)
		}
		c.Set("X-Robots-Tag", "noindex")
		path := k.Address(id, "") + "/history/" + strconv.FormatUint(revision, 10)
		return c.Page(http.StatusOK,
			&pages.Head{Path: path, Title: "Version", Description: "A " + strings.ToLower(k.Noun) + " as it read then."})
	}
}

// GET /pages/{slug}: a page of the site. The address that it had before leads to its present one.
func sitePage(c *httpapi.Call) error {
	slug := c.Variable("slug")
	if p, ok := events.FixedPageAt(slug); ok {
		return c.Moved(p.Path())
	}
	return pageAt(c, slug)
}

// ownPage returns what answers with a page that every site has: GET /about.
func ownPage(slug string) httpapi.Handler {
	return func(c *httpapi.Call) error { return pageAt(c, slug) }
}

// pageAt answers with the page that has a slug.
func pageAt(c *httpapi.Call, slug string) error {
	kind := events.MustKind(events.PageKind)
	p, moved, err := c.Models.Content.PageBySlug(slug)
	if suggested := characters.Slug(slug, input.MaxSlug); errors.Is(err, projector.ErrNotFound) && suggested != slug {
		if _, then, err := c.Models.Content.PageBySlug(suggested); err == nil { // "Über uns"
			return c.Moved(kind.Address(0, cmp.Or(then, suggested)))
		}
	}
	switch {
	case err != nil:
		return c.NotFoundOr503(err, "Page Not Found", "This page could not be found.")
	case moved != "":
		return c.Moved(kind.Address(0, moved))
	}
	return c.Page(http.StatusOK, &pages.Head{Path: kind.Link(0, slug), From: p})
}

// GET /category/{slug}. A former slug, or another spelling, is redirected to the category's own address.
func categoryPage(c *httpapi.Call) error {
	category, err := c.Models.Content.Category(c.Variable("slug"))
	if err != nil {
		return c.NotFoundOr503(err, "Category Not Found", "The category you're looking for doesn't exist.")
	}
	if category.Slug != c.Variable("slug") {
		return c.Moved(pages.CategoryPath(category.Slug))
	}
	return listPage(c, itemList(events.MustKind(events.ReviewKind), category.Slug), &pages.Head{
		Title: category.Name, Path: pages.Encoded(pages.CategoryPath(category.Slug)), Parameters: pages.CategoryParameters,
		Description: pages.Describe(category.Description, "Honest reviews in the category "+category.Name+"."),
	})
}

// notFoundPage answers a GET of a path that does not exist: a problem where programs ask, the
// 404 page where people do, and the address without its slash where that exists.
func notFoundPage(c *httpapi.Call) error {
	path := c.Request.URL.Path
	if strings.HasPrefix(path, "/api/") || path == "/api" || strings.HasPrefix(path, "/media/") || strings.HasPrefix(path, "/assets/") {
		return httpapi.UnknownPath(c)
	}
	if trimmed := strings.TrimRight(path, "/"); trimmed != path && strings.HasPrefix(trimmed, "/") &&
		!strings.ContainsAny(trimmed[1:2], `/\`) {
		for _, prefix := range folders() {
			if rest, ok := strings.CutPrefix(historyPart.ReplaceAllString(trimmed, ""), prefix); ok && rest != "" &&
				!strings.ContainsAny(rest, `/\`) {
				return c.Moved(trimmed)
			}
		}
		for _, h := range pages.Fixed {
			if h.Path == trimmed {
				return c.Moved(trimmed)
			}
		}
	}
	const title, detail = "Page Not Found", "This page could not be found."
	if strings.HasPrefix(path, "/admin/") && c.AsOf.IsZero() { // the browser shows the dashboard there, which the server doesn't render
		return c.Page(http.StatusNotFound, &pages.Head{Title: title, Description: detail, Path: c.Request.URL.EscapedPath(), NoIndex: true,
			Shell: true})
	}
	return c.Missing(title, detail)
}

// historyPart ends the addresses of an item's history and of its versions.
var historyPart = regexp.MustCompile(`/history(/[0-9]+)?$`)

// folders returns the beginnings of the addresses of pages that have a variable part.
func folders() []string {
	all := []string{"/category/"}
	for _, k := range events.Kinds {
		all = append(all, k.Folder)
	}
	for _, k := range editorial.NameKinds {
		all = append(all, "/"+k.Path+"/")
	}
	return all
}

// noAdmin answers at the addresses of the admin's screens on a server of a past moment.
func noAdmin(c *httpapi.Call) error {
	return c.Notice(http.StatusForbidden, "No dashboard",
		"This is the site as it stood on "+pages.FormatMoment(c.AsOf)+". It is read-only, so you can't sign in.")
}
