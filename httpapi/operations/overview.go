// Overview: how much there is of everything, for the dashboard's frame, which asks every few seconds.

package operations

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"candor/events"
	"candor/httpapi"
)

// Overview registers the routes of the dashboard's counts.
func Overview(t *httpapi.Table) {
	t.Handle("/api/admin/overview",
		httpapi.Methods{"GET": httpapi.AdminReads(overview, httpapi.ContentModel, httpapi.InboxModel, httpapi.AccessModel)})
}

// GET /api/admin/overview
func overview(c *httpapi.Call) error {
	items, err := c.Models.Content.CountAll()
	if err != nil {
		return err
	}
	unread, read, err := c.Models.Inbox.MessageCounts()
	if err != nil {
		return err
	}
	active, total, err := c.Models.Access.KeyCounts(c.Clock())
	if err != nil {
		return err
	}
	type messages struct {
		Unread int `json:"unread"`
		Read   int `json:"read"`
	}
	type keys struct {
		Active int `json:"active"`
		Total  int `json:"total"`
	}
	type logState struct {
		Available bool       `json:"available"`
		Writable  bool       `json:"writable"`
		AsOf      *time.Time `json:"asOf"` // until when what is shown is known to be all there was; null: it is
	}
	type setAside struct {
		Type   string `json:"type"`
		Stream string `json:"stream"`
	}
	aside := map[events.Position]setAside{} // several read models may lack the same event
	for _, s := range c.Models.Status() {
		for _, one := range s.SetAside {
			aside[one.Position] = setAside{one.Type, one.Stream}
		}
	}
	lacking := []setAside{}
	for _, at := range slices.Sorted(maps.Keys(aside)) {
		lacking = append(lacking, aside[at])
	}
	state := logState{Available: c.Log.Available() == nil && c.Models.LogRefused() == nil, Writable: c.LogWritable()}
	if at, stale := c.Models.AsOf(); stale {
		state.AsOf = &at
	}
	answer := map[string]any{"log": state, "messages": messages{unread, read}, "keys": keys{active, total}, "setAside": lacking}
	for _, k := range events.Kinds {
		answer[k.Plural()] = items[k.Name]
	}
	return c.JSON(http.StatusOK, answer)
}
