// Tables: the columns of events, and their cells, for the formats that have columns.

package replay

import (
	"encoding"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"candor/events"
)

// kind is the type of a column.
type kind uint8

const (
	text     kind = iota
	whole         // a whole number
	number        // a number
	truth         // true or false
	moment        // a time, UTC, to the microsecond
	texts         // a list of texts
	raw           // bytes
	document      // JSON, for what fits none of the others
)

// column is one column of a table.
type column struct {
	name     string
	kind     kind
	optional bool  // a cell may be empty, which differs from an empty text
	omit     bool  // a zero value is an empty cell, as in JSON
	path     []int // of the field in the event, through nested structs; nil for the common columns
}

// cell is one value of a row. The column's kind says which field holds it.
type cell struct {
	null   bool
	text   string  // text, raw, document
	whole  int64   // whole; truth: 0 or 1
	number float64 // number
	moment time.Time
	texts  []string
}

// table turns events into rows.
type table struct {
	columns []column
	own     int // the index of the first column of the type's own fields; the number of columns if data is one column
	row     []cell
}

// common lists the columns that all events have, in the order of commonCells.
var common = []column{
	{name: "position", kind: whole},
	{name: "stream", kind: text},
	{name: "revision", kind: whole},
	{name: "id", kind: text},
	{name: "type", kind: text},
	{name: "time", kind: moment},
	{name: "actorKind", kind: text, optional: true},
	{name: "actorId", kind: text, optional: true},
	{name: "actorName", kind: text, optional: true},
	{name: "correlationId", kind: text, optional: true},
}

// tableFor returns the table for a replay of the types: for one type its fields are columns, for several or all there is one column data
// with the event's JSON.
func tableFor(types []string) *table {
	t := &table{columns: slices.Clone(common)}
	if types := slices.Compact(slices.Sorted(slices.Values(types))); len(types) == 1 && events.Known(types[0]) {
		t.own = len(t.columns)
		t.add(reflect.TypeOf(events.Zero(types[0])), "", nil, false)
	} else {
		t.columns = append(t.columns, column{name: "data", kind: document, optional: true})
		t.own = len(t.columns)
	}
	t.row = make([]cell, len(t.columns))
	return t
}

var (
	timeType = reflect.TypeFor[time.Time]()
	textType = reflect.TypeFor[encoding.TextMarshaler]()
	jsonType = reflect.TypeFor[json.Marshaler]()
)

// add adds the columns of a struct's fields, under their names in JSON. Those of a nested struct carry its
// name before them: changes.title is changesTitle.
func (t *table) add(of reflect.Type, prefix string, path []int, optional bool) {
	for i := range of.NumField() {
		field := of.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		at := append(slices.Clone(path), i)
		switch {
		case field.Anonymous && name == "":
			t.add(field.Type, prefix, at, optional)
			continue
		case !field.IsExported():
			continue
		case name == "-" && field.Type.Kind() == reflect.Slice && field.Type.Elem().Kind() == reflect.Uint8:
			name = "bytes" // stored as they are
		case name == "-":
			continue
		case name == "":
			name = field.Name
		}
		if prefix != "" {
			name = prefix + strings.ToUpper(name[:1]) + name[1:]
		}
		is, omit := field.Type, strings.Contains(options, "omit")
		absent := optional || omit
		if is.Kind() == reflect.Pointer {
			is, absent = is.Elem(), true
		}
		k := kindOf(is)
		if k == document && is.Kind() == reflect.Struct && !is.Implements(jsonType) {
			t.add(is, name, at, true)
			continue
		}
		for slices.ContainsFunc(t.columns, func(c column) bool { return c.name == name }) {
			name = "data" + strings.ToUpper(name[:1]) + name[1:]
		}
		t.columns = append(t.columns, column{name: name, kind: k, optional: absent || k == document, omit: omit, path: at})
	}
}

