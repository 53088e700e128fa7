// CSV as RFC 4180 says: a header row, CRLF at the end of each row, quotes where they are needed.
//
// encoding/csv is not used for writing: with CRLF it changes the line breaks within texts. Texts that a
// spreadsheet would run as a formula are prefixed with a '; so are texts that begin with one, so that removing one ' restores every
// text.

package replay

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"candor/events"
)

type csvEncoder struct {
	table *table
	out   *bufio.Writer
	line  []byte
	begun bool
}

func newCSV(t *table, w io.Writer) *csvEncoder {
	return &csvEncoder{table: t, out: bufio.NewWriterSize(w, outputSize)}
}

// begin writes the header row.
func (e *csvEncoder) begin() error {
	if e.begun {
		return nil
	}
	e.begun = true
	for i, c := range e.table.columns {
		if i > 0 {
			e.line = append(e.line, ',')
		}
		e.line = append(e.line, c.name...)
	}
	return e.end()
}

// end writes the row in e.line.
func (e *csvEncoder) end() error {
	_, err := e.out.Write(append(e.line, '\r', '\n'))
	e.line = e.line[:0]
	return err
}

func (e *csvEncoder) write(r *events.Recorded) error {
	if err := e.begin(); err != nil {
		return err
	}
	cells, err := e.table.cells(r)
	if err != nil {
		return err
	}
	for i := range cells {
		if i > 0 {
			e.line = append(e.line, ',')
		}
		if !cells[i].null {
			if e.line, err = appendCell(e.line, e.table.columns[i].kind, &cells[i]); err != nil {
				return err
			}
		}
	}
	return e.end()
}

func (e *csvEncoder) flush() error {
	if err := e.begin(); err != nil {
		return err
	}
	return e.out.Flush()
}

func (e *csvEncoder) close() error { return e.flush() }

func appendCell(line []byte, k kind, c *cell) ([]byte, error) {
	switch k {
	case whole:
		return strconv.AppendInt(line, c.whole, 10), nil
	case number:
		return strconv.AppendFloat(line, c.number, 'g', -1, 64), nil
	case truth:
		return strconv.AppendBool(line, c.whole != 0), nil
	case moment:
		return c.moment.UTC().AppendFormat(line, time.RFC3339Nano), nil
	case raw:
		return AppendCSVText(line, base64.StdEncoding.EncodeToString([]byte(c.text))), nil
	case texts:
		list, err := json.Marshal(c.texts)
		return AppendCSVText(line, string(list)), err
	}
	return AppendCSVText(line, c.text), nil
}

// AppendCSVText adds a cell with a text to line, prefixed if it looks like a formula and quoted if necessary.
func AppendCSVText(line []byte, s string) []byte {
	marked := looksLikeFormula(s)
	quoted := strings.ContainsAny(s, "\",\r\n") || strings.HasPrefix(s, " ") || strings.HasSuffix(s, " ")
	if !quoted {
		if marked {
			line = append(line, '\'')
		}
		return append(line, s...)
	}
	line = append(line, '"')
	if marked {
		line = append(line, '\'')
	}
	for {
		before, after, found := strings.Cut(s, `"`)
		line = append(line, before...)
		if !found {
			return append(line, '"')
		}
		line, s = append(line, '"', '"'), after
	}
}

// looksLikeFormula reports whether a spreadsheet might run s instead of showing it (OWASP, "CSV Injection"), or whether
// s begins with the prefix against that.
func looksLikeFormula(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return s != "" && strings.ContainsRune("=+-@\t\r\n'＝＋－＠", first)
}
