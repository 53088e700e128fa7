// Pages: every public route with the right status, rendered by the web app itself; its shell with a short head where it can't be, and
// on the admin's screens.

package httpapi

import (
	"net/http"
	"strconv"
	"strings"

	"candor/events"
	"candor/httpapi/pages"
)

func (t *table) pages() {
	for _, h := range pages.Fixed {
		switch {
		case !h.Private():
			handle := fixedPage(h)
			if k, ok := listKinds[h.Path]; ok {
				handle = fixedListPage(k, h)
			}
			routes := methods{"GET": {handle: handle, who: anybody, dependsOn: models{contentModel}, class: classPages, cached: true, asOf: anyMoment}}
			if h.Path == "/contact" {
				routes["POST"] = route{handle: postContactForm, who: anybody, dependsOn: nothing, class: classForms, body: formBody}
			}
			t.handle(h.Path, routes)
		case t.AsOf.IsZero():
			t.handle(h.Path, methods{"GET": {handle: fixedPage(h), who: anybody, dependsOn: nothing, class: classReady, asOf: presentOnly}})
		default:
			t.handle(h.Path, methods{"GET": {handle: noAdmin, who: anybody, dependsOn: nothing, class: classNeeded, asOf: onPastServer}})
		}
	}
	for _, pattern := range pages.Editors {
		if t.AsOf.IsZero() {
			t.handle(pattern, methods{"GET": {handle: editorPage, who: anybody, dependsOn: nothing, class: classReady, asOf: presentOnly}})
		} else {
			t.handle(pattern, methods{"GET": {handle: noAdmin, who: anybody, dependsOn: nothing, class: classNeeded, asOf: onPastServer}})
		}
	}
	for _, k := range events.Kinds {
		if !k.Slugged {
			t.handle(k.Folder+"{id}", methods{"GET": {handle: itemPage(k), who: anybody, dependsOn: models{contentModel}, class: classPages, cached: true, asOf: anyMoment}})
		}
		if k.Versioned {
			t.handle(k.Folder+"{id}/history", methods{"GET": {handle: historyPage(k), who: anybody, dependsOn: models{versionsModel}, class: classPages, cached: true, asOf: presentOnly}})
			t.handle(k.Folder+"{id}/history/{revision}", methods{"GET": {handle: versionPage(k), who: anybody, dependsOn: models{versionsModel, contentModel}, class: classPages, cached: true, asOf: presentOnly}})
		}
	}
	t.handle("/pages/{slug}", methods{"GET": {handle: sitePage, who: anybody, dependsOn: models{contentModel}, class: classPages, cached: true, asOf: anyMoment}})
	t.handle("/category/{slug}", methods{"GET": {handle: categoryPage, who: anybody, dependsOn: models{contentModel}, class: classPages, cached: true, asOf: anyMoment}})
	for _, k := range nameKinds {
		t.handle("/"+k.path+"/{slug}", methods{"GET": {handle: namePage(k), who: anybody, dependsOn: models{contentModel}, class: classPages, cached: true, asOf: anyMoment}})
	}
	t.otherwise(methods{"GET": {handle: notFoundPage, who: anybody, dependsOn: models{contentModel}, class: classPages, cached: true, asOf: anyMoment}})
	for _, pattern := range t.site.AssetPatterns() {
		t.handle(pattern, methods{"GET": {handle: getAsset, who: anybody, dependsOn: nothing, class: classNeeded, asOf: onPastServer}})
	}
}

func fixedPage(h pages.Head) handler {
	return func(c *request) error {
		if content := c.Models.Content; content != nil && !h.Private() {
			if err := content.Ready(); err != nil { // a server that has never seen its log
				return c.absent(err, "", "")
			}
		}
		return c.page(http.StatusOK, &h)
	}
}

// GET /admin/reviews/{id}/edit and the like: the dashboard's shell. The browser says whether there is such an item.
func editorPage(c *request) error {
	h := pages.EditorHead(c.request.URL.EscapedPath())
	return c.page(http.StatusOK, &h)
}

// errorPage is what a page says that shows no item.
type errorPage struct{ title, detail string }

var (
	// notFoundPages are shown where an item isn't there, by its kind.
	notFoundPages = map[string]errorPage{
		events.ReviewKind:  {"Review Not Found", "The review you're looking for could not be found."},
		events.ArticleKind: {"Tech Article Not Found", "The tech article you're looking for could not be found."},
		events.PageKind:    {"Page Not Found", "This page could not be found."},
	}

	// noItemPages are shown at an address that can't be an item's.
	noItemPages = map[string]errorPage{
		events.ReviewKind:  {"Invalid Route", "This isn't a valid review link."},
		events.ArticleKind: notFoundPages[events.ArticleKind],
	}
)

