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
)

func (t *table) control() {
	if t.ControlToken != "" {
		t.handle("/api/control/rebuild", methods{"POST": forControl(rebuild)})
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
		x.actor = events.System
		return h(x)
	}
}

// progressEvery is how often a rebuild says where it is.
const progressEvery = 100 * time.Millisecond

// rebuildLine is one line of a rebuild's answer, which is newline-delimited JSON.
type rebuildLine struct {
	Name  string          `json:"name"`
	At    events.Position `json:"at"`
	Head  events.Position `json:"head"`
	Done  bool            `json:"done"`
	Error string          `json:"error,omitempty"`
}

// POST /api/control/rebuild {"names":["content"]}: rebuilds the named read models, all without
// names, one after another. A rebuild goes on when its caller goes away.
func rebuild(x *exchange) error {
	body, err := x.body()
	if err != nil {
		return err
	}
	var in struct {
		Names []string `json:"names"`
	}
	if len(body) > 0 && json.Unmarshal(body, &in) != nil {
		return invalidField("names", "names must be a list of read models.")
	}
	known := map[string]bool{}
	var all []string
	for _, s := range x.Models.Status() {
		known[s.Name] = true
		all = append(all, s.Name)
	}
	for _, name := range in.Names {
		if !known[name] {
			return invalidField("names", "There is no read model "+name+". There are: "+strings.Join(all, ", ")+".")
		}
	}
	if len(in.Names) == 0 {
		in.Names = all
	}
	connection := http.NewResponseController(x.ResponseWriter)
	_ = connection.SetWriteDeadline(time.Time{}) // a rebuild may take longer than any other answer
	_ = connection.SetReadDeadline(time.Time{})
	x.set("Content-Type", "application/x-ndjson")
	x.Header()["Cache-Control"] = noStore
	x.WriteHeader(http.StatusOK)
	lines := json.NewEncoder(x)
	say := func(line rebuildLine) {
		_ = lines.Encode(line) // whoever asked may be gone
		_ = connection.Flush()
	}
	for _, name := range in.Names {
		line := rebuildLine{Name: name}
		var said time.Time
		err := x.Models.Rebuild(context.WithoutCancel(x.request.Context()), name, func(at, head events.Position) {
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
	}
	return nil
}

// POST /api/control/wait {"position":165}: answers 204 when the access and history read models show what a
// command beside the server has written, so that a key printed by the command line is let in at once;
// 503 when they don't in time.
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
	if !x.passed(in.Position, x.Models.Access, x.Models.History) {
		return &refusal{status: http.StatusServiceUnavailable, detail: "The read models have not come that far yet."}
	}
	return x.noContent()
}
