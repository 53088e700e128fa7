// The settings, for the admin: a section at a time.

package settings

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"

	"candor/commands/history"
	"candor/commands/settings"
	"candor/events"
	"candor/httpapi"
	"candor/projections/answers"
	"candor/projections/projector"
)

const noun = "Section"

// Sections registers the admin's calls.
func Sections(t *httpapi.Table) {
	t.Handle("/api/admin/settings", httpapi.Methods{"GET": httpapi.AdminReads(listSections, httpapi.ContentModel)})
	t.Handle("/api/admin/settings/{section}", httpapi.Methods{
		"GET": httpapi.AdminReads(getSection, httpapi.ContentModel),
		"PUT": httpapi.AdminWrites(changeSection, httpapi.MaxBody, httpapi.ContentModel, httpapi.AuditModel, httpapi.DraftsModel),
	})
	t.Handle("/api/admin/settings/{section}/preview", httpapi.Methods{"POST": {
		Handle: previewSection, Who: httpapi.Admin, DependsOn: httpapi.Models{httpapi.ContentModel},
		Class: httpapi.ClassAdmin, Body: httpapi.MaxBody,
	}})
	t.Handle("/api/admin/settings/{section}/history", httpapi.Methods{"GET": httpapi.AdminReads(listHistory, httpapi.ContentModel)})
	t.Handle("/api/admin/settings/{section}/history/{revision}/restore", httpapi.Methods{
		"POST": httpapi.AdminWrites(restoreSection, httpapi.MaxBody, httpapi.ContentModel, httpapi.AuditModel),
	})
}

// GET /api/admin/settings
func listSections(c *httpapi.Call) error {
	all := map[string]json.RawMessage{}
	for _, name := range events.Sections {
		a, err := sectionAnswer(c, name)
		if err != nil {
			return err
		}
		all[name] = a.Body()
	}
	return c.Private(answers.NewList(projector.Encode(all), len(all), time.Time{}), nil)
}

// GET /api/admin/settings/{section}
func getSection(c *httpapi.Call) error {
	name, err := sectionOf(c)
	if err != nil {
		return err
	}
	return c.Private(sectionAnswer(c, name))
}

// PUT /api/admin/settings/{section}: the fields that change; null for one that goes back to its default. They leave the section's draft.
func changeSection(c *httpapi.Call) error {
	name, err := sectionOf(c)
	if err != nil {
		return err
	}
	ifMatch, err := c.IfMatch()
	if err != nil {
		return err
	}
	if len(c.Request.Header["If-Match"]) == 0 {
		return &httpapi.Refusal{Status: http.StatusPreconditionRequired,
			Detail: "Send If-Match with the ETag of the settings that you have seen, so that nobody else's change is overwritten."}
	}
	body, err := c.Body()
	if err != nil {
		return err
	}
	in, err := settings.Parse(name, body, func(path string) (bool, error) { return leads(c.Models, path) })
	if err != nil {
		return err
	}
	by, err := c.Caller(body)
	if err != nil {
		return err
	}
	result, err := c.Commands.Settings.Change(c.Request.Context(), by, in, ifMatch, confirmShorter(c, in.Confirmed))
	if err != nil {
		return err
	}
	look := func(int64) (*answers.Answer, error) { return sectionAnswer(c, name) }
	return c.Wrote(http.StatusOK, result, look, append(c.ContentModels(in.Uploads()), c.Models.Drafts)...)
}

// POST /api/admin/settings/{section}/preview: what the placeholders of pages would stand for after a change, with the body
// by which it would be saved.
func previewSection(c *httpapi.Call) error {
	name, err := sectionOf(c)
	if err != nil {
		return err
	}
	body, err := c.Body()
	if err != nil {
		return err
	}
	in, err := settings.Parse(name, body, func(path string) (bool, error) { return leads(c.Models, path) })
	if err != nil {
		return err
	}
	now, err := c.Models.Content.Settings()
	if err != nil {
		return err
	}
	values, err := c.Models.Content.PlaceholdersWith(name, in.Over(now.Sections[name].Values))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, values)
}

// GET /api/admin/settings/{section}/history?limit=50&before=: revisions older than before, newest first. Link names the next page.
func listHistory(c *httpapi.Call) error {
	name, err := sectionOf(c)
	if err != nil {
		return err
	}
	return c.Revisions(1, func(before *uint64, limit int) ([]history.Revision, error) {
		return c.Commands.Settings.History(c.Request.Context(), name, before, limit)
	})
}

// POST /api/admin/settings/{section}/history/{revision}/restore: it sets the section to what it was after that many changes; 0: to the
// defaults.
func restoreSection(c *httpapi.Call) error {
	name, err := sectionOf(c)
	if err != nil {
		return err
	}
	ifMatch, err := c.IfMatch()
	if err != nil {
		return err
	}
	revision, err := strconv.ParseUint(c.Variable("revision"), 10, 63)
	if err != nil {
		return httpapi.NotFound("Revision")
	}
	body, err := c.Body()
	if err != nil {
		return err
	}
	confirmed, err := settings.ParseRestore(body)
	if err != nil {
		return err
	}
	by, err := c.Caller(body)
	if err != nil {
		return err
	}
	result, err := c.Commands.Settings.RestoreTo(c.Request.Context(), by, name, revision, ifMatch, confirmShorter(c, confirmed))
	if err != nil {
		return err
	}
	look := func(int64) (*answers.Answer, error) { return sectionAnswer(c, name) }
	return c.Wrote(http.StatusOK, result, look, c.ContentModels(false)...)
}

// sectionOf returns the section that the path names. Its error is a 404.
func sectionOf(c *httpapi.Call) (string, error) {
	name := c.Variable("section")
	if !slices.Contains(events.Sections, name) {
		return "", httpapi.NotFound(noun)
	}
	return name, nil
}

// sectionAnswer returns a section: the settings in effect, and what is known of them. Its error is ErrNotReady.
func sectionAnswer(c *httpapi.Call, name string) (*answers.Answer, error) {
	now, err := c.Models.Content.Settings()
	if err != nil {
		return nil, err
	}
	defaults, of := events.DefaultSettings(), now.Sections[name]
	about := struct {
		Revision   uint64                `json:"revision"`
		UpdatedAt  *time.Time            `json:"updatedAt"` // null before the first change
		Defaults   any                   `json:"defaults"`
		Overridden map[string]string     `json:"overridden"`
		LeftOut    []events.SettingsLink `json:"leftOut,omitempty"` // of the navigation: links at which nothing is published now
	}{Revision: of.Revision, Defaults: defaults.Section(name), Overridden: of.Overridden}
	if of.Revision > 0 {
		about.UpdatedAt = &of.UpdatedAt
	}
	if name == events.NavigationSection {
		for _, links := range [][]events.SettingsLink{now.Navigation.Header, now.Navigation.Footer} {
			_, leftOut, err := split(c.Models, links)
			if err != nil {
				return nil, err
			}
			about.LeftOut = append(about.LeftOut, leftOut...)
		}
	}
	body := slices.Concat(bytes.TrimSuffix(projector.Encode(now.Section(name)), []byte("}")), []byte(","), projector.Encode(about)[1:])
	return answers.NewEntity(body, of.Revision, of.UpdatedAt), nil
}
