// NDJSON: each event as a CloudEvents 1.0 object in JSON (https://github.com/cloudevents/spec), on one line.

package replay

import (
	"bufio"
	"encoding/json"
	"io"
	"time"

	"candor/events"
)

type ndjsonEncoder struct{ out *bufio.Writer }

func newNDJSON(w io.Writer) ndjsonEncoder { return ndjsonEncoder{bufio.NewWriterSize(w, outputSize)} }

func (e ndjsonEncoder) write(r *events.Recorded) error {
	line, err := cloudEvent(r)
	if err != nil {
		return err
	}
	_, err = e.out.Write(line)
	return err
}

func (e ndjsonEncoder) flush() error { return e.out.Flush() }
func (e ndjsonEncoder) close() error { return e.out.Flush() }

// line is the object. The extension attributes after data hold everything else that the log stores, so that an export can be imported
// again.
type line struct {
	SpecVersion string          `json:"specversion"` // "1.0"
	ID          string          `json:"id"`
	Source      string          `json:"source"` // "/streams/review-12"
	Type        string          `json:"type"`
	Subject     string          `json:"subject"` // the stream
	Time        time.Time       `json:"time"`    // when it was stored, UTC
	ContentType string          `json:"datacontenttype"`
	Data        json.RawMessage `json:"data,omitempty"`
	Binary      []byte          `json:"data_base64,omitempty"`
	Revision    uint64          `json:"revision"`
	Position    events.Position `json:"position"`
	Metadata    json.RawMessage `json:"metadata,omitempty"`
}

// cloudEvent encodes r, line break included. Data that is no JSON goes as base64.
func cloudEvent(r *events.Recorded) ([]byte, error) {
	l := line{
		SpecVersion: "1.0",
		ID:          r.ID.String(),
		Source:      "/streams/" + r.Stream,
		Type:        r.Type,
		Subject:     r.Stream,
		Time:        r.Time(),
		ContentType: "application/json",
		Revision:    r.Revision,
		Position:    r.Position,
	}
	if !r.Binary && json.Valid(r.Data) {
		l.Data = r.Data
	} else {
		l.ContentType, l.Binary = "application/octet-stream", r.Data
	}
	if json.Valid(r.Meta) {
		l.Metadata = r.Meta
	}
	text, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}
