// Content kinds: reviews and articles have the same calls, written here once. A kind says what they are called and which commands
// and answers are theirs.

package httpapi

import (
	"context"

	"candor/commands"
	"candor/projections"
)

// contentKind is a kind of content, with the type of its ids and of what its commands take.
type contentKind[ID ~int64, In any] struct {
	path    string // "reviews", of /api/reviews and /api/admin/reviews
	noun    string // in errors: "Review not found"
	columns []string
	actions []commands.BulkAction
	parse   func(body []byte) (In, error)
	images  func(In) []string // its URLs, and pictures as data strings
	does    kindCommands[ID, In]
	shows   kindAnswers

	// past returns an item as it was at a revision, for the history of a single item.
	past func(c *request, id ID, revision uint64) (r commands.Revision, deleted bool, item any, err error)
}

// kindCommands are the commands of a kind.
type kindCommands[ID ~int64, In any] struct {
	create    func(*commands.Handler, context.Context, commands.Caller, In) (commands.Result, error)
	update    func(*commands.Handler, context.Context, commands.Caller, ID, In, *uint64) (commands.Result, error)
	remove    func(*commands.Handler, context.Context, commands.Caller, ID, *uint64) (commands.Result, error)
	restore   func(*commands.Handler, context.Context, commands.Caller, ID) (commands.Result, error)
	restoreTo func(*commands.Handler, context.Context, commands.Caller, ID, uint64, commands.Restoring, *uint64) (commands.Result, error)
	change    func(*commands.Handler, context.Context, commands.Caller, commands.BulkChange) (commands.BulkOutcome, error)
	history   func(*commands.Handler, context.Context, ID, *uint64, int) ([]commands.Revision, error)
}

// kindAnswers are what the read models answer of a kind.
type kindAnswers struct {
	one       func(*projections.Content, int64) (*projections.Answer, error) // a published one
	list      func(*projections.Content, listQuery) (*projections.Answer, error)
	cached    func(*projections.Content, listQuery) bool                     // whether the list is ready
	adminOne  func(*projections.Content, int64) (*projections.Answer, error) // a draft, too
	adminList func(*projections.Content, listQuery, projections.Arrangement) (*projections.Answer, error)
	deleted   func(*projections.History, string, int, int) (*projections.Answer, error)
}

// routes registers the calls of a kind.
func (k *contentKind[ID, In]) routes(t *table) {
	public, admins := "/api/"+k.path, "/api/admin/"+k.path
	shown, recorded := models{contentModel}, models{contentModel, auditModel}
	t.handle(public+"/{id}", methods{
		"GET":    {handle: k.get, who: anybody, dependsOn: shown, class: classReady, asOf: anyMoment, render: k.readOne},
		"PATCH":  {handle: k.update, who: admin, dependsOn: shown, class: classNeeded, body: maxBody},
		"DELETE": {handle: k.delete, who: admin, dependsOn: shown, class: classNeeded},
	})
	t.handle(public, methods{
		"GET":  {handle: k.list, who: anybody, dependsOn: shown, class: classReady, asOf: anyMoment, render: k.readList},
		"POST": {handle: k.create(201), who: admin, dependsOn: shown, class: classNeeded, body: maxBody},
	})
	t.handle(admins, methods{"GET": {handle: k.adminList, who: admin, dependsOn: recorded, class: classNeeded, asOf: presentOnly}})
	t.handle(admins+"/bulk", methods{"POST": {handle: k.bulk, who: admin, dependsOn: recorded, class: classNeeded, body: maxBody}})
	t.handle(admins+"/{id}", methods{"GET": {handle: k.adminGet, who: admin, dependsOn: recorded, class: classNeeded, asOf: presentOnly}})
	t.handle(admins+"/{id}/restore", methods{"POST": {handle: k.restore, who: admin, dependsOn: recorded, class: classNeeded, body: noBody}})
	t.handle(admins+"/{id}/history", methods{"GET": {handle: k.history, who: admin, dependsOn: recorded, class: classNeeded, asOf: presentOnly}})
	t.handle(admins+"/{id}/history/{revision}", methods{"GET": {handle: k.pastItem, who: admin, dependsOn: recorded, class: classNeeded, asOf: presentOnly}})
	t.handle(admins+"/{id}/history/{revision}/restore", methods{"POST": {handle: k.restoreTo, who: admin, dependsOn: recorded, class: classNeeded, body: maxBody}})
}
