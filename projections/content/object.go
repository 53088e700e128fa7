// JSON objects with more fields, and with empty ones.

package content

import (
	"encoding/json"

	"candor/projections/projector"
)

// extended returns a JSON object with more fields at its end. The row itself stays as it is.
func extended(object []byte, fields string) []byte {
	out := make([]byte, 0, len(object)+len(fields)+1)
	return append(append(append(append(out, object[:len(object)-1]...), ','), fields...), '}')
}

// withFields is extended for fields that may be none.
func withFields(object []byte, fields string) []byte {
	if fields == "" {
		return object
	}
	return extended(object, fields)
}

// emptyTexts are the long texts of items, and what stands in their place.
var emptyTexts = map[string]json.RawMessage{"content": []byte(`""`), "contentText": []byte(`""`), "verdict": []byte("null"),
	"verdictText": []byte("null")}

// withoutTexts returns an item's JSON object with its long texts empty.
func withoutTexts(object []byte) []byte {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(object, &fields); err != nil {
		panic(projector.Damage("a row is no JSON: " + err.Error()))
	}
	for name, empty := range emptyTexts {
		if _, ok := fields[name]; ok {
			fields[name] = empty
		}
	}
	return projector.Encode(fields)
}
