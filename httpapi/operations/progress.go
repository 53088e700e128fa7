// Progress: answers that say how far long work is, line by line.

package operations

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"candor/events"
	"candor/httpapi"
)

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

// progressLines begins an answer of lines that tell how far long work is, and returns what says one.
func progressLines(c *httpapi.Call) (say func(modelLine)) {
	connection := c.SetDeadlines(time.Time{}) // it may take longer than any other answer
	c.Set("Content-Type", "application/x-ndjson")
	c.Header()["Cache-Control"] = httpapi.NoStore
	c.WriteHeader(http.StatusOK)
	lines := json.NewEncoder(c)
	return func(line modelLine) {
		_ = lines.Encode(line) // the client may be gone
		_ = connection.Flush()
	}
}

// work does one long piece of work, says how far it is, and at last what came of it. It goes on when its caller goes away.
func work(c *httpapi.Call, say func(modelLine), name string,
	do func(ctx context.Context, progress func(at, head events.Position)) (note string, err error)) error {
	line := modelLine{Name: name}
	var said time.Time
	var err error
	line.Note, err = do(context.WithoutCancel(c.Request.Context()), func(at, head events.Position) {
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
