// Parquet: typed columns in row groups of bounded size, compressed with Snappy, which every reader knows.

package replay

import (
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"

	"candor/events"
)

const (
	groupRows  = 128 << 10 // rows of a row group at most
	groupBytes = 32 << 20  // bytes of events, as stored, after which a row group ends
	batchRows  = 256       // rows that are passed to the writer at once
	batchBytes = 1 << 20   // bytes of events after which a batch is passed on, however few rows it has

	dictionaryBytes = 512 << 10 // of one column's dictionary at most; further texts are written in full
)

type parquetEncoder struct {
	table *table
	out   *parquet.GenericWriter[any]

	values     []parquet.Value // of all rows of the batch
	rows       []parquet.Row
	batchBytes int
	groupRows  int
	groupBytes int
}

func newParquet(t *table, w io.Writer) (*parquetEncoder, error) {
	e := &parquetEncoder{table: t}
	config, err := parquet.NewWriterConfig(
		parquet.NewSchema("event", schemaOf(t.columns)),
		parquet.Compression(&parquet.Snappy),
		parquet.DictionaryMaxBytes(dictionaryBytes),
		parquet.DataPageVersion(1), // some readers in use support no other
		parquet.WriteBufferSize(outputSize),
		parquet.KeyValueMetadata("candor.export", "1"), // the version of these columns' meaning
	)
	if err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	e.out = parquet.NewGenericWriter[any](w, config)
	for i, path := range e.out.Schema().Columns() {
		if e.table.columns[i].name != path[0] {
			return nil, fmt.Errorf("parquet: column %d is %s, not %s", i, path[0], e.table.columns[i].name)
		}
	}
	return e, nil
}

func (e *parquetEncoder) write(r *events.Recorded) error {
	cells, err := e.table.cells(r)
	if err != nil {
		return err
	}
	start := len(e.values)
	for i := range cells {
		e.values = appendValues(e.values, i, &e.table.columns[i], &cells[i])
	}
	e.rows = append(e.rows, e.values[start:len(e.values):len(e.values)])
	e.batchBytes += len(r.Data) + len(r.Meta)
	if len(e.rows) < batchRows && e.batchBytes < batchBytes {
		return nil
	}
	return e.writeBatch()
}

// writeBatch passes the batch to the writer, and ends the row group when it is large enough.
func (e *parquetEncoder) writeBatch() error {
	if _, err := e.out.WriteRows(e.rows); err != nil {
		return err
	}
	e.groupRows += len(e.rows)
	e.groupBytes += e.batchBytes
	clear(e.values)
	clear(e.rows)
	e.values, e.rows, e.batchBytes = e.values[:0], e.rows[:0], 0
	if e.groupRows < groupRows && e.groupBytes < groupBytes {
		return nil
	}
	e.groupRows, e.groupBytes = 0, 0
	return e.out.Flush()
}

// flush does nothing: a file that has not ended can't be read.
func (e *parquetEncoder) flush() error { return nil }

func (e *parquetEncoder) close() error {
	if err := e.writeBatch(); err != nil {
		return err
	}
	return e.out.Close()
}

// appendValues adds a cell as the values of the file's column i, with Parquet's levels for absent values
// and lists (https://parquet.apache.org/docs/file-format/nestedencoding/).
func appendValues(values []parquet.Value, i int, col *column, c *cell) []parquet.Value {
	present := 0
	if col.optional {
		present = 1
	}
	if c.null {
		return append(values, parquet.NullValue().Level(0, 0, i))
	}
	if col.kind != texts {
		return append(values, plainValue(col.kind, c).Level(0, present, i))
	}
	if len(c.texts) == 0 {
		return append(values, parquet.NullValue().Level(0, present, i))
	}
	for n, s := range c.texts {
		values = append(values, parquet.ByteArrayValue([]byte(s)).Level(min(n, 1), present+1, i))
	}
	return values
}

func plainValue(k kind, c *cell) parquet.Value {
	switch k {
	case whole:
		return parquet.Int64Value(c.whole)
	case number:
		return parquet.DoubleValue(c.number)
	case truth:
		return parquet.BooleanValue(c.whole != 0)
	case moment:
		return parquet.Int64Value(c.moment.UnixMicro())
	}
	return parquet.ByteArrayValue([]byte(c.text))
}

// schemaOf returns the file's schema, in the order of the table's columns.
func schemaOf(columns []column) parquet.Node {
	group := parquet.Group{}
	for _, c := range columns {
		group[c.name] = node(c)
	}
	fields := group.Fields() // by name
	order := func(f parquet.Field) int {
		return slices.IndexFunc(columns, func(c column) bool { return c.name == f.Name() })
	}
	slices.SortFunc(fields, func(a, b parquet.Field) int { return order(a) - order(b) })
	return ordered{group, fields}
}

// ordered is a group whose fields stay in order.
type ordered struct {
	parquet.Group
	fields []parquet.Field
}

func (o ordered) Fields() []parquet.Field { return o.fields }

func node(c column) parquet.Node {
	var n parquet.Node
	switch c.kind {
	case whole:
		n = parquet.Int(64)
	case number:
		n = parquet.Leaf(parquet.DoubleType)
	case truth:
		n = parquet.Leaf(parquet.BooleanType)
	case moment:
		n = parquet.Timestamp(parquet.Microsecond)
	case texts:
		n = parquet.List(parquet.String())
	case raw:
		n = parquet.Leaf(parquet.ByteArrayType)
	case document:
		n = parquet.JSON()
	default:
		n = parquet.String()
	}
	if c.kind == text && c.name != "id" { // texts are often repeated, except for the event's id
		n = parquet.Encoded(n, &parquet.RLEDictionary)
	}
	if c.optional {
		n = parquet.Optional(n)
	}
	return n
}
