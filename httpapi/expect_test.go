// What scenarios say about an answer.

package httpapi_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/commands"
)

var update = flag.Bool("update", false, "write testdata anew")

// answer is what came back.
type answer struct {
	testing.TB
	what   string // the request, for messages
	status int
	header http.Header
	body   string
}

// is checks the status.
func (a *answer) is(status int) *answer {
	a.Helper()
	if a.status != status {
		a.Fatalf("%s: %d, want %d: %s", a.what, a.status, status, a.body)
	}
	return a
}

// has checks a header's value.
func (a *answer) has(name, value string) *answer {
	a.Helper()
	if got := a.header.Get(name); got != value {
		a.Errorf("%s: header %s is %q, want %q", a.what, name, got, value)
	}
	return a
}

// says checks that the body holds each text.
func (a *answer) says(texts ...string) *answer {
	a.Helper()
	for _, text := range texts {
		if !strings.Contains(a.body, text) {
			a.Errorf("%s: body lacks %s:\n%s", a.what, text, a.body)
		}
	}
	return a
}

// lacks checks that the body holds none of the texts.
func (a *answer) lacks(texts ...string) *answer {
	a.Helper()
	for _, text := range texts {
		if strings.Contains(a.body, text) {
			a.Errorf("%s: body holds %s:\n%s", a.what, text, a.body)
		}
	}
	return a
}

// problem checks that the answer is problem+json in the shape that clients read, and that it
// names the fields.
func (a *answer) problem(status int, fields ...string) *answer {
	a.Helper()
	a.is(status).has("Content-Type", "application/problem+json")
	var p struct {
		Title, Detail, Message, RequestID string
		Status                            int
		Errors                            []commands.FieldError
	}
	a.decode(&p)
	if p.Title == "" || p.Detail == "" || p.Message != p.Detail || p.Status != status || p.RequestID != a.header.Get("X-Request-Id") {
		a.Errorf("%s: problem %s", a.what, a.body)
	}
	var named []string
	for _, e := range p.Errors {
		named = append(named, e.Field)
		if e.Message == "" {
			a.Errorf("%s: no message for %s", a.what, e.Field)
		}
	}
	for _, field := range fields {
		if !strings.Contains(" "+strings.Join(named, " ")+" ", " "+field+" ") {
			a.Errorf("%s: names %v, want %s: %s", a.what, named, field, a.body)
		}
	}
	return a
}

func (a *answer) decode(v any) *answer {
	a.Helper()
	if err := json.Unmarshal([]byte(a.body), v); err != nil {
		a.Fatalf("%s: %v: %s", a.what, err, a.body)
	}
	return a
}

// id is the id of the entity in the body.
func (a *answer) id() string {
	a.Helper()
	var e struct{ ID json.Number }
	a.decode(&e)
	return e.ID.String()
}

var changing = regexp.MustCompile(`"(apiKey|hint|requestId)":"[^"]*"`)

// golden compares the whole body with testdata/NAME.json; go test -update writes it.
func (a *answer) golden(name string) *answer {
	a.Helper()
	path := filepath.Join("testdata", name+".json")
	var got bytes.Buffer
	if err := json.Indent(&got, changing.ReplaceAll([]byte(a.body), []byte(`"$1":"…"`)), "", "  "); err != nil {
		a.Fatalf("%s: %v: %s", a.what, err, a.body)
	}
	got.WriteByte('\n')
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o600); err != nil {
			a.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		a.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		a.Errorf("%s differs from %s:\n%s", a.what, path, diff)
	}
	return a
}
