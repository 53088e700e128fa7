// The audit log as a file, written while it is sent.

package access

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"candor/events"
	"candor/httpapi"
	"candor/projections/audit"
	"candor/projections/projector"
	"candor/projections/replay"
)

const exportPage = 500 // entries read at once; between pages no transaction is open

// GET /api/admin/history/export?format=ndjson|csv: all entries that the other parameters choose, newest first.
func exportAudit(c *httpapi.Call) error {
	query, q, err := parseAuditQuery(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	format := replay.Format(query.Get("format"))
	if format == "" {
		format = replay.NDJSON
	}
	if format != replay.NDJSON && format != replay.CSV {
		return httpapi.InvalidField("format", "format must be ndjson or csv.")
	}
	page, err := c.Models.History.Entries(q, 0, exportPage)
	if err != nil {
		return err
	}
	c.Set("Content-Type", format.ContentType())
	c.Set("Content-Disposition", `attachment; filename="candor-history.`+string(format)+`"`)
	c.Header()["Cache-Control"] = httpapi.NoStore
	c.WriteHeader(http.StatusOK)
	if c.Request.Method == http.MethodHead {
		return nil
	}
	err = writeAudit(c, q, page, format)
	switch {
	case c.Request.Context().Err() != nil: // the client has gone
		return nil
	case err != nil:
		c.Cause = err
		panic(http.ErrAbortHandler) // so that the client sees that the file is incomplete
	}
	return nil
}

// writeAudit sends page and all that follow it.
func writeAudit(c *httpapi.Call, q audit.Query, page audit.Page, format replay.Format) (err error) {
	connection := http.NewResponseController(c.ResponseWriter)
	_ = connection.SetReadDeadline(time.Time{}) // it ends the request, and a long file is no slow request
	out := bufio.NewWriterSize(c.DownloadWriter(connection), 64<<10)
	joined, line := newOrigins(c), []byte(nil)
	if format == replay.CSV {
		line = append(line, strings.Join(auditColumns, ",")+"\r\n"...)
	}
	for {
		for i := range page.Entries {
			e := joined.entry(&page.Entries[i])
			if format == replay.CSV {
				line = e.appendCSV(line)
			} else if line, err = e.appendJSON(line); err != nil {
				return err
			}
			if _, err := out.Write(line); err != nil {
				return err
			}
			line = line[:0]
		}
		if page.Next == 0 {
			break
		}
		if err := c.Request.Context().Err(); err != nil {
			return err
		}
		if page, err = c.Models.History.Entries(q, page.Next, exportPage); err != nil {
			return err
		}
	}
	_, _ = out.Write(line) // the head of an empty table
	return out.Flush()
}

func (e *auditEntry) appendJSON(line []byte) ([]byte, error) {
	text, err := json.Marshal(e)
	return append(append(line, text...), '\n'), err
}

// auditColumns are the head of the CSV file.
var auditColumns = strings.Fields("position first at recorded_at type types actor_kind actor_id actor_name via address user_agent sender request kind item title fields undoes stream revision changes")

func (e *auditEntry) appendCSV(line []byte) []byte {
	item := ""
	if e.Item != nil {
		item = e.Kind + "-" + strconv.FormatInt(e.Item.ID, 10)
	}
	changes := ""
	if len(e.Changes) > 0 {
		changes = string(projector.Encode(e.Changes))
	}
	cells := []string{
		strconv.FormatUint(uint64(e.Position), 10), strconv.FormatUint(uint64(e.First), 10), e.At.Format(time.RFC3339Nano),
		e.RecordedAt.Format(time.RFC3339Nano), e.Type, strings.Join(e.Types, " "), string(e.Actor.Kind), e.Actor.ID, e.Actor.Name,
		string(valueOf(e.From.Via)), valueOf(e.From.Address), valueOf(e.From.UserAgent),
		valueOf(e.From.Sender), valueOf(e.CorrelationID), e.Kind, item, valueOf(e.Title),
		strings.Join(e.Fields, " "), valueOf(e.Undoes), e.Stream,
		strconv.FormatUint(e.Revision, 10), changes,
	}
	for i, text := range cells {
		if i > 0 {
			line = append(line, ',')
		}
		line = replay.AppendCSVText(line, text)
	}
	return append(line, '\r', '\n')
}

// valueOf returns the text, "" for null.
func valueOf[T string | events.Source](text *T) T {
	if text == nil {
		return ""
	}
	return *text
}
