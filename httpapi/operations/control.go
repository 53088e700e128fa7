// Control: how other commands on this machine ask the running server for something.

package operations

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"candor/events"
	"candor/httpapi"
	"candor/projections"
)

// Control registers the routes of what other commands on this machine ask for.
func Control(t *httpapi.Table) {
	if t.ControlToken == "" {
		return
	}
	command := func(h httpapi.Handler, body int64) httpapi.Methods {
		return httpapi.Methods{"POST": {Handle: h, Who: httpapi.CommandLine, DependsOn: httpapi.Nothing,
			Class: httpapi.ClassNeeded, Body: body,
			WithoutLog: true}}
	}
	t.Handle("/api/control/rebuild", command(forModels((*projections.Models).Rebuild), httpapi.MaxBody))
	t.Handle("/api/control/check", command(forModels((*projections.Models).Check), httpapi.MaxBody))
	t.Handle("/api/control/scavenge", command(scavenge, httpapi.NoBody))
	t.Handle("/api/control/backup", command(backup, httpapi.NoBody))
	t.Handle("/api/control/media", command(listPictures, httpapi.NoBody))
	t.Handle("/api/control/wait", command(waitForModels, httpapi.MaxBody))
}

// forModels answers POST /api/control/rebuild and /api/control/check {"names":["content"]}: it does something
// to the named read models, to all without names, one after another, and says how far it is. It goes on
// when its caller goes away.
func forModels(do func(m *projections.Models, ctx context.Context, name string,
	progress func(at, head events.Position)) error) httpapi.Handler {
	return func(c *httpapi.Call) error {
		names, err := modelNames(c)
		if err != nil {
			return err
		}
		say := progressLines(c)
		for _, name := range names {
			_ = work(c, say, name, func(ctx context.Context, progress func(at, head events.Position)) (string, error) {
				err := do(c.Models, ctx, name, progress)
				return c.Models.Lacking(name), err
			})
		}
		return nil
	}
}

// modelNames are the read models that the body names, all without names.
func modelNames(c *httpapi.Call) ([]string, error) {
	body, err := c.Body()
	if err != nil {
		return nil, err
	}
	var in struct {
		Names []string `json:"names"`
	}
	if len(body) > 0 && json.Unmarshal(body, &in) != nil {
		return nil, httpapi.InvalidField("names", "names must be a list of read models.")
	}
	all := c.Models.Names()
	if len(in.Names) == 0 {
		return all, nil
	}
	names := make([]string, len(in.Names))
	for i, name := range in.Names {
		if names[i], err = c.Models.CanonicalName(name); err != nil {
			return nil, httpapi.InvalidField("names", "Unknown read model "+name+". There are: "+strings.Join(all, ", ")+".")
		}
	}
	return names, nil
}

// POST /api/control/backup: a backup of the log as it is now. It ends in the middle when the log can't be read on: what has
// arrived doesn't pass for a backup then.
func backup(c *httpapi.Call) error {
	if c.Backup == nil {
		return &httpapi.Refusal{Status: http.StatusConflict, Detail: "This server's log is on another server. Back it up there."}
	}
	c.SetDeadlines(time.Time{}) // it may take longer than any other answer
	c.Set("Content-Type", "application/octet-stream")
	c.Header()["Cache-Control"] = httpapi.NoStore
	err := c.Backup(c.Request.Context(), c)
	switch {
	case err == nil:
		return nil
	case c.Bytes == 0: // such as a scavenge under way
		return &httpapi.Refusal{Status: http.StatusConflict, Detail: err.Error()}
	}
	c.Cause = err
	panic(http.ErrAbortHandler)
}

// POST /api/control/media: the pictures that the site has or has removed, with what uses them.
func listPictures(c *httpapi.Call) error {
	all, err := c.Models.Pictures()
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"pictures": all})
}

// POST /api/control/wait {"position":165}: answers 204 when the read models show what a command beside the server has written, so that a
// key printed by the command line is let in at once, what was imported is seen and found, who was erased is forgotten, and a hidden picture
// is in no history; 503 when they don't in time.
func waitForModels(c *httpapi.Call) error {
	body, err := c.Body()
	if err != nil {
		return err
	}
	var in struct {
		Position events.Position `json:"position"`
	}
	if json.Unmarshal(body, &in) != nil {
		return httpapi.InvalidField("position", "position must be a position in the log.")
	}
	if !c.Passed(in.Position, append(c.ContentModels(true), c.Models.Access, c.Models.Inbox, c.Models.Analytics)...) {
		return &httpapi.Refusal{Status: http.StatusServiceUnavailable, Detail: "The read models have not caught up to this position yet."}
	}
	return c.NoContent()
}
