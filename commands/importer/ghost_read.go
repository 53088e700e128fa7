// Reading a Ghost file, row by row.

package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// readGhost reads a file from the start and calls row for each row of each table, with a reader that stands before it; row
// must take or skip it.
func readGhost(r io.Reader, row func(table string, g ghostReader) error) error {
	text, err := clean(r)
	if err != nil {
		return err
	}
	limited := &pieces{r: text}
	limited.next()
	d := json.NewDecoder(limited)
	g := ghostReader{d, limited, row}
	err = g.object(func(key string) error {
		switch key {
		case "db":
			return g.array(func() error { return g.object(g.part) })
		default:
			return g.part(key)
		}
	})
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("unexpected data after the end")
		}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the file is incomplete")
	}
	var stopped stop
	if err != nil && !errors.As(err, &stopped) {
		return fmt.Errorf("the JSON is invalid after %d bytes: %w", d.InputOffset(), err)
	}
	return err
}

// stop is an error of the function that takes the rows.
type stop struct{ error }

func (s stop) Unwrap() error { return s.error }

type ghostReader struct {
	d       *json.Decoder
	limited *pieces
	row     func(table string, g ghostReader) error
}

// part reads "data", the tables, and passes over all else.
func (g ghostReader) part(key string) error {
	if key != "data" {
		return g.skip()
	}
	return g.object(func(table string) error {
		return g.array(func() error { return g.row(table, g) })
	})
}

func (g ghostReader) object(each func(key string) error) error {
	if err := g.expect('{'); err != nil {
		return err
	}
	for g.d.More() {
		t, err := g.d.Token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		if err := each(key); err != nil {
			return err
		}
	}
	_, err := g.d.Token()
	return err
}

// array reads an array; what is none is passed over.
func (g ghostReader) array(each func() error) error {
	t, err := g.d.Token()
	if err != nil {
		return err
	}
	switch t {
	case json.Delim('['):
	case json.Delim('{'):
		return g.rest(1)
	default:
		return nil
	}
	for g.d.More() {
		g.limited.next()
		if err := each(); err != nil {
			return err
		}
	}
	_, err = g.d.Token()
	return err
}

func (g ghostReader) expect(want json.Delim) error {
	t, err := g.d.Token()
	if err == nil && t != want {
		err = fmt.Errorf("found %v instead of %v", t, want)
	}
	return err
}

func (g ghostReader) skip() error { return g.rest(0) }

// rest passes over what is open, depth levels deep, or over one value.
func (g ghostReader) rest(depth int) error {
	for {
		g.limited.next()
		t, err := g.d.Token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// rowOf decodes the next row. One of another shape is an empty one.
func rowOf[T any](d *json.Decoder) (T, error) {
	var row T
	err := d.Decode(&row)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) { // the value is read all the same
		err = nil
	}
	return row, err
}
