// The quick way through an object must find what the long one does.

package commands

import (
	"bytes"
	"testing"
)

func FuzzSplitFlat(f *testing.F) {
	for _, seed := range []string{
		`{"event":"page_view","page":"/","metadata":null}`, " {\n\"a\" : 12 ,\t\"b\":true, \"c\":false}\r\n", `{}`, `{"a":1,}`, `{"a":1`, `{"a":`, `{"a"`, `{"`, `{`, ``,
		`{"a":1,"a":2}`, `{"a":01}`, `{"a":1.5}`, `{"a":-1}`, `{"a":nul}`, `{"a":nullx}`, `{"a":"\n"}`, `{"a":"\q"}`, `{"a\":1}`, `{"":""}`, `{"a":1}{`, `{"a":1{"b":2}`, `{"a":[1]}`, `["a"]`, `{"a":1 2}`, "{\"a\":\"\x7f\"}",
		`{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1,"m":1}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		quick, ok := splitFlat(body, make([]rawField, 0, flatFields))
		if !ok {
			return
		}
		long := &object{}
		if err := long.readAny(body); err != nil || len(long.errs) > 0 {
			t.Fatalf("%q is refused: %v %v", body, err, long.errs)
		}
		if len(quick) != len(long.fields) {
			t.Fatalf("%q has %d fields, not %d", body, len(long.fields), len(quick))
		}
		for i, want := range long.fields {
			if !bytes.Equal(quick[i].key, want.key) || !bytes.Equal(quick[i].value, want.value) {
				t.Fatalf("%q: field %d is %q: %q, want %q: %q", body, i, quick[i].key, quick[i].value, want.key, want.value)
			}
		}
	})
}

func TestTheQuickWayIsTakenByPageViews(t *testing.T) {
	fields, ok := splitFlat([]byte(`{ "event": "page_view", "timestamp": 1763700000000, "metadata": null }`), make([]rawField, 0, flatFields))
	if !ok || len(fields) != 3 || string(fields[1].value) != "1763700000000" {
		t.Errorf("got %q, %v", fields, ok)
	}
}
