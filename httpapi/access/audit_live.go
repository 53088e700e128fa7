// The audit log live: server-sent events, each entry once it is applied. One to which more events of its save have come since it was sent
// is sent again: it replaces the one with the same "first".
//
// A client has no buffer here, only the position up to which it has been sent entries: a slow client, or many entries at once, cost
// nobody else anything.

package access

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"candor/events"
	"candor/httpapi"
	"candor/projections/audit"
)

const (
	liveStep      = 500                    // entries looked at in one go
	livePause     = 100 * time.Millisecond // between two looks, however much goes on
	liveHeartbeat = 15 * time.Second       // without an entry, after which a comment keeps proxies from closing the connection
)

// GET /api/admin/history/live?after=&…: new entries, filtered as in the list. It goes on after Last-Event-ID, or the
// position after, or what there is now; and ends with the session and with the server.
func watchAudit(c *httpapi.Call) error {
	query, q, err := parseAuditQuery(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	after, err := liveFrom(c, query.Get("after"))
	if err != nil {
		return err
	}
	c.Set("Content-Type", "text/event-stream")
	c.Set("X-Accel-Buffering", "no") // nginx would wait for more
	c.Header()["Cache-Control"] = httpapi.NoStore
	c.WriteHeader(http.StatusOK)
	if c.Request.Method == http.MethodHead {
		return nil
	}
	connection := http.NewResponseController(c.ResponseWriter)
	_ = connection.SetReadDeadline(time.Time{}) // it ends the request, and this one is to last
	_ = watcher{c, q, c.DownloadWriter(connection), connection, newOrigins(c)}.run(after)
	return nil // a client that has gone is no error of ours
}

// liveFrom is the position that the client has seen everything up to. One that the log does not reach is from before a backup was
// restored: the client goes on with what is new.
func liveFrom(c *httpapi.Call, after string) (events.Position, error) {
	name := "after"
	if last := c.Request.Header.Get("Last-Event-ID"); last != "" {
		name, after = "Last-Event-ID", last
	}
	if after != "" {
		n, err := httpapi.WholeNumber(name, after, 0, 1<<62)
		if err != nil || !beyondLog(c, events.Position(n)) {
			return events.Position(n), err
		}
	}
	newest, err := c.Models.History.Entries(audit.Query{}, 0, 1)
	if err != nil || len(newest.Entries) == 0 {
		return 0, err
	}
	return newest.Entries[0].Position, nil
}

// beyondLog reports whether the log is known to end before p.
func beyondLog(c *httpapi.Call, p events.Position) bool {
	if c.Models.History.Position() >= p {
		return false
	}
	head, err := c.Log.Head(c.Request.Context())
	return err == nil && p > head
}

// watcher is one client.
type watcher struct {
	c          *httpapi.Call
	query      audit.Query
	out        httpapi.DeadlineWriter
	connection *http.ResponseController
	joined     *origins
}

// run sends until the client goes, its session ends or the server stops.
func (w watcher) run(after events.Position) (err error) {
	if _, err := w.out.Write([]byte("retry: 2000\n\n")); err != nil {
		return err
	}
	for {
		history, access := w.c.Models.History.Moved(), w.c.Models.Access.Moved() // before looking, so that nothing is missed
		s, ok := w.c.Session()
		if !ok {
			return nil
		}
		if after, err = w.send(after); err != nil {
			return err
		}
		if err := w.connection.Flush(); err != nil {
			return err
		}
		silence := time.NewTimer(max(0, min(liveHeartbeat, s.ExpiresAt.Sub(w.c.Clock()))))
		select {
		case <-history:
		case <-access:
		case <-silence.C:
			// The id lets a client whose filter chooses little go on from here.
			_, err = w.out.Write([]byte("id: " + strconv.FormatUint(uint64(after), 10) + "\n: still here\n\n"))
		case <-w.c.Request.Context().Done():
			return nil
		case <-w.c.Ending:
			return nil
		}
		silence.Stop()
		if err != nil {
			return err
		}
		select {
		case <-time.After(livePause):
		case <-w.c.Request.Context().Done():
			return nil
		case <-w.c.Ending:
			return nil
		}
	}
}

// send sends what came after a position, and returns how far it looked.
func (w watcher) send(after events.Position) (events.Position, error) {
	for {
		entries, reached, err := w.c.Models.History.EntriesAfter(w.query, after, liveStep)
		if err != nil || reached == after {
			return after, err
		}
		var out bytes.Buffer
		for i := range entries {
			shown, err := json.Marshal(w.joined.entry(&entries[i]))
			if err != nil {
				return after, err
			}
			out.WriteString("id: " + strconv.FormatUint(uint64(entries[i].Position), 10) + "\ndata: ")
			out.Write(shown)
			out.WriteString("\n\n")
		}
		if _, err := w.out.Write(out.Bytes()); err != nil {
			return after, err
		}
		after = reached
		select {
		case <-w.c.Request.Context().Done():
			return after, w.c.Request.Context().Err()
		case <-w.c.Ending:
			return after, http.ErrServerClosed
		default:
		}
	}
}
