// Fuzzing of objects.

package input

import (
	"bytes"
	"encoding/json"
	"testing"
)

// An object has the fields that encoding/json finds in it, and what that can't read is refused.
func FuzzObject(f *testing.F) {
	for _, seed := range []string{
		`{"event":"page_view","page":"/reviews/12","userAgent":"Mozilla/5.0","referrer":"","sessionId":"s-1","metadata":null}`,
		`{"id":"3f0c8a52-7f8e-4c5e-9d5c-0e8e2a4b6c01","event":"a\u0062","page":"/\"page\":","timestamp":1795255200000,"createdAt":1e3}`,
		`{"event":"a","page":"/","Page":"/b"}`, `{"event":"a","PAGE":"/","referrer":"\"page\":"}`, `{"event":"a","page":"/","page":"/b"}`,
		`{"event":"a","page" : "/"}`, `{"event":"a","metadata":{"page":"/"}}`, `{"event":"a","other":[1, {"a":2}]}`,
		`{"event":"a"} `, `{"a":1} {}`,
		`null`, `[]`, `{}`, `{`, `{"a"`, `{"a":1,}`, ``, `{"\u0065vent":"a","page":"/"}`, `{"a":"\ud800"}`, "{\"event\":\"\xff\"}",
		"{\"\xff\":1,\"a\":1,\"a\":1}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		body := bytes.Clone(sent)
		o, err := ReadObject(body)
		clear(body) // the memory of a request's body is used again
		var want map[string]json.RawMessage
		if refused := json.Unmarshal(sent, &want); (refused != nil || want == nil) != (err != nil) {
			t.Fatalf("%q: got %v, want %v", sent, err, refused)
		}
		if err != nil {
			return
		}
		if len(o.Fields) != len(want) {
			t.Fatalf("%q: %d fields, want %d", sent, len(o.Fields), len(want))
		}
		for name, value := range want {
			if got := o.Fields[name]; len(o.twice) == 0 && !bytes.Equal(got, value) {
				t.Errorf("%q: %s is %s, want %s", sent, name, got, value)
			}
		}
	})
}
