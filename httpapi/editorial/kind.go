// Content kinds: reviews, articles and pages have the same calls, written here once. A kind says what they are called and which commands
// and answers are theirs.

package editorial

import (
	"candor/commands/editorial"
	"candor/commands/rooms"
	"candor/events"
	"candor/httpapi"
	"candor/projections/content"
)

// contentKind is a kind of content with its calls.
type contentKind struct{ events.Kind }

// commands returns the commands on the kind's items.
func (k *contentKind) commands(h *rooms.Handlers) editorial.Content {
	return h.Editorial.Content(k.Name)
}

// items returns the read model's items of the kind.
func (k *contentKind) items(of *content.Reader) content.Items { return of.Of(k.Name) }

// Content registers the calls of all kinds.
func Content(t *httpapi.Table) {
	for _, k := range events.Kinds {
		(&contentKind{k}).routes(t)
	}
}

// routes registers the calls of a kind.
func (k *contentKind) routes(t *httpapi.Table) {
	public, admins := "/api/"+k.Path, "/api/admin/"+k.Path
	shown := httpapi.Models{httpapi.ContentModel}
	recorded := httpapi.Models{httpapi.ContentModel, httpapi.AuditModel}
	drafted := httpapi.Models{httpapi.ContentModel, httpapi.DraftsModel}
	if k.Listed {
		t.Handle(public+"/facets", httpapi.Methods{"GET": {
			Handle: k.facets, Who: httpapi.Anybody, DependsOn: shown,
			Class: httpapi.ClassLists, Cached: true, AsOf: httpapi.AnyMoment, Render: k.readFacets,
		}})
	}
	t.Handle(public+"/{id}", httpapi.Methods{
		"GET": {
			Handle: k.get, Who: httpapi.Anybody, DependsOn: httpapi.ItemModels(k.Kind),
			Class: httpapi.ClassReady, AsOf: httpapi.AnyMoment, Render: k.readOne,
		},
		"PATCH":  httpapi.AdminWrites(k.update, httpapi.MaxBody, shown...),
		"DELETE": httpapi.AdminWrites(k.delete, 0, shown...),
	})
	t.Handle(public, httpapi.Methods{
		"GET": {
			Handle: k.list, Who: httpapi.Anybody, DependsOn: shown,
			Class: httpapi.ClassLists, Cached: true, AsOf: httpapi.AnyMoment, Render: k.readList,
		},
		"POST": httpapi.AdminWrites(k.create(201), httpapi.MaxBody, shown...),
	})
	if k.Listed {
		t.Handle(public+"/{id}/related", httpapi.Methods{"GET": {
			Handle: k.related, Who: httpapi.Anybody, DependsOn: shown,
			Class: httpapi.ClassLists, Cached: true, AsOf: httpapi.AnyMoment, Render: k.readRelated,
		}})
		t.Handle(public+"/{id}/neighbours", httpapi.Methods{"GET": {
			Handle: k.neighbours, Who: httpapi.Anybody, DependsOn: shown,
			Class: httpapi.ClassLists, AsOf: httpapi.AnyMoment, Render: k.readNeighbours,
		}})
	}
	if k.Versioned {
		k.publicHistory(t)
	}
	t.Handle(admins, httpapi.Methods{"GET": httpapi.AdminReads(k.adminList, httpapi.ContentModel, httpapi.AuditModel, httpapi.DraftsModel)})
	t.Handle(admins+"/bulk", httpapi.Methods{"POST": httpapi.AdminWrites(k.bulk, httpapi.MaxBody, recorded...)})
	t.Handle(admins+"/{id}", httpapi.Methods{"GET": httpapi.AdminReads(k.adminGet, recorded...)})
	t.Handle(admins+"/{id}/change", httpapi.Methods{"POST": {
		Handle: k.change, Who: httpapi.Admin, DependsOn: shown, Class: httpapi.ClassAdmin, Body: httpapi.MaxBody,
	}})
	t.Handle(admins+"/{id}/restore", httpapi.Methods{"POST": httpapi.AdminWrites(k.restore, httpapi.NoBody, recorded...)})
	t.Handle(admins+"/{id}/history", httpapi.Methods{"GET": httpapi.AdminReads(k.history, recorded...)})
	t.Handle(admins+"/{id}/history/{revision}", httpapi.Methods{"GET": httpapi.AdminReads(k.pastItem, recorded...)})
	t.Handle(admins+"/{id}/history/{revision}/restore",
		httpapi.Methods{"POST": httpapi.AdminWrites(k.restoreTo, httpapi.MaxBody, recorded...)})
	t.Handle(admins+"/{id}/draft", httpapi.Methods{
		"GET":    httpapi.AdminReads(k.draft, drafted...),
		"PUT":    httpapi.AdminWrites(k.saveDraft, httpapi.MaxBody, drafted...),
		"DELETE": httpapi.AdminWrites(k.discardDraft, 0, drafted...),
	})
	t.Handle(admins+"/{id}/preview-links", httpapi.Methods{
		"GET":  httpapi.AdminReads(k.previewLinks, drafted...),
		"POST": httpapi.AdminWrites(k.createPreviewLink, httpapi.NoBody, drafted...),
	})
	t.Handle(admins+"/{id}/preview-links/{linkId}", httpapi.Methods{"DELETE": httpapi.AdminWrites(k.withdrawPreviewLink, 0, drafted...)})
	t.Handle(admins+"/{id}/editing", httpapi.EditingRoutes(k.editedElsewhere, k.editsNoLonger, shown))
	t.Handle(admins+"/{id}/draft/schedule", httpapi.Methods{"DELETE": httpapi.AdminWrites(k.unscheduleDraft, 0, drafted...)})
	t.Handle(admins+"/{id}/draft/publish", httpapi.Methods{"POST": httpapi.AdminWrites(k.publishDraft, httpapi.MaxBody, drafted...)})
}
