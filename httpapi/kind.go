// Content kinds: reviews, articles and pages have the same calls, written here once. A kind says what they are called and which commands
// and answers are theirs.

package httpapi

import (
	"candor/commands/editorial"
	"candor/commands/rooms"
	"candor/events"
	"candor/projections/content"
)

// contentKind is a kind of content with its calls.
type contentKind struct{ events.Kind }

// does returns the commands on the kind's items.
func (k *contentKind) does(h *rooms.Handlers) editorial.Content { return h.Editorial.Content(k.Name) }

// shows returns the read model's items of the kind.
func (k *contentKind) shows(of *content.Reader) content.Items { return of.Of(k.Name) }

// content registers the calls of all kinds.
func (t *table) content() {
	for _, k := range events.Kinds {
		(&contentKind{k}).routes(t)
	}
}

// routes registers the calls of a kind.
func (k *contentKind) routes(t *table) {
	public, admins := "/api/"+k.Path, "/api/admin/"+k.Path
	shown, recorded, drafted := models{contentModel}, models{contentModel, auditModel}, models{contentModel, draftsModel}
	if k.Listed {
		t.handle(public+"/facets", methods{"GET": {handle: k.facets, who: anybody, dependsOn: shown, class: classLists, cached: true, asOf: anyMoment, render: k.readFacets}})
	}
	t.handle(public+"/{id}", methods{
		"GET":    {handle: k.get, who: anybody, dependsOn: shown, class: classReady, asOf: anyMoment, render: k.readOne},
		"PATCH":  {handle: k.update, who: admin, dependsOn: shown, class: classNeeded, body: maxBody},
		"DELETE": {handle: k.delete, who: admin, dependsOn: shown, class: classNeeded},
	})
	t.handle(public, methods{
		"GET":  {handle: k.list, who: anybody, dependsOn: shown, class: classLists, cached: true, asOf: anyMoment, render: k.readList},
		"POST": {handle: k.create(201), who: admin, dependsOn: shown, class: classNeeded, body: maxBody},
	})
	if k.Listed {
		t.handle(public+"/{id}/related", methods{"GET": {handle: k.related, who: anybody, dependsOn: shown, class: classLists, cached: true, asOf: anyMoment, render: k.readRelated}})
		t.handle(public+"/{id}/neighbours", methods{"GET": {handle: k.neighbours, who: anybody, dependsOn: shown, class: classLists, asOf: anyMoment, render: k.readNeighbours}})
	}
	if k.Versioned {
		k.publicHistory(t)
	}
	t.handle(admins, methods{"GET": {handle: k.adminList, who: admin, dependsOn: models{contentModel, auditModel, draftsModel}, class: classAdmin, asOf: presentOnly}})
	t.handle(admins+"/bulk", methods{"POST": {handle: k.bulk, who: admin, dependsOn: recorded, class: classNeeded, body: maxBody}})
	t.handle(admins+"/{id}", methods{"GET": {handle: k.adminGet, who: admin, dependsOn: recorded, class: classAdmin, asOf: presentOnly}})
	t.handle(admins+"/{id}/restore", methods{"POST": {handle: k.restore, who: admin, dependsOn: recorded, class: classNeeded, body: noBody}})
	t.handle(admins+"/{id}/history", methods{"GET": {handle: k.history, who: admin, dependsOn: recorded, class: classAdmin, asOf: presentOnly}})
	t.handle(admins+"/{id}/history/{revision}", methods{"GET": {handle: k.pastItem, who: admin, dependsOn: recorded, class: classAdmin, asOf: presentOnly}})
	t.handle(admins+"/{id}/history/{revision}/restore", methods{"POST": {handle: k.restoreTo, who: admin, dependsOn: recorded, class: classNeeded, body: maxBody}})
	t.handle(admins+"/{id}/draft", methods{
		"GET":    {handle: k.draft, who: admin, dependsOn: drafted, class: classAdmin, asOf: presentOnly},
		"PUT":    {handle: k.saveDraft, who: admin, dependsOn: drafted, class: classNeeded, body: maxBody},
		"DELETE": {handle: k.discardDraft, who: admin, dependsOn: drafted, class: classNeeded},
	})
	t.handle(admins+"/{id}/preview-links", methods{
		"GET":  {handle: k.previewLinks, who: admin, dependsOn: drafted, class: classAdmin, asOf: presentOnly},
		"POST": {handle: k.createPreviewLink, who: admin, dependsOn: drafted, class: classNeeded, body: noBody},
	})
	t.handle(admins+"/{id}/preview-links/{linkId}", methods{"DELETE": {handle: k.withdrawPreviewLink, who: admin, dependsOn: drafted, class: classNeeded}})
	t.handle(admins+"/{id}/editing", methods{
		"PUT":    {handle: k.editedElsewhere, who: admin, dependsOn: shown, class: classNeeded, body: formBody, withoutLog: true},
		"DELETE": {handle: k.editsNoLonger, who: admin, dependsOn: shown, class: classNeeded, withoutLog: true},
	})
	t.handle(admins+"/{id}/draft/publish", methods{"POST": {handle: k.publishDraft, who: admin, dependsOn: drafted, class: classNeeded, body: maxBody}})
}
