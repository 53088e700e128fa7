// Control: how other commands on this machine ask the running server for something.

package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"candor/events"
	"candor/projections"
)

func (t *table) control() {
	if t.ControlToken == "" {
		return
	}
	t.handle("/api/control/rebuild", methods{"POST": {handle: forModels((*projections.Models).Rebuild), who: commandLine, dependsOn: nothing, class: classNeeded, body: maxBody, withoutLog: true}})
	t.handle("/api/control/check", methods{"POST": {handle: forModels((*projections.Models).Check), who: commandLine, dependsOn: nothing, class: classNeeded, body: maxBody, withoutLog: true}})
	t.handle("/api/control/scavenge", methods{"POST": {handle: scavenge, who: commandLine, dependsOn: nothing, class: classNeeded, body: noBody, withoutLog: true}})
	t.handle("/api/control/backup", methods{"POST": {handle: backup, who: commandLine, dependsOn: nothing, class: classNeeded, body: noBody, withoutLog: true}})
	t.handle("/api/control/media", methods{"POST": {handle: listPictures, who: commandLine, dependsOn: nothing, class: classNeeded, body: noBody, withoutLog: true}})
	t.handle("/api/control/wait", methods{"POST": {handle: waitForModels, who: commandLine, dependsOn: nothing, class: classNeeded, body: maxBody, withoutLog: true}})
}

// forModels answers POST /api/control/rebuild and /api/control/check {"names":["content"]}: it does something
// to the named read models, to all without names, one after another, and says how far it is. It goes on
// when its caller goes away.
func forModels(do func(m *projections.Models, ctx context.Context, name string, progress func(at, head events.Position)) error) handler {
	return func(c *request) error {
		names, err := c.modelNames()
		if err != nil {
			return err
		}
		say := c.progressLines()
		for _, name := range names {
			_ = c.work(say, name, func(ctx context.Context, progress func(at, head events.Position)) (string, error) {
				err := do(c.Models, ctx, name, progress)
				return c.Models.Lacking(name), err
			})
		}
		return nil
	}
}

// modelNames are the read models that the body names, all without names.
func (c *request) modelNames() ([]string, error) {
	body, err := c.body()
	if err != nil {
		return nil, err
	}
	var in struct {
		Names []string `json:"names"`
	}
	if len(body) > 0 && json.Unmarshal(body, &in) != nil {
		return nil, invalidField("names", "names must be a list of read models.")
	}
	all := c.Models.Names()
	if len(in.Names) == 0 {
		return all, nil
	}
	names := make([]string, len(in.Names))
	for i, name := range in.Names {
		if names[i], err = c.Models.CanonicalName(name); err != nil {
			return nil, invalidField("names", "Unknown read model "+name+". There are: "+strings.Join(all, ", ")+".")
		}
	}
	return names, nil
}

// POST /api/control/backup: a backup of the log as it is now. It ends in the middle when the log can't be read on: what has
// arrived doesn't pass for a backup then.
func backup(c *request) error {
	if c.Backup == nil {
		return &refusal{status: http.StatusConflict, detail: "This server's log is on another server. Back it up there."}
	}
	c.setDeadlines(time.Time{}) // it may take longer than any other answer
	c.set("Content-Type", "application/octet-stream")
	c.Header()["Cache-Control"] = noStore
	err := c.Backup(c.request.Context(), c)
	switch {
	case err == nil:
		return nil
	case c.bytes == 0: // such as a scavenge under way
		return &refusal{status: http.StatusConflict, detail: err.Error()}
	}
	c.cause = err
	panic(http.ErrAbortHandler)
}

// POST /api/control/media: the pictures that the site has or has removed, with what uses them.
func listPictures(c *request) error {
	all, err := c.Models.Pictures()
	if err != nil {
		return err
	}
	return c.json(http.StatusOK, map[string]any{"pictures": all})
}

// POST /api/control/wait {"position":165}: answers 204 when the content, media, access, history, inbox and analytics read models show what
// a command beside the server has written, so that a key printed by the command line is let in at once, what was imported
// is seen, and who was erased is forgotten; 503 when they don't in time.
func waitForModels(c *request) error {
	body, err := c.body()
	if err != nil {
		return err
	}
	var in struct {
		Position events.Position `json:"position"`
	}
	if json.Unmarshal(body, &in) != nil {
		return invalidField("position", "position must be a position in the log.")
	}
	if !c.passed(in.Position, c.Models.Content, c.Models.Media, c.Models.Access, c.Models.History, c.Models.Inbox, c.Models.Analytics) {
		return &refusal{status: http.StatusServiceUnavailable, detail: "The read models have not caught up to this position yet."}
	}
	return c.noContent()
}