func kindOf(t reflect.Type) kind {
	switch {
	case t == timeType:
		return moment
	case t.Implements(textType):
		return text
	case t.Implements(jsonType):
		return document
	}
	switch t.Kind() {
	case reflect.String:
		return text
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16,
		reflect.Uint32, reflect.Uint64,
		reflect.Uint:
		return whole
	case reflect.Float32, reflect.Float64:
		return number
	case reflect.Bool:
		return truth
	case reflect.Slice:
		switch t.Elem().Kind() {
		case reflect.String:
			return texts
		case reflect.Uint8:
			return raw
		}
	}
	return document
}

// cells returns the row of r, valid until the next call. Its error is an event of a known type that
// can't be decoded.
func (t *table) cells(r *events.Recorded) ([]cell, error) {
	clear(t.row)
	m := r.Metadata()
	t.commonCells(r, &m)
	if t.own == len(t.columns) {
		c := &t.row[t.own-1]
		c.text = dataText(r)
		c.null = c.text == ""
		return t.row, nil
	}
	e, err := r.DecodeWith(m)
	if err != nil {
		return nil, err
	}
	v := reflect.ValueOf(e)
	for i := t.own; i < len(t.columns); i++ {
		if err := t.row[i].set(&t.columns[i], v); err != nil {
			return nil, fmt.Errorf("%s of the event at position %d: %w", t.columns[i].name, r.Position, err)
		}
	}
	return t.row, nil
}

func (t *table) commonCells(r *events.Recorded, m *events.Metadata) {
	t.row[0].whole = int64(r.Position)
	t.row[1].text = r.Stream
	t.row[2].whole = int64(r.Revision)
	t.row[3].text = r.ID.String()
	t.row[4].text = r.Type
	t.row[5].moment = r.Time()
	for i, s := range [...]string{string(m.Actor.Kind), m.Actor.ID, m.Actor.Name, m.CorrelationID} {
		t.row[6+i].text, t.row[6+i].null = s, s == ""
	}
}

// dataText returns the event's data as JSON. Data that is no JSON goes as base64, under the name that it has in
// a CloudEvent.
func dataText(r *events.Recorded) string {
	if len(r.Data) == 0 || !r.Binary && json.Valid(r.Data) {
		return string(r.Data)
	}
	return `{"data_base64":"` + base64.StdEncoding.EncodeToString(r.Data) + `"}`
}

// set reads a column's value from an event.
func (c *cell) set(col *column, v reflect.Value) error {
	for _, i := range col.path {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				c.null = true
				return nil
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	switch {
	case v.Kind() == reflect.Pointer && v.IsNil(), col.omit && isZero(v):
		c.null = true
		return nil
	case v.Kind() == reflect.Pointer:
		v = v.Elem()
	}
	switch col.kind {
	case text:
		if v.Kind() == reflect.String && !v.Type().Implements(textType) {
			c.text = v.String()
			return nil
		}
		b, err := v.Interface().(encoding.TextMarshaler).MarshalText()
		c.text = string(b)
		return err
	case whole:
		if v.CanUint() {
			c.whole = int64(v.Uint())
		} else {
			c.whole = v.Int()
		}
	case number:
		c.number = v.Float()
	case truth:
		if v.Bool() {
			c.whole = 1
		}
	case moment:
		c.moment = v.Interface().(time.Time)
	case texts:
		c.texts = make([]string, v.Len())
		for i := range c.texts {
			c.texts[i] = v.Index(i).String()
		}
	case raw:
		c.text = string(v.Bytes())
	case document:
		b, err := json.Marshal(v.Interface())
		c.text = string(b)
		return err
	}
	return nil
}

// isZero reports whether JSON leaves v out under omitempty or omitzero.
func isZero(v reflect.Value) bool {
	if k := v.Kind(); k == reflect.Slice || k == reflect.Map {
		return v.Len() == 0
	}
	return v.IsZero()
}