// itemPage returns what answers with the page of an item that has no slug: GET /reviews/{id}.
func itemPage(k events.Kind) handler {
	noItem, notFound := noItemPages[k.Name], notFoundPages[k.Name]
	return func(c *request) error {
		id, ok := canonicalID(c.variable("id"))
		if !ok {
			return c.missing(noItem.title, noItem.detail)
		}
		a, err := c.Models.Content.Of(k.Name).One(id)
		if err != nil {
			return c.absent(err, notFound.title, notFound.detail)
		}
		return c.page(http.StatusOK, &pages.Head{Path: k.Address(id, ""), From: a})
	}
}

// historyPage returns what answers GET /reviews/{id}/history and GET /tech-articles/{id}/history.
func historyPage(k events.Kind) handler {
	const title, detail = "History Not Found", "This history could not be found."
	return func(c *request) error {
		id, ok := canonicalID(c.variable("id"))
		if !ok {
			return c.missing(title, detail)
		}
		list, err := c.Models.Versions.History(k.Name, id, c.PublicHistory, 0, 0)
		if err != nil {
			return c.absent(err, title, detail)
		}
		list.Release()
		return c.page(http.StatusOK, &pages.Head{Path: k.Address(id, "") + "/history", Title: "History", Description: "Every published version: when it changed, why, and what it said before."})
	}
}

// versionPage returns what answers GET /reviews/{id}/history/{revision} and GET /tech-articles/{id}/history/{revision}: an item as it read
// then. Search engines keep today's page instead.
func versionPage(k events.Kind) handler {
	const title, detail = "History Not Found", "This history could not be found."
	return func(c *request) error {
		id, revision, err := c.revision(k.Noun)
		if err != nil {
			return c.missing(title, detail)
		}
		if _, err := c.Models.Versions.Version(k.Name, id, c.PublicHistory, revision); err != nil {
			return c.absent(err, title, detail)
		}
		c.set("X-Robots-Tag", "noindex")
		path := k.Address(id, "") + "/history/" + strconv.FormatUint(revision, 10)
		return c.page(http.StatusOK, &pages.Head{Path: path, Title: "Version", Description: "A " + strings.ToLower(k.Noun) + " as it read then."})
	}
}

// GET /pages/{slug}: a page of the site. The address that it had before leads to its present one.
func sitePage(c *request) error {
	kind, notFound := events.MustKind(events.PageKind), notFoundPages[events.PageKind]
	slug := c.variable("slug")
	p, moved, err := c.Models.Content.PageBySlug(slug)
	switch {
	case err != nil:
		return c.absent(err, notFound.title, notFound.detail)
	case moved != "":
		return c.moved(kind.Address(0, moved))
	}
	return c.page(http.StatusOK, &pages.Head{Path: kind.Address(0, slug), From: p})
}

// GET /category/{slug}
func categoryPage(c *request) error {
	category, err := c.Models.Content.Category(c.variable("slug"))
	if err != nil {
		return c.absent(err, "Category Not Found", "The category you're looking for doesn't exist.")
	}
	return listPage(c, events.MustKind(events.ReviewKind), &pages.Head{
		Title: category.Name, Path: pages.CategoryPath(category.Slug), Parameters: pages.CategoryParameters,
		Description: pages.Describe(category.Description, "Honest reviews in the category "+category.Name+"."),
	}, category.Slug)
}

// notFoundPage answers a GET of a path that does not exist: a problem where programs ask, the
// 404 page where people do, and the address without its slash where that exists.
func notFoundPage(c *request) error {
	path := c.request.URL.Path
	if strings.HasPrefix(path, "/api/") || path == "/api" || strings.HasPrefix(path, "/media/") || strings.HasPrefix(path, "/assets/") {
		return unknownPath(c)
	}
	if trimmed := strings.TrimRight(path, "/"); trimmed != path && strings.HasPrefix(trimmed, "/") && !strings.ContainsAny(trimmed[1:2], `/\`) {
		for _, prefix := range []string{"/reviews/", "/tech-articles/", "/pages/", "/category/", "/tags/", "/brands/", "/authors/"} {
			if rest, ok := strings.CutPrefix(strings.TrimSuffix(trimmed, "/history"), prefix); ok && rest != "" && !strings.ContainsAny(rest, `/\`) {
				return c.moved(trimmed)
			}
		}
		for _, h := range pages.Fixed {
			if h.Path == trimmed {
				return c.moved(trimmed)
			}
		}
	}
	return c.missing("Page Not Found", "This page could not be found.")
}

// noAdmin answers at the addresses of the admin's screens on a server of a past moment.
func noAdmin(c *request) error {
	return c.notice(http.StatusForbidden, "No dashboard", "This is the site as it stood on "+pages.FormatMoment(c.AsOf)+". It is read-only, so you can't sign in.")
}
