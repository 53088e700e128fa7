package replay_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
	"pgregory.net/rapid"

	"candor/events"
	"candor/projections/replay"
)

// written is what a replay of h writes.
func written(t testing.TB, h *history, q replay.Query, f replay.Format) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := replay.Run(context.Background(), h, q, replay.Output{Format: f, Writer: &out}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// rows are those of a file, by their column's name. Absent values are absent.
type rows []map[string]any

// readCSV reads a file with encoding/csv and takes the marks against formulas away.
func readCSV(t testing.TB, file []byte) rows {
	t.Helper()
	records, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil {
		t.Fatalf("%v in %q", err, file)
	}
	var all rows
	for _, record := range records[1:] {
		row := map[string]any{}
		for i, text := range record {
			if strings.Contains("=+@-'\t\r\n＝＋－＠", firstRune(text)) {
				if _, err := strconv.ParseFloat(text, 64); err != nil {
					t.Fatalf("%s is %q, which a spreadsheet may run", records[0][i], text)
				}
			}
			if text = strings.TrimPrefix(text, "'"); text != "" {
				row[records[0][i]] = text
			}
		}
		all = append(all, row)
	}
	return all
}

// firstRune is what a text begins with, behind the mark against formulas if it has one.
func firstRune(text string) string {
	if text == "" || text[0] == '\'' {
		return "no formula"
	}
	return string([]rune(text)[:1])
}

func openParquet(t testing.TB, file []byte) *parquet.File {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// readParquet reads a file through its columns' levels: lists as []any, times as time.Time.
func readParquet(t testing.TB, file []byte) rows {
	t.Helper()
	f := openParquet(t, file)
	leaves := f.Schema().Columns()
	var all rows
	for _, group := range f.RowGroups() {
		reader := group.Rows()
		buffer := make([]parquet.Row, 16)
		for {
			n, err := reader.ReadRows(buffer)
			for _, values := range buffer[:n] {
				row := map[string]any{}
				for _, v := range values {
					path := leaves[v.Column()]
					column, _ := f.Schema().Lookup(path...)
					name := path[0]
					switch {
					case len(path) == 1 && !v.IsNull():
						row[name] = parquetValue(column.Node, v)
					case len(path) > 1 && v.DefinitionLevel() == column.MaxDefinitionLevel:
						list, _ := row[name].([]any)
						row[name] = append(list, v.String())
					case len(path) > 1 && v.DefinitionLevel() == column.MaxDefinitionLevel-1:
						row[name] = []any{}
					}
				}
				all = append(all, row)
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := reader.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func parquetValue(n parquet.Node, v parquet.Value) any {
	logical := n.Type().LogicalType()
	isTime := logical != nil && strings.HasPrefix(logical.String(), "TIMESTAMP")
	switch {
	case isTime:
		return time.UnixMicro(v.Int64()).UTC()
	case v.Kind() == parquet.Int64:
		return float64(v.Int64())
	case v.Kind() == parquet.Double:
		return v.Double()
	case v.Kind() == parquet.Boolean:
		return v.Boolean()
	}
	if logical != nil && logical.String() == "JSON" {
		return jsonText(strings.Clone(v.String()))
	}
	return strings.Clone(v.String())
}

// jsonText is the value of a column that holds JSON.
type jsonText string

// shape is "TYPE logical" of a file's columns, in their order.
func shape(t testing.TB, file []byte) []string {
	t.Helper()
	var all []string
	for _, e := range openParquet(t, file).Metadata().Schema[1:] {
		text := e.Name
		if e.Type.Valid {
			text += " " + e.Type.V.String()
		}
		if e.LogicalType.Value != nil {
			text += " " + e.LogicalType.String()
		}
		if e.RepetitionType.V != format.Required {
			text += " " + strings.ToLower(e.RepetitionType.V.String())
		}
		all = append(all, text)
	}
	return all
}

var commonShape = []string{
	"position INT64 INT(64,true)", "stream BYTE_ARRAY STRING", "revision INT64 INT(64,true)", "id BYTE_ARRAY STRING", "type BYTE_ARRAY STRING",
	"time INT64 TIMESTAMP(isAdjustedToUTC=true,unit=MICROS)", "actorKind BYTE_ARRAY STRING optional", "actorId BYTE_ARRAY STRING optional",
	"actorName BYTE_ARRAY STRING optional", "correlationId BYTE_ARRAY STRING optional",
}

func TestParquetColumnsHaveTypes(t *testing.T) {
	h := newHistory(t)
	all := shape(t, written(t, h, replay.Query{}, replay.Parquet))
	if diff := cmp.Diff(append(slices.Clone(commonShape), "data BYTE_ARRAY JSON optional"), all); diff != "" {
		t.Errorf("all events (-want +got):\n%s", diff)
	}
	one := shape(t, written(t, h, replay.Query{Types: []string{"ReviewCreated"}}, replay.Parquet))
	for _, want := range append(slices.Clone(commonShape), "productPrice DOUBLE optional", "rating DOUBLE", "title BYTE_ARRAY STRING",
		"reviewId INT64 INT(64,true)", "pros LIST optional", "at INT64 TIMESTAMP(isAdjustedToUTC=true,unit=MICROS)") {
		if !slices.Contains(one, want) {
			t.Errorf("ReviewCreated lacks the column %q, has\n%s", want, strings.Join(one, "\n"))
		}
	}
}

func TestNothingIsAFileToo(t *testing.T) {
	for _, f := range replay.Formats() {
		file := written(t, &history{}, replay.Query{Types: []string{"PageViewed"}}, f)
		switch f {
		case replay.CSV:
			if !strings.HasPrefix(string(file), "position,stream,") || len(readCSV(t, file)) != 0 {
				t.Errorf("csv: %q", file)
			}
		case replay.Parquet:
			if n := openParquet(t, file).NumRows(); n != 0 {
				t.Errorf("parquet has %d rows", n)
			}
		case replay.NDJSON:
			if len(file) != 0 {
				t.Errorf("ndjson: %q", file)
			}
		}
	}
}

func TestNoCellIsAFormula(t *testing.T) {
	for _, page := range []string{"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "'quoted", "＝1", "\n=1", "plain, \"quoted\"",
		"two\nlines", " spaced "} {
		h := &history{events: []events.Recorded{record(t, 1, "pageviews-2026-11-21", events.PageViewed{Page: page, At: day})}}
		file := written(t, h, replay.Query{Types: []string{"PageViewed"}}, replay.CSV)
		if got := readCSV(t, file)[0]["page"]; got != page {
			t.Errorf("%q came back as %q from %q", page, got, file)
		}
		if bytes.Count(file, []byte("\r\n")) != 2 {
			t.Errorf("%q is not two rows that end with CRLF", file)
		}
	}
}

// anything is a value of the type.
func anything(t *rapid.T, v reflect.Value) {
	switch at := v.Addr().Interface().(type) {
	case *time.Time:
		*at = time.UnixMilli(rapid.Int64Range(-1e12, 1e13).Draw(t, "time")).UTC()
		return
	case *events.Days:
		*at = events.Days(rapid.IntRange(0, 4000).Draw(t, "days"))
		return
	case *uuid.UUID:
		copy(at[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "uuid"))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "=1+1", "'", "a,b", "\"", "\r\n", "/reviews/1", "-3"})).Draw(t,
			"text"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "bool"))
	case reflect.Float64:
		v.SetFloat(rapid.Float64Range(-1e9, 1e9).Draw(t, "number"))
	case reflect.Int, reflect.Int64:
		v.SetInt(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "whole"))
	case reflect.Uint64, reflect.Uint32, reflect.Uint8:
		v.SetUint(uint64(rapid.Uint8().Draw(t, "whole")))
	case reflect.Pointer:
		if rapid.Bool().Draw(t, "there") {
			v.Set(reflect.New(v.Type().Elem()))
			anything(t, v.Elem())
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), rapid.IntRange(0, 3).Draw(t, "length"), 3))
		for i := range v.Len() {
			anything(t, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			anything(t, v.Field(i))
		}
	default: // a map may be empty
	}
}

