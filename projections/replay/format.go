// Formats: what a replay can be written as.

package replay

import (
	"io"
	"slices"

	"candor/events"
)

// Format is a kind of file.
type Format string

// The formats. Their names must not change: they are in command lines and addresses.
const (
	NDJSON  Format = "ndjson"  // one CloudEvents 1.0 object a line, with everything that the log stores
	CSV     Format = "csv"     // RFC 4180 with a header row
	Parquet Format = "parquet" // typed columns, for DuckDB, pandas, Spark, …
)

// Formats lists the formats, the default first.
func Formats() []Format { return []Format{NDJSON, CSV, Parquet} }

// Known reports whether f is a format.
func (f Format) Known() bool { return slices.Contains(Formats(), f) }

// ContentType is the media type of a file of this format.
func (f Format) ContentType() string {
	switch f {
	case CSV:
		return "text/csv; charset=utf-8; header=present"
	case Parquet:
		return "application/vnd.apache.parquet"
	}
	return "application/x-ndjson"
}

// Follows reports whether a file of this format can grow with the log. A Parquet file can't: its index is at
// its end.
func (f Format) Follows() bool { return f != Parquet }

// encoder writes events in one format. It buffers a bounded number of them.
type encoder interface {
	write(r *events.Recorded) error
	flush() error // passes on what was written so far
	close() error // ends the file; what was written before is then whole and readable
}

func newEncoder(f Format, q Query, w io.Writer) (encoder, error) {
	switch f {
	case CSV:
		return newCSV(tableFor(q.Types), w), nil
	case Parquet:
		return newParquet(tableFor(q.Types), w)
	}
	return newNDJSON(w), nil
}
