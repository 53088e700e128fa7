// The public history of reviews and articles: every version that readers could see, and what has changed between them.

package editorial

import (
	"encoding/json"
	"net/http"
	"strconv"

	"candor/commands/editorial"
	"candor/events"
	"candor/httpapi"
	"candor/httpapi/respond"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/content/pictures"
	"candor/projections/versions"
)

// publicHistory registers the calls of the public history.
func (k *contentKind) publicHistory(t *httpapi.Table) {
	history := "/api/" + k.Path + "/{id}/history"
	t.Handle(history, httpapi.Methods{
		"GET": {
			Handle: k.versions, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.VersionsModel},
			Class: httpapi.ClassVersions, AsOf: httpapi.PresentOnly, Render: k.readVersions,
		},
	})
	t.Handle(history+"/{revision}", httpapi.Methods{
		"GET": {
			Handle: k.oneVersion, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.VersionsModel, httpapi.ContentModel},
			Class: httpapi.ClassVersions, AsOf: httpapi.PresentOnly, Render: k.readVersion,
		},
	})
	t.Handle("/api/admin/"+k.Path+"/{id}/history/{revision}/withhold", httpapi.Methods{
		"POST":   httpapi.AdminWrites(k.withhold, httpapi.MaxBody, httpapi.ContentModel, httpapi.VersionsModel),
		"DELETE": httpapi.AdminWrites(k.release, 0, httpapi.ContentModel, httpapi.VersionsModel),
	})
}

// versions answers GET /api/reviews/{id}/history?limit=1000&before=: versions and replaced pictures before a position, newest first.
func (k *contentKind) versions(c *httpapi.Call) error {
	id, err := c.Number(k.Noun)
	if err != nil {
		return err
	}
	before, limit, err := parseVersionsQuery(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	mode, err := httpapi.PublicHistory(c.Models)
	if err != nil {
		return err
	}
	a, err := c.Models.Versions.History(k.Name, id, mode, before, limit)
	return c.Public(a, httpapi.Named(err, k.Noun))
}

// parseVersionsQuery reads the parameters of a list of versions; 0 for an absent one.
func parseVersionsQuery(raw string) (before events.Position, limit int, err error) {
	q, err := httpapi.ParseQuery(raw)
	return events.Position(q.Before), q.Limit, err
}

// readVersions is what reads the public history for a rendered page.
func (k *contentKind) readVersions(m *projections.Models, at httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	before, limit, err := parseVersionsQuery(at.Query)
	return func() (*answers.Answer, error) {
		mode, err := httpapi.PublicHistory(m)
		if err != nil {
			return nil, err
		}
		return m.Versions.History(k.Name, at.ID, mode, before, limit)
	}, err
}

// oneVersion answers GET /api/reviews/{id}/history/{revision}: a version, with the item as readers saw it then and before.
func (k *contentKind) oneVersion(c *httpapi.Call) error {
	id, revision, err := c.Revision(k.Noun)
	if err != nil {
		return err
	}
	a, err := k.versionAnswer(c.Models, id, revision)
	return c.Public(a, httpapi.Named(err, "Version"))
}

// readVersion is what reads a version for a rendered page.
func (k *contentKind) readVersion(m *projections.Models, at httpapi.PageAddress) (func() (*answers.Answer, error), error) {
	return func() (*answers.Answer, error) { return k.versionAnswer(m, at.ID, at.Revision) }, nil
}

// versionAnswer returns a version with the item as readers saw it then and before.
func (k *contentKind) versionAnswer(m *projections.Models, id int64, revision uint64) (*answers.Answer, error) {
	mode, err := httpapi.PublicHistory(m)
	if err != nil {
		return nil, err
	}
	detail, err := m.Versions.Version(k.Name, id, mode, revision)
	if err != nil {
		return nil, err
	}
	out := struct {
		versions.Listed
		Item     json.RawMessage `json:"item"`     // null: withheld
		Previous json.RawMessage `json:"previous"` // null: withheld, or there is none
	}{Listed: detail.Listed}
	if out.Item, err = k.former(m, id, detail.Then); err != nil {
		return nil, err
	}
	if out.Previous, err = k.former(m, id, detail.Before); err != nil {
		return nil, err
	}
	body, err := json.Marshal(out)
	if err != nil {
		return nil, err
	}
	return answers.New(body, `"`+strconv.FormatUint(revision, 10)+"-"+respond.Hash(body)+`"`), nil
}

// former returns an item as readers saw it in a version; null without one.
func (k *contentKind) former(m *projections.Models, id int64, then *versions.Snapshot) (json.RawMessage, error) {
	if then == nil {
		return nil, nil
	}
	seen := map[string]pictures.Then{}
	for named, is := range then.Pictures {
		seen[named] = pictures.Then(is)
	}
	return k.items(m.Content).Former(then.Content, content.Then{ID: id, Revision: then.Revision, Published: true, Featured: then.Featured,
		Created: then.Created, Updated: then.Updated, PublishedAt: then.Published, PricedAt: then.Priced, Pictures: seen})
}

// withhold answers POST /api/admin/reviews/{id}/history/{revision}/withhold {"reason":"…"}: readers see the reason in place of the version.
func (k *contentKind) withhold(c *httpapi.Call) error {
	id, ifMatch, err := c.Existing(k.Noun, k.adminAnswer(c))
	if err != nil {
		return err
	}
	_, revision, err := c.Revision(k.Noun)
	if err != nil {
		return err
	}
	body, err := c.Body()
	if err != nil {
		return err
	}
	reason, err := editorial.ParseWithholding(body)
	if err != nil {
		return err
	}
	by, err := c.Caller(body)
	if err != nil {
		return err
	}
	result, err := k.commands(c.Commands).Withhold(c.Request.Context(), by, id, revision, reason, ifMatch)
	if err != nil {
		return err
	}
	if !c.Settled(result.Shown(), c.ContentModels(false)...) {
		return c.Accepted(result.ID, result.Revision)
	}
	one, err := c.Models.Versions.Listed(k.Name, id, revision)
	if err != nil { // the read model is away: the write stands
		return c.Accepted(result.ID, result.Revision)
	}
	return c.JSON(http.StatusOK, one)
}

// release answers DELETE /api/admin/reviews/{id}/history/{revision}/withhold: readers see the version again.
func (k *contentKind) release(c *httpapi.Call) error {
	id, ifMatch, err := c.Existing(k.Noun, k.adminAnswer(c))
	if err != nil {
		return err
	}
	_, revision, err := c.Revision(k.Noun)
	if err != nil {
		return err
	}
	by, err := c.Caller(nil)
	if err != nil {
		return err
	}
	result, err := k.commands(c.Commands).Release(c.Request.Context(), by, id, revision, ifMatch)
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), c.ContentModels(false)...)
	return c.NoContent()
}