// anyHistory is a log of up to a few events of the types.
func anyHistory(t *rapid.T, types []string) *history {
	h := &history{}
	for n := range rapid.IntRange(0, 6).Draw(t, "events") {
		e := reflect.New(reflect.TypeOf(events.Zero(rapid.SampledFrom(types).Draw(t, "type")))).Elem()
		anything(t, e)
		actor := events.Actor{Kind: events.ActorBot, ID: rapid.StringMatching("[0-9]{0,3}").Draw(t, "id"), Name: rapid.String().Draw(t, "name")}
		p, err := events.Encode(events.Envelope{Event: e.Interface().(events.Event),
			Metadata: events.Metadata{Actor: actor, CorrelationID: rapid.StringMatching("[a-z]{0,4}").Draw(t, "request")}})
		if err != nil {
			t.Fatal(err)
		}
		h.events = append(h.events, events.Recorded{
			ID: p.ID, Stream: rapid.SampledFrom([]string{"review-1", "=x", "pageviews-2026-11-21"}).Draw(t, "stream"), Revision: uint64(n),
			Position: events.Position(7 * (n + 1)),
			Created:  day.Add(time.Duration(n) * time.Microsecond), Type: p.Type, Binary: p.Binary, Data: p.Data, Meta: p.Meta,
		})
	}
	return h
}

