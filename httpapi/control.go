// Control: how other commands on this machine ask the running server for something.

package httpapi

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"candor/events"
	"candor/projections"
)

func (t *table) control() {
	if t.ControlToken != "" {
		t.handle("/api/control/rebuild", methods{"POST": forControl(forModels((*projections.Models).Rebuild))})
		t.handle("/api/control/check", methods{"POST": forControl(forModels((*projections.Models).Check))})
		t.handle("/api/control/scavenge", methods{"POST": forControl(scavenge)})
		t.handle("/api/control/backup", methods{"POST": forControl(backup)})
		t.handle("/api/control/media", methods{"POST": forControl(listPictures)})
		t.handle("/api/control/wait", methods{"POST": forControl(waitForModels)})
	}
}

// forControl lets only the bearer of the control token reach h.
func forControl(h handler) handler {
	return func(x *exchange) error {
		given, ok := strings.CutPrefix(x.request.Header.Get("Authorization"), "Bearer ")
		a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(x.ControlToken))
		if !ok || subtle.ConstantTimeCompare(a[:], b[:]) != 1 {
			x.set("Www-Authenticate", `Bearer realm="candor control"`)
			return &refusal{status: http.StatusUnauthorized, detail: "This call needs the server's control token."}
		}
		x.actor, x.via = events.System, events.ViaSystem
		return h(x)
	}
}

// progressEvery is how often long work says where it is.
const progressEvery = 100 * time.Millisecond

// modelLine is one line of an answer of forModels, which is newline-delimited JSON.
type modelLine struct {
	Name  string          `json:"name"`
	At    events.Position `json:"at"`
	Head  events.Position `json:"head"`
	Done  bool            `json:"done"`
	Note  string          `json:"note,omitempty"`
	Error string          `json:"error,omitempty"`
}

// forModels answers POST /api/control/rebuild and /api/control/check {"names":["content"]}: it does something
// to the named read models, to all without names, one after another, and says how far it is. It goes on
// when its caller goes away.
func forModels(do func(m *projections.Models, ctx context.Context, name string, progress func(at, head events.Position)) error) handler {
	return func(x *exchange) error {
		names, err := x.modelNames()
		if err != nil {
			return err
		}
		say := x.progressLines()
		for _, name := range names {
			_ = x.work(say, name, func(ctx context.Context, progress func(at, head events.Position)) (string, error) {
				return "", do(x.Models, ctx, name, progress)
			})
		}
		return nil
	}
}

// progressLines begins an answer of lines that tell how far long work is, and returns what says one.
func (x *exchange) progressLines() (say func(modelLine)) {
	connection := http.NewResponseController(x.ResponseWriter)
	_ = connection.SetWriteDeadline(time.Time{}) // it may take longer than any other answer
	_ = connection.SetReadDeadline(time.Time{})
	x.set("Content-Type", "application/x-ndjson")
	x.Header()["Cache-Control"] = noStore
	x.WriteHeader(http.StatusOK)
	lines := json.NewEncoder(x)
	return func(line modelLine) {
		_ = lines.Encode(line) // whoever asked may be gone
		_ = connection.Flush()
	}
}

// work does one long piece of work, says how far it is, and at last what came of it. It goes on when its caller goes away.
func (x *exchange) work(say func(modelLine), name string, do func(ctx context.Context, progress func(at, head events.Position)) (note string, err error)) error {
	line := modelLine{Name: name}
	var said time.Time
	var err error
	line.Note, err = do(context.WithoutCancel(x.request.Context()), func(at, head events.Position) {
		line.At, line.Head = at, head
		if now := time.Now(); now.Sub(said) >= progressEvery {
			said = now
			say(line)
		}
	})
	line.Done = true
	if err != nil {
		line.Error = err.Error()
	}
	say(line)
	return err
}

// modelNames are the read models that the body names, all without names.
func (x *exchange) modelNames() ([]string, error) {
	body, err := x.body()
	if err != nil {
		return nil, err
	}
	var in struct {
		Names []string `json:"names"`
	}
	if len(body) > 0 && json.Unmarshal(body, &in) != nil {
		return nil, invalidField("names", "names must be a list of read models.")
	}
	all := x.Models.Names()
	if len(in.Names) == 0 {
		return all, nil
	}
	names := make([]string, len(in.Names))
	for i, name := range in.Names {
		if names[i], err = x.Models.CanonicalName(name); err != nil {
			return nil, invalidField("names", "Unknown read model "+name+". There are: "+strings.Join(all, ", ")+".")
		}
	}
	return names, nil
}

// POST /api/control/backup: a backup of the log as it is now. It ends in the middle when the log can't be read on: what has
// arrived doesn't pass for a backup then.
func backup(x *exchange) error {
	if x.Backup == nil {
		return &refusal{status: http.StatusConflict, detail: "This server's log is on another server. Back it up there."}
	}
	connection := http.NewResponseController(x.ResponseWriter)
	_ = connection.SetWriteDeadline(time.Time{}) // it may take longer than any other answer
	_ = connection.SetReadDeadline(time.Time{})
	x.set("Content-Type", "application/octet-stream")
	x.Header()["Cache-Control"] = noStore
	err := x.Backup(x.request.Context(), x)
	switch {
	case err == nil:
		return nil
	case x.bytes == 0: // such as a scavenge under way
		return &refusal{status: http.StatusConflict, detail: err.Error()}
	}
	x.cause = err
	panic(http.ErrAbortHandler)
}

// POST /api/control/media: the pictures that the site has or has removed, with what uses them.
func listPictures(x *exchange) error {
	all, err := x.Models.Pictures()
	if err != nil {
		return err
	}
	return x.json(http.StatusOK, map[string]any{"pictures": all})
}

// POST /api/control/wait {"position":165}: answers 204 when the content, media, access, history, inbox and analytics read models show what
// a command beside the server has written, so that a key printed by the command line is let in at once, what was imported
// is seen, and who was erased is forgotten; 503 when they don't in time.
func waitForModels(x *exchange) error {
	body, err := x.body()
	if err != nil {
		return err
	}
	var in struct {
		Position events.Position `json:"position"`
	}
	if json.Unmarshal(body, &in) != nil {
		return invalidField("position", "position must be a position in the log.")
	}
	if !x.passed(in.Position, x.Models.Content, x.Models.Media, x.Models.Access, x.Models.History, x.Models.Inbox, x.Models.Analytics) {
		return &refusal{status: http.StatusServiceUnavailable, detail: "The read models have not caught up to this position yet."}
	}
	return x.noContent()
}
