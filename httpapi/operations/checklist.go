// The checklist of a new site: what its owner has to do, ticked by what the log says.

package operations

import (
	"encoding/json"
	"net/http"

	"candor/events"
	"candor/httpapi"
	"candor/projections"
	"candor/projections/audit"
)

// Checklist registers the routes of the checklist.
func Checklist(t *httpapi.Table) {
	models := httpapi.Models{httpapi.ContentModel, httpapi.AuditModel}
	t.Handle("/api/admin/checklist", httpapi.Methods{"GET": httpapi.AdminReads(checklist, models...)})
	t.Handle("/api/admin/checklist/pages", httpapi.Methods{"PUT": httpapi.AdminWrites(readPages, httpapi.NoBody, models...)})
	t.Handle("/api/admin/checklist/dismiss", httpapi.Methods{"POST": httpapi.AdminWrites(dismissChecklist, httpapi.NoBody, models...)})
}

// checklistSteps are the steps in the order in which they are shown, and what tells that one is done. Their errors are ErrNotReady.
var checklistSteps = []struct {
	key  string
	done func(m *projections.Models) (bool, error)
}{
	{"name", siteNamed},
	{"pages", pagesRead},
	{"author", authorAdded},
	{"review", reviewPublished},
	{"navigation", navigationChosen},
	{"backup", func(m *projections.Models) (bool, error) {
		return happened(m, audit.Query{Type: events.BackupMade{}.EventType()})
	}},
}

// GET /api/admin/checklist
func checklist(c *httpapi.Call) error {
	type item struct {
		Key  string `json:"key"`
		Done bool   `json:"done"`
	}
	var answer struct {
		Items     []item `json:"items"`
		Dismissed bool   `json:"dismissed"`
	}
	for _, step := range checklistSteps {
		done, err := step.done(c.Models)
		if err != nil {
			return err
		}
		answer.Items = append(answer.Items, item{step.key, done})
	}
	var err error
	answer.Dismissed, err = happened(c.Models, audit.Query{Type: events.ChecklistDismissed{}.EventType()})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, answer)
}

// PUT /api/admin/checklist/pages: the owner has read About, Privacy and Terms, and leaves them as they are.
func readPages(c *httpapi.Call) error {
	result, err := c.Commands.Operations.ReadPages(c.Request.Context(), c.By())
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), c.Models.History)
	return c.NoContent()
}

// POST /api/admin/checklist/dismiss: the owner puts the checklist away for good.
func dismissChecklist(c *httpapi.Call) error {
	result, err := c.Commands.Operations.DismissChecklist(c.Request.Context(), c.By())
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), c.Models.History)
	return c.NoContent()
}

// happened reports whether the audit log has an entry.
func happened(m *projections.Models, q audit.Query) (bool, error) {
	page, err := m.History.Entries(q, 0, 1)
	return len(page.Entries) > 0, err
}

func siteNamed(m *projections.Models) (bool, error) {
	s, err := m.Content.Settings()
	if err != nil {
		return false, err
	}
	values, ok := s.Sections[events.SiteSection].Values.(events.SiteValues)
	return ok && values.Name != nil, nil
}

// pagesRead reports whether the owner has read About, Privacy and Terms: each of them was changed, or the owner says so.
func pagesRead(m *projections.Models) (bool, error) {
	if told, err := happened(m, audit.Query{Type: events.ChecklistPagesRead{}.EventType()}); told || err != nil {
		return told, err
	}
	for _, slug := range []string{"about", "privacy", "terms"} {
		a, _, err := m.Content.PageBySlug(slug)
		if err != nil {
			return false, err
		}
		var page struct {
			ID int64 `json:"id"`
		}
		if err := json.Unmarshal(a.Body(), &page); err != nil {
			return false, err
		}
		if page.ID == 0 { // the log has none yet
			return false, nil
		}
		item := events.Item{Kind: events.PageKind, ID: page.ID}
		changed, err := happened(m, audit.Query{Type: events.PageUpdated{}.EventType(), Item: item.Stream()})
		if !changed || err != nil {
			return false, err
		}
	}
	return true, nil
}

func authorAdded(m *projections.Models) (bool, error) {
	a, err := m.Content.AuthorsAnswer()
	return err == nil && a.Total > 0, err
}

func reviewPublished(m *projections.Models) (bool, error) {
	counts, err := m.Content.CountAll()
	return counts[events.ReviewKind].Published > 0, err
}

func navigationChosen(m *projections.Models) (bool, error) {
	s, err := m.Content.Settings()
	return err == nil && s.Sections[events.NavigationSection].Revision > 0, err
}