// For any history the three formats carry the same events, in the same order.
func TestFormatsCarryTheSameEvents(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		types := events.Types()
		var q replay.Query
		if rapid.Bool().Draw(r, "one type") {
			types = []string{rapid.SampledFrom(types).Draw(r, "the type")}
			q.Types = types
		}
		h := anyHistory(r, types)
		lines := bytes.Split(bytes.TrimSpace(written(t, h, q, replay.NDJSON)), []byte("\n"))
		if len(h.events) == 0 {
			lines = nil
		}
		table, file := readCSV(t, written(t, h, q, replay.CSV)), readParquet(t, written(t, h, q, replay.Parquet))
		if len(lines) != len(h.events) || len(table) != len(h.events) || len(file) != len(h.events) {
			r.Fatalf("%d events: %d lines, %d rows of CSV, %d of Parquet", len(h.events), len(lines), len(table), len(file))
		}
		for i, line := range lines {
			want := wantedRow(r, line, len(q.Types) == 1, file[i])
			if diff := cmp.Diff(want, plain(r, file[i])); diff != "" {
				r.Errorf("parquet (-ndjson +parquet):\n%s", diff)
			}
			for name, value := range want {
				got, _ := table[i][name].(string)
				if !sameAsCSV(name, got, value) {
					r.Errorf("csv: %s is %q, in NDJSON %q", name, got, value)
				}
			}
		}
	})
}

// wantedRow is what a line of NDJSON is as a row. like tells which columns hold JSON.
func wantedRow(t *rapid.T, line []byte, oneType bool, like map[string]any) map[string]any {
	var e struct {
		ID, Type, Subject string
		Time              time.Time
		Position          float64
		Revision          float64
		Data              map[string]any
		Bytes             []byte `json:"data_base64"`
		Metadata          struct {
			Correlation string `json:"$correlationId"`
			Actor       events.Actor
			Media       map[string]any
		}
	}
	if err := json.Unmarshal(line, &e); err != nil {
		t.Fatal(err)
	}
	row := map[string]any{"position": e.Position, "stream": e.Subject, "revision": e.Revision, "id": e.ID, "type": e.Type,
		"time": e.Time.UTC()}
	for name, value := range map[string]string{"actorKind": string(e.Metadata.Actor.Kind), "actorId": e.Metadata.Actor.ID,
		"actorName": e.Metadata.Actor.Name, "correlationId": e.Metadata.Correlation} {
		if value != "" {
			row[name] = value
		}
	}
	switch {
	case oneType && e.Type == "MediaStored":
		flatten(row, "", e.Metadata.Media, like)
		row["bytes"] = string(e.Bytes)
	case oneType:
		flatten(row, "", e.Data, like)
	case e.Type == "MediaStored" && len(e.Bytes) > 0:
		row["data"] = map[string]any{"data_base64": base64.StdEncoding.EncodeToString(e.Bytes)}
	case e.Type != "MediaStored":
		row["data"] = e.Data
	}
	return row
}

// commonColumns are the columns of every event; a member of the data by such a name has another.
var commonColumns = []string{"position", "stream", "revision", "id", "type", "time", "actorKind", "actorId", "actorName", "correlationId"}

// flatten puts the members of an event's data under their columns' names. Absent and null are the same.
func flatten(row map[string]any, prefix string, data map[string]any, like map[string]any) {
	for name, value := range data {
		switch {
		case prefix != "":
			name = prefix + strings.ToUpper(name[:1]) + name[1:]
		case slices.Contains(commonColumns, name):
			name = "data" + strings.ToUpper(name[:1]) + name[1:]
		}
		inner, nested := value.(map[string]any)
		_, isColumn := like[name]
		switch {
		case nested && !isColumn:
			flatten(row, name, inner, like)
		case value != nil:
			row[name] = value
		}
	}
}

// plain is a row of Parquet as JSON would have it: texts that hold JSON are read, times are texts.
func plain(t *rapid.T, row map[string]any) map[string]any {
	out := map[string]any{}
	for name, value := range row {
		if document, ok := value.(jsonText); ok {
			if err := json.Unmarshal([]byte(document), &value); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if value == nil { // flatten leaves it out, too
				continue
			}
		}
		if bytes, ok := value.(string); ok && (name == "salt" || name == "digest") { // JSON has bytes as base64
			value = base64.StdEncoding.EncodeToString([]byte(bytes))
		}
		if at, ok := value.(time.Time); ok && name != "time" {
			value = at.Format(time.RFC3339Nano)
		}
		out[name] = value
	}
	return out
}

