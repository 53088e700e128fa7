// The whole site: the routes of all rooms.

package routes

import (
	"net/http"

	"candor/httpapi"
	"candor/httpapi/access"
	"candor/httpapi/editorial"
	"candor/httpapi/operations"
	"candor/httpapi/people"
	"candor/httpapi/pictures"
	"candor/httpapi/settings"
	"candor/httpapi/traffic"
	"candor/httpapi/web"
)

// nouns register their routes. What is read most stands first: routes are tried one after another.
var nouns = []func(*httpapi.Table){
	editorial.Placeholders,
	editorial.Content,
	editorial.Drafts,
	traffic.Analytics,
	traffic.Marks,
	editorial.Categories,
	editorial.Names,
	editorial.Authors,
	editorial.Products,
	editorial.Search,
	editorial.Corrections,
	editorial.Differences,
	settings.Site,
	settings.Sections,
	settings.Drafts,
	pictures.Media,
	pictures.Library,
	editorial.Previews,
	web.Pages,
	people.Messages,
	editorial.Bots,
	access.Admin,
	access.Account,
	editorial.Markdown,
	access.Keys,
	editorial.Undo,
	people.Subscribers,
	people.Privacy,
	access.Activity,
	operations.Proof,
	access.Audit,
	operations.Overview,
	operations.Week,
	operations.Checklist,
	web.Description,
	web.Sitemap,
	web.Feed,
	web.Manifest,
	web.ShareImage,
	operations.Health,
	operations.Control,
}

// New returns the handler of the whole site. Its errors name what is wrong with the configuration.
func New(c httpapi.Config) (http.Handler, error) { return httpapi.New(c, nouns...) }

// Ops returns the handler of the operator's own address: /metrics and /readyz of a site that [New] has returned, and /healthz.
func Ops(site http.Handler) http.Handler {
	return httpapi.WithRoutes(site, func(t *httpapi.Table) { operations.Live(t, "/healthz") }, operations.Operator)
}
