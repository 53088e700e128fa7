// Drafts of sections: what the admin has typed in a form and not saved yet.

package settings

import (
	"context"

	"candor/commands"
	"candor/commands/drafts"
	"candor/events"
	"candor/httpapi"
)

// Drafts registers the admin's calls on them.
func Drafts(t *httpapi.Table) {
	t.Handle("/api/admin/settings/{section}/draft", httpapi.Methods{
		"GET":    httpapi.AdminReads(getDraft, httpapi.DraftsModel),
		"PUT":    httpapi.AdminWrites(saveDraft, httpapi.MaxBody, httpapi.DraftsModel),
		"DELETE": httpapi.AdminWrites(discardDraft, 0, httpapi.DraftsModel),
	})
	t.Handle("/api/admin/settings/{section}/editing", httpapi.EditingRoutes(editedElsewhere, editsNoLonger, httpapi.Nothing))
}

// GET /api/admin/settings/{section}/draft
func getDraft(c *httpapi.Call) error {
	name, err := sectionOf(c)
	if err != nil {
		return err
	}
	return c.ShowDraftIfAny(events.SectionDraft(name))
}

// PUT /api/admin/settings/{section}/draft {"base":3,"fields":{…}}
func saveDraft(c *httpapi.Call) error {
	name, err := sectionOf(c)
	if err != nil {
		return err
	}
	return c.SaveDraft(events.SectionDraft(name), httpapi.DraftSave{
		Parse: drafts.Parse,
		Do: func(ctx context.Context, by commands.Caller, in drafts.Input, ifMatch *uint64,
			when drafts.Condition) (commands.Result, error) {
			return c.Commands.Settings.SaveDraft(ctx, by, name, in, ifMatch, when)
		},
	})
}

// DELETE /api/admin/settings/{section}/draft
func discardDraft(c *httpapi.Call) error {
	name, err := sectionOf(c)
	if err != nil {
		return err
	}
	return c.DiscardDraft(func(ctx context.Context, by commands.Caller, ifMatch *uint64) (commands.Result, error) {
		return c.Commands.Settings.DiscardDraft(ctx, by, name, ifMatch)
	})
}

// PUT /api/admin/settings/{section}/editing {"window":"…"}
func editedElsewhere(c *httpapi.Call) error {
	name, err := sectionOf(c)
	if err != nil {
		return err
	}
	return c.Edits(events.SectionDraft(name))
}

// DELETE /api/admin/settings/{section}/editing?window=…
func editsNoLonger(c *httpapi.Call) error {
	name, err := sectionOf(c)
	if err != nil {
		return err
	}
	return c.EditsNoLonger(events.SectionDraft(name))
}