// sameAsCSV reports whether a cell of CSV says what the value is. encoding/csv reads CRLF within a text as LF,
// and CSV can't tell an empty text from none.
func sameAsCSV(name, cell string, value any) bool {
	switch value := value.(type) {
	case string:
		if name == "bytes" {
			value = base64.StdEncoding.EncodeToString([]byte(value))
		}
		return cell == strings.ReplaceAll(value, "\r\n", "\n")
	case time.Time:
		return cell == value.Format(time.RFC3339Nano)
	}
	var got any
	return json.Unmarshal([]byte(cell), &got) == nil && cmp.Equal(got, value)
}

// stopping is a log whose reader is told to stop after some of its events.
type stopping struct {
	*history
	after int
	stop  context.CancelFunc
}

func (s stopping) Subscribe(ctx context.Context, p events.Position, f events.Filter, handle func(events.Message) error) error {
	n := 0
	return s.history.Subscribe(ctx, p, f, func(m events.Message) error {
		if n++; n > s.after {
			s.stop()
			return ctx.Err()
		}
		return handle(m)
	})
}

func TestAnInterruptedFileCanBeRead(t *testing.T) {
	for _, f := range replay.Formats() {
		ctx, stop := context.WithCancel(context.Background())
		var out bytes.Buffer
		n, err := replay.Run(ctx, stopping{newHistory(t), 2, stop}, replay.Query{}, replay.Output{Format: f, Writer: &out})
		if !errors.Is(err, context.Canceled) || n != 2 {
			t.Errorf("%s: %d events, error %v", f, n, err)
		}
		rows := 0
		switch f {
		case replay.NDJSON:
			rows = len(positions(t, out.String()))
		case replay.CSV:
			rows = len(readCSV(t, out.Bytes()))
		case replay.Parquet:
			rows = len(readParquet(t, out.Bytes()))
		}
		if rows != 2 {
			t.Errorf("%s: %d events can be read", f, rows)
		}
	}
}

func TestAParquetFileIsNotFollowed(t *testing.T) {
	var out bytes.Buffer
	if _, err := replay.Run(context.Background(), newHistory(t), replay.Query{Follow: true},
		replay.Output{Format: replay.Parquet, Writer: &out}); !errors.Is(err, replay.ErrEnds) || out.Len() > 0 {
		t.Errorf("wrote %d bytes, error %v", out.Len(), err)
	}
}

// A row group is held in memory until it ends, so that a long file has many.
func TestRowGroupsAreBounded(t *testing.T) {
	h := &history{}
	large := record(t, 1, "media-ab", events.MediaStored{MediaChunk: events.MediaChunk{SHA256: "ab"}, Bytes: make([]byte, 700<<10)})
	for n := range 120 {
		large.Position = events.Position(n + 1)
		h.events = append(h.events, large)
	}
	for _, q := range []replay.Query{{}, {Types: []string{"MediaStored"}}} {
		f := openParquet(t, written(t, h, q, replay.Parquet))
		if n := len(f.RowGroups()); n != 3 {
			t.Errorf("84 MB are in %d row groups, want 3", n)
		}
		if f.NumRows() != 120 {
			t.Errorf("%d rows", f.NumRows())
		}
	}
}

func TestABrokenEventIsNamed(t *testing.T) {
	h := newHistory(t)
	h.events[1].Data = []byte(`{"reviewId":"ten"}`)
	for _, f := range []replay.Format{replay.CSV, replay.Parquet} {
		var out bytes.Buffer
		n, err := replay.Run(context.Background(), h, replay.Query{Types: []string{"ReviewPublished"}}, replay.Output{Format: f, Writer: &out})
		if n != 1 || !errors.Is(err, events.ErrUndecodable) || !strings.Contains(err.Error(), "position 2") {
			t.Errorf("%s: %d events, error %v", f, n, err)
		}
		if n, err := replay.Run(context.Background(), h, replay.Query{}, replay.Output{Format: f, Writer: &out}); n != 5 || err != nil {
			t.Errorf("%s of all types: %d events, error %v", f, n, err)
		}
	}
}

// A dictionary is bounded: texts beyond it are written as they are, and read back alike.
func TestManyDifferentTextsComeBack(t *testing.T) {
	h := &history{}
	page := func(n int) string { return "/" + strings.Repeat(strconv.Itoa(n), 20) }
	for n := range 20_000 {
		h.events = append(h.events, record(t, n, "pageviews-2026-11-21", events.PageViewed{Page: page(n), Country: "PL", At: day}))
	}
	got := readParquet(t, written(t, h, replay.Query{Types: []string{"PageViewed"}}, replay.Parquet))
	if len(got) != len(h.events) {
		t.Fatalf("%d rows", len(got))
	}
	for n, row := range got {
		if row["page"] != page(n) || row["country"] != "PL" {
			t.Fatalf("row %d has %v", n, row)
		}
	}
}
