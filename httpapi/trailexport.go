// The audit trail as a file, made while it is sent.

package httpapi

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"candor/events"
	"candor/projections"
	"candor/projections/replay"
)

const exportPage = 500 // entries read at once; between pages no transaction is open

// GET /api/admin/history/export?format=ndjson|csv: all of the trail that the other parameters leave, newest first.
func exportTrail(c *request) error {
	query, q, err := parseTrail(c.request.URL.RawQuery)
	if err != nil {
		return err
	}
	format := replay.Format(query.Get("format"))
	if format == "" {
		format = replay.NDJSON
	}
	if format != replay.NDJSON && format != replay.CSV {
		return invalidField("format", "format must be ndjson or csv.")
	}
	page, err := c.Models.History.Trail(q, 0, exportPage)
	if err != nil {
		return err
	}
	end, err := c.beginDownload()
	if err != nil {
		return err
	}
	defer end()
	c.set("Content-Type", format.ContentType())
	c.set("Content-Disposition", `attachment; filename="candor-history.`+string(format)+`"`)
	c.Header()["Cache-Control"] = noStore
	c.WriteHeader(http.StatusOK)
	if c.request.Method == http.MethodHead {
		return nil
	}
	err = c.writeTrail(q, page, format)
	switch {
	case c.request.Context().Err() != nil: // whoever asked has gone
		return nil
	case err != nil:
		c.cause = err
		panic(http.ErrAbortHandler) // so that nobody takes what was sent for the whole
	}
	return nil
}

// writeTrail sends page and all that follow it.
func (c *request) writeTrail(q projections.TrailQuery, page projections.TrailPage, format replay.Format) (err error) {
	connection := http.NewResponseController(c.ResponseWriter)
	_ = connection.SetReadDeadline(time.Time{}) // it ends the request, and a long file is no slow request
	out := bufio.NewWriterSize(patient{c, connection}, 64<<10)
	joined, line := newOrigins(c), []byte(nil)
	if format == replay.CSV {
		line = append(line, strings.Join(trailColumns, ",")+"\r\n"...)
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
		if err := c.request.Context().Err(); err != nil {
			return err
		}
		if page, err = c.Models.History.Trail(q, page.Next, exportPage); err != nil {
			return err
		}
	}
	_, _ = out.Write(line) // the head of an empty table
	return out.Flush()
}

func (e *trailEntry) appendJSON(line []byte) ([]byte, error) {
	text, err := json.Marshal(e)
	return append(append(line, text...), '\n'), err
}

// trailColumns are the head of the CSV file.
var trailColumns = strings.Fields("position at recorded_at type actor_kind actor_id actor_name via address user_agent sender request kind item title fields undoes stream revision")

func (e *trailEntry) appendCSV(line []byte) []byte {
	item := ""
	if e.Item != nil {
		item = e.Kind + "-" + strconv.FormatInt(e.Item.ID, 10)
	}
	cells := []string{
		strconv.FormatUint(uint64(e.Position), 10), e.At.Format(time.RFC3339Nano), e.RecordedAt.Format(time.RFC3339Nano), e.Type,
		string(e.Actor.Kind), e.Actor.ID, e.Actor.Name, string(whatever(e.From.Via)), whatever(e.From.Address), whatever(e.From.UserAgent),
		whatever(e.From.Sender), whatever(e.CorrelationID), e.Kind, item, whatever(e.Title), strings.Join(e.Fields, " "), whatever(e.Undoes), e.Stream,
		strconv.FormatUint(e.Revision, 10),
	}
	for i, text := range cells {
		if i > 0 {
			line = append(line, ',')
		}
		line = replay.AppendCSVText(line, text)
	}
	return append(line, '\r', '\n')
}

// whatever is the text, "" for null.
func whatever[T string | events.Source](text *T) T {
	if text == nil {
		return ""
	}
	return *text
}
